//! Reserves: [text]: works while the unit is in the build zone (rule 1749).

use crate::facts::game::Game;
use crate::facts::now::gather::Given;
use crate::records::id::AbilityId;
use crate::records::state::{Slot, Where};

/// Hands out the body of a card's Reserves, which this card gives it, if the card is in the build zone (rule 1749.1).
pub(crate) fn give<'a>(game: &'a Game, card: Slot, giver: Slot, id: AbilityId, f: &mut dyn FnMut(Given<'a>)) {
    let record = game.state.card(card);
    if record.place == Where::BuildZone && !record.is_face_down() {
        game.catalog.inner(id).iter().for_each(|inner| f(Given::Ability(*inner, giver)));
    }
}
