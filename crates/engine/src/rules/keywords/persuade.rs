//! Persuade X: prevents up to X damage to this unit; the attacking unit loses as much power for its next attack
//! (rule 1743).

use crate::facts::game::Game;
use crate::rules::attack;

/// 1743.2, 1743.5: the attacking unit, if any, whoever did the damage; nobody at the attack end (rule 1743.6).
pub(crate) fn prevented(game: &mut Game, amount: u8) {
    if let Some(attacker) = super::attacking(game) {
        attack::store_next_attack(game, attacker, -i16::from(amount));
    }
}
