//! Resolving what waits: DS first, each player in the order he or she chooses (rule 1305.4).

use super::find::by_trap;
use super::{About, Frame, Sort, Waiting, replace};
use crate::change::By;
use crate::decision::{Ask, Choice, Why};
use crate::effect::{self, Context, Scope, condition};
use crate::event::{DiscardCause, What};
use crate::frame::Flow;
use crate::game::Game;
use crate::play::{self, Tried};
use crate::pop::{self, Chance};
use crate::state::{Register, Where};
use crate::{check, now};
use vocab::ability::AbilityKind;
use vocab::{Counter, Role};

/// Whose effects resolve now.
fn turn(game: &Game) -> Option<Role> {
    Role::ALL.into_iter().find(|role| game.state.waiting.iter().any(|waiting| waiting.you == *role))
}

/// What is to happen at once, as soon as texts have stepped in.
fn at_once(game: &mut Game) -> Option<Flow> {
    let is_at_once = |waiting: &Waiting| matches!(waiting.sort, Sort::Due(_) | Sort::Gain(_) | Sort::Chance);
    let place = game.state.waiting.iter().position(is_at_once)?;
    let waiting = game.state.waiting.remove(place);
    if waiting.sort == Sort::Chance {
        return Some(Flow::push(Frame::Chance, pop::Frame::new(Chance::Just)));
    }
    let (about, after) = match (waiting.sort, waiting.subject, waiting.that) {
        (Sort::Due(cause), Some(card), _) => {
            let from = game.state.card(card).place;
            if !check::is_due(game, card, cause) {
                return Some(Flow::next(Frame::Resolve));
            }
            (About::Discard(card, cause), Frame::Due(card, cause, from))
        }
        (Sort::Gain(pool), _, Some(who)) => {
            let amount = waiting.that_much.unsigned_abs();
            (About::Gain(who, pool, amount), Frame::Gains(who, pool, amount))
        }
        _ => return Some(Flow::next(Frame::Resolve)),
    };
    Some(match replace::would(game, about) {
        Some(above) => Flow::push(after, above),
        None => {
            game.state.register = Register::Empty;
            Flow::next(after)
        }
    })
}

/// The effects of a player that differ from each other, as choices.
fn orders(game: &Game, who: Role) -> Vec<Choice> {
    let mut choices = Vec::new();
    for waiting in game.state.waiting.iter().filter(|waiting| waiting.you == who) {
        if let Some(card) = waiting.this {
            let choice = Choice::Use(card, waiting.ability);
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        }
    }
    choices
}

pub(super) fn step(frame: Frame, game: &mut Game) -> Flow {
    match frame {
        Frame::Resolve => {
            if let Some(flow) = at_once(game) {
                return flow;
            }
            let Some(who) = turn(game) else { return Flow::Done };
            if orders(game, who).len() > 1 {
                return Flow::Ask;
            }
            let place = game.state.waiting.iter().position(|waiting| waiting.you == who);
            place.map_or(Flow::Done, |place| start(game, place))
        }
        Frame::Trap => Flow::Ask,
        Frame::Would => replace::step(game),
        Frame::Replaced => replace::replaced(game),
        Frame::Due(card, cause, from) => {
            let replaced = replace::was_replaced(game);
            // What must go and is still there goes, so that there is an end to it.
            let stays = game.state.card(card).place == from && check::is_due(game, card, cause);
            if stays || (!replaced && game.state.card(card).place != Where::Nowhere) {
                game.discard(card, cause, By::card(card, 1310, 1));
            }
            check::settle(game);
            Flow::next(Frame::Resolve)
        }
        Frame::Chance => {
            game.state.just = None;
            Flow::next(Frame::Resolve)
        }
        Frame::Gains(who, pool, amount) => {
            if !replace::was_replaced(game) {
                game.gain_at_once(who, pool, amount, By::rule(1310, 1));
            }
            Flow::next(Frame::Resolve)
        }
        Frame::TrapTried => {
            if play::was_disrupted(game) {
                return Flow::next(Frame::TrapDone);
            }
            let context = game.context();
            if let Some(card) = context.this {
                game.note(What::Completed { who: context.you, card }, by_trap(card).rule, Some(card));
            }
            // The texts end with their context: the Trap's own stays for the discard.
            game.open(context);
            Flow::push(Frame::TrapDone, effect::Frame::Texts(0))
        }
        Frame::TrapDone => {
            if let Some(card) = game.context().this {
                game.discard_by_rule(card, DiscardCause::Rule, by_trap(card));
            }
            game.state.contexts.pop();
            Flow::Done
        }
    }
}

