//! Why what a card has to play isn't offered in a chance: by the same tests as what is (`offers.rs`).

use super::offers::{activated, battle_card, context, impossible, is_timely};
use crate::facts::game::Game;
use crate::records::id::AbilityId;
use crate::records::pop::Chance;
use crate::records::refusal::{KINDS, Refusal};
use crate::records::state::{Slot, Where};
use vocab::Role;

/// What a card of a player has to play and isn't offered, each with the reason: the Battle card itself, or abilities.
pub(crate) fn refused(
    game: &Game,
    who: Role,
    card: Slot,
    chance: Chance,
) -> Vec<(Option<AbilityId>, Refusal)> {
    let record = game.state.card(card);
    if record.controller != who || record.is_face_down() {
        return Vec::new();
    }
    match record.place {
        Where::Hand => {
            let id = battle_card(game, card);
            id.and_then(|id| why(game, who, (card, card, id, 1), chance))
                .map(|why| (None, why))
                .into_iter()
                .collect()
        }
        Where::Arena(_) | Where::BuildZone | Where::EventZone | Where::Attached(_) => {
            let abilities = activated(game, card, &|_| true).into_iter();
            let refused =
                |(id, giver, copies)| Some((Some(id), why(game, who, (card, giver, id, copies), chance)?));
            abilities.filter_map(refused).collect()
        }
        Where::Nowhere
        | Where::Deck
        | Where::DiscardPile
        | Where::Removed
        | Where::Supply
        | Where::Stacked(_)
        | Where::Piloting(_)
        | Where::Beneath(_) => Vec::new(),
    }
}

type Play = (Slot, Slot, AbilityId, u8);

fn why(game: &Game, who: Role, (card, giver, id, copies): Play, chance: Chance) -> Option<Refusal> {
    let chances = game.catalog.entry(id).chances;
    if !chances.has(chance) {
        return Some(Refusal::Moment(KINDS.into_iter().filter(|kind| chances.has(*kind)).collect()));
    }
    let context = context(game, who, card, giver, id);
    if !is_timely(game, &context, chance) {
        return Some(Refusal::Text);
    }
    impossible(game, &context, chance, copies)
}
