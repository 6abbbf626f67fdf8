//! Units from compiled cards: what an ability changes in the two units of an attack, or why it is left out.

use crate::meeting::{Meeting, Party};
use crate::unit::{Attacker, Defender, Prevention, PreventionKind, Retaliate};
use std::fmt;
use vocab::ability::{
    Ability, AbilityKind, Amount, Change, Costs, Effect, Grant, KeywordAbility, Payment, Reach, Rule,
    Statistic, Timing,
};
use vocab::{Definition, Keyword, Stat};

/// Why an ability is not part of the odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is more than a keyword or a bonus: a trigger, a replacement, a text to be played.
    NotPlain,
    /// Whether it applies depends on more than the two cards.
    Table,
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
            Reason::NotPlain => "not a plain keyword or bonus",
            Reason::Table => "depends on the rest of the table",
            Reason::NoPart => "no part in this attack",
            Reason::Played => "played for Force",
            Reason::Overload => "the attacker's choice",
            Reason::Overkill => "needs a unit to move hits to",
            Reason::WorkedOut => "its number is worked out at the table",
            Reason::Price => "its price is not Force alone",
        })
    }
}

/// Two units as the odds see them, and the abilities of their cards that they don't look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    /// The attacking unit.
    pub attacker: Attacker,
    /// The defending unit.
    pub defender: Defender,
    /// What was left out: whose ability, its place in the definition, and why.
    pub left_out: Vec<(Party, usize, Reason)>,
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

