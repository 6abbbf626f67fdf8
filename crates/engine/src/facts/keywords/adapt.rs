//! Adapt: which of its texts a unit has now (rule 1703).

use crate::facts::game::Game;
use crate::facts::now::gather;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use vocab::ability::{AbilityKind, Grant, Wrapper};

/// The Adapts of a card: each with the number of its first text and how many it has.
pub(crate) fn abilities(game: &Game, card: Slot, depth: u8) -> Vec<(AbilityId, u32, u32)> {
    let mut first = 0;
    let facts = game.catalog.facts(game.state.card(card).definition);
    let mut given = gather::chosen_abilities(game, card);
    given.extend(gather::adapts_of_equipment(game, card, depth));
    let texts = facts.abilities.iter().chain(&given).filter_map(|id| match &game.catalog.ability(*id).kind {
        AbilityKind::Wrapper(Wrapper::Adapt(texts)) => Some((*id, texts.len() as u32)),
        _ => None,
    });
    let counted = texts.map(|(id, count)| {
        let start = first;
        first += count;
        (id, start, count)
    });
    counted.collect()
}

/// The texts of an Adapt that a card has now (rule 1703.2), also looked up within other values.
pub(crate) fn chosen_texts(
    game: &Game,
    card: Slot,
    id: AbilityId,
    depth: u8,
) -> impl Iterator<Item = usize> + use<> {
    let adapted = u32::from(game.state.card(card).adapted);
    let own =
        if adapted == 0 { None } else { abilities(game, card, depth).into_iter().find(|own| own.0 == id) };
    let (_, first, count) = own.unwrap_or_default();
    (0..count).filter(move |text| adapted & (1 << (first + text)) != 0).map(|text| text as usize)
}

/// One of the texts of an Adapt.
pub(crate) fn text(game: &Game, unit: Slot, nth: u8, option: usize) -> Option<Vec<Grant>> {
    let (id, ..) = *abilities(game, unit, 0).get(usize::from(nth))?;
    match &game.catalog.ability(id).kind {
        AbilityKind::Wrapper(Wrapper::Adapt(texts)) => texts.get(option).cloned(),
        _ => None,
    }
}
