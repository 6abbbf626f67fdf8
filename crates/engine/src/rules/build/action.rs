//! What a player does in the build step (rules 603.5 and 701 to 705, 205.3, 805, 903).

use super::{Frame, Way, complete, cost, spot, stack, way};
use crate::facts::game::Game;
use crate::facts::keywords::pilot::is_pilot;
use crate::facts::now::{identity, permission};
use crate::records::decision::{Choice, Spot};
use crate::records::frame::Flow;
use crate::records::pop::Chance;
use crate::records::state::{Mark, Moment, Slot, Where};
use crate::rules::change::By;
use crate::rules::keywords::{equip, pilot};
use crate::rules::{check, play, trigger, turn};
use vocab::ability::{Edge, Pool};
use vocab::{Arena, Counter, Role};

/// Lists everything that a player can do next in his or her build step.
pub(super) fn offers(game: &Game, who: Role, choices: &mut Vec<Choice>) {
    building(game, who, choices);
    way::offers(game, who, choices);
    for card in game.state.on_the_table().and(game.state.controlled_by(who)) {
        moves(game, card, choices);
    }
    equip::offers(game, who, choices);
    play::offers(game, who, Chance::BuildStep, choices);
}

/// Starting cards and adding to them, as long as there are build points (rules 702.1, 702.2, 702.6).
fn building(game: &Game, who: Role, choices: &mut Vec<Choice>) {
    if game.pool(who, Pool::BuildPoints) == 0 {
        return;
    }
    let is_built = |card: &Slot| game.catalog.card_type(game.state.card(*card).definition).is_built();
    let hand = game.state.zone(who, Where::Hand).filter(is_built);
    choices.extend(hand.map(|card| Choice::Put(card, Spot::BuildZone)));
    let started = game.state.zone(who, Where::BuildZone).filter(|card| game.state.card(*card).is_face_down());
    choices.extend(started.map(Choice::Card));
}

/// Where a card in play can move, and what of its stack can be put on top.
fn moves(game: &Game, card: Slot, choices: &mut Vec<Choice>) {
    let record = game.state.card(card);
    let has_moved = record.marks.has(Mark::Moved);
    // 205.3: with the types that texts give it.
    let own = identity::arenas(game, card, 0);
    let to_arenas = |choices: &mut Vec<Choice>, except: Option<Arena>| {
        let may_move =
            |from: Arena, to: Arena| from != to && permission::can_move_between(game, card, from, to);
        let arenas = spot::arenas(game, card, own).filter(|to| except.is_none_or(|from| may_move(from, *to)));
        choices.extend(arenas.map(|arena| Choice::Put(card, Spot::Arena(arena))));
    };
    let is_multi = own.are_several();
    let stays = matches!(record.place, Where::Arena(_)) && !is_multi && !is_pilot(game, card);
    if stays && !game.state.places.hosts().contains(card) {
        return;
    }
    let may_go_elsewhere = || game.is_unit(card) && !has_moved && is_multi;
    match record.place {
        // 705.1: from the build zone to an arena, as often as it happens.
        Where::BuildZone if game.is_unit(card) => to_arenas(choices, None),
        // 205.3: from one of its arenas to another, once per build step.
        Where::Arena(arena) if may_go_elsewhere() && permission::can_move(game, card) => {
            to_arenas(choices, Some(arena));
        }
        // 903.1: off a unit, once per build step; 903.6: to its own arenas.
        Where::Piloting(_) if !has_moved && permission::can_move(game, card) => {
            to_arenas(choices, None);
            choices.push(Choice::Put(card, Spot::BuildZone));
        }
        _ => {}
    }
    if !has_moved && is_pilot(game, card) && may_board(game, card) {
        // 901.2: units of its own side.
        let own = game.state.laid_out().and(game.state.controlled_by(record.controller));
        let units = own.iter().filter(|unit| record.place != Where::Piloting(*unit));
        let units = units.filter(|unit| pilot::can_pilot(game, card, *unit));
        choices.extend(units.map(|unit| Choice::Put(card, Spot::Pilot(unit))));
    }
    // 805.4: a stack that pilots a unit cannot be reorganised.
    if game.is_unit(card) {
        let points = game.pool(record.controller, Pool::BuildPoints);
        let tops = stack::possible_tops(game, card);
        let tops = tops.filter(|top| cost::reorganising(game, card, *top) <= points);
        choices.extend(tops.map(|top| Choice::Put(top, Spot::OnTop(card))));
    }
}

