//! Whether costs of several parts can be paid, one part after another: each thing pays once, and an earlier part may make
//! a later one possible (rules 102.6, 1304.8, 1704.2).
//!
//! What a part would be paid with is tried on a copy of the game; the last part needs no trial.

use super::cost::{Extent, can_be_done, can_tap, force_due, suits};
use super::select;
use crate::facts::game::Game;
use crate::facts::text::amount::{amount, kinds};
use crate::facts::text::total::wanted;
use crate::facts::text::{Scope, is_in_play};
use crate::records::build::Way;
use crate::records::effect::stage::PayStage;
use crate::records::effect::{Bound, Context, Frame};
use crate::records::event::DiscardCause;
use crate::records::id::{ActionId, CostId};
use crate::records::state::{Slot, Where};
use crate::records::{build as build_record, frame, play as play_record, trigger as trigger_record};
use crate::rules::change::By;
use crate::rules::{build, play};
use vocab::Role;
use vocab::ability::{
    Action, CardAction, Choice, CounterAction, Destination, Payment, Pool, Quantity, Selector, Share,
    UnitAction,
};

/// Lists of costs that are still to be paid, each from this place on.
pub(super) type Due = Vec<(CostId, u8)>;

/// Whether a card may be chosen to pay with: not the card that is being played or completed itself.
pub(super) fn may_pay_with(game: &Game, this: Option<Slot>, card: Slot) -> bool {
    this != Some(card) || is_in_play(game, card)
}

/// Whether all of this can be paid, in this order.
pub(super) fn is_possible(game: &Game, context: &Context, due: &[(CostId, u8)]) -> bool {
    let Some(((id, place), more)) = due.split_first() else { return true };
    let entry = game.catalog.cost(*id);
    let Some(payment) = entry.costs.0.get(usize::from(*place)) else {
        return is_possible(game, context, more);
    };
    let mut rest: Due = vec![(*id, place + 1)];
    rest.extend_from_slice(more);
    let is_last = is_paid(game, &rest);
    let scope = Scope::of_context(game, context);
    let pool = |pool: Pool, due: u16| {
        due <= game.pool(context.payer, pool)
            && (is_last || {
                let mut trial = game.trial();
                // There is enough.
                let _ = trial.pay(context.payer, pool, due, By::rule(1304, 8));
                let number = i16::try_from(due).unwrap_or(i16::MAX);
                let paid = Bound { number, did: true, ..Bound::default() };
                is_possible(&trial, &context.having_paid(*place, paid), &rest)
            })
    };
    match payment {
        Payment::TapThis => context.this.is_some_and(|card| {
            can_tap(game, card)
                && (is_last || {
                    let mut trial = game.trial();
                    trial.tap(card, By::rule(1304, 4));
                    is_possible(&trial, context, &rest)
                })
        }),
        Payment::Force(of) => pool(Pool::Force, force_due(scope, *id, of)),
        Payment::BuildPoints(of) => pool(Pool::BuildPoints, amount(scope, of).max(0).unsigned_abs()),
        Payment::OneOf(..) => entry.options[usize::from(*place)].iter().any(|option| {
            let mut due: Due = vec![(*option, 0)];
            due.extend_from_slice(&rest);
            is_possible(game, context, &due)
        }),
        Payment::Act(_) => entry.actions[usize::from(*place)]
            .is_some_and(|action| can_act(game, context, (action, *place), &[], &rest)),
    }
}

