//! INSERT: [text]: every card of a stack gives it to the top card (rule 1732).

use crate::facts::game::Game;
use crate::facts::now::gather::Given;
use crate::facts::now::reach::works;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use vocab::ability::{AbilityKind, Wrapper};

/// Hands out what an INSERT of a card gives to the top card of its stack (rule 1732.1).
pub(crate) fn give<'a>(game: &'a Game, top: Slot, from: Slot, id: AbilityId, f: &mut dyn FnMut(Given<'a>)) {
    if matches!(game.catalog.ability(id).kind, AbilityKind::Wrapper(Wrapper::Insert(_))) {
        for inner in game.catalog.inner(id) {
            // 1732.4: what is given works where such an effect works.
            if works(game, top, *inner) {
                game.catalog.see(id);
                f(Given::Ability(*inner, from));
            }
        }
    }
}
