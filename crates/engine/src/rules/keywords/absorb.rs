//! Absorb X: prevents up to X damage to this unit, which gets as much power for its next attack (rule 1701).

use crate::facts::game::Game;
use crate::records::state::Slot;
use crate::rules::attack;

/// 1701.2: what was actually prevented becomes power.
pub(crate) fn prevented(game: &mut Game, unit: Slot, amount: u8) {
    attack::store_next_attack(game, unit, i16::from(amount));
}
