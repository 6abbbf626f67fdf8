//! Ion Cannon X: the unit can attack the Space arena with X power (rule 1736).

use crate::facts::game::Game;
use crate::records::state::Slot;
use vocab::{Arena, Edition, Keyword};

/// The arena that it reaches: Space, from any other arena (rule 1736.5), on the older sheets only from Ground
/// (rule 1802.4).
pub(crate) fn reach(game: &Game, unit: Slot, own: Arena) -> Option<Arena> {
    let is_from_there = match game.state.options.edition {
        Edition::Current => own != Arena::Space,
        Edition::Sheets => own == Arena::Ground,
    };
    (is_from_there && game.has(unit, Keyword::IonCannon)).then_some(Arena::Space)
}
