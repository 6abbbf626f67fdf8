//! Setup building: what can be put, what it costs, whose turn it is, stopping (rules 503 and 504).

use super::Frame;
use crate::facts::game::Game;
use crate::records::decision::{Choice, Spot};
use crate::records::frame::Flow;
use crate::records::state::{Slot, Where};
use crate::rules::build::{cost, stack};
use crate::rules::change::By;
use crate::rules::{build, check};
use vocab::ability::Pool;
use vocab::{CardType, Role};

/// Lists the cards that a player can put, and where (rules 503.1, 503.4, 503.8).
pub(super) fn offers(game: &Game, who: Role, choices: &mut Vec<Choice>) {
    let points = game.pool(who, Pool::BuildPoints);
    for card in game.state.zone(who, Where::Hand) {
        each_spot(game, who, card, &mut |spot| {
            if u16::from(cost::printed(game, card, spot)) <= points {
                choices.push(Choice::Put(card, spot));
            }
        });
    }
}

/// Shows where a card can be put in setup. No ability works: neither Stack lists nor Pilots (rule 503.6).
fn each_spot(game: &Game, who: Role, card: Slot, f: &mut dyn FnMut(Spot)) {
    let definition = game.state.card(card).definition;
    match game.catalog.card_type(definition) {
        CardType::Unit(arenas) => match stack::unit_of_same_name(game, who, card) {
            // 503.8, 503.9: a second card of a unique unit joins its stack or cannot be put.
            Some(unit) if stack::has_room_for_version(game, card, unit) => {
                [Spot::OnTop(unit), Spot::Under(unit)].into_iter().for_each(f);
            }
            Some(_) => {}
            None => arenas.iter().map(Spot::Arena).for_each(f),
        },
        CardType::Resource => f(Spot::BuildZone),
        // 503.5: nothing else is built in setup.
        CardType::Subordinate(_)
        | CardType::Battle
        | CardType::Mission
        | CardType::Trap
        | CardType::Campaign
        | CardType::Location(_)
        | CardType::Equipment(_)
        | CardType::Event
        | CardType::Reminder => {}
    }
}

/// The unit cards in a player's hand.
pub(super) fn units_in_hand(game: &Game, who: Role) -> impl Iterator<Item = Slot> + '_ {
    let is_unit = |card: &Slot| game.catalog.card_type(game.state.card(*card).definition).is_deck_unit();
    game.state.zone(who, Where::Hand).filter(is_unit)
}

/// Puts a card, pays for it and draws (rule 503.1); then it is the turn of whoever has not spent more.
pub(super) fn build(game: &mut Game, who: Role, card: Slot, spot: Spot) -> Flow {
    let by = By::rule(503, 1);
    let cost = cost::printed(game, card, spot);
    if game.pay(who, Pool::BuildPoints, u16::from(cost), by).is_err() {
        return Flow::next(Frame::Build(who));
    }
    // 503.2: DS puts exactly one card first, whatever it costs.
    let is_first = who == Role::Dark && !game.state.players[who].steps.built;
    let player = &mut game.state.players[who];
    player.spent = player.spent.saturating_add(cost);
    player.steps.built = true;
    build::put(game, card, spot, who, by);
    if spot == Spot::BuildZone {
        build::replace_resource(game, who, card);
    }
    check::settle(game);
    game.draw(who, by);
    Flow::next(Frame::Build(next_builder(game, who, is_first)))
}

/// Who builds after a card: the other player once more was spent, unless he or she has stopped (rules 503.3, 504.5).
fn next_builder(game: &Game, who: Role, is_first: bool) -> Role {
    let (own, other) = (&game.state.players[who], &game.state.players[who.other()]);
    if !other.steps.stopped && (is_first || own.spent > other.spent) { who.other() } else { who }
}

/// Puts a unit card face-down with some of the remaining points as counters, and draws (rule 504.3).
pub(super) fn partially_build(game: &mut Game, who: Role, card: Slot, counters: u8) {
    let by = By::rule(504, 3);
    if game.pay(who, Pool::BuildPoints, u16::from(counters), by).is_ok() {
        build::start(game, who, card, counters, by);
        game.draw(who, by);
    }
}

/// A player stops; what is left of the points is lost (rules 504.4, 504.5).
pub(super) fn stop(game: &mut Game, who: Role) -> Flow {
    game.lose(who, Pool::BuildPoints, u16::MAX, By::rule(504, 4));
    game.state.players[who].steps.stopped = true;
    // If the other has stopped as well, building is over (504.6).
    Flow::next(Frame::Build(who.other()))
}
