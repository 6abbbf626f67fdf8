//! Units from cards: printed statistics and the plain keyword clauses of the text. What else a card says is named.

use crate::commands::{Failure, bad_input};
use cards::Printing;
use odds::{Attacker, Defender, Prevention, PreventionKind, Retaliate};
use vocab::{Keyword, Stat};

/// A clause of a card that was not taken into account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The card.
    pub card: String,
    /// The clause.
    pub clause: String,
    /// Why.
    pub reason: &'static str,
}

const NOT_PLAIN: &str = "not a plain keyword";
const NO_PART: &str = "no part in this attack";
const PLAYED: &str = "played for Force; use a flag if it is";
const OVERLOAD: &str = "the attacker's choice; --overload X uses it";
const STAR: &str = "set by its text; a flag can say it";
const OVERKILL: &str = "needs a unit to move hits to; --overkill HEALTH";

/// A clause of one of the forms `KW`, `KW N`, `Pay N Force -> KW N`.
struct Plain {
    keyword: Keyword,
    value: Option<i32>,
    force: Option<u32>,
}

fn plain(clause: &str) -> Option<Plain> {
    let (force, ability) = match clause.split_once("->") {
        Some((cost, ability)) => {
            let number = cost.trim().strip_prefix("Pay ")?.strip_suffix(" Force")?;
            (Some(number.parse().ok()?), ability.trim())
        }
        None => (None, clause),
    };
    let (name, value) = match ability.rsplit_once(' ').map(|(name, last)| (name, last.parse::<i32>())) {
        Some((name, Ok(value))) => (name, Some(value)),
        Some((_, Err(_))) | None => (ability, None),
    };
    Keyword::from_name(name).map(|keyword| Plain { keyword, value, force })
}

/// A clause without a reminder in brackets at its end.
fn without_reminder(clause: &str) -> &str {
    match clause.split_once(" (") {
        Some((ability, reminder))
            if reminder.ends_with(')') && !reminder[..reminder.len() - 1].contains(')') =>
        {
            ability
        }
        Some(_) | None => clause,
    }
}

/// What a clause did.
type Taken = Result<(), &'static str>;

fn read(card: &Printing, left: &mut Vec<LeftOut>, mut take: impl FnMut(&Plain) -> Taken) {
    for clause in card.text.split('|').map(str::trim).filter(|clause| !clause.is_empty()) {
        let taken = plain(without_reminder(clause)).ok_or(NOT_PLAIN).and_then(|plain| take(&plain));
        if let Err(reason) = taken {
            let card = card.name.full().to_string();
            left.push(LeftOut { card, clause: clause.to_string(), reason });
        }
    }
}

/// What a keyword's number changes in a unit.
type Change<U, N> = fn(&mut U, N);

const NUMBERS_OF_ATTACKERS: [(Keyword, Change<Attacker, u32>); 7] = [
    (Keyword::CriticalHit, |unit, x| unit.critical_hit += x),
    (Keyword::Fury, |unit, x| unit.fury += x),
    (Keyword::Backfire, |unit, x| unit.backfire += x),
    (Keyword::Focus, |unit, x| unit.focus += x),
    (Keyword::Lucky, |unit, x| unit.lucky += x),
    (Keyword::Stun, |unit, x| unit.stun += x),
    (Keyword::Tenacity, |unit, x| unit.tenacity += x),
];
const SIGNED_OF_ATTACKERS: [(Keyword, Change<Attacker, i32>); 2] = [
    (Keyword::Accuracy, |unit, x| unit.accuracy += x),
    (Keyword::Resilience, |unit, x| unit.resilience += x),
];
const WORDS_OF_ATTACKERS: [Keyword; 5] =
    [Keyword::Armor, Keyword::Cunning, Keyword::DoubleDamage, Keyword::DoubleStrike, Keyword::Ferocity];
const NUMBERS_OF_DEFENDERS: [(Keyword, Change<Defender, u32>); 4] = [
    (Keyword::Shields, |unit, x| unit.shields += x),
    (Keyword::Parry, |unit, x| unit.parry += x),
    (Keyword::Riposte, |unit, x| unit.riposte += x),
    (Keyword::Lucky, |unit, x| unit.lucky += x),
];
const WORDS_OF_DEFENDERS: [Keyword; 2] = [Keyword::Armor, Keyword::Fortitude];

