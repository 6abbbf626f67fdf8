//! What is true of attacks: who attacks whom, the dice that show, power given by attacks.

mod targets;

pub(crate) use targets::{can_be_attacked, refused, targets};

use crate::facts::game::Game;
use crate::records::attack::Fact;
use crate::records::state::Slot;
use vocab::Keyword;

/// How many dice of the attack show a number; hidden ones don't count (rules 1107.10, 1715.1).
pub(crate) fn natural_dice(game: &Game, natural: u8) -> i16 {
    let open = game.state.attack().filter(|attack| !attack.facts.has(Fact::Hidden));
    open.map_or(0, |attack| attack.dice.iter().filter(|die| **die == natural).count() as i16)
}

/// The attacking and the defending unit of the innermost attack, from its declaration until it is over.
pub(crate) fn parties(game: &Game) -> Option<(Slot, Slot)> {
    game.state.attack().map(|attack| (attack.attacker, attack.defender))
}

/// The keyword that the innermost attack is made with: Bombard, Barrage or Ion Cannon.
pub(crate) fn manner(game: &Game) -> Option<Keyword> {
    game.state.attack().and_then(|attack| attack.mode.keyword())
}

/// What a unit's power is changed by in the attack that it makes now: next-attack power and Overload.
pub(crate) fn next_attack_power(game: &Game, unit: Slot) -> i16 {
    let current = game.state.attacks.iter().rev().find(|attack| attack.attacker == unit);
    let Some(attack) = current else { return 0 };
    let entries = game.state.next_attack.iter();
    let in_force = entries.filter(|entry| entry.unit == unit && entry.attack == attack.number);
    in_force.map(|entry| i16::from(entry.power)).sum::<i16>() + i16::from(attack.overload)
}

/// What Stun and Surge have changed.
pub(crate) fn battle_power(game: &Game, unit: Slot) -> i16 {
    let changes = game.state.battle_power.iter().filter(|change| change.unit == unit);
    changes.map(|change| i16::from(change.power)).sum()
}
