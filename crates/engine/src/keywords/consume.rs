//! Consume: a unit that this unit's damage gets discarded is laid face-down beneath it (rule 1713).

use crate::change::By;
use crate::damage::Instance;
use crate::game::Game;
use crate::state::{Slot, Where};
use vocab::Keyword;

/// The face-down cards beneath a unit, each worth 10 speed, 1 power and 1 health to it (rule 1713.1).
pub(crate) fn swallowed(game: &Game, unit: Slot) -> i16 {
    let beneath = game.state.at(Where::Beneath(unit));
    beneath.filter(|card| game.state.card(*card).is_face_down()).count() as i16
}

/// Takes the top cards of the units that fell (rules 1713.2, 1713.4), if this unit is still there (1713.7).
pub(crate) fn check(game: &mut Game, fallen: &[Instance]) {
    for Instance { to, from, .. } in fallen {
        let is_discarded = matches!(game.state.card(*to).place, Where::DiscardPile | Where::Supply);
        let consumes = to != from && super::is_in_arena(game, *from) && game.has(*from, Keyword::Consume);
        if is_discarded && consumes {
            game.relocate(*to, Where::Beneath(*from), By::card(*from, 1713, 2));
            game.turn_down(*to);
            super::note(game, *from, Keyword::Consume, 1);
        }
    }
}
