//! Units from cards: printed statistics, and what the compiled text gives the unit itself. What else it says is named.

use crate::commands::{Failure, bad_input};
use cards::Printing;
use lang::{Lexicon, compile_card};
use odds::card::{Neighbours, Reason, add_to_attacker, add_to_defender};
use odds::{Attacker, Defender};
use vocab::Stat;
use vocab::ability::Ability;

/// A clause of a card that was not taken into account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The card.
    pub card: String,
    /// The clause.
    pub clause: String,
    /// Why.
    pub reason: String,
}

const UNREAD: &str = "not understood";
const STAR: &str = "set by its text; a flag can say it";

/// Reads cards and notes what it leaves out.
pub struct Reader {
    lexicon: Lexicon,
    /// What was left out so far.
    pub left_out: Vec<LeftOut>,
}

impl Reader {
    /// A reader of these cards.
    pub fn new(collection: &cards::Collection) -> Reader {
        Reader { lexicon: Lexicon::new(collection), left_out: Vec::new() }
    }

    /// The attacking unit of a card.
    pub fn attacker(&mut self, card: &Printing, neighbours: Neighbours) -> Result<Attacker, Failure> {
        let speed = self.statistic(card, "speed", card.speed)?.and_then(|speed| u32::try_from(speed).ok());
        let health =
            self.statistic(card, "health", card.health)?.and_then(|health| u32::try_from(health).ok());
        // 201.4: a power that the text sets is 0 until then.
        let power = self.statistic(card, "power", card.power)?.unwrap_or(0);
        let unit = Attacker { speed: speed.unwrap_or(0), power, health, ..Attacker::default() };
        Ok(self.read(card, unit, |unit, ability| add_to_attacker(unit, ability, neighbours)))
    }

    /// The defending unit of a card.
    pub fn defender(&mut self, card: &Printing) -> Result<Defender, Failure> {
        let health =
            self.statistic(card, "health", card.health)?.and_then(|health| u32::try_from(health).ok());
        let unit = Defender { health, ..Defender::default() };
        Ok(self.read(card, unit, add_to_defender))
    }

    /// Adds clause by clause: all abilities of a clause, or none of them and it is named.
    fn read<U: Clone>(
        &mut self,
        card: &Printing,
        unit: U,
        mut add: impl FnMut(&mut U, &Ability) -> Result<(), Reason>,
    ) -> U {
        let mut unit = unit;
        for clause in compile_card(card, &self.lexicon).clauses {
            let mut changed = unit.clone();
            let added = match &clause.outcome {
                Ok(abilities) => abilities
                    .iter()
                    .try_for_each(|ability| add(&mut changed, ability))
                    .map_err(|reason| reason.to_string()),
                Err(_) => Err(UNREAD.to_string()),
            };
            match added {
                Ok(()) => unit = changed,
                Err(reason) => self.leave_out(card, clause.text.trim().to_string(), reason),
            }
        }
        unit
    }

    fn leave_out(&mut self, card: &Printing, clause: String, reason: String) {
        self.left_out.push(LeftOut { card: card.name.full().to_string(), clause, reason });
    }

    /// A printed statistic; `None`, and named among what is left out, if the text sets it.
    fn statistic(&mut self, card: &Printing, what: &str, stat: Stat) -> Result<Option<i32>, Failure> {
        match stat {
            Stat::Value(value) => Ok(Some(value.into())),
            Stat::Star => {
                self.leave_out(card, format!("{what} *"), STAR.to_string());
                Ok(None)
            }
            Stat::None => Err(bad_input(format!("{} has no {what}: only units fight", card.name.full()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LeftOut, Reader, STAR, UNREAD};
    use cards::set_file::Row;
    use cards::{Collection, Printing, SetFile};
    use odds::card::Neighbours;
    use odds::{Prevention, PreventionKind, Retaliate};
    use vocab::Keyword;

    fn card(power: &str, text: &str) -> (Printing, Reader) {
        let mut fields = [""; 17];
        (fields[0], fields[1], fields[2], fields[3], fields[4]) =
            ("Mud Crab", "XMP", "Mud Crab", "N", "Character");
        (fields[6], fields[7], fields[8], fields[9], fields[13]) = ("3", "30", power, "4", text);
        let mut set = SetFile::new("XMP");
        set.push(Row::new(fields).expect("a plain row"));
        let all = Collection::new([&set]).0;
        let (_, card) = all.printings().next().expect("a card");
        (card.clone(), Reader::new(&all))
    }

    fn reasons(left: &[LeftOut]) -> Vec<(&str, &str)> {
        left.iter().map(|left| (left.clause.as_str(), left.reason.as_str())).collect()
    }

    #[test]
    fn what_an_attacker_simply_has_is_taken_and_all_else_named() {
        let text = "Accuracy 1 | Accuracy -2 | Critical Hit 2 (Two more hits.) | Double Damage | Overkill | Overload 2 | Parry 1 | \
                    Pay 2 Force -> Lucky 1 | Pay 1 Force -> Evade 2 | Each of your units gets Fury 1. | Sing aloud.";
        let (card, mut reader) = card("5", text);
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
                ("Sing aloud.", UNREAD),
            ]
        );
    }

    #[test]
    fn what_a_defender_simply_has_is_taken_and_all_else_named() {
        let text = "Armor | Parry 1 | Parry 2 | Pay 1 Force -> Evade 2 | Pay 2 Force -> Retaliate 3 | \
                    Pay 1 Force -> Protect 2 | Fury 2";
        let (card, mut reader) = card("*", text);
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
        let (card, mut reader) = card("*", "");
        let unit = reader.attacker(&card, Neighbours::Named).expect("a unit");
        assert_eq!((unit.power, reasons(&reader.left_out)), (0, vec![("power *", STAR)]));
    }
}
