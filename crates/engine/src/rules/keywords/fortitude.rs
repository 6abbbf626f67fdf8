//! Fortitude: the unit's own prevention also works on unpreventable damage to itself (rule 1729).

use crate::facts::game::Game;
use crate::records::state::Slot;
use vocab::Keyword;

/// Whether prevention by this card works on unpreventable damage to that unit (rules 1729.1, 1729.3).
pub(crate) fn helps(game: &Game, to: Slot, by: Slot) -> bool {
    to == by && game.has(to, Keyword::Fortitude)
}
