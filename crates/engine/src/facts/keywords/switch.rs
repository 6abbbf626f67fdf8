//! Switch: [texts between slashes]: one for each arena of the unit (rule 1758).

use crate::facts::game::Game;
use crate::records::state::{Slot, Where};

/// Which of the texts works: they stand in the order of the types on the type line (rule 1758.6).
pub(crate) fn text_of(game: &Game, card: Slot) -> Option<usize> {
    let record = game.state.card(card);
    let arenas = game.catalog.arenas(record.definition)?;
    arenas.iter().position(|arena| record.place == Where::Arena(arena))
}
