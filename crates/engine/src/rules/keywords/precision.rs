//! Precision, formerly Elude: the defending unit cannot be changed from the chosen target (rules 1721, 1745).

use crate::facts::game::Game;
use crate::records::state::Slot;
use crate::rules::attack::Change;
use vocab::{Edition, Keyword};

/// Whether the attacker's Precision stops a change; on the older sheets it stops Intercept alone (rule 1802.9).
pub(crate) fn holds(game: &Game, attacker: Slot, by: Change) -> bool {
    let is_stopped = match game.state.options.edition {
        Edition::Current => true,
        Edition::Sheets => by == Change::Intercept,
    };
    is_stopped && game.has(attacker, Keyword::Precision)
}