/// Whether a part that is an action can be paid with these cards among others, and then the rest.
fn can_act(
    game: &Game,
    context: &Context,
    (id, place): (ActionId, u8),
    with: &[Slot],
    rest: &[(CostId, u8)],
) -> bool {
    let scope = Scope::of_context(game, context);
    if !can_be_done(scope, id, Extent::Cost) {
        return false;
    }
    if is_paid(game, rest) {
        return true;
    }
    let entry = game.catalog.action(id);
    let selector = entry.selectors.first().copied();
    let choice = selector.and_then(|id| select::choice_of(game.catalog.selector(id)));
    let known = selector.map(|id| select::known(scope, game.catalog.selector(id))).unwrap_or_default();
    let pays = |cards: &[Slot]| {
        let mut trial = game.trial();
        act(&mut trial, context, &entry.action, cards);
        let paid = Bound { number: cards.len() as i16, did: true, ..Bound::default() };
        let paid = trial.state.bind(cards, paid).unwrap_or(paid);
        is_possible(&trial, &context.having_paid(place, paid), rest)
    };
    let (Some(selector), Some(choice)) = (selector, choice) else { return pays(&known) };
    let mut open = select::candidates(scope, selector, choice);
    open.retain(|card| {
        suits(scope, &entry.action, *card) && may_pay_with(game, context.this, *card) && !with.contains(card)
    });
    let least = match choice.quantity {
        Quantity::All => open.len(),
        _ => usize::try_from(wanted(scope, choice).0).unwrap_or(0),
    };
    let chosen: Vec<Slot> = known.iter().chain(with).copied().collect();
    combine(scope, choice, &chosen, &open, least.saturating_sub(with.len()), &pays)
}

/// Whether this many of the open cards, together with those that are chosen, will do.
fn combine(
    scope: Scope,
    choice: &Choice,
    chosen: &[Slot],
    open: &[Slot],
    more: usize,
    does: &dyn Fn(&[Slot]) -> bool,
) -> bool {
    if more == 0 {
        return does(chosen);
    }
    open.iter().enumerate().any(|(place, card)| {
        let left = &open[place + 1..];
        left.len() + 1 >= more && select::goes_with(scope, choice, chosen, *card, left) && {
            let chosen: Vec<Slot> = chosen.iter().copied().chain([*card]).collect();
            combine(scope, choice, &chosen, left, more - 1, does)
        }
    })
}

/// Whether nothing is left to be paid.
fn is_paid(game: &Game, due: &[(CostId, u8)]) -> bool {
    due.iter().all(|(id, place)| usize::from(*place) >= game.catalog.cost(*id).costs.0.len())
}

/// Does on a copy of the game what matters to later parts: what is tapped, gone or spent.
fn act(trial: &mut Game, context: &Context, action: &Action, cards: &[Slot]) {
    let by = By::rule(1304, 8);
    let scope_amount = |trial: &Game, of| amount(Scope::of_context(trial, context), of).max(0);
    match action {
        Action::Units(UnitAction::Tap(_)) => cards.iter().for_each(|card| trial.tap(*card, by)),
        Action::Units(UnitAction::Untap(_)) => cards.iter().for_each(|card| trial.untap(*card, by)),
        Action::Units(UnitAction::Retreat(_)) => {
            cards.iter().for_each(|card| build::retreat(trial, *card, by));
        }
        Action::Cards(CardAction::Discard(_)) => {
            cards.iter().for_each(|card| trial.discard(*card, DiscardCause::Player(context.you), by));
        }
        Action::Cards(CardAction::Put(what, to) | CardAction::Move(what, to)) => {
            let is_itself = *what == Selector::THIS;
            let place = match to {
                Destination::Hand | Destination::HandOf(_) => Where::Hand,
                Destination::Deck(_) => Where::Deck,
                Destination::DiscardPile | Destination::Discarded => Where::DiscardPile,
                Destination::RemovedFromGame => Where::Removed,
                Destination::Supply => Where::Supply,
                Destination::BuildZone { .. }
                | Destination::Arena(..)
                | Destination::Stack(_)
                | Destination::Beneath(..)
                | Destination::AttachedTo(_)
                | Destination::Piloting(_) => Where::Nowhere,
            };
            for card in cards.iter().filter(|_| !is_itself) {
                trial.relocate(*card, place, by);
            }
        }
        Action::Counters(
            CounterAction::Remove { kind, quantity, .. } | CounterAction::Move { kind, quantity, .. },
        ) => {
            let Quantity::Exactly(of) = quantity else { return };
            let is_divided =
                matches!(action, Action::Counters(CounterAction::Remove { share: Share::Divided, .. }));
            let all = u8::try_from(scope_amount(trial, of)).unwrap_or(u8::MAX);
            let mut left = all;
            for card in cards {
                for counter in kinds(kind) {
                    left -= trial.remove_counters(*card, counter, left, context.you, by);
                }
                left = if is_divided { left } else { all };
            }
        }
        Action::Lose(who, pool, of) => {
            let due = scope_amount(trial, of).unsigned_abs();
            let roles: Vec<Role> = Scope::of_context(trial, context).players(*who).collect();
            for role in roles {
                trial.lose(role, *pool, due, by);
            }
        }
        // Nothing that a later part could need is used up.
        Action::Cards(_)
        | Action::Counters(_)
        | Action::Units(UnitAction::SkipNextUntap(_) | UnitAction::GainControl { .. })
        | Action::Damage(_)
        | Action::Combat(_)
        | Action::Dice(_)
        | Action::Steps(_)
        | Action::Gain(..)
        | Action::Choose(_)
        | Action::EndGame(..) => {}
    }
}

