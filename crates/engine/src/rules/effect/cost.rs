//! Costs: whether they can be paid, and paying them in the order written (rules 102.6, 1304.8).

use super::amount::{amount, is_of_price};
use super::{Frame, Scope, act, counters, handle, is_gone, node, plan, select, total, word};
use crate::facts::game::Game;
use crate::facts::now::permission::Charges;
use crate::facts::now::{permission, restriction};
use crate::facts::text::total::wanted;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::effect::Context;
use crate::records::effect::PAID;
use crate::records::effect::stage::{ActionStage, PayStage};
use crate::records::event::DiscardCause;
use crate::records::frame::{self, Flow};
use crate::records::id::{ActionId, CostId};
use crate::records::state::{Slot, Where};
use crate::rules::change::By;
use crate::rules::keywords::enhance;
use vocab::Role;
use vocab::ability::{
    Action, Amount, CardAction, Choosable, CounterAction, Payment, Place, Player, Pool, Quality, Quantity,
    Selector, Share, UnitAction, X,
};

/// The Force that an item costs, with changes of the play's own cost (rule 1304.5).
pub(super) fn force_due(scope: Scope, id: CostId, of: &Amount) -> u16 {
    let own =
        scope.context.filter(|context| scope.game.catalog.entry(context.ability).costs.first() == Some(&id));
    let changes = own.map_or_else(Charges::default, |context| Charges {
        total: context.surcharge.into(),
        least: context.floor.into(),
    });
    changes.on(amount(scope, of)).unsigned_abs()
}

/// Whether a player can pay costs in full (rule 102.6).
pub(crate) fn can_pay(scope: Scope, payer: Role, id: CostId) -> bool {
    can_pay_all(scope, payer, &[id], 0)
}

/// Whether a player can pay several lists of costs, one after another, and this much Force besides.
pub(crate) fn can_pay_all(scope: Scope, payer: Role, ids: &[CostId], force: u16) -> bool {
    let payments =
        || ids.iter().flat_map(|id| scope.game.catalog.cost(*id).costs.0.iter().zip(std::iter::repeat(*id)));
    let is_plain = |payment: &Payment| match payment {
        Payment::TapThis | Payment::Force(_) | Payment::BuildPoints(_) => true,
        Payment::Act(_) | Payment::OneOf(..) => false,
    };
    if !payments().all(|(payment, _)| is_plain(payment)) {
        let context = Context { payer, ..scope.to_context() };
        let due: plan::Due = ids.iter().map(|id| (*id, 0)).collect();
        if force == 0 {
            return plan::is_possible(scope.game, &context, &due);
        }
        let mut trial = scope.game.trial();
        let is_paid = trial.pay(payer, Pool::Force, force, By::rule(1304, 8)).is_ok();
        return is_paid && plan::is_possible(&trial, &context, &due);
    }
    let player = &scope.game.state.players[payer];
    let (mut force, mut build) = (force, 0_u16);
    let mut taps = 0;
    for (payment, id) in payments() {
        match payment {
            Payment::TapThis => taps += 1,
            Payment::Force(of) => force = force.saturating_add(force_due(scope, id, of)),
            Payment::BuildPoints(of) => build = build.saturating_add(amount(scope, of).max(0).unsigned_abs()),
            Payment::Act(_) | Payment::OneOf(..) => {}
        }
    }
    let can_tap = |card: Slot| taps == 1 && can_tap(scope.game, card);
    force <= player.force && build <= player.build && (taps == 0 || scope.this.is_some_and(can_tap))
}

/// Whether a card can be tapped: untapped and on the table (rule 1304.4).
pub(super) fn can_tap(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    !record.is_tapped() && super::is_in_play(game, card)
}

/// How much of an action must be possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Some of it: a plain number is done as far as possible (rule 1311.7).
    Some,
    /// All of it, since something depends on it (rule 102.4).
    All,
    /// All of it, as a cost: the card that is played or completed does not pay for itself (rule 102.6).
    Cost,
}

