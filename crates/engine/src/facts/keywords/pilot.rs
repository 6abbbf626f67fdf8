//! Pilot: which cards are Pilots, and of what (rules 901.1, 1744).

use crate::facts::game::Game;
use crate::facts::now::gather::{self, Query};
use crate::facts::now::summary;
use crate::records::id::AbilityId;
use crate::records::state::{Slot, Where};
use crate::records::topics::Topics;
use vocab::Keyword;
use vocab::ability::{AbilityKind, Class, Pilot, Wrapper};

/// The Pilot abilities of a card: in play those that it has, elsewhere those that are printed on it.
pub(crate) fn abilities(game: &Game, card: Slot) -> Vec<&Pilot> {
    let text = |id: &AbilityId| match &game.catalog.ability(*id).kind {
        AbilityKind::Wrapper(Wrapper::Pilot(pilot)) => Some(pilot),
        _ => None,
    };
    let record = game.state.card(card);
    let is_open = match record.place {
        Where::Arena(_) | Where::BuildZone => !record.is_face_down(),
        Where::Piloting(_) => true,
        _ => false,
    };
    let facts = game.catalog.facts(record.definition);
    // Hardly ever is a Pilot ability given: what is printed is all there is.
    if !is_open || !may_be_given(game, card) {
        let has_text = !is_open || !gather::has_lost_text(game, card);
        return facts.by_itself.iter().filter(|_| has_text).filter_map(text).collect();
    }
    let query = Query::new(game, Topics::ABILITIES);
    let found = query.abilities(card, |id| text(&id).is_some());
    found.iter().filter_map(|(id, _)| text(id)).collect()
}

/// Whether a card may have Pilot abilities besides those that are printed, or have lost one of them.
fn may_be_given(game: &Game, card: Slot) -> bool {
    let facts = game.catalog.facts(game.state.card(card).definition);
    facts.gives.contains(Keyword::Pilot)
        || summary::texts(game).keywords.contains(Keyword::Pilot)
        || !game.state.lasting.is_empty()
}

/// Whether an Equipment on a card gives it a Pilot ability (rule 1004.7).
pub(crate) fn is_given_by(game: &Game, card: Slot, equipment: Slot) -> bool {
    let is_pilot =
        |id: AbilityId| matches!(game.catalog.ability(id).kind, AbilityKind::Wrapper(Wrapper::Pilot(_)));
    let found = Query::new(game, Topics::ABILITIES).abilities(card, is_pilot);
    found.iter().any(|(_, giver)| *giver == equipment)
}

/// Whether a card is a Pilot card (rule 901.1).
pub(crate) fn is_pilot(game: &Game, card: Slot) -> bool {
    // Hardly any card is one that has no such ability printed.
    let facts = game.catalog.facts(game.state.card(card).definition);
    if !facts.is_pilot && !may_be_given(game, card) {
        debug_assert!(abilities(game, card).is_empty(), "a Pilot that was not looked at");
        return false;
    }
    !abilities(game, card).is_empty()
}

/// Whether a Pilot ability of a card names such units: "that can pilot Starfighters" (rule 901.1).
pub(crate) fn names(game: &Game, card: Slot, class: &Class) -> bool {
    let is_it = |own: &Class| own.adjectives.iter().all(|quality| class.adjectives.contains(quality));
    abilities(game, card).into_iter().any(|ability| ability.of.iter().any(is_it))
}