/// Something that a unit has in the attack.
#[derive(Clone, Copy)]
enum Has<'a> {
    Keyword(&'a KeywordAbility),
    Bonus(Statistic, i32),
    /// A keyword behind a price in Force.
    For(u32, &'a KeywordAbility),
}

/// One card attacks another; a statistic that the text sets counts as 0 (rule 201.4).
pub fn meet(attacker: &Definition, defender: &Definition, neighbours: Neighbours) -> Met {
    let mut met =
        Met { attacker: bare_attacker(attacker), defender: bare_defender(defender), left_out: Vec::new() };
    let meeting = Meeting::new(Some(attacker), Some(defender));
    for (this, card) in [(Party::Attacker, attacker), (Party::Defender, defender)] {
        for (place, ability) in card.abilities.iter().enumerate() {
            let mut pair = (met.attacker.clone(), met.defender.clone());
            match add(&mut pair, ability, this, &meeting, neighbours) {
                Ok(()) => (met.attacker, met.defender) = pair,
                Err(reason) => met.left_out.push((this, place, reason)),
            }
        }
    }
    met
}

/// A unit with the printed numbers of a card.
fn bare_attacker(definition: &Definition) -> Attacker {
    Attacker {
        speed: number(definition.speed).unwrap_or(0),
        power: definition.power.value().unwrap_or(0).into(),
        health: number(definition.health),
        ..Attacker::default()
    }
}

fn bare_defender(definition: &Definition) -> Defender {
    Defender { health: number(definition.health), ..Defender::default() }
}

/// The defending unit of a card, whoever attacks it; what depends on that is left out.
pub fn defender(definition: &Definition) -> Defender {
    let mut pair = (Attacker::default(), bare_defender(definition));
    let meeting = Meeting::new(None, Some(definition));
    for ability in &definition.abilities {
        let mut changed = pair.clone();
        if add(&mut changed, ability, Party::Defender, &meeting, Neighbours::None).is_ok() {
            pair = changed;
        }
    }
    pair.1
}

fn number(stat: Stat) -> Option<u32> {
    stat.value().and_then(|value| u32::try_from(value).ok())
}

/// Adds what an ability of `this` gives the two units, or nothing of it and the reason: a clause half of which counts
/// would be misleading.
pub fn add(
    (attacker, defender): &mut (Attacker, Defender),
    ability: &Ability,
    this: Party,
    meeting: &Meeting<'_>,
    neighbours: Neighbours,
) -> Result<(), Reason> {
    let (mut hitting, mut defending) = (attacker.clone(), defender.clone());
    for (unit, has) in given(ability, this, meeting)? {
        match unit {
            Party::Attacker => add_to_attacker(&mut hitting, has, neighbours)?,
            Party::Defender => add_to_defender(&mut defending, has)?,
        }
    }
    (*attacker, *defender) = (hitting, defending);
    Ok(())
}

fn add_to_attacker(unit: &mut Attacker, has: Has<'_>, neighbours: Neighbours) -> Result<(), Reason> {
    match has {
        Has::Bonus(Statistic::Speed, x) => unit.speed = unit.speed.saturating_add_signed(x),
        Has::Bonus(Statistic::Power, x) => unit.power += x,
        Has::Bonus(Statistic::Health, x) => {
            unit.health = unit.health.map(|health| health.saturating_add_signed(x));
        }
        Has::Keyword(keyword) => attacker_keyword(unit, keyword, neighbours)?,
        Has::For(_, keyword) => {
            attacker_keyword(&mut unit.clone(), keyword, neighbours)?;
            return Err(Reason::Played);
        }
    }
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

fn add_to_defender(unit: &mut Defender, has: Has<'_>) -> Result<(), Reason> {
    match has {
        Has::Bonus(Statistic::Health, x) => {
            unit.health = unit.health.map(|health| health.saturating_add_signed(x));
        }
        Has::Bonus(Statistic::Speed | Statistic::Power, _) => return Err(Reason::NoPart),
        Has::Keyword(keyword) => defender_keyword(unit, keyword, None)?,
        Has::For(force, keyword) => defender_keyword(unit, keyword, Some(force))?,
    }
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

/// What an ability of `this` gives the units of the attack.
fn given<'a>(
    ability: &'a Ability,
    this: Party,
    meeting: &Meeting<'_>,
) -> Result<Vec<(Party, Has<'a>)>, Reason> {
    if ability.reach != Reach::Usual {
        return Err(Reason::NotPlain);
    }
    match &ability.kind {
        AbilityKind::Keyword(keyword) => Ok(vec![(this, Has::Keyword(keyword))]),
        AbilityKind::Activated(play) => match &play.effect {
            Effect::Keyword(keyword, None) if play.timing == Timing::usual() => {
                Ok(vec![(this, Has::For(force(&play.costs)?, keyword))])
            }
            _ => Err(Reason::NotPlain),
        },
        AbilityKind::Static(Rule::Cards { who, changes, condition }) => {
            let mut given = Vec::new();
            for unit in Party::BOTH {
                match meeting.reaches(who, condition.as_ref(), unit, this) {
                    Some(true) => {
                        for change in changes {
                            given.push((unit, granted(change)?));
                        }
                    }
                    Some(false) => {}
                    None => return Err(Reason::Table),
                }
            }
            Ok(given)
        }
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
    use super::{Neighbours, Reason, add};
    use crate::meeting::{Meeting, Party};
    use crate::unit::{Attacker, Defender, Prevention, PreventionKind, Retaliate};
    use vocab::Keyword;
    use vocab::ability::{
        Ability, AbilityKind, Amount, Change, Costs, Effect, Grant, KeywordAbility, Pattern, PlayOnly,
        Reference, Rule,
    };

    fn keyword(keyword: Keyword, value: Option<i16>) -> KeywordAbility {
        KeywordAbility::new(keyword, value.map(Amount::Number)).expect("the keyword takes it that way")
    }

    fn paid(force: i16, ability: KeywordAbility) -> Ability {
        Ability::activated(Costs::force(force), Effect::keyword(ability))
    }

    #[test]
    fn an_attacker_takes_its_keywords_and_names_the_rest() {
        let mut pair = (Attacker { power: 5, ..Attacker::default() }, Defender::default());
        let mut add = |ability: Ability| {
            add(&mut pair, &ability, Party::Attacker, &Meeting::default(), Neighbours::None)
        };
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
        let unit = pair.0;
        assert_eq!((unit.power, unit.accuracy, unit.fury), (7, -1, 1));
        assert!(unit.has(Keyword::DoubleDamage) && !unit.has(Keyword::Overkill));
    }

    #[test]
    fn a_defender_takes_prevention_with_its_price() {
        let mut pair = (Attacker::default(), Defender { health: Some(4), ..Defender::default() });
        let mut add = |ability: Ability| {
            add(&mut pair, &ability, Party::Defender, &Meeting::default(), Neighbours::None)
        };
        assert_eq!(add(Ability::keyword(keyword(Keyword::Parry, Some(1)))), Ok(()));
        assert_eq!(add(Ability::keyword(keyword(Keyword::Parry, Some(2)))), Ok(()));
        assert_eq!(add(Ability::keyword(keyword(Keyword::Armor, None))), Ok(()));
        assert_eq!(add(paid(1, keyword(Keyword::Evade, Some(2)))), Ok(()));
        assert_eq!(add(paid(2, keyword(Keyword::Retaliate, Some(3)))), Ok(()));
        assert_eq!(add(paid(1, keyword(Keyword::Protect, Some(3)))), Err(Reason::NoPart));
        assert_eq!(add(paid(1, keyword(Keyword::Parry, Some(3)))), Err(Reason::Played));
        let tap = Ability::activated(Costs::tap(), Effect::keyword(keyword(Keyword::Evade, Some(9))));
        assert_eq!(add(tap), Err(Reason::Price));
        let mut once = paid(1, keyword(Keyword::Evade, Some(9)));
        if let AbilityKind::Activated(play) = &mut once.kind {
            play.timing.only.push(PlayOnly::NoUnitAttacking);
        }
        assert_eq!(add(once), Err(Reason::NotPlain), "it has a time of its own");
        let unit = pair.1;
        assert_eq!(unit.parry, 3, "1302.1: cumulative values add up");
        assert!(unit.has(Keyword::Armor));
        assert_eq!(unit.preventions, [Prevention { kind: PreventionKind::Evade, amount: 2, force: 1 }]);
        assert_eq!(unit.retaliates, [Retaliate { dice: 3, force: 2 }]);
    }
}
