//! Consume: the cards beneath a unit make it larger (rule 1713).

use crate::facts::game::Game;
use crate::records::state::{Slot, Where};

/// The face-down cards beneath a unit, each worth 10 speed, 1 power and 1 health to it (rule 1713.1).
pub(crate) fn swallowed(game: &Game, unit: Slot) -> i16 {
    let beneath = game.state.at(Where::Beneath(unit));
    beneath.filter(|card| game.state.card(*card).is_face_down()).count() as i16
}
