//! How good a position is: the chance to win, from who is likely to hold which arena.

mod features;
mod fitted;
mod net;
mod outlook;

pub use features::{BESIDES, Features, IN_ARENA};
pub use net::{HIDDEN, Weights, bend, chance, two_of};
pub(crate) use outlook::Outlook;

use engine::state::{ByRole, Outcome, Slot, Where};
use engine::{Game, Now};
use vocab::{Keyword, Role};

/// What a player has in an arena: expected hits of a round, and hits that it takes.
#[derive(Clone, Copy, Debug, Default)]
struct Strength {
    attack: f32,
    health: f32,
}

impl Strength {
    fn add(&mut self, other: Strength, weight: f32) {
        self.attack += weight * other.attack;
        self.health += weight * other.health;
    }
}

/// How steeply more strength is more likely to hold an arena.
const STEEPNESS: f32 = 1.3;
/// What a unit that has to come back from the build zone counts.
const RETREATED: f32 = 1.0;
/// What a card that is completed is worth at least, as a part of what it will be, when all its counters lie on it.
const BUILT: f32 = 1.0;
/// What a card in the hand and a build point promise for every arena.
const CARD: Strength = Strength { attack: 0.03, health: 0.04 };
const POINT: Strength = Strength { attack: 0.10, health: 0.05 };
/// What comes out of nothing.
const NOTHING: Strength = Strength { attack: 1.0, health: 0.7 };
/// What the first points of Force count, in units of the logarithm of the odds: with them a unit is saved.
const FIRST_FORCE: f32 = 0.045;
/// As many are the first. Fitted to games, further ones count hardly anything.
const FIRST: f32 = 4.0;
/// What further ones count.
const FORCE: f32 = 0.008;
/// Beyond this much Force more does not help.
const ENOUGH_FORCE: f32 = 14.0;

/// The chance that a player wins, between 0 and 1, at first sight: certain only if the game is over.
///
/// It looks at all cards, so players ask it about determinisations.
pub fn win_chance(game: &Game, who: Role) -> f32 {
    match game.outcome() {
        Some(Outcome::Won(winner, _)) => return if winner == who { 1.0 } else { 0.0 },
        Some(Outcome::Draw(_) | Outcome::Stopped) => return 0.5,
        None => {}
    }
    let dark = dark_chance(game);
    if who == Role::Dark { dark } else { 1.0 - dark }
}

fn dark_chance(game: &Game) -> f32 {
    let strengths = ByRole::from_fn(|who| strengths(game, who));
    let mut held = [0.5; 3];
    for (arena, chance) in held.iter_mut().enumerate() {
        let [dark, light] = Role::ALL.map(|who| {
            let Strength { attack, health } = strengths[who][arena];
            // Twice the units are four times the strength: they hit twice as often and take twice as much.
            (attack * health).max(0.01)
        });
        *chance = 1.0 / (1.0 + (light / dark).powf(STEEPNESS));
    }
    let [a, b, c] = held;
    let two = a * b + a * c + b * c - 2.0 * a * b * c;
    let force = |who: Role| price_of_force(f32::from(game.whole().players[who].force));
    let odds = (two / (1.0 - two)).ln() + force(Role::Dark) - force(Role::Light);
    1.0 / (1.0 + (-odds).exp())
}

/// What Force is worth: the less there is, the dearer is a point of it.
fn price_of_force(force: f32) -> f32 {
    FIRST_FORCE * force.min(FIRST) + FORCE * (force.min(ENOUGH_FORCE) - FIRST).max(0.0)
}

