//! Consume: a unit that this unit's damage gets discarded is laid face-down beneath it (rule 1713).

use crate::facts::game::Game;
use crate::records::damage::Instance;
use crate::records::state::Where;
use crate::rules::change::By;
use vocab::Keyword;

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
