//! Drills: a picture, a question, a click, and the exact answer at once. What is asked follows from the address alone.

pub mod battle;
pub mod words;

use crate::learned::Learned;
use crate::world::World;
use dejarik::judge::parse;
use dejarik::{LeftOut, Uncounted};
use engine::state::{Chance, Seed, Stream};
use engine::{Choice, Why};
use odds::Attack;
use odds::card::Reason;
use puzzles::{Solver, Wanted};
use vocab::{Arena, Definition, DefinitionId, Keyword, Role, Side};

/// How many answers are tried for the drill with two targets.
const NODES: u64 = 40_000;
/// How far the best target must be ahead.
const AHEAD: f64 = 0.1;
/// How many pairs, or threes, are looked at for a question.
const TRIES: usize = 400;

/// A drill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drill {
    /// Will it survive?
    Survive,
    /// How sure are you?
    Sure,
    /// Which attack first?
    First,
    /// Who goes next?
    Next,
    /// Pay or keep?
    Pay,
}

impl Drill {
    /// All.
    pub const ALL: [Drill; 5] = [Drill::Next, Drill::Survive, Drill::Sure, Drill::First, Drill::Pay];

    /// Its word in addresses.
    pub const fn word(self) -> &'static str {
        match self {
            Drill::Survive => "survive",
            Drill::Sure => "sure",
            Drill::First => "first",
            Drill::Next => "next",
            Drill::Pay => "pay",
        }
    }

    /// The drill with this word.
    pub fn of(word: &str) -> Option<Drill> {
        Drill::ALL.into_iter().find(|drill| drill.word() == word)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Drill::Survive => "Will it survive?",
            Drill::Sure => "What are the odds?",
            Drill::First => "Which attack first?",
            Drill::Next => "Who goes next?",
            Drill::Pay => "Pay or keep?",
        }
    }

    /// What it trains.
    pub const fn trains(self) -> &'static str {
        match self {
            Drill::Survive => "One attack, one target: probably yes, a toss-up, or probably no?",
            Drill::Sure => "The same, to the percent: how close can you get?",
            Drill::First => "Two enemies, one shot, and both shoot back: whom do you take?",
            Drill::Next => "Four to six units in an arena: which one acts?",
            Drill::Pay => "Damage is coming, and there’s Force for one dodge: now, or for the next attack?",
        }
    }

    /// The word under which the tally is kept.
    const fn tally(self) -> &'static str {
        match self {
            Drill::Survive => "d-survive",
            Drill::Sure => "d-sure",
            Drill::First => "d-first",
            Drill::Next => "d-next",
            Drill::Pay => "d-pay",
        }
    }
}

/// What somebody has reached in a drill: the sum of the points (100 for an answer that is right) and how many were asked.
pub fn tally(learned: &Learned, drill: Drill) -> (u32, u32) {
    let read = || {
        let (points, asked) = learned.word(drill.tally())?.split_once('-')?;
        Some((points.parse::<u32>().ok()?, asked.parse::<u32>().ok()?))
    };
    read().filter(|(points, asked)| *asked < 1_000_000 && *points <= 100 * asked).unwrap_or_default()
}

/// Keeps one more answer of a drill.
pub fn count(learned: &mut Learned, drill: Drill, points: u32) {
    let (sum, asked) = tally(learned, drill);
    learned.set(drill.tally(), &format!("{}-{}", sum + points.min(100), asked + 1));
}

/// The units that drills are about: those of the decks that come with the program.
pub fn units(world: &World) -> Vec<DefinitionId> {
    let decks = world.decks.iter().filter(|offer| offer.is_built_in);
    let cards = decks.filter_map(|offer| offer.playable.as_ref().ok()).flat_map(|deck| &deck.cards);
    let mut units: Vec<DefinitionId> =
        cards.copied().filter(|id| world.catalog.definition(*id).card_type.is_unit()).collect();
    units.sort_by_cached_key(|id| world.catalog.definition(*id).to_string());
    units.dedup();
    units
}