impl Extent {
    /// The least of a number that must be possible.
    fn least(self, number: i16) -> i16 {
        match self {
            Extent::Some => number.min(1),
            Extent::All | Extent::Cost => number,
        }
    }
}

/// Whether an action can be done now to this extent: enough cards of the sort that it needs.
pub(super) fn can_be_done(scope: Scope, id: ActionId, extent: Extent) -> bool {
    let is_cost = extent == Extent::Cost;
    let entry = scope.game.catalog.action(id);
    let Some(id) = entry.selectors.first().copied() else {
        // Of each player who is meant, or of one of them.
        let of_players = |player: Player, of: &Amount, has: &dyn Fn(Role) -> i32| {
            let due = i32::from(extent.least(amount(scope, of)));
            let mut roles = scope.players(player);
            if extent == Extent::Some {
                roles.any(|role| has(role) >= due)
            } else {
                roles.all(|role| has(role) >= due)
            }
        };
        return match &entry.action {
            Action::Lose(player, pool, of) => {
                of_players(*player, of, &|role| i32::from(scope.game.pool(role, *pool)))
            }
            Action::Cards(CardAction::Draw(player, Quantity::Exactly(of))) => {
                of_players(*player, of, &|role| scope.game.state.players[role].deck.len() as i32)
            }
            Action::Dice(dice) => handle::is_roll_open(scope, dice),
            _ => true,
        };
    };
    let suits = |card: &Slot| match &entry.action {
        // 1602.14: at most as many as there are.
        Action::Counters(CounterAction::Remove { kind, .. } | CounterAction::Move { kind, .. })
            if extent == Extent::Some =>
        {
            counters::removable_of(scope.game, *card, kind) > 0
        }
        action => suits(scope, action, *card),
    };
    let selector = scope.game.catalog.selector(id);
    if let Action::Counters(CounterAction::Remove { kind, quantity, share: Share::Divided, .. }) =
        &entry.action
        && let Quantity::Exactly(of) = quantity
    {
        // From all of them together.
        let known = select::known(scope, selector).into_iter();
        let cards = known.chain(
            select::choice_of(selector).map(|of| select::candidates(scope, id, of)).into_iter().flatten(),
        );
        let total =
            cards.map(|card| counters::removable_of(scope.game, card, kind)).fold(0, i16::saturating_add);
        return total >= extent.least(amount(scope, of));
    }
    match selector {
        Selector::Known(reference) => {
            let objects = scope.objects(*reference);
            let is_enough = match extent {
                Extent::Some => {
                    let is_there = |card: &Slot| {
                        !scope.context.is_some_and(|context| is_gone(scope.game, context, *card))
                    };
                    objects.to_vec().iter().any(|card| is_there(card) && suits(card))
                }
                Extent::All | Extent::Cost => objects.all(|card| suits(&card)),
            };
            !objects.is_empty() && is_enough
        }
        // 1604.12: counters come from "your Resource", which must be there and have them.
        Selector::Each(_) => match &entry.action {
            Action::Counters(CounterAction::Remove { quantity: Quantity::Exactly(_), .. }) => {
                let cards = select::known(scope, selector);
                !cards.is_empty() && cards.iter().all(suits)
            }
            Action::Counters(CounterAction::Put { .. }) if is_cost => {
                !select::known(scope, selector).is_empty()
            }
            // 102.6: "discard this unit from the Ground arena" is paid there alone.
            Action::Cards(_) | Action::Units(_) if is_cost && is_about_itself(selector) => {
                let cards = select::known(scope, selector);
                !cards.is_empty() && cards.iter().all(suits)
            }
            _ => true,
        },
        Selector::Choose(_) | Selector::Together(_) => select::choice_of(selector).is_none_or(|choice| {
            let of_each = choice.of.place == Some(Place::TopOfDeck(Player::Each));
            // 102.6: "the top card of each player's deck" is that many of both.
            let decks = if of_each && is_cost { 2 } else { 1 };
            let least = extent.least(wanted(scope, choice).0.saturating_mul(decks));
            let mut found = select::candidates(scope, id, choice);
            found.retain(|card| {
                suits(card) && (!is_cost || plan::may_pay_with(scope.game, scope.this, *card))
            });
            (choice.quantity == Quantity::All || found.len() as i32 >= i32::from(least))
                && total::can_be_reached(scope, choice, &[], &found)
        }),
    }
}

