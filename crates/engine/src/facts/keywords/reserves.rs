//! Reserves: [text]: works while the unit is in the build zone (rule 1749).

use crate::facts::game::Game;
use crate::records::state::{Slot, Where};

/// Whether the body of a Reserves works: the card lies face-up in the build zone (rules 1749.1, 1749.2).
pub(crate) fn works(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    record.place == Where::BuildZone && !record.is_face_down()
}