/// One unit attacks another.
pub struct Fight<'a> {
    /// The attacker.
    pub attacker: &'a Definition,
    /// The defender.
    pub defender: &'a Definition,
    /// The chance that the defender is destroyed.
    pub destroyed: f64,
    /// What makes it so, in sentences.
    pub why: Vec<String>,
}

/// What somebody believes of a unit that is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It survives.
    Lives,
    /// It could go either way.
    TossUp,
    /// It is destroyed.
    Falls,
}

impl Fate {
    /// All, in their order on the page.
    pub const ALL: [Fate; 3] = [Fate::Lives, Fate::TossUp, Fate::Falls];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Fate::Lives => "Probably yes",
            Fate::TossUp => "A toss-up",
            Fate::Falls => "Probably no",
        }
    }

    /// The fate of a unit with this chance to be destroyed: within 40 and 60 % it's a toss-up.
    pub fn of(destroyed: f64) -> Fate {
        match destroyed {
            chance if chance < 0.4 => Fate::Lives,
            chance if chance <= 0.6 => Fate::TossUp,
            _ => Fate::Falls,
        }
    }
}

fn share_an_arena(one: &Definition, other: &Definition) -> Option<Arena> {
    Arena::ALL
        .into_iter()
        .find(|arena| one.card_type.is_unit_of(*arena) && other.card_type.is_unit_of(*arena))
}

/// Who plays a unit of this side; a third side could be anybody's.
const fn player_of(side: Side) -> Option<Role> {
    match side {
        Side::Dark => Some(Role::Dark),
        Side::Light => Some(Role::Light),
        Side::Neutral | Side::YuuzhanVong => None,
    }
}

fn can_meet(one: &Definition, other: &Definition) -> bool {
    player_of(one.side).is_some_and(|own| player_of(other.side) == Some(own.other()))
}

/// The attack of two units by their places, if the odds know all of it and no Force comes into it.
pub fn fight<'a>(world: &'a World, units: &[DefinitionId], places: &[usize]) -> Option<Fight<'a>> {
    let [attacker, defender] = places[..] else { return None };
    let unit = |place: usize| units.get(place).map(|id| world.catalog.definition(*id));
    let (attacker, defender) = (unit(attacker)?, unit(defender)?);
    share_an_arena(attacker, defender).filter(|_| can_meet(attacker, defender))?;
    let matchup = world.cards.matchup(&attacker.to_string(), &defender.to_string()).ok()?;
    let attack = &matchup.attack;
    let is_counted = |left: &LeftOut| left.reason == Uncounted::Ability(Reason::NoPart);
    let is_plain = matchup.left_out.iter().all(is_counted)
        && attack.defender.preventions.is_empty()
        && attack.defender.retaliates.is_empty();
    let odds = matchup.odds().ok().filter(|_| is_plain)?;
    let destroyed = odds.destroyed?;
    Some(Fight { attacker, defender, destroyed, why: reasons(attack, odds.dice) })
}

