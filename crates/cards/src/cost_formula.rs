//! The cost formula of the CORE set: what a unit should cost.
//!
//! It goes by statistics and text; docs/CORE.md has the table.
//!
//! All values are hundredths of a build point, so that every computer gets the same result.

use crate::printing::Printing;
use vocab::keyword::Parameter;
use vocab::{CardType, Keyword};

/// A sentence of rules text that isn't a keyword.
const FREE_TEXT: i32 = 40;
/// What each Force in a cost takes off the value of a clause.
const FORCE_IN_COST: i32 = 10;
/// What each other item of a cost takes off.
const OTHER_COST: i32 = 30;
const ARENA_AFTER_THE_FIRST: i32 = 50;

/// The value of a unit in hundredths of a build point; `None` for cards without numeric statistics.
pub fn points(card: &Printing) -> Option<i32> {
    let CardType::Unit(arenas) = card.card_type else { return None };
    let (speed, power, health) = (card.speed.value()?, card.power.value()?, card.health.value()?);
    let statistics = statistic("speed", speed.into())?
        + statistic("power", power.into())?
        + statistic("health", health.into())?;
    let further_arenas = i32::try_from(arenas.as_slice().len()).ok()? - 1;
    let text: i32 = split(&card.text, " | ").map(clause).sum();
    Some(statistics + further_arenas * ARENA_AFTER_THE_FIRST + text)
}

/// The build cost that the formula gives: rounded, halves up, at least 1.
pub fn cost(card: &Printing) -> Option<i32> {
    points(card).map(|points| ((points + 50).div_euclid(100)).max(1))
}

/// The value of one clause.
fn clause(text: &str) -> i32 {
    let text = text.trim().trim_end_matches('.');
    if let Some(abilities) = pilot_abilities(text) {
        return abilities.split('*').map(part).sum::<i32>().div_euclid(2);
    }
    if let Some((name, body)) = text.split_once(':')
        && let Some(keyword) = Keyword::from_name(name.trim_end_matches(|c: char| c.is_ascii_digit()).trim())
        && let Some(value) = wrapper(keyword, body.trim())
    {
        return value;
    }
    match text.split_once(" -> ") {
        None => keyword_value(text).unwrap_or(FREE_TEXT),
        Some((price, effect)) => match keyword_value(effect) {
            Some(value) => (value - discount(price)).max(0),
            None => FREE_TEXT,
        },
    }
}

/// Keywords that take a body; `None` if the body doesn't affect the price.
fn wrapper(keyword: Keyword, body: &str) -> Option<i32> {
    let slots = || body.split('/').map(|slot| slot.split(", ").map(part).sum::<i32>());
    match (price(keyword), keyword.row().parameter) {
        (Price::Flat(value), _) => Some(value),
        (_, Parameter::OnePerArena) => {
            Some(slots().sum::<i32>().div_euclid(i32::try_from(slots().count()).ok()?))
        }
        (_, Parameter::Alternatives) => slots().max(),
        (_, Parameter::Text) => Some(clause(body)),
        (_, Parameter::Ability) => Some(clause(body).div_euclid(2)),
        (_, Parameter::Cost) => Some(if body.starts_with("Gain") { 40 } else { -40 }),
        (Price::EachPoint(_) | Price::ByBody | Price::NotOnUnits, _) => None,
    }
}

/// A slot of Switch or Adapt, or a Pilot's bullet: a statistic, nothing, or a clause.
fn part(text: &str) -> i32 {
    let text = text.trim();
    if text.is_empty() || text == "None" {
        return 0;
    }
    let change = text.split_once(' ').and_then(|(number, name)| statistic(name, number.parse().ok()?));
    change.unwrap_or_else(|| clause(text))
}

fn statistic(name: &str, value: i32) -> Option<i32> {
    match name {
        "speed" => Some((value * 5).div_euclid(10)),
        "power" => Some(value * 40),
        "health" => Some(value * 60),
        _ => None,
    }
}

/// What a cost takes off: `[Tap], Pay 2 Force`.
fn discount(price: &str) -> i32 {
    price
        .split(',')
        .map(|item| {
            let force = item.trim().strip_prefix("Pay ").and_then(|rest| rest.strip_suffix(" Force"));
            force
                .and_then(|number| number.parse::<i32>().ok())
                .map_or(OTHER_COST, |force| force * FORCE_IN_COST)
        })
        .sum()
}

/// `Armor` or `Evade 2`; a value of X or anything more is free text.
fn keyword_value(text: &str) -> Option<i32> {
    let valued =
        text.rsplit_once(' ').and_then(|(name, number)| Some((name, Some(number.parse::<i32>().ok()?))));
    let (name, number) = valued.unwrap_or((text, None));
    match (price(Keyword::from_name(name)?), number) {
        (Price::Flat(value), _) => Some(value),
        (Price::EachPoint(value), Some(number)) => Some(value * number),
        (Price::EachPoint(_), None) | (Price::ByBody | Price::NotOnUnits, _) => None,
    }
}

/// What follows `... Pilot. The ... gets:`.
fn pilot_abilities(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("[Pilot] ")?;
    rest.split_once(" gets: ").map(|(_, abilities)| abilities)
}