/// Whether a selector is about a known card where it must be: "this unit in the Ground arena".
fn is_about_itself(selector: &Selector) -> bool {
    matches!(selector, Selector::Each(all) if all.with.iter().any(|quality| matches!(quality, Quality::Among(_))))
}

/// Whether an action does something to a card.
pub(crate) fn suits(scope: Scope, action: &Action, card: Slot) -> bool {
    let record = scope.game.state.card(card);
    match action {
        Action::Units(UnitAction::Tap(_)) => can_tap(scope.game, card),
        Action::Units(UnitAction::Untap(_)) => record.is_tapped() && permission::untaps(scope.game, card),
        Action::Units(UnitAction::Retreat(_)) => {
            matches!(record.place, Where::Arena(_)) && permission::can_retreat(scope.game, card)
        }
        Action::Counters(
            CounterAction::Remove { kind, quantity: Quantity::Exactly(of), share: Share::Each, .. }
            | CounterAction::Move { kind, quantity: Quantity::Exactly(of), .. },
        ) => counters::removable_of(scope.game, card, kind) >= amount(scope, of),
        Action::Counters(CounterAction::Remove { kind, .. } | CounterAction::Move { kind, .. }) => {
            counters::removable_of(scope.game, card, kind) > 0
        }
        Action::Cards(CardAction::Discard(_)) => {
            select::is_found(scope.game, card)
                && restriction::can_be_discarded(scope.game, card, DiscardCause::Player(scope.you))
        }
        Action::Choose(Choosable::Ability(class, ..)) => scope
            .context
            .is_none_or(|context| !word::abilities_of(scope.game, context, class, card).is_empty()),
        _ => select::is_found(scope.game, card),
    }
}

/// A cost was not paid.
fn fail(game: &mut Game) -> Flow {
    game.leave(&[], 0, false);
    Flow::Done
}

pub(super) fn step(game: &mut Game, id: CostId, at: PayStage) -> Flow {
    let catalog = game.catalog.clone();
    let entry = catalog.cost(id);
    let item = at.item();
    let place = usize::from(item);
    let context = game.context();
    let Some(payment) = entry.costs.0.get(place) else {
        game.leave(&[], 0, true);
        return Flow::Done;
    };
    let next = PayStage::Next(item + 1);
    if at == PayStage::After(item) {
        // 102.6: a hand without cards has been discarded, or shown, in full.
        if !context.last.did && !is_whole_hand(payment) {
            return fail(game);
        }
        remember(game, place, context.last);
        return Flow::next(Frame::Pay(id, next));
    }
    let scope = Scope::of_context(game, &context);
    let by = node::by(&context, 1304, 8);
    let pool = |game: &mut Game, pool: Pool, due: u16| {
        if game.pay(context.payer, pool, due, by).is_err() {
            return fail(game);
        }
        let number = i16::try_from(due).unwrap_or(i16::MAX);
        remember(game, place, super::Bound { number, did: true, ..super::Bound::default() });
        Flow::next(Frame::Pay(id, next))
    };
    match payment {
        Payment::TapThis => match context.this.filter(|card| can_tap(game, *card)) {
            Some(card) => {
                game.tap(card, by);
                Flow::next(Frame::Pay(id, next))
            }
            None => fail(game),
        },
        Payment::Force(of) => {
            let due = force_due(scope, id, of);
            pool(game, Pool::Force, due)
        }
        Payment::BuildPoints(of) => {
            let due = amount(scope, of).max(0).unsigned_abs();
            pool(game, Pool::BuildPoints, due)
        }
        Payment::Act(_) => match entry.actions[place] {
            Some(action) => {
                Flow::push(Frame::Pay(id, PayStage::After(item)), Frame::Action(action, ActionStage::START))
            }
            None => fail(game),
        },
        Payment::OneOf(..) => match &open(scope, context.payer, id, place)[..] {
            [] => fail(game),
            [only] => pay_option(id, item, &entry.options[place], *only),
            [_, ..] => Flow::Ask,
        },
    }
}

