//! Intimidation: the unit is larger for each opposing unit in its arena (rule 1735).

use crate::facts::game::Game;
use crate::facts::now::Now;
use crate::records::state::{Slot, Where};
use vocab::Keyword;

/// How often a unit with these values is enlarged (rule 1735.1).
pub(crate) fn opposed(game: &Game, unit: Slot, now: &Now) -> i16 {
    let record = game.state.card(unit);
    match record.place {
        Where::Arena(arena) if now.has(Keyword::Intimidation) => {
            game.units_of(record.controller.other(), arena).count() as i16
        }
        _ => 0,
    }
}