/// What makes the chance of an attack what it is.
fn reasons(attack: &Attack, dice: u32) -> Vec<String> {
    let from = (if attack.defender.has(Keyword::Armor) { 5 } else { 4 }) - attack.attacker.accuracy;
    let health = attack.defender.health.unwrap_or(0).saturating_sub(attack.defender.counters);
    let die = if dice == 1 { "1 die".to_string() } else { format!("{dice} dice") };
    let damage = if health == 1 { "1 damage".to_string() } else { format!("{health} damage") };
    let hits = match from {
        ..=1 => "every one of them hits".to_string(),
        2..=5 => format!("each hits on {from} or more"),
        6.. => "each hits on a 6 alone".to_string(),
    };
    let mut told = vec![format!("{die}: {hits}. {} destroys it.", capital(&damage))];
    let mut add = |keyword: Keyword, value: u32| {
        if value > 0 {
            told.push(format!("{keyword} {value}: {}", keyword.row().plain));
        }
    };
    add(Keyword::Accuracy, attack.attacker.accuracy.unsigned_abs());
    add(Keyword::CriticalHit, attack.attacker.critical_hit);
    add(Keyword::Fury, attack.attacker.fury);
    add(Keyword::Lucky, attack.attacker.lucky.max(attack.defender.lucky));
    add(Keyword::Shields, attack.defender.shields);
    add(Keyword::Parry, attack.defender.parry);
    let has = [
        (Keyword::DoubleDamage, attack.attacker.has(Keyword::DoubleDamage)),
        (Keyword::Armor, attack.defender.has(Keyword::Armor)),
    ];
    for (keyword, _) in has.into_iter().filter(|(_, has)| *has) {
        told.push(format!("{keyword}: {}", keyword.row().plain));
    }
    told
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A unit that could attack either of two others.
pub struct Targets<'a> {
    /// The unit that acts.
    pub attacker: &'a Definition,
    /// Whom it could attack, in the order of the address.
    pub targets: [&'a Definition; 2],
    /// The chance that it survives the step after each of the two, and if it doesn't attack.
    pub lives: [f64; 3],
}

impl Targets<'_> {
    /// The better target.
    pub fn best(&self) -> usize {
        usize::from(self.lives[1] > self.lives[0])
    }
}

/// A unit and two targets by their places, if one target is clearly better: everything to the end of the battle step is
/// counted, with everybody's best answers.
pub fn targets<'a>(world: &'a World, units: &[DefinitionId], places: &[usize]) -> Option<Targets<'a>> {
    let [own, one, other] = places[..] else { return None };
    let unit = |place: usize| units.get(place).map(|id| world.catalog.definition(*id));
    let (own, one, other) = (unit(own)?, unit(one)?, unit(other)?);
    let arena = share_an_arena(own, one).filter(|_| one.name != other.name)?;
    let is_there = |unit: &Definition| unit.card_type.is_unit_of(arena) && can_meet(own, unit);
    let slower = |unit: &Definition| unit.speed.value() < own.speed.value();
    if ![one, other].into_iter().all(|unit| is_there(unit) && slower(unit)) {
        return None;
    }
    let you = player_of(own.side)?;
    let (yours, theirs) = match you {
        Role::Dark => ("dark", "light"),
        Role::Light => ("light", "dark"),
    };
    let place = arena.name().to_lowercase();
    let text = format!("{yours} {place}: @{own}\n{theirs} {place}: @{one}; @{other}\nstart battle {place}\n");
    let game = world.cards.reach(&parse(&text).ok()?)?;
    let asked = game.asked().filter(|asked| asked.who == you && asked.why == Why::Act)?;
    let goal = Wanted::read(&format!("keep {own} this step"))?.in_game(&game, asked.who).ok()?;
    let values = Solver::new(&game, goal, NODES).answers(&game).ok()?;
    let of = |wanted: &Definition| {
        let mut found = game.choices().iter().zip(&values).filter(|(choice, _)| match choice {
            Choice::Attack(target, engine::Mode::Normal) => game.name_of(*target) == wanted.to_string(),
            _ => false,
        });
        found.next().and_then(|(_, value)| value.map(odds::Fraction::value))
    };
    let pass = game.choices().iter().position(|choice| *choice == Choice::Pass);
    let pass = pass.and_then(|place| values[place]).map(odds::Fraction::value)?;
    let lives = [of(one)?, of(other)?, pass];
    let [a, b, _] = lives;
    let is_clear = (a - b).abs() >= AHEAD && pass < a.max(b) && a.max(b) >= 0.1;
    is_clear.then_some(Targets { attacker: own, targets: [one, other], lives })
}

