//! Deflect X: prevents X damage to this unit, which may do as much to a unit in its arena (rule 1717).

use crate::facts::game::Game;
use crate::records::state::{Slot, Where};

/// The units to which the damage can go: all in the deflecting unit's arena, itself too (rules 1717.4, 1717.9).
pub(crate) fn targets(game: &Game, unit: Slot) -> Vec<Slot> {
    match game.state.card(unit).place {
        Where::Arena(arena) => game.units_in(arena).collect(),
        _ => Vec::new(),
    }
}