/// What is still to be paid when the parts in hand are, read off the frames that wait; the action and the selector of the
/// part in hand lie above them.
pub(super) fn rest(game: &Game) -> Due {
    let mut due = Due::new();
    let mut frames = game.state.frames.iter().rev().peekable();
    let is_above = |frame: &&frame::Frame| match frame {
        frame::Frame::Effect(Frame::Select(..) | Frame::Action(..)) => true,
        frame::Frame::Effect(Frame::Pay(_, at)) => matches!(at, PayStage::Next(_)),
        _ => false,
    };
    while frames.next_if(|frame| is_above(frame)).is_some() {}
    for frame in frames {
        match *frame {
            frame::Frame::Effect(Frame::Pay(id, at)) => due.push((id, at.item() + 1)),
            frame::Frame::Effect(Frame::End) => {}
            frame::Frame::Play(play_record::Frame::Pay(place)) => {
                let lists = play::prices(game, &game.context());
                due.extend(lists.into_iter().skip(usize::from(place)).map(|id| (id, 0)));
                break;
            }
            frame::Frame::Build(build_record::Frame::Paying(_, card, _, way, paid)) => {
                due.extend(build::due_after(game, card, way, paid).into_iter().map(|id| (id, 0)));
                break;
            }
            frame::Frame::Trigger(trigger_record::Frame::TrapPaid(paid)) => {
                let card = game.state.contexts.iter().rev().nth(1).and_then(|context| context.this);
                let more = card.map(|card| build::due_after(game, card, Way::Trap, paid));
                due.extend(more.unwrap_or_default().into_iter().map(|id| (id, 0)));
                break;
            }
            _ => break,
        }
    }
    due
}

/// The part that is being paid, if the choice that is made now is one of a cost.
fn present(game: &Game) -> Option<(ActionId, u8)> {
    let is_select = |frame: &&frame::Frame| matches!(frame, frame::Frame::Effect(Frame::Select(..)));
    let mut frames = game.state.frames.iter().rev().peekable();
    while frames.next_if(is_select).is_some() {}
    match (frames.next(), frames.next()) {
        (
            Some(frame::Frame::Effect(Frame::Action(action, _))),
            Some(frame::Frame::Effect(Frame::Pay(_, PayStage::After(item)))),
        ) => Some((*action, *item)),
        _ => None,
    }
}

/// Whether the action whose counters are chosen is a part of a cost.
pub(super) fn is_paying(game: &Game) -> bool {
    let is_action = |frame: &&frame::Frame| {
        matches!(frame, frame::Frame::Effect(Frame::Counters(..) | Frame::Action(..) | Frame::Discard(..)))
    };
    let below = game.state.frames.iter().rev().find(|frame| !is_action(frame));
    matches!(below, Some(frame::Frame::Effect(Frame::Pay(_, PayStage::After(_)))))
}

/// Whether a card can be chosen: what is chosen for a cost must pay it, and leave the rest of it payable (rule 102.6).
pub(super) fn leaves_enough(game: &Game, context: &Context, chosen: &[Slot], card: Slot) -> bool {
    let Some(part) = present(game) else { return true };
    let does_something = suits(Scope::of_context(game, context), &game.catalog.action(part.0).action, card);
    if !does_something || !may_pay_with(game, context.this, card) {
        return false;
    }
    let due = rest(game);
    if is_paid(game, &due) {
        return true;
    }
    let with: Vec<Slot> = chosen.iter().copied().chain([card]).collect();
    can_act(game, context, part, &with, &due)
}
