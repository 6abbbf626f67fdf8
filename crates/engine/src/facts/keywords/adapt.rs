//! Adapt: which of its texts a unit has now (rule 1703).
//!
//! The texts of all Adapts of a card are counted through; `State::adapted` has one bit for each that was chosen, so that
//! two Adapts (1703.4) and the choices of two battle steps (1703.7) stand side by side. `now::gather` hands them out.

use crate::facts::game::Game;
use crate::facts::now::gather::Query;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::records::topics::Topics;
use vocab::Keyword;
use vocab::ability::{AbilityKind, Grant, Wrapper};

/// An Adapt of a card, whoever gives it.
pub(crate) struct Adapt {
    ability: AbilityId,
    giver: Slot,
    /// The number of its first text among those of all Adapts of the card.
    pub first: u32,
    /// How many texts it has.
    pub texts: u32,
}

/// The Adapts of a card, also looked up within other values.
pub(crate) fn abilities(game: &Game, card: Slot, depth: u8) -> Vec<Adapt> {
    if !game.may_have(card, Keyword::Adapt) {
        return Vec::new();
    }
    let texts = |id: AbilityId| match &game.catalog.ability(id).kind {
        AbilityKind::Wrapper(Wrapper::Adapt(texts)) => Some(texts.len() as u32),
        _ => None,
    };
    let query = Query::new(game, Topics::ABILITIES).at(depth).keeping_adapts();
    let adapts = query.abilities(card, |id| texts(id).is_some());
    let mut first = 0;
    let counted = adapts.into_iter().map(|(ability, giver)| {
        let adapt = Adapt { ability, giver, first, texts: texts(ability).unwrap_or(0) };
        first += adapt.texts;
        adapt
    });
    counted.collect()
}

/// The texts of an Adapt that a card has now (rule 1703.2), also looked up within other values.
pub(crate) fn chosen_texts(
    game: &Game,
    card: Slot,
    (id, giver): (AbilityId, Slot),
    depth: u8,
) -> impl Iterator<Item = usize> + use<> {
    let adapted = u32::from(game.state.adapted(card));
    let is_it = |adapt: &Adapt| adapt.ability == id && adapt.giver == giver;
    let own =
        if adapted == 0 { None } else { abilities(game, card, depth + 1).into_iter().find(|own| is_it(own)) };
    let (first, texts) = own.map_or((0, 0), |own| (own.first, own.texts));
    (0..texts).filter(move |text| adapted & (1 << (first + text)) != 0).map(|text| text as usize)
}

/// One of the texts of an Adapt.
pub(crate) fn text(game: &Game, unit: Slot, nth: u8, option: usize) -> Option<Vec<Grant>> {
    let id = abilities(game, unit, 0).get(usize::from(nth))?.ability;
    match &game.catalog.ability(id).kind {
        AbilityKind::Wrapper(Wrapper::Adapt(texts)) => texts.get(option).cloned(),
        _ => None,
    }
}
