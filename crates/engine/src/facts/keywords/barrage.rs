//! Barrage X: the unit can attack the Character arena with X power (rule 1710).

use crate::facts::game::Game;
use crate::records::state::Slot;
use vocab::{Arena, Keyword};

/// The arena that Barrage reaches: the Character arena, from any other (rules 1710.2, 1710.5).
pub(crate) fn reach(game: &Game, unit: Slot, own: Arena) -> Option<Arena> {
    (own != Arena::Character && game.has(unit, Keyword::Barrage)).then_some(Arena::Character)
}
