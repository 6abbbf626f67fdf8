//! Units from compiled cards: what an ability changes in an attacking or defending unit, or why it is left out.

use crate::unit::{Attacker, Defender, Prevention, PreventionKind, Retaliate};
use std::fmt;
use vocab::ability::{
    Ability, AbilityKind, Amount, Change, Costs, Effect, Grant, KeywordAbility, Pattern, Payment, Reach,
    Reference, Rule, Statistic, Timing,
};
use vocab::{Definition, Keyword, Stat};

/// Why an ability is not part of the odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is more than a keyword: a condition, a trigger, other units, a text to be played.
    NotPlain,
    /// It has no part in an attack by (or on) the unit.
    NoPart,
    /// The attacker plays it for a price.
    Played,
    /// Overload is the attacker's choice.
    Overload,
    /// Overkill needs another unit.
    Overkill,
    /// Its number is worked out at the table.
    WorkedOut,
    /// The price is not Force alone.
    Price,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NotPlain => "not a plain keyword",
            Reason::NoPart => "no part in this attack",
            Reason::Played => "played for Force",
            Reason::Overload => "the attacker's choice",
            Reason::Overkill => "needs a unit to move hits to",
            Reason::WorkedOut => "its number is worked out at the table",
            Reason::Price => "its price is not Force alone",
        })
    }
}

/// A unit as the odds see it, and the abilities of its card that they do not look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Read<U> {
    /// The unit.
    pub unit: U,
    /// What was left out: the place of the ability in the definition, and why.
    pub left_out: Vec<(usize, Reason)>,
}

/// Whether Overkill can move hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// To a unit that was named.
    Named,
    /// To none.
    None,
}

/// What a keyword's number changes in a unit.
type Add<U, N> = fn(&mut U, N);

const NUMBERS_OF_ATTACKERS: [(Keyword, Add<Attacker, u32>); 7] = [
    (Keyword::CriticalHit, |unit, x| unit.critical_hit += x),
    (Keyword::Fury, |unit, x| unit.fury += x),
    (Keyword::Backfire, |unit, x| unit.backfire += x),
    (Keyword::Focus, |unit, x| unit.focus += x),
    (Keyword::Lucky, |unit, x| unit.lucky += x),
    (Keyword::Stun, |unit, x| unit.stun += x),
    (Keyword::Tenacity, |unit, x| unit.tenacity += x),
];
const SIGNED_OF_ATTACKERS: [(Keyword, Add<Attacker, i32>); 2] = [
    (Keyword::Accuracy, |unit, x| unit.accuracy += x),
    (Keyword::Resilience, |unit, x| unit.resilience += x),
];
const WORDS_OF_ATTACKERS: [Keyword; 5] =
    [Keyword::Armor, Keyword::Cunning, Keyword::DoubleDamage, Keyword::DoubleStrike, Keyword::Ferocity];
const NUMBERS_OF_DEFENDERS: [(Keyword, Add<Defender, u32>); 4] = [
    (Keyword::Shields, |unit, x| unit.shields += x),
    (Keyword::Parry, |unit, x| unit.parry += x),
    (Keyword::Riposte, |unit, x| unit.riposte += x),
    (Keyword::Lucky, |unit, x| unit.lucky += x),
];
const WORDS_OF_DEFENDERS: [Keyword; 2] = [Keyword::Armor, Keyword::Fortitude];

fn entry<T: Copy>(table: &[(Keyword, T)], keyword: Keyword) -> Option<T> {
    table.iter().find(|(entry, _)| *entry == keyword).map(|(_, value)| *value)
}