/// Whether a Pilot card is where it can be moved onto a unit from (rule 903.1).
fn may_board(game: &Game, card: Slot) -> bool {
    let place = game.state.card(card).place;
    game.is_unit(card) || (matches!(place, Where::Piloting(_)) && permission::can_move(game, card))
}

/// Does what the player chose.
pub(super) fn chosen(game: &mut Game, who: Role, choice: Choice) -> Flow {
    let stay = Frame::Choose(who);
    match choice {
        Choice::Done => super::chance(game, Frame::End(who), Edge::End, who),
        Choice::Put(card, Spot::BuildZone) if game.state.card(card).place == Where::Hand => {
            Flow::push(stay, Frame::Counters(who, card))
        }
        Choice::Card(card) => Flow::push(stay, Frame::Counters(who, card)),
        Choice::Put(card, spot) => {
            rearrange(game, who, card, spot);
            check::settle(game);
            // 705.5, 1705.3: triggers, then a unit that has come into an arena may be ambushed.
            Flow::push(stay, trigger::Frame::Resolve)
        }
        play => match own_play(game, who, play) {
            Some(frame) => Flow::push(stay, frame),
            // Effects that may be played in the build step.
            None => match play::begin(game, who, Chance::BuildStep, play) {
                Some(above) => Flow::push(stay, above),
                None => Flow::Ask,
            },
        },
    }
}

/// The completion or Equip that a choice stands for.
fn own_play(game: &Game, who: Role, choice: Choice) -> Option<Frame> {
    match choice {
        Choice::Play(card) => {
            let frame = Frame::Destination(who, card, Way::Counters);
            way::can(game, who, card, Way::Counters).then_some(frame)
        }
        Choice::PlayBy(card, keyword) => complete::by_keyword(game, who, card, keyword),
        Choice::Use(card, ability) => equip::begin(game, who, card, ability),
        _ => None,
    }
}

/// Moves a unit or Pilot, or puts another card of a stack on top (rules 205.3, 705.1, 805.1, 903.1).
fn rearrange(game: &mut Game, who: Role, card: Slot, spot: Spot) {
    let place = game.state.card(card).place;
    match (place, spot) {
        (Where::Stacked(_), Spot::OnTop(unit)) => {
            let cost = cost::reorganising(game, unit, card);
            if game.pay(who, Pool::BuildPoints, cost, By::rule(805, 1)).is_ok() {
                stack::reorganise(game, unit, card);
            }
        }
        (Where::BuildZone, Spot::Arena(_)) => spot::put(game, card, spot, who, By::rule(705, 1)),
        (Where::Arena(_), Spot::Arena(_)) => {
            spot::put(game, card, spot, who, By::rule(205, 3));
            game.mark(card, Mark::Moved);
        }
        (_, _) => {
            spot::put(game, card, spot, who, By::rule(903, 1));
            game.mark(card, Mark::Moved);
        }
    }
}

/// Puts build counters on a card of the hand or the build zone (rules 701.1, 702.1, 702.3).
pub(super) fn put_counters(game: &mut Game, who: Role, card: Slot, counters: u8) -> Flow {
    let by = By::rule(702, 1);
    if game.pay(who, Pool::BuildPoints, u16::from(counters), by).is_ok() {
        if game.state.card(card).place == Where::Hand {
            spot::start(game, who, card, counters, by);
        } else {
            game.put_counters(card, Counter::Build, counters, who, by);
        }
    }
    Flow::next(trigger::Frame::Resolve)
}

/// The build step ends (rule 603.7).
pub(super) fn end(game: &mut Game, who: Role) -> Flow {
    turn::ended(game, Moment::BuildStep(who), By::rule(603, 7).rule);
    Flow::push(Frame::Ended(who), trigger::Frame::Resolve)
}

/// Unspent build points are lost (rule 104.4).
pub(super) fn ended(game: &mut Game, who: Role) -> Flow {
    // 603.3: a step that continues later is not over yet.
    if !game.state.players[who].steps.build_continues {
        game.lose(who, Pool::BuildPoints, u16::MAX, By::rule(104, 4));
    }
    check::settle(game);
    Flow::Done
}
