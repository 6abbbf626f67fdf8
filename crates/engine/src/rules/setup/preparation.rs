//! What happens before building: Events, Resources, the opening hand, the mulligan (rule 502).

use crate::facts::game::Game;
use crate::records::decision::Choice;
use crate::records::state::{Slot, Where};
use crate::rules::change::By;
use vocab::{CardType, Role};

/// The number of cards of the opening hand (rule 502.6).
const HAND: usize = 7;

/// The Events in a player's supply (rule 502.4).
pub(super) fn events(game: &Game, who: Role) -> impl Iterator<Item = Slot> + '_ {
    game.state.zone(who, Where::Supply).filter(|card| card_type(game, *card) == CardType::Event)
}

/// The Resources in a player's deck and supply (rule 502.5).
pub(super) fn resources(game: &Game, who: Role) -> impl Iterator<Item = Slot> + '_ {
    let places = [Where::Deck, Where::Supply];
    let cards = places.into_iter().flat_map(move |place| game.state.zone(who, place));
    cards.filter(|card| card_type(game, *card) == CardType::Resource)
}

/// The cards that a player may exchange: no units (rule 502.7).
pub(super) fn exchangeable(game: &Game, who: Role) -> impl Iterator<Item = Slot> + '_ {
    game.state.zone(who, Where::Hand).filter(|card| !card_type(game, *card).is_deck_unit())
}

/// Puts the chosen Event into the Event zone (rule 214.1).
pub(super) fn play_event(game: &mut Game, choice: Choice) {
    if let Choice::Card(card) = choice {
        game.relocate(card, Where::EventZone, By::rule(502, 4));
    }
}

/// Reveals the chosen Resource and takes it into the hand (rule 502.5).
pub(super) fn pull_resource(game: &mut Game, choice: Choice) {
    if let Choice::Card(card) = choice {
        game.reveal(card, By::rule(502, 5));
        game.relocate(card, Where::Hand, By::rule(502, 5));
    }
}

/// Both players shuffle and draw until they have seven cards (rule 502.6).
pub(super) fn deal(game: &mut Game) {
    for who in Role::ALL {
        game.shuffle(who, By::rule(502, 6));
        let held = game.state.zone(who, Where::Hand).count();
        for _ in held..HAND {
            game.draw(who, By::rule(502, 6));
        }
    }
}

/// Discards a card of the opening hand; the new cards are drawn when all are chosen (rule 502.7).
pub(super) fn exchange(game: &mut Game, card: Slot) {
    game.relocate(card, Where::DiscardPile, By::rule(502, 7));
}

fn card_type(game: &Game, card: Slot) -> CardType {
    game.catalog.card_type(game.state.card(card).definition)
}
