//! Armor: this unit is hit only on 5 or more (rule 1707).

use crate::facts::game::Game;
use crate::records::state::Slot;
use vocab::Keyword;

/// The number that a die needs to hit this unit (rules 1107.9, 1203.1).
pub(crate) fn needed(game: &Game, unit: Slot) -> i16 {
    if game.has(unit, Keyword::Armor) { 5 } else { 4 }
}