/// "discard your hand", "reveal your hand", however many cards that is.
fn is_whole_hand(payment: &Payment) -> bool {
    let Payment::Act(action) = payment else { return false };
    matches!(&**action, Action::Cards(CardAction::Discard(Selector::Each(all)) | CardAction::Reveal(Selector::Each(all)))
        if matches!(all.place, Some(Place::Hand(Player::You))))
}

fn pay_option(id: CostId, item: u8, options: &[CostId], option: u8) -> Flow {
    match options.get(usize::from(option)) {
        Some(list) => Flow::push(Frame::Pay(id, PayStage::After(item)), Frame::Pay(*list, PayStage::START)),
        None => Flow::Done,
    }
}

/// An X that is read off what pays a part of the cost is what it is as that pays: afterwards it may have left.
pub(super) fn fix_x(game: &mut Game) {
    let Some(frame::Frame::Effect(Frame::Pay(list, PayStage::After(item)))) =
        game.state.frames.last().copied()
    else {
        return;
    };
    let context = game.context();
    let mut abilities = std::iter::once(context.ability).chain(enhance::declared(game, &context));
    let asks = abilities.find(|id| game.catalog.entry(*id).costs.contains(&list));
    let Some(X::Is(of)) = asks.map(|id| &game.catalog.ability(id).x) else { return };
    if is_of_price(of, Some(item)) {
        let paid = super::Bound { did: true, ..super::Bound::default() };
        let Ok(paid) = game.state.bind(&act::picks(&context, 0), paid) else {
            game.stop();
            return;
        };
        let x = amount(Scope::of_context(game, &context.having_paid(item, paid)), of);
        game.with_context(|context| context.x = x);
    }
}

fn remember(game: &mut Game, place: usize, bound: super::Bound) {
    if place < PAID {
        game.with_context(|context| context.paid[place] = bound);
    }
}

/// The alternatives of an item that can be paid.
fn open(scope: Scope, payer: Role, id: CostId, place: usize) -> Vec<u8> {
    let options = &scope.game.catalog.cost(id).options[place];
    let context = Context { payer, ..scope.to_context() };
    // The option, then what else is to be paid.
    let rest: plan::Due = [(id, place as u8 + 1)].into_iter().chain(plan::rest(scope.game)).collect();
    let can = |option: &usize| {
        let due: plan::Due = [(options[*option], 0)].into_iter().chain(rest.iter().copied()).collect();
        plan::is_possible(scope.game, &context, &due)
    };
    (0..options.len()).filter(can).map(|option| option as u8).collect()
}

pub(super) fn ask(game: &Game, id: CostId, at: PayStage, choices: &mut Vec<Choice>) -> Option<Ask> {
    let context = game.context();
    let scope = Scope::of_context(game, &context);
    let options = open(scope, context.payer, id, usize::from(at.item()));
    choices.extend(options.into_iter().map(Choice::Option));
    // "your opponent chooses": that of the one who pays.
    let who = match game.catalog.cost(id).costs.0.get(usize::from(at.item())) {
        Some(Payment::OneOf(Player::Opponent, _)) => context.payer.other(),
        _ => context.payer,
    };
    let ask = Ask::new(who, Why::Pay, 1304, 8);
    Some(context.this.map_or(ask, |card| ask.about(card)))
}

pub(super) fn chosen(game: &mut Game, id: CostId, at: PayStage, choice: Choice) -> Flow {
    let catalog = game.catalog.clone();
    match (choice, catalog.cost(id).options.get(usize::from(at.item()))) {
        (Choice::Option(option), Some(options)) => pay_option(id, at.item(), options, option),
        _ => fail(game),
    }
}