/// Something that the unit itself simply has.
enum Has<'a> {
    Keyword(&'a KeywordAbility),
    Bonus(Statistic, i32),
    /// A keyword behind a price in Force.
    For(u32, &'a KeywordAbility),
}

/// The attacking unit of a card; a statistic that the text sets counts as 0 (rule 201.4).
pub fn attacker(definition: &Definition, neighbours: Neighbours) -> Read<Attacker> {
    let mut unit = Attacker {
        speed: number(definition.speed).unwrap_or(0),
        power: definition.power.value().unwrap_or(0).into(),
        health: number(definition.health),
        ..Attacker::default()
    };
    read(definition, |ability| add_to_attacker(&mut unit, ability, neighbours)).with(unit)
}

/// The defending unit of a card.
pub fn defender(definition: &Definition) -> Read<Defender> {
    let mut unit = Defender { health: number(definition.health), ..Defender::default() };
    read(definition, |ability| add_to_defender(&mut unit, ability)).with(unit)
}

fn number(stat: Stat) -> Option<u32> {
    stat.value().and_then(|value| u32::try_from(value).ok())
}

impl Read<()> {
    fn with<U>(self, unit: U) -> Read<U> {
        Read { unit, left_out: self.left_out }
    }
}

fn read(definition: &Definition, mut take: impl FnMut(&Ability) -> Result<(), Reason>) -> Read<()> {
    let abilities = definition.abilities.iter().enumerate();
    let left_out = abilities.filter_map(|(i, ability)| take(ability).err().map(|reason| (i, reason)));
    Read { unit: (), left_out: left_out.collect() }
}

/// Adds what an ability gives an attacking unit.
pub fn add_to_attacker(unit: &mut Attacker, ability: &Ability, neighbours: Neighbours) -> Result<(), Reason> {
    // All or nothing: a clause half of which counts would be misleading.
    let mut changed = unit.clone();
    for has in plain(ability)? {
        match has {
            Has::Bonus(Statistic::Speed, x) => changed.speed = changed.speed.saturating_add_signed(x),
            Has::Bonus(Statistic::Power, x) => changed.power += x,
            Has::Bonus(Statistic::Health, x) => {
                changed.health = changed.health.map(|health| health.saturating_add_signed(x));
            }
            Has::Keyword(keyword) => attacker_keyword(&mut changed, keyword, neighbours)?,
            Has::For(_, keyword) => {
                attacker_keyword(&mut changed.clone(), keyword, neighbours)?;
                return Err(Reason::Played);
            }
        }
    }
    *unit = changed;
    Ok(())
}

fn attacker_keyword(
    unit: &mut Attacker,
    ability: &KeywordAbility,
    neighbours: Neighbours,
) -> Result<(), Reason> {
    let keyword = ability.keyword();
    match keyword {
        Keyword::Overload => return Err(Reason::Overload),
        Keyword::Overkill if neighbours == Neighbours::None => return Err(Reason::Overkill),
        _ => {}
    }
    if let Some(add) = entry(&NUMBERS_OF_ATTACKERS, keyword) {
        add(unit, u32::try_from(value(ability)?).unwrap_or(0));
    } else if let Some(add) = entry(&SIGNED_OF_ATTACKERS, keyword) {
        add(unit, value(ability)?);
    } else if WORDS_OF_ATTACKERS.contains(&keyword) || keyword == Keyword::Overkill {
        unit.keywords.insert(keyword);
    } else {
        return Err(Reason::NoPart);
    }
    Ok(())
}

/// Adds what an ability gives a defending unit.
pub fn add_to_defender(unit: &mut Defender, ability: &Ability) -> Result<(), Reason> {
    let mut changed = unit.clone();
    for has in plain(ability)? {
        match has {
            Has::Bonus(Statistic::Health, x) => {
                changed.health = changed.health.map(|health| health.saturating_add_signed(x));
            }
            Has::Bonus(Statistic::Speed | Statistic::Power, _) => return Err(Reason::NoPart),
            Has::Keyword(keyword) => defender_keyword(&mut changed, keyword, None)?,
            Has::For(force, keyword) => defender_keyword(&mut changed, keyword, Some(force))?,
        }
    }
    *unit = changed;
    Ok(())
}

fn defender_keyword(unit: &mut Defender, ability: &KeywordAbility, force: Option<u32>) -> Result<(), Reason> {
    let keyword = ability.keyword();
    let amount = || value(ability).map(|value| u32::try_from(value).unwrap_or(0));
    // 1746.5: Protect is not for the unit itself.
    let own = PreventionKind::ALL.into_iter().filter(|kind| *kind != PreventionKind::Protect);
    if let Some(kind) = own.into_iter().find(|kind| kind.keyword() == keyword) {
        unit.preventions.push(Prevention { kind, amount: amount()?, force: force.unwrap_or(0) });
        return Ok(());
    }
    if keyword == Keyword::Retaliate {
        unit.retaliates.push(Retaliate { dice: amount()?, force: force.unwrap_or(0) });
        return Ok(());
    }
    let add = entry(&NUMBERS_OF_DEFENDERS, keyword);
    match (add, WORDS_OF_DEFENDERS.contains(&keyword), force) {
        (Some(_), _, Some(_)) | (None, true, Some(_)) => return Err(Reason::Played),
        (Some(add), _, None) => add(unit, amount()?),
        (None, true, None) => unit.keywords.insert(keyword),
        (None, false, _) => return Err(Reason::NoPart),
    }
    Ok(())
}

fn value(ability: &KeywordAbility) -> Result<i32, Reason> {
    match ability.value() {
        Some(Amount::Number(number)) => Ok((*number).into()),
        Some(_) => Err(Reason::WorkedOut),
        None => Ok(0),
    }
}

/// What an ability simply gives its own unit, whatever the table looks like.
fn plain(ability: &Ability) -> Result<Vec<Has<'_>>, Reason> {
    if ability.reach != Reach::Usual {
        return Err(Reason::NotPlain);
    }
    match &ability.kind {
        AbilityKind::Keyword(keyword) => Ok(vec![Has::Keyword(keyword)]),
        AbilityKind::Activated(play) => match &play.effect {
            Effect::Keyword(keyword, None) if play.timing == Timing::usual() => {
                Ok(vec![Has::For(force(&play.costs)?, keyword)])
            }
            _ => Err(Reason::NotPlain),
        },
        AbilityKind::Static(Rule::Cards {
            who: Pattern::Known(Reference::This),
            changes,
            condition: None,
        }) => changes.iter().map(granted).collect(),
        AbilityKind::Static(_)
        | AbilityKind::Wrapper(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => Err(Reason::NotPlain),
    }
}

fn granted(change: &Change) -> Result<Has<'_>, Reason> {
    match change {
        Change::Gets(Grant::Keyword(keyword)) => Ok(Has::Keyword(keyword)),
        Change::Gets(Grant::Bonus(statistic, Amount::Number(number))) => {
            Ok(Has::Bonus(*statistic, (*number).into()))
        }
        Change::Gets(Grant::Bonus(..)) => Err(Reason::WorkedOut),
        Change::Gets(_)
        | Change::Modal(..)
        | Change::Unless { .. }
        | Change::Cost { .. }
        | Change::Prevent { .. }
        | Change::DamageFrom(_)
        | Change::Limit(..) => Err(Reason::NotPlain),
    }
}