fn strengths(game: &Game, who: Role) -> [Strength; 3] {
    let mut arenas = [NOTHING; 3];
    let mut everywhere = Strength::default();
    let state = game.whole();
    for slot in state.slots() {
        let card = state.card(slot);
        if card.controller != who {
            continue;
        }
        match card.place {
            Where::Arena(arena) if game.is_unit(slot) => {
                arenas[arena as usize].add(of_unit(game, slot), 1.0);
            }
            Where::BuildZone if card.is_face_down() => {
                let facts = game.catalog().facts(card.definition);
                let done = f32::from(card.build) / f32::from(facts.cost.max(1));
                promise(game, slot, printed(facts.power, facts.health), done.min(1.0) * BUILT, &mut arenas);
                everywhere.add(POINT, f32::from(card.build) * 0.25);
            }
            Where::BuildZone if game.is_unit(slot) => {
                promise(game, slot, of_unit(game, slot), RETREATED, &mut arenas);
            }
            Where::Hand => everywhere.add(CARD, 1.0),
            Where::Nowhere
            | Where::Deck
            | Where::DiscardPile
            | Where::Removed
            | Where::Supply
            | Where::EventZone
            | Where::BuildZone
            | Where::Arena(_)
            | Where::Stacked(_)
            | Where::Piloting(_)
            | Where::Attached(_)
            | Where::Beneath(_) => {}
        }
    }
    everywhere.add(POINT, f32::from(state.players[who].build));
    for arena in &mut arenas {
        arena.add(everywhere, 1.0);
    }
    arenas
}

/// A unit that is to come counts in the arenas it can be in, a part in each.
fn promise(game: &Game, slot: Slot, strength: Strength, weight: f32, arenas: &mut [Strength; 3]) {
    let own = game.catalog().arenas(game.whole().card(slot).definition);
    let Some(own) = own else { return };
    let number = own.as_slice().len() as f32;
    for arena in own.iter() {
        arenas[arena as usize].add(strength, weight / number);
    }
}

fn printed(power: i16, health: i16) -> Strength {
    Strength { attack: 0.5 * f32::from(power.max(0)), health: f32::from(health.max(0)) }
}

/// What a unit is worth in a fight, now.
fn of_unit(game: &Game, unit: Slot) -> Strength {
    strength(&game.now(unit), game.whole().card(unit).damage)
}

fn strength(now: &Now, damage: u8) -> Strength {
    let value = |keyword: Keyword| f32::from(now.value(keyword));
    let has = |keyword: Keyword| if now.has(keyword) { 1.0 } else { 0.0 };
    let sixths = (3.0 + value(Keyword::Accuracy)).clamp(0.0, 6.0);
    let dice = f32::from(now.power.max(0));
    let hits = dice * sixths / 6.0
        + 0.5 * value(Keyword::CriticalHit).min(dice)
        + 0.4 * value(Keyword::Fury).min(dice)
        + 0.25 * value(Keyword::Lucky);
    let often = 1.0 + 0.8 * has(Keyword::DoubleStrike) + 0.6 * has(Keyword::DoubleDamage);
    // The faster unit may discard the slower one before it acts.
    let pace = 1.0 + (f32::from(now.speed) - 40.0) / 250.0;
    let left = f32::from((now.health - i16::from(damage)).max(0));
    let hard =
        1.0 + 0.35 * has(Keyword::Armor) + 0.12 * value(Keyword::Shields) + 0.1 * value(Keyword::Parry);
    Strength { attack: hits * often * pace.clamp(0.7, 1.4) + 0.15, health: left * hard.clamp(0.5, 3.0) }
}

/// What a unit is worth as a target or as a loss: about its build cost.
pub(crate) fn worth(game: &Game, unit: Slot) -> f32 {
    let Strength { attack, health } = strength(&game.now(unit), 0);
    attack + 0.5 * health
}

/// What a card in the hand will be worth for its cost.
pub(crate) fn worth_of_card(game: &Game, card: Slot) -> f32 {
    let facts = game.catalog().facts(game.whole().card(card).definition);
    let Strength { attack, health } = printed(facts.power, facts.health);
    let pace = 1.0 + (f32::from(facts.speed) - 40.0) / 250.0;
    attack * pace.clamp(0.7, 1.4) + 0.5 * health + 0.3 * facts.abilities.len() as f32
}
