//! Units from cards: what of a card isn't counted, and the flag that can say it.

use crate::commands::{Failure, bad_input};
use cards::Printing;
use dejarik::{Cards, Uncounted};
use odds::card::{Neighbours, Reason};
use odds::{Attacker, Defender};

/// A clause of a card that isn't counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The card.
    pub card: String,
    /// The clause.
    pub clause: String,
    /// Why.
    pub reason: String,
}

const STAR: &str = "set by its text; use a flag to give it";

/// Reads cards and notes what it leaves out.
pub struct Reader<'a> {
    cards: &'a Cards,
    /// What was left out so far.
    pub left_out: Vec<LeftOut>,
}

impl<'a> Reader<'a> {
    /// A reader of these cards.
    pub fn new(cards: &'a Cards) -> Reader<'a> {
        Reader { cards, left_out: Vec::new() }
    }

    /// The attacking units of some cards, in their order, and the defending unit of another.
    pub fn meet(
        &mut self,
        attacking: &[&Printing],
        defending: &Printing,
        neighbours: Neighbours,
    ) -> Result<(Vec<Attacker>, Defender), Failure> {
        let mut attackers = Vec::new();
        let mut defender: Option<Defender> = None;
        let mut of_defender = Vec::new();
        for card in attacking {
            let met = self.cards.meet(card, defending, neighbours).map_err(bad_input)?;
            self.note(met.of_attacker);
            of_defender.extend(met.of_defender);
            attackers.push(met.attacker);
            let first = defender.get_or_insert_with(|| met.defender.clone());
            if *first != met.defender {
                self.left_out.push(LeftOut {
                    card: card.name.full().to_string(),
                    clause: "what its text does to the defending unit".into(),
                    reason: "the defending unit is as the first attack finds it".into(),
                });
            }
        }
        self.note(of_defender);
        Ok((attackers, defender.unwrap_or_default()))
    }

    fn note(&mut self, left_out: Vec<dejarik::LeftOut>) {
        for left in left_out {
            let left = LeftOut { card: left.card, clause: left.clause, reason: in_words(left.reason) };
            if !self.left_out.contains(&left) {
                self.left_out.push(left);
            }
        }
    }
}

/// The reason, with the flag that helps.
fn in_words(reason: Uncounted) -> String {
    match reason {
        Uncounted::SetByText => STAR.into(),
        Uncounted::Ability(Reason::Played) => format!("{reason}; use a flag if it is"),
        Uncounted::Ability(Reason::Overload) => format!("{reason}; --overload X uses it"),
        Uncounted::Ability(Reason::Overkill) => format!("{reason}; --overkill HEALTH"),
        Uncounted::Ability(Reason::WorkedOut) => format!("{reason}; use a flag to give it"),
        Uncounted::Ability(Reason::Price) => format!("{reason}; use a flag if it is paid"),
        Uncounted::Ability(Reason::Table) => format!("{reason}; use a flag if it applies"),
        Uncounted::NotUnderstood | Uncounted::Ability(Reason::NotPlain | Reason::NoPart) => {
            reason.to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LeftOut, Reader, STAR};
    use cards::plugin::Plugin;
    use cards::set_file::Row;
    use cards::{Collection, Printing, SetFile};
    use dejarik::Cards;
    use odds::card::Neighbours;
    use odds::{Prevention, PreventionKind, Retaliate};
    use vocab::Keyword;

    /// A Mud Crab with a power and a text, and a Sand Crab, which is a Creature and has a text of its own.
    fn crabs(power: &str, text: &str, other: &str) -> ([Printing; 2], Cards) {
        let mut set = SetFile::new("XMP");
        for (name, subtypes, power, text) in
            [("Mud Crab", "Droid", power, text), ("Sand Crab", "Creature", "2", other)]
        {
            let mut fields = [""; 17];
            (fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]) =
                (name, "XMP", name, "N", "Character", subtypes);
            (fields[6], fields[7], fields[8], fields[9], fields[13]) = ("3", "30", power, "4", text);
            set.push(Row::new(fields).expect("a plain row"));
        }
        let all = Collection::new([&set]).0;
        let mut cards = all.printings().map(|(_, card)| card.clone());
        let both = [cards.next().expect("a card"), cards.next().expect("another")];
        drop(cards);
        (both, Cards::from(Plugin { collection: all, ..Plugin::default() }))
    }

    fn reasons(left: &[LeftOut]) -> Vec<(&str, &str)> {
        left.iter().map(|left| (left.clause.as_str(), left.reason.as_str())).collect()
    }

    #[test]
    fn what_an_attacker_simply_has_is_taken_and_all_else_named() {
        let text = "Accuracy 1 | Accuracy -2 | Critical Hit 2 (Two more hits.) | Double Damage | Overkill | Overload 2 | Parry 1 | \
                    Pay 2 Force -> Lucky 1 | Pay 1 Force -> Evade 2 | Each of your units gets Fury 1. | Sing aloud.";
        let ([mud, sand], cards) = crabs("5", text, "");
        let mut reader = Reader::new(&cards);
        let (units, _) = reader.meet(&[&mud], &sand, Neighbours::None).expect("two units");
        let unit = &units[0];
        assert_eq!(
            (unit.power, unit.accuracy, unit.critical_hit, unit.lucky, unit.overload, unit.fury),
            (5, -1, 2, 0, 0, 1),
            "1303.3: each of your units includes itself"
        );
        assert!(unit.has(Keyword::DoubleDamage) && !unit.has(Keyword::Overkill));
        assert_eq!(
            reasons(&reader.left_out),
            [
                ("Overkill", "needs a unit to move hits to; --overkill HEALTH"),
                ("Overload 2", "the attacker's choice; --overload X uses it"),
                ("Parry 1", "no part in this attack"),
                ("Pay 2 Force -> Lucky 1", "played for Force; use a flag if it is"),
                ("Pay 1 Force -> Evade 2", "no part in this attack"),
                ("Sing aloud.", "not understood"),
            ]
        );
    }

    #[test]
    fn what_a_defender_simply_has_is_taken_and_all_else_named() {
        let text = "Armor | Parry 1 | Parry 2 | Pay 1 Force -> Evade 2 | Pay 2 Force -> Retaliate 3 | \
                    Pay 1 Force -> Protect 2 | Fury 2";
        let ([mud, sand], cards) = crabs("2", "", text);
        let mut reader = Reader::new(&cards);
        let (_, unit) = reader.meet(&[&mud], &sand, Neighbours::None).expect("two units");
        assert!(unit.has(Keyword::Armor));
        assert_eq!((unit.health, unit.parry), (Some(4), 3), "1302.1: cumulative values add up");
        assert_eq!(unit.preventions, [Prevention { kind: PreventionKind::Evade, amount: 2, force: 1 }]);
        assert_eq!(unit.retaliates, [Retaliate { dice: 3, force: 2 }]);
        assert_eq!(
            reasons(&reader.left_out),
            [("Pay 1 Force -> Protect 2", "no part in this attack"), ("Fury 2", "no part in this attack")]
        );
    }

    #[test]
    fn a_power_that_the_text_sets_is_zero_and_named() {
        // 201.4.
        let ([mud, sand], cards) = crabs("*", "", "");
        let mut reader = Reader::new(&cards);
        let (units, _) = reader.meet(&[&mud], &sand, Neighbours::Named).expect("two units");
        assert_eq!((units[0].power, reasons(&reader.left_out)), (0, vec![("power *", STAR)]));
    }

    #[test]
    fn a_text_about_the_other_unit_counts_if_it_is_one() {
        let text = "This unit gets +2 power when attacking a Creature. | This unit gets Fury 3 when attacking a Jedi. | \
                    This unit gets +1 power when attacking a damaged unit.";
        let other = "Each unit gets -1 power when attacking this unit. | Armor";
        let ([mud, sand], cards) = crabs("5", text, other);
        let mut reader = Reader::new(&cards);
        let (units, defender) = reader.meet(&[&mud], &sand, Neighbours::None).expect("two units");
        assert_eq!((units[0].power, units[0].fury), (6, 0), "5, 2 more and 1 less");
        assert!(defender.has(Keyword::Armor));
        assert_eq!(
            reasons(&reader.left_out),
            [(
                "This unit gets +1 power when attacking a damaged unit.",
                "depends on the rest of the table; use a flag if it applies"
            )]
        );
        let (units, _) = reader.meet(&[&sand], &mud, Neighbours::None).expect("two units");
        assert_eq!(units[0].power, 2, "it isn't attacked itself");
    }
}
