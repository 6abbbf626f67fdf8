//! Shields X: a unit that attacks this unit has X less power for that roll (rule 1753).

use crate::facts::game::Game;
use crate::records::state::Slot;
use vocab::Keyword;

/// How many dice it takes away (rule 1753.4).
pub(crate) fn value(game: &Game, unit: Slot) -> i16 {
    game.value(unit, Keyword::Shields)
}