/// Begins a waiting effect.
fn start(game: &mut Game, place: usize) -> Flow {
    if place >= game.state.waiting.len() {
        return Flow::Done;
    }
    let waiting = game.state.waiting.remove(place);
    let context = context_of(game, &waiting);
    if !still_holds(game, &waiting, &context) {
        return Flow::next(Frame::Resolve);
    }
    match waiting.sort {
        Sort::Effect => {
            let frame = effect::begin(game, context, waiting.root);
            Flow::Push(Frame::Resolve.into(), frame)
        }
        Sort::Trap => {
            game.open(context);
            Flow::push(Frame::Resolve, Frame::Trap)
        }
        // They come before everything else.
        Sort::Due(_) | Sort::Gain(_) | Sort::Chance => Flow::next(Frame::Resolve),
    }
}

pub(super) fn context_of(game: &Game, waiting: &Waiting) -> Context {
    let mut context = Context {
        this: waiting.this,
        giver: waiting.giver,
        you: waiting.you,
        payer: waiting.you,
        ability: waiting.ability,
        x: waiting.x,
        that: waiting.that,
        that_much: waiting.that_much,
        subject: waiting.subject,
        object: waiting.object,
        ..Context::default()
    };
    // As for lasting effects, one arena is remembered: whichever step chose it.
    if waiting.arena.is_some() {
        context.results.iter_mut().for_each(|result| result.arena = waiting.arena);
    }
    for (slot, card) in waiting.bound.iter() {
        if let Some(result) = context.results.get_mut(usize::from(*slot)) {
            // As many as were written down fit.
            let _ = result.objects.push(*card);
            result.did = true;
        }
    }
    context.x = now::x_of(Scope::of_context(game, &context), waiting.ability);
    context
}

/// Whether the condition of a triggered effect holds when it resolves (rule 1305.5); a Trap must still be there.
fn still_holds(game: &Game, waiting: &Waiting, context: &Context) -> bool {
    let scope = Scope::of_context(game, context);
    let entry = game.catalog.entry(waiting.ability);
    match &entry.ability.kind {
        AbilityKind::Triggered(triggered) if entry.root == Some(waiting.root) => {
            triggered.condition.as_ref().is_none_or(|only| condition::holds(scope, only))
        }
        AbilityKind::Trap(_) if waiting.sort == Sort::Trap => waiting.this.is_some_and(|card| {
            let record = game.state.card(card);
            record.place == Where::BuildZone && record.is_face_down()
        }),
        _ => true,
    }
}

pub(super) fn ask(frame: Frame, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
    let context = game.context();
    match frame {
        Frame::Resolve => {
            let who = turn(game)?;
            choices.extend(orders(game, who));
            Some(Ask::new(who, Why::Order, 1305, 4))
        }
        Frame::Trap => {
            choices.extend([Choice::Yes, Choice::No]);
            let ask = Ask::new(context.you, Why::Optional, 212, 3);
            Some(context.this.map_or(ask, |card| ask.about(card)))
        }
        Frame::Would => replace::ask(game, choices),
        Frame::TrapTried
        | Frame::TrapDone
        | Frame::Replaced
        | Frame::Due(..)
        | Frame::Gains(..)
        | Frame::Chance => None,
    }
}

pub(super) fn chosen(frame: Frame, game: &mut Game, choice: Choice) -> Flow {
    match (frame, choice) {
        (Frame::Resolve, Choice::Use(card, ability)) => {
            let is_it = |waiting: &Waiting| waiting.this == Some(card) && waiting.ability == ability;
            let place = game.state.waiting.iter().position(is_it);
            place.map_or(Flow::next(Frame::Resolve), |place| start(game, place))
        }
        (Frame::Would, choice) => replace::chosen(game, choice),
        (Frame::Trap, Choice::Yes) => {
            let context = game.context();
            let Some(card) = context.this else { return Flow::Done };
            // 212.3: reveal it, remove its counters, disrupt chance, resolve, discard.
            game.reveal(card, by_trap(card));
            game.remove_counters(card, Counter::Build, u8::MAX, context.you, By::card(card, 212, 3));
            let pop = play::open(game, Tried::Card(card), context.you);
            Flow::Push(Frame::TrapTried.into(), pop)
        }
        (Frame::Trap, _) => {
            game.state.contexts.pop();
            Flow::Done
        }
        _ => Flow::next(frame),
    }
}
