//! Stealth: the unit cannot be attacked unless it is tapped or has damage counters (rule 1755).

use crate::facts::game::Game;
use crate::records::state::Slot;
use vocab::Keyword;

/// Whether Stealth keeps the unit from being attacked (rules 1755.1, 1755.3).
pub(crate) fn hides(game: &Game, unit: Slot) -> bool {
    let card = game.state.card(unit);
    !card.is_tapped() && card.damage == 0 && game.has(unit, Keyword::Stealth)
}