fn entry<T: Copy>(table: &[(Keyword, T)], keyword: Keyword) -> Option<T> {
    table.iter().find(|(entry, _)| *entry == keyword).map(|(_, value)| *value)
}

/// Whether Overkill can move hits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Neighbours {
    /// To a unit that was named.
    Named,
    /// To none.
    None,
}

/// The attacking unit of a card.
pub fn attacker(
    card: &Printing,
    neighbours: Neighbours,
    left: &mut Vec<LeftOut>,
) -> Result<Attacker, Failure> {
    let speed = statistic(card, "speed", card.speed, left)?.and_then(|speed| u32::try_from(speed).ok());
    let health = statistic(card, "health", card.health, left)?.and_then(|health| u32::try_from(health).ok());
    // 201.4: a power that the text sets is 0 until then.
    let power = statistic(card, "power", card.power, left)?.unwrap_or(0);
    let mut unit = Attacker { speed: speed.unwrap_or(0), power, health, ..Attacker::default() };
    read(card, left, |clause| {
        let number = clause.value.and_then(|value| u32::try_from(value).ok());
        if clause.keyword == Keyword::Overload {
            return Err(OVERLOAD);
        }
        if clause.keyword == Keyword::Overkill && neighbours == Neighbours::None {
            return Err(OVERKILL);
        }
        let word = WORDS_OF_ATTACKERS.contains(&clause.keyword) || clause.keyword == Keyword::Overkill;
        let numbered = entry(&NUMBERS_OF_ATTACKERS, clause.keyword).zip(number);
        let signed = entry(&SIGNED_OF_ATTACKERS, clause.keyword).zip(clause.value);
        match (clause.force, word && clause.value.is_none(), numbered, signed) {
            (None, true, _, _) => unit.keywords.insert(clause.keyword),
            (None, false, Some((add, x)), _) => add(&mut unit, x),
            (None, false, None, Some((add, x))) => add(&mut unit, x),
            (None, false, None, None) => return Err(NO_PART),
            (Some(_), true, _, _) | (Some(_), _, Some(_), _) | (Some(_), _, _, Some(_)) => {
                return Err(PLAYED);
            }
            (Some(_), false, None, None) => return Err(NO_PART),
        }
        Ok(())
    });
    Ok(unit)
}

/// The defending unit of a card.
pub fn defender(card: &Printing, left: &mut Vec<LeftOut>) -> Result<Defender, Failure> {
    let health = statistic(card, "health", card.health, left)?.and_then(|health| u32::try_from(health).ok());
    let mut unit = Defender { health, ..Defender::default() };
    read(card, left, |clause| {
        let number = clause.value.and_then(|value| u32::try_from(value).ok());
        let force = clause.force.unwrap_or(0);
        // 1746.5: Protect is not for the unit itself.
        let own = PreventionKind::ALL.into_iter().filter(|kind| *kind != PreventionKind::Protect);
        if let (Some(kind), Some(amount)) =
            (own.into_iter().find(|kind| kind.keyword() == clause.keyword), number)
        {
            unit.preventions.push(Prevention { kind, amount, force });
            return Ok(());
        }
        if let (Keyword::Retaliate, Some(dice)) = (clause.keyword, number) {
            unit.retaliates.push(Retaliate { dice, force });
            return Ok(());
        }
        let word = WORDS_OF_DEFENDERS.contains(&clause.keyword) && clause.value.is_none();
        match (clause.force, word, entry(&NUMBERS_OF_DEFENDERS, clause.keyword).zip(number)) {
            (None, true, _) => unit.keywords.insert(clause.keyword),
            (None, false, Some((add, x))) => add(&mut unit, x),
            (Some(_), true, _) | (Some(_), false, Some(_)) => return Err(PLAYED),
            (_, false, None) => return Err(NO_PART),
        }
        Ok(())
    });
    Ok(unit)
}