/// How a keyword is priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Price {
    /// For each point of its number.
    EachPoint(i32),
    /// The same whatever its number or body.
    Flat(i32),
    /// Worked out from what it contains.
    ByBody,
    /// Isn't on units.
    NotOnUnits,
}

/// The table of docs/CORE.md.
const fn price(keyword: Keyword) -> Price {
    match keyword {
        Keyword::Backfire => Price::EachPoint(-30),
        Keyword::Velocity => Price::EachPoint(1),
        Keyword::Avenge
        | Keyword::Barrage
        | Keyword::Bombard
        | Keyword::IonCannon
        | Keyword::Resilience
        | Keyword::Surge => Price::EachPoint(10),
        Keyword::Ambush
        | Keyword::AreaDamage
        | Keyword::Focus
        | Keyword::Fury
        | Keyword::Overload
        | Keyword::Retaliate
        | Keyword::Riposte
        | Keyword::Stun
        | Keyword::Tenacity => Price::EachPoint(20),
        Keyword::Accuracy
        | Keyword::CriticalHit
        | Keyword::Lucky
        | Keyword::Parry
        | Keyword::Persuade
        | Keyword::Protect => Price::EachPoint(30),
        Keyword::Absorb | Keyword::DamageControl | Keyword::Evade | Keyword::Shields => Price::EachPoint(40),
        Keyword::Deflect => Price::EachPoint(50),
        Keyword::AlternativeCost
        | Keyword::Elude
        | Keyword::Fortitude
        | Keyword::Intercept
        | Keyword::Precision
        | Keyword::ReducedCost => Price::Flat(20),
        Keyword::Bounty
        | Keyword::Cunning
        | Keyword::Deploy
        | Keyword::Foresight
        | Keyword::Forewarning
        | Keyword::HiddenCost
        | Keyword::LastStand
        | Keyword::Redirect => Price::Flat(30),
        Keyword::Consume | Keyword::Ferocity | Keyword::Overkill | Keyword::Stack => Price::Flat(40),
        Keyword::Armor | Keyword::Stealth => Price::Flat(50),
        Keyword::DoubleDamage | Keyword::Meditate => Price::Flat(80),
        Keyword::DoubleStrike => Price::Flat(100),
        Keyword::Intimidation => Price::Flat(120),
        Keyword::Inspiration => Price::Flat(150),
        Keyword::Adapt
        | Keyword::Insert
        | Keyword::Pilot
        | Keyword::Reserves
        | Keyword::Switch
        | Keyword::Upkeep => Price::ByBody,
        Keyword::Enhance | Keyword::Equip => Price::NotOnUnits,
    }
}

/// The parts between separators outside quotation marks.
fn split<'a>(text: &'a str, separator: &'a str) -> impl Iterator<Item = &'a str> {
    let mut rest = Some(text).filter(|text| !text.trim().is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let outside = |at: usize| text[..at].matches('"').count().is_multiple_of(2);
        match text.match_indices(separator).map(|(at, _)| at).find(|at| outside(*at)) {
            Some(at) => {
                rest = Some(&text[at + separator.len()..]);
                Some(&text[..at])
            }
            None => rest.take(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Price, clause, price};
    use vocab::Keyword;

    #[test]
    fn clauses_have_the_values_that_the_documentation_states() {
        assert_eq!(clause("Armor"), 50);
        assert_eq!(clause("Pay 2 Force -> Deflect 2"), 80);
        assert_eq!(clause("[Tap] -> Protect 3"), 60);
        assert_eq!(clause("Pay 3 Force -> Intercept"), 0);
        assert_eq!(clause("Switch: Velocity 20/Barrage 3/Cunning"), 26);
        assert_eq!(clause("Adapt: Shields 1/+2 power"), 80);
        assert_eq!(clause("INSERT: Pay 2 Force -> Evade 2"), 60);
        assert_eq!(clause("Reserves: [Tap] -> Gain 2 Force. Play only during your build step."), 20);
        assert_eq!(clause("[Pilot] Starfighter Pilot. The Starfighter gets: *+1 power *Accuracy 1"), 35);
        assert_eq!(clause("Upkeep: Gain 1 Force."), 40);
        assert_eq!(clause("Hidden Cost 5"), 30);
        assert_eq!(clause("Pay X Force -> Deflect X"), 40);
        assert_eq!(clause("Whenever it rains, gain 1 Force."), 40);
    }

    #[test]
    fn the_table_of_the_documentation_is_the_table_of_the_program() {
        let documentation = include_str!("../../../docs/CORE.md");
        let mut compared = 0;
        for row in documentation.lines().filter(|line| line.starts_with("| ")) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            for pair in cells.chunks(2) {
                let [name, value] = pair else { continue };
                let Some(keyword) = Keyword::from_name(name) else { continue };
                let hundredths = |text: &str| text.replace('.', "").parse::<i32>().ok();
                let number = value.trim_start_matches("any number: ").trim_end_matches(" (any body)");
                if let Some(each) = number.strip_suffix(" x X") {
                    assert_eq!(Some(price(keyword)), hundredths(each).map(Price::EachPoint), "{keyword}");
                    compared += 1;
                } else if let Some(value) = hundredths(number) {
                    assert_eq!(price(keyword), Price::Flat(value), "{keyword}");
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, 53, "rows of the table that could be read");
    }
}
