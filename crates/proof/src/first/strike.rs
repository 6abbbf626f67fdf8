//! What an attack does: exactly, for a player at the table; nearly, for one that looks far ahead.

use super::dice;
use engine::state::Slot;
use engine::{Game, Mode, Now};
use odds::{Attack, Attacker, Defender, Roller};
use vocab::{Keyword, Role};

/// What is expected of an attack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strike {
    /// The chance that the defending unit is discarded.
    pub destroys: f32,
    /// The mean damage to it, as a part of its remaining health; at most 1.
    pub part: f32,
    /// The chance that the attacker is discarded by what comes back.
    pub dies: f32,
}

fn remaining(game: &Game, unit: Slot, now: &Now) -> i16 {
    (now.health - i16::from(game.whole().card(unit).damage)).max(1)
}

/// How many faces of a die hit: Accuracy adds, Armor takes (rules 1702.1, 1707.1).
pub(super) fn sixths(attacker: &Now, defender: &Now) -> i16 {
    let armor = i16::from(defender.has(Keyword::Armor));
    (3 + attacker.value(Keyword::Accuracy) - armor).clamp(0, 6)
}

/// Nearly: plain dice, and the keywords by rule of thumb.
pub(super) fn near(game: &Game, attacker: Slot, defender: Slot, mode: Mode) -> Strike {
    let (own, other) = (game.now(attacker), game.now(defender));
    let extra = (own.value(Keyword::CriticalHit) + own.value(Keyword::Fury)) / 2;
    let dice = game.attack_power(attacker, mode) + extra - other.value(Keyword::Shields);
    let sixths = sixths(&own, &other);
    let times = if own.has(Keyword::DoubleDamage) { 2 } else { 1 };
    let health = remaining(game, defender, &other);
    let needed = health + other.value(Keyword::Parry) / 2;
    let hits = (needed + times - 1) / times;
    let mean = f32::from(dice.max(0)) * f32::from(sixths) / 6.0 * f32::from(times);
    Strike {
        destroys: dice::at_least(dice, sixths, hits),
        part: (mean / f32::from(health)).min(1.0),
        dies: 0.0,
    }
}

/// Exactly, by the odds of the attack; nearly if the numbers are beyond what the odds take.
pub(super) fn exact(game: &Game, attacker: Slot, defender: Slot, mode: Mode) -> Strike {
    let attack = attack(game, attacker, defender, mode);
    let health = attack.defender.health.unwrap_or(1).saturating_sub(attack.defender.counters).max(1);
    match attack.odds() {
        Ok(odds) => Strike {
            destroys: odds.destroyed.unwrap_or(0.0) as f32,
            part: (odds.counters.mean() / f64::from(health)).min(1.0) as f32,
            dies: odds.attacker_destroyed.unwrap_or(0.0) as f32,
        },
        Err(_) => near(game, attacker, defender, mode),
    }
}

/// The attack as the odds see it, with the values of this moment.
fn attack(game: &Game, attacker: Slot, defender: Slot, mode: Mode) -> Attack {
    let (own, other) = (game.now(attacker), game.now(defender));
    let number = |now: &Now, keyword: Keyword| u32::try_from(now.value(keyword)).unwrap_or(0);
    let counters = |unit: Slot| u32::from(game.whole().card(unit).damage);
    let health = |unit: Slot, now: &Now| {
        // A unit that ought to be gone by now still needs one counter.
        Some(u32::try_from(now.health).unwrap_or(0).max(counters(unit) + 1))
    };
    let mut hitting = Attacker {
        power: i32::from(game.attack_power(attacker, mode)),
        accuracy: i32::from(own.value(Keyword::Accuracy)),
        critical_hit: number(&own, Keyword::CriticalHit),
        fury: number(&own, Keyword::Fury),
        backfire: number(&own, Keyword::Backfire),
        lucky: number(&own, Keyword::Lucky),
        health: health(attacker, &own),
        counters: counters(attacker),
        ..Attacker::default()
    };
    for keyword in [Keyword::Armor, Keyword::Cunning, Keyword::DoubleDamage, Keyword::Ferocity] {
        if own.has(keyword) {
            hitting.keywords.insert(keyword);
        }
    }
    let definition = game.catalog().definition(game.whole().card(defender).definition);
    let who = game.whole().card(defender).controller;
    let printed = odds::card::defender(definition);
    let mut defending = Defender {
        shields: number(&other, Keyword::Shields),
        parry: number(&other, Keyword::Parry),
        riposte: number(&other, Keyword::Riposte),
        lucky: number(&other, Keyword::Lucky),
        health: health(defender, &other),
        counters: counters(defender),
        preventions: printed.preventions,
        prevent: odds::Prevent::WhenItSaves,
        force: Some(u32::from(game.whole().players[who].force)),
        ..Defender::default()
    };
    for keyword in [Keyword::Armor, Keyword::Fortitude] {
        if other.has(keyword) {
            defending.keywords.insert(keyword);
        }
    }
    // 1738.5: the Dark Side player rerolls first.
    let first = if who == Role::Dark { Roller::Defender } else { Roller::Attacker };
    Attack { attacker: hitting, defender: defending, neighbour: None, first }
}