/// A price of nothing but Force, known beforehand.
fn force(costs: &Costs) -> Result<u32, Reason> {
    let mut total = 0;
    for payment in &costs.0 {
        match payment {
            Payment::Force(Amount::Number(number)) => total += u32::try_from(*number).unwrap_or(0),
            Payment::Force(_) => return Err(Reason::WorkedOut),
            Payment::TapThis | Payment::BuildPoints(_) | Payment::Act(_) | Payment::OneOf(..) => {
                return Err(Reason::Price);
            }
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::{Neighbours, Reason, add_to_attacker, add_to_defender};
    use crate::unit::{Attacker, Defender, Prevention, PreventionKind, Retaliate};
    use vocab::Keyword;
    use vocab::ability::{
        Ability, Amount, Change, Costs, Effect, Grant, KeywordAbility, Pattern, Reference, Rule,
    };

    fn keyword(keyword: Keyword, value: Option<i16>) -> KeywordAbility {
        KeywordAbility::new(keyword, value.map(Amount::Number)).expect("the keyword takes it that way")
    }

    fn paid(force: i16, ability: KeywordAbility) -> Ability {
        Ability::activated(Costs::force(force), Effect::keyword(ability))
    }

    #[test]
    fn an_attacker_takes_its_keywords_and_names_the_rest() {
        let mut unit = Attacker { power: 5, ..Attacker::default() };
        let mut add = |ability: Ability| add_to_attacker(&mut unit, &ability, Neighbours::None);
        assert_eq!(add(Ability::keyword(keyword(Keyword::Accuracy, Some(1)))), Ok(()));
        assert_eq!(add(Ability::keyword(keyword(Keyword::Accuracy, Some(-2)))), Ok(()));
        assert_eq!(add(Ability::keyword(keyword(Keyword::DoubleDamage, None))), Ok(()));
        assert_eq!(add(Ability::keyword(keyword(Keyword::Overkill, None))), Err(Reason::Overkill));
        assert_eq!(add(Ability::keyword(keyword(Keyword::Overload, Some(2)))), Err(Reason::Overload));
        assert_eq!(add(Ability::keyword(keyword(Keyword::Parry, Some(1)))), Err(Reason::NoPart));
        assert_eq!(add(paid(2, keyword(Keyword::Lucky, Some(1)))), Err(Reason::Played));
        assert_eq!(add(paid(2, keyword(Keyword::Evade, Some(1)))), Err(Reason::NoPart));
        let worked_out = KeywordAbility::number(Keyword::Fury, Amount::X).expect("Fury takes a number");
        assert_eq!(add(Ability::keyword(worked_out)), Err(Reason::WorkedOut));
        // "This unit gets +2 power and Fury 1."
        let both = Rule::Cards {
            who: Pattern::Known(Reference::This),
            changes: vec![
                Change::Gets(Grant::power(2)),
                Change::Gets(Grant::Keyword(keyword(Keyword::Fury, Some(1)))),
            ],
            condition: None,
        };
        assert_eq!(add(Ability::static_rule(both)), Ok(()));
        assert_eq!((unit.power, unit.accuracy, unit.fury), (7, -1, 1));
        assert!(unit.has(Keyword::DoubleDamage) && !unit.has(Keyword::Overkill));
    }

    #[test]
    fn a_defender_takes_prevention_with_its_price() {
        let mut unit = Defender { health: Some(4), ..Defender::default() };
        let mut add = |ability: Ability| add_to_defender(&mut unit, &ability);
        assert_eq!(add(Ability::keyword(keyword(Keyword::Parry, Some(1)))), Ok(()));
        assert_eq!(add(Ability::keyword(keyword(Keyword::Parry, Some(2)))), Ok(()));
        assert_eq!(add(Ability::keyword(keyword(Keyword::Armor, None))), Ok(()));
        assert_eq!(add(paid(1, keyword(Keyword::Evade, Some(2)))), Ok(()));
        assert_eq!(add(paid(2, keyword(Keyword::Retaliate, Some(3)))), Ok(()));
        assert_eq!(add(paid(1, keyword(Keyword::Protect, Some(3)))), Err(Reason::NoPart));
        assert_eq!(add(paid(1, keyword(Keyword::Parry, Some(3)))), Err(Reason::Played));
        let tap = Ability::activated(Costs::tap(), Effect::keyword(keyword(Keyword::Evade, Some(9))));
        assert_eq!(add(tap), Err(Reason::Price));
        assert_eq!(unit.parry, 3, "1302.1: cumulative values add up");
        assert!(unit.has(Keyword::Armor));
        assert_eq!(unit.preventions, [Prevention { kind: PreventionKind::Evade, amount: 2, force: 1 }]);
        assert_eq!(unit.retaliates, [Retaliate { dice: 3, force: 2 }]);
    }
}
