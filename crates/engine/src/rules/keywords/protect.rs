//! Protect X: prevents up to X damage to another of your units in this arena (rule 1746).

use crate::facts::game::Game;
use crate::records::state::{Slot, Where};

/// Whether a unit can protect another: same player, same arena, not itself (rules 1746.1, 1746.5). A unit that left
/// as the cost of its Protect counts as still there (rule 1746.4).
pub(crate) fn reaches(game: &Game, unit: Slot, other: Slot) -> bool {
    let (own, other_card) = (game.state.card(unit), game.state.card(other));
    let has_left = !matches!(own.place, Where::Arena(_));
    let is_near = matches!(other_card.place, Where::Arena(_)) && (has_left || own.place == other_card.place);
    unit != other && own.controller == other_card.controller && is_near
}