/// A question of a drill: the places of its units.
pub fn question(world: &World, drill: Drill, seed: u64) -> Option<Vec<usize>> {
    let units = units(world);
    let unit = |place: usize| world.catalog.definition(units[place]);
    let mut chance = Chance::new(Seed::from(seed));
    match drill {
        Drill::Next => return battle::ask_order(world, &units, &mut chance, TRIES),
        Drill::Pay => return battle::ask_pay(world, &units, &mut chance, TRIES),
        Drill::Survive | Drill::Sure | Drill::First => {}
    }
    let mut any = |below: usize| chance.below(Stream::Choice, below);
    let wanted = Fate::ALL[any(Fate::ALL.len())];
    let mut spare = None;
    for _ in 0..TRIES {
        if units.is_empty() {
            break;
        }
        let own = any(units.len());
        let meets = |other: &usize| {
            can_meet(unit(own), unit(*other)) && share_an_arena(unit(own), unit(*other)).is_some()
        };
        let others: Vec<usize> = (0..units.len()).filter(meets).collect();
        if others.is_empty() {
            continue;
        }
        let mut other = || others[any(others.len())];
        match drill {
            Drill::Survive | Drill::Sure => {
                let places = vec![own, other()];
                let Some(fight) = fight(world, &units, &places) else { continue };
                // Nothing to learn from what is sure, and nobody can tell 39 % from 41.
                let edge = [0.4, 0.6].into_iter().any(|edge: f64| (fight.destroyed - edge).abs() < 0.03);
                if !(0.02..=0.98).contains(&fight.destroyed) || (drill == Drill::Survive && edge) {
                    continue;
                }
                if Fate::of(fight.destroyed) == wanted {
                    return Some(places);
                }
                spare = spare.or(Some(places));
            }
            Drill::Next | Drill::Pay => return None,
            Drill::First => {
                let places = vec![own, other(), other()];
                if targets(world, &units, &places).is_some() {
                    return Some(places);
                }
            }
        }
    }
    spare
}

#[cfg(test)]
mod tests {
    use super::{Drill, Fate, count, fight, question, tally, targets, units};
    use crate::learned::Learned;
    use crate::pages::table::tests::world;
    use std::collections::BTreeSet;

    #[test]
    fn the_odds_of_a_question_are_those_of_plain_counting() {
        let world = world();
        let units = units(&world);
        let mut seen = BTreeSet::new();
        for seed in 0..12 {
            let places = question(&world, Drill::Survive, seed).expect("a question");
            let fight = fight(&world, &units, &places).expect("a fight");
            assert!(!fight.why.is_empty() && fight.attacker.side != fight.defender.side);
            seen.insert(Fate::of(fight.destroyed).words());
            // Without keywords every die is a coin: at least so many heads of so many.
            if fight.why.len() == 1 && !fight.why[0].contains("5 or more") {
                let dice = fight.attacker.power.value().expect("a number") as u32;
                let health = fight.defender.health.value().expect("a number") as u32;
                let rolls = 2_u32.pow(dice);
                let enough = (0..rolls).filter(|roll| roll.count_ones() >= health).count();
                assert!((fight.destroyed - enough as f64 / f64::from(rolls)).abs() < 1e-9, "{:?}", fight.why);
            }
        }
        assert!(seen.len() >= 2, "{seen:?}");
    }

    #[test]
    fn a_question_with_two_targets_has_one_that_is_clearly_better() {
        let world = world();
        let units = units(&world);
        for seed in 0..3 {
            let places = question(&world, Drill::First, seed).expect("a question");
            let found = targets(&world, &units, &places).expect("two targets");
            let [one, other, pass] = found.lives;
            assert!((one - other).abs() >= 0.1 && one.max(other) > pass);
            assert!(found.lives[found.best()] >= one.max(other));
        }
        assert!(targets(&world, &units, &[0, 0, 0]).is_none());
        assert!(fight(&world, &units, &[usize::MAX, 0]).is_none());
    }

    #[test]
    fn tallies_add_up_and_nonsense_is_nothing() {
        let mut learned = Learned::default();
        count(&mut learned, Drill::Sure, 97);
        count(&mut learned, Drill::Sure, 900);
        assert_eq!((tally(&learned, Drill::Sure), tally(&learned, Drill::First)), ((197, 2), (0, 0)));
        for nonsense in ["x-1", "900-1", "5", "1-99999999999"] {
            learned.set("d-sure", nonsense);
            assert_eq!(tally(&learned, Drill::Sure), (0, 0), "{nonsense}");
        }
    }
}
