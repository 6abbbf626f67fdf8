//! Units from cards: what of a card isn't counted, and the flag that can say it.

use crate::commands::{Failure, bad_input};
use cards::Printing;
use dejarik::{Cards, MatchupError, Uncounted};
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

const STAR: &str = "set by its text; a flag can say it";

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

    /// The attacking unit of a card.
    pub fn attacker(&mut self, card: &Printing, neighbours: Neighbours) -> Result<Attacker, Failure> {
        let read = self.cards.attacker(card, neighbours);
        self.note(read)
    }

    /// The defending unit of a card.
    pub fn defender(&mut self, card: &Printing) -> Result<Defender, Failure> {
        let read = self.cards.defender(card);
        self.note(read)
    }

    fn note<U>(&mut self, read: Result<(U, Vec<dejarik::LeftOut>), MatchupError>) -> Result<U, Failure> {
        let (unit, left_out) = read.map_err(bad_input)?;
        self.left_out.extend(left_out.into_iter().map(|left| LeftOut {
            card: left.card,
            clause: left.clause,
            reason: in_words(left.reason),
        }));
        Ok(unit)
    }
}

/// The reason, with the flag that helps.
fn in_words(reason: Uncounted) -> String {
    match reason {
        Uncounted::SetByText => STAR.into(),
        Uncounted::Ability(Reason::Played) => format!("{reason}; use a flag if it is"),
        Uncounted::Ability(Reason::Overload) => format!("{reason}; --overload X uses it"),
        Uncounted::Ability(Reason::Overkill) => format!("{reason}; --overkill HEALTH"),
        Uncounted::Ability(Reason::WorkedOut) => format!("{reason}; a flag can say it"),
        Uncounted::Ability(Reason::Price) => format!("{reason}; use a flag if it is paid"),
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

    fn card(power: &str, text: &str) -> (Printing, Cards) {
        let mut fields = [""; 17];
        (fields[0], fields[1], fields[2], fields[3], fields[4]) =
            ("Mud Crab", "XMP", "Mud Crab", "N", "Character");
        (fields[6], fields[7], fields[8], fields[9], fields[13]) = ("3", "30", power, "4", text);
        let mut set = SetFile::new("XMP");
        set.push(Row::new(fields).expect("a plain row"));
        let all = Collection::new([&set]).0;
        let (_, card) = all.printings().next().expect("a card");
        let card = card.clone();
        (card, Cards::from(Plugin { collection: all, ..Plugin::default() }))
    }

    fn reasons(left: &[LeftOut]) -> Vec<(&str, &str)> {
        left.iter().map(|left| (left.clause.as_str(), left.reason.as_str())).collect()
    }

    #[test]
    fn what_an_attacker_simply_has_is_taken_and_all_else_named() {
        let text = "Accuracy 1 | Accuracy -2 | Critical Hit 2 (Two more hits.) | Double Damage | Overkill | Overload 2 | Parry 1 | \
                    Pay 2 Force -> Lucky 1 | Pay 1 Force -> Evade 2 | Each of your units gets Fury 1. | Sing aloud.";
        let (card, cards) = card("5", text);
        let mut reader = Reader::new(&cards);
        let unit = reader.attacker(&card, Neighbours::None).expect("a unit");
        assert_eq!(
            (unit.power, unit.accuracy, unit.critical_hit, unit.lucky, unit.overload),
            (5, -1, 2, 0, 0)
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
                ("Each of your units gets Fury 1.", "not a plain keyword"),
                ("Sing aloud.", "not understood"),
            ]
        );
    }

    #[test]
    fn what_a_defender_simply_has_is_taken_and_all_else_named() {
        let text = "Armor | Parry 1 | Parry 2 | Pay 1 Force -> Evade 2 | Pay 2 Force -> Retaliate 3 | \
                    Pay 1 Force -> Protect 2 | Fury 2";
        let (card, cards) = card("*", text);
        let mut reader = Reader::new(&cards);
        let unit = reader.defender(&card).expect("a unit");
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
        let (card, cards) = card("*", "");
        let mut reader = Reader::new(&cards);
        let unit = reader.attacker(&card, Neighbours::Named).expect("a unit");
        assert_eq!((unit.power, reasons(&reader.left_out)), (0, vec![("power *", STAR)]));
    }
}