/// A printed statistic; `None`, and named among what is left out, if the text sets it.
fn statistic(
    card: &Printing,
    what: &str,
    stat: Stat,
    left: &mut Vec<LeftOut>,
) -> Result<Option<i32>, Failure> {
    let name = card.name.full();
    match stat {
        Stat::Value(value) => Ok(Some(value.into())),
        Stat::Star => {
            left.push(LeftOut { card: name.to_string(), clause: format!("{what} *"), reason: STAR });
            Ok(None)
        }
        Stat::None => Err(bad_input(format!("{name} has no {what}: only units fight"))),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        LeftOut, NO_PART, NOT_PLAIN, Neighbours, OVERKILL, OVERLOAD, PLAYED, STAR, attacker, defender,
    };
    use cards::set_file::Row;
    use cards::{Collection, Printing, SetFile};
    use odds::{Prevention, PreventionKind, Retaliate};
    use vocab::Keyword;

    fn card(power: &str, text: &str) -> Printing {
        let mut fields = [""; 17];
        (fields[0], fields[1], fields[2], fields[3], fields[4]) =
            ("Mud Crab", "XMP", "Mud Crab", "N", "Character");
        (fields[6], fields[7], fields[8], fields[9], fields[13]) = ("3", "30", power, "4", text);
        let mut set = SetFile::new("XMP");
        set.push(Row::new(fields).expect("a plain row"));
        let all = Collection::new([&set]).0;
        let (_, card) = all.printings().next().expect("a card");
        card.clone()
    }

    fn reasons(left: &[LeftOut]) -> Vec<(&str, &str)> {
        left.iter().map(|left| (left.clause.as_str(), left.reason)).collect()
    }

    #[test]
    fn plain_clauses_of_an_attacker_are_taken_and_all_others_named() {
        let text = "Accuracy 1 | Accuracy -2 | Critical Hit 2 (reminder) | Double Damage | Overkill | Overload 2 | Parry 1 | \
                    Pay 2 Force -> Lucky 1 | Pay 1 Force -> Evade 2 | Each of your Droids gets Fury 1.";
        let mut left = Vec::new();
        let unit = attacker(&card("5", text), Neighbours::None, &mut left).expect("a unit");
        assert_eq!(
            (unit.power, unit.accuracy, unit.critical_hit, unit.lucky, unit.overload),
            (5, -1, 2, 0, 0)
        );
        assert!(unit.has(Keyword::DoubleDamage) && !unit.has(Keyword::Overkill));
        assert_eq!(
            reasons(&left),
            [
                ("Overkill", OVERKILL),
                ("Overload 2", OVERLOAD),
                ("Parry 1", NO_PART),
                ("Pay 2 Force -> Lucky 1", PLAYED),
                ("Pay 1 Force -> Evade 2", NO_PART),
                ("Each of your Droids gets Fury 1.", NOT_PLAIN),
            ]
        );
    }

    #[test]
    fn plain_clauses_of_a_defender_are_taken_and_all_others_named() {
        let text = "Armor | Parry 1 | Parry 2 | Pay 1 Force -> Evade 2 | Absorb 1 | Pay 2 Force -> Retaliate 3 | \
                    Protect 2 | Pay 1 Force -> Parry 2 | Fury 2";
        let mut left = Vec::new();
        let unit = defender(&card("*", text), &mut left).expect("a unit");
        assert!(unit.has(Keyword::Armor));
        assert_eq!((unit.health, unit.parry), (Some(4), 3), "1302.1: cumulative values add up");
        let evade = Prevention { kind: PreventionKind::Evade, amount: 2, force: 1 };
        let absorb = Prevention { kind: PreventionKind::Absorb, amount: 1, force: 0 };
        assert_eq!(unit.preventions, [evade, absorb]);
        assert_eq!(unit.retaliates, [Retaliate { dice: 3, force: 2 }]);
        assert_eq!(
            reasons(&left),
            [("Protect 2", NO_PART), ("Pay 1 Force -> Parry 2", PLAYED), ("Fury 2", NO_PART)]
        );
    }

    #[test]
    fn a_power_that_the_text_sets_is_zero_and_named() {
        // 201.4.
        let mut left = Vec::new();
        let unit = attacker(&card("*", ""), Neighbours::Named, &mut left).expect("a unit");
        assert_eq!((unit.power, reasons(&left)), (0, vec![("power *", STAR)]));
    }
}
