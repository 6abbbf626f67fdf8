//! Bombard X: the unit can attack the Ground arena with X power (rule 1711).

use crate::facts::game::Game;
use crate::records::state::Slot;
use vocab::{Arena, Edition, Keyword};

/// The arena that Bombard reaches: the Ground arena, from any other (rule 1711.3), on the older sheets only from
/// Space (rule 1802.2).
pub(crate) fn reach(game: &Game, unit: Slot, own: Arena) -> Option<Arena> {
    let is_from_there = match game.state.options.edition {
        Edition::Current => own != Arena::Ground,
        Edition::Sheets => own == Arena::Space,
    };
    (is_from_there && game.has(unit, Keyword::Bombard)).then_some(Arena::Ground)
}
