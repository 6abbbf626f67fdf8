//! Pilot: which cards are Pilots, and of what (rules 901.1, 1744).

use crate::facts::game::Game;
use crate::records::state::Slot;
use vocab::ability::{AbilityKind, Class, Pilot, Wrapper};

/// The Pilot abilities printed on a card.
pub(crate) fn abilities(game: &Game, card: Slot) -> impl Iterator<Item = &Pilot> {
    let facts = game.catalog.facts(game.state.card(card).definition);
    facts.abilities.iter().filter_map(|id| match &game.catalog.ability(*id).kind {
        AbilityKind::Wrapper(Wrapper::Pilot(pilot)) => Some(pilot),
        _ => None,
    })
}

/// Whether a card is a Pilot card (rule 901.1).
pub(crate) fn is_pilot(game: &Game, card: Slot) -> bool {
    game.catalog.facts(game.state.card(card).definition).is_pilot
}

/// Whether a Pilot ability of a card names such units: "that can pilot Starfighters" (rule 901.1).
pub(crate) fn names(game: &Game, card: Slot, class: &Class) -> bool {
    let is_it = |own: &Class| own.adjectives.iter().all(|quality| class.adjectives.contains(quality));
    abilities(game, card).any(|ability| ability.of.iter().any(is_it))
}
