//! Power that attacks and damage have given: for the next attack (rule 1309.4), until the end of battle (1309.3).

use crate::facts::game::Game;
use crate::records::attack::{NextAttack, PowerChange, Stage};
use crate::records::state::{Slot, Where};
use std::num::NonZeroI8;

/// Gives a unit power for its next attack; several gifts add up (rule 1701.4). Nothing is no gift.
pub(crate) fn store_next_attack(game: &mut Game, unit: Slot, power: i16) {
    let Some(power) = NonZeroI8::new(power.clamp(-100, 100) as i8).map(NonZeroI8::get) else { return };
    let list = &mut game.state.next_attack;
    let full = match list.iter_mut().find(|entry| entry.unit == unit && entry.attack == 0) {
        Some(entry) => {
            entry.power = entry.power.saturating_add(power);
            false
        }
        None => list.push(NextAttack { unit, power, attack: 0 }).is_err(),
    };
    if full {
        game.stop();
    }
}

/// Changes a unit's power until the end of battle.
pub(crate) fn weaken(game: &mut Game, unit: Slot, power: i16) {
    let power = power.clamp(-100, 100) as i8;
    let list = &mut game.state.battle_power;
    let full = match list.iter_mut().find(|change| change.unit == unit) {
        Some(change) => {
            change.power = change.power.saturating_add(power);
            false
        }
        None => list.push(PowerChange { unit, power }).is_err(),
    };
    if full {
        game.stop();
    }
}

/// An attack has been declared: what waited for it is in force (rule 1309.4).
pub(super) fn start(game: &mut Game, attacker: Slot) {
    let Some(number) = game.state.attack().map(|attack| attack.number) else { return };
    let waiting = game.state.next_attack.iter_mut().filter(|entry| entry.unit == attacker);
    waiting.filter(|entry| entry.attack == 0).for_each(|entry| entry.attack = number);
}

/// The attack did not happen: what was in force for it waits for the next one (rule 1308.7).
pub(super) fn give_back(game: &mut Game, number: u16) {
    let in_force = game.state.next_attack.iter_mut().filter(|entry| entry.attack == number);
    in_force.for_each(|entry| entry.attack = 0);
}

/// The attack has ended, and so has what was in force for it (rule 1112.7).
pub(super) fn expire(game: &mut Game, number: u16) {
    game.state.next_attack.retain(|entry| entry.attack != number);
}

/// The battle phase ends, and so do Stun and Surge (rules 1309.2, 1309.3).
pub(crate) fn battle_ends(game: &mut Game) {
    game.state.battle_power.clear();
}

/// A unit has got another top card: what it has been given goes with it (rule 805.3).
pub(crate) fn hand_over(game: &mut Game, from: Slot, to: Slot) {
    let next = game.state.next_attack.iter_mut().filter(|entry| entry.unit == from);
    next.for_each(|entry| entry.unit = to);
    let changes = game.state.battle_power.iter_mut().filter(|change| change.unit == from);
    changes.for_each(|change| change.unit = to);
}

/// A card has left play: it will be a new object (rule 304.2).
pub(crate) fn forget(game: &mut Game, card: Slot) {
    game.state.next_attack.retain(|entry| entry.unit != card);
    game.state.battle_power.retain(|change| change.unit != card);
    // 1106.6: should it come back, it isn't the unit that attacks or is attacked.
    for attack in game.state.attacks.iter_mut() {
        if attack.attacker == card {
            attack.from = Where::Nowhere;
        }
        if attack.defender == card && attack.stage <= Stage::Attacking {
            attack.at = Where::Nowhere;
        }
    }
}
