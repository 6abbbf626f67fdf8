//! Resolving what waits: DS first, each player in the order he or she chooses (rule 1305.4).

use super::find::{attaches_itself, by_trap, is_attached_trait, is_due_now, is_trap_ready};
use super::{About, Frame, Sort, Waiting, replace};
use crate::facts::game::Game;
use crate::facts::now;
use crate::facts::text::{Scope, condition};
use crate::records::attack::Stage;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::effect::Context;
use crate::records::event::{DiscardCause, What};
use crate::records::frame;
use crate::records::frame::Flow;
use crate::records::play::Tried;
use crate::records::pop::Chance;
use crate::records::state::{Report, Slot, Where};
use crate::rules::change::By;
use crate::rules::keywords::{adapt, ambush, meditate, pilot, velocity};
use crate::rules::{attack, build, check, effect, keywords, play, pop};
use vocab::ability::{AbilityKind, Frequency};
use vocab::{Cost, Counter, Keyword, Role};

/// What can resolve now: within a damage sequence not what waited before it (rule 1202.3), and before the roll of an
/// attack nothing that changes its dice (rule 1107.6).
fn due(game: &Game) -> impl Iterator<Item = (usize, &Waiting)> {
    let level = game.state.sequences.len() as u8;
    let is_due = move |waiting: &Waiting| waiting.depth.level() >= level && !awaits_dice(game, waiting);
    game.state.waiting.iter().enumerate().filter(move |(_, waiting)| is_due(waiting))
}

/// Whether an effect is about dice that are yet to be rolled: "whenever this unit attacks, you may reroll ...".
fn awaits_dice(game: &Game, waiting: &Waiting) -> bool {
    let is_of_dice = || {
        matches!(
            game.catalog.node(waiting.root).sort,
            play::Sort::AddDice | play::Sort::Dice | play::Sort::ChangeDice
        )
    };
    waiting.sort == Sort::Effect
        && game.state.attack().is_some_and(|attack| attack.stage < Stage::Rerolling)
        && is_of_dice()
}

/// Whose effects resolve now.
fn turn(game: &Game) -> Option<Role> {
    Role::ALL.into_iter().find(|role| due(game).any(|(_, waiting)| waiting.you == *role))
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
            game.state.report = Report::Nothing;
            Flow::next(after)
        }
    })
}

/// What of a player's waits and can come next, without what is the same twice. Retaliates keep the order in which they
/// were activated (rule 1112.2).
fn orders(game: &Game, who: Role) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut has_retaliated = false;
    for (_, waiting) in due(game).filter(|(_, waiting)| waiting.you == who) {
        let is_retaliate = waiting.sort == Sort::Stored(Keyword::Retaliate);
        if let (Some(choice), false) = (choice_among(game, waiting), is_retaliate && has_retaliated) {
            if !choices.contains(&choice) {
                choices.push(choice);
            }
            has_retaliated |= is_retaliate;
        }
    }
    choices
}

/// The choice that stands for something that waits. An Equipment that several units are to get by one text asks which of
/// them (rule 210.4).
fn choice_among(game: &Game, waiting: &Waiting) -> Option<Choice> {
    let is_rival = |other: &Waiting| {
        (other.this, other.ability, other.sort) == (waiting.this, waiting.ability, waiting.sort)
            && other.subject != waiting.subject
    };
    match waiting.subject {
        Some(subject)
            if waiting.sort == Sort::Effect
                && due(game).any(|(_, other)| is_rival(other))
                && attaches_itself(game, waiting.ability) =>
        {
            Some(Choice::Card(subject))
        }
        Some(_) | None => choice_of(waiting),
    }
}

/// The choice that stands for something that waits, by itself.
pub(super) fn choice_of(waiting: &Waiting) -> Option<Choice> {
    let card = waiting.this?;
    Some(match waiting.sort {
        Sort::Effect | Sort::Trap => Choice::Use(card, waiting.ability),
        Sort::Stored(keyword) | Sort::Keyword(keyword) => Choice::Keyword(card, keyword),
        Sort::Adapt(_) => Choice::Keyword(card, Keyword::Adapt),
        Sort::Velocity => Choice::Keyword(card, Keyword::Velocity),
        Sort::Pilots => Choice::Keyword(card, Keyword::Pilot),
        Sort::ByItself => Choice::Card(card),
        Sort::Due(_) | Sort::Gain(_) | Sort::Chance => return None,
    })
}

pub(super) fn step(frame: Frame, game: &mut Game) -> Flow {
    match frame {
        Frame::Resolve => {
            // 1315: what has been played or has triggered may have left something to put right.
            if game.state.contexts.is_empty() {
                check::settle(game);
            }
            if let Some(flow) = at_once(game) {
                return flow;
            }
            let Some(who) = turn(game) else {
                // 1705.3: a unit that has come in is ambushed after everything that this triggered.
                return match ambush::chance(game) {
                    Some(chance) => Flow::Push(Frame::Resolve.into(), chance),
                    None => Flow::Done,
                };
            };
            if orders(game, who).len() > 1 {
                return Flow::Ask;
            }
            let place = due(game).find(|(_, waiting)| waiting.you == who).map(|(place, _)| place);
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
        Frame::TrapPaid(paid) => {
            let context = game.context();
            let Some(card) = context.this else { return Flow::Done };
            if let Some(paying) = build::pay_extra(game, context.you, card, paid) {
                return match paying {
                    Some(above) => Flow::Push(Frame::TrapPaid(paid + 1).into(), above),
                    None => Flow::next(Frame::TrapPaid(paid + 1)),
                };
            }
            play::open_completion(game, Tried::Card(card), (context.you, card), Frame::TrapTried.into())
        }
        Frame::TrapTried => {
            if play::was_disrupted(game) {
                return Flow::next(Frame::TrapDone);
            }
            let context = game.context();
            if let Some(card) = context.this {
                let x = u8::try_from(context.x).unwrap_or(0);
                game.note(What::Completed { who: context.you, card, x }, by_trap(card).rule, Some(card));
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
    let above: Option<frame::Frame> = match waiting.sort {
        Sort::Effect | Sort::Trap => {
            let context = context_of(game, &waiting);
            match waiting.sort {
                _ if !still_holds(game, &waiting, &context) => None,
                Sort::Trap => {
                    game.open(context);
                    Some(Frame::Trap.into())
                }
                _ => Some(effect::begin(game, context, waiting.root)),
            }
        }
        Sort::Stored(keyword) => attack::deal_stored(game, &waiting, keyword),
        Sort::Keyword(keyword) => keywords::resolve(game, &waiting, keyword),
        Sort::Adapt(nth) => waiting.this.and_then(|unit| adapt::begin(game, unit, nth)).map(Into::into),
        Sort::Velocity => waiting.this.and_then(|unit| velocity::begin(game, unit)).map(Into::into),
        Sort::Pilots => {
            let unit = waiting.this.filter(|unit| game.is_unit(*unit) && pilot::has_excess(game, *unit));
            unit.map(|unit| build::Frame::ExcessPilot(unit).into())
        }
        // They come before everything else; what prevents damage by itself waits only while the damage is pending.
        Sort::Due(_) | Sort::Gain(_) | Sort::Chance | Sort::ByItself => None,
    };
    match above {
        Some(above) => Flow::Push(Frame::Resolve.into(), above),
        None => Flow::next(Frame::Resolve),
    }
}

pub(crate) fn context_of(game: &Game, waiting: &Waiting) -> Context {
    let (bindings, payer, ability) = (waiting.bindings, waiting.you, waiting.ability);
    let (chain, since) = (waiting.depth.chain(), waiting.since);
    let mut context = Context { bindings, payer, ability, chain, since, ..Context::default() };
    // As for lasting effects, one arena is remembered: whichever step chose it.
    if waiting.arena.is_some() {
        context.results.iter_mut().for_each(|result| result.arena = waiting.arena);
    }
    if !waiting.words.is_empty() {
        context.results.iter_mut().for_each(|result| result.words = waiting.words);
    }
    for (result, card) in waiting.bound.iter() {
        if let Some(result) = context.results.get_mut(usize::from(result)) {
            // As many as were written down fit.
            let _ = result.objects.push(Some(card));
            result.did = true;
        }
    }
    let crowd = waiting.bound.crowd();
    if let Some(result) = context.results.get_mut(usize::from(waiting.bound.crowd_of()))
        && !crowd.is_none()
    {
        result.crowd = crowd;
        result.did = true;
        // Of a crowd the first few.
        for card in game.state.crowd(crowd) {
            let _ = result.objects.push(Some(card));
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
            let open = !matches!(triggered.trigger.frequency, Frequency::Once(_))
                || is_due_now(scope, waiting.ability, triggered.trigger.frequency);
            open && !is_attached_trait(scope, waiting.ability)
                && triggered.condition.as_ref().is_none_or(|only| condition::holds(scope, only))
        }
        AbilityKind::Trap(_) if waiting.sort == Sort::Trap => {
            waiting.this.is_some_and(|card| is_trap_ready(game, card))
        }
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
            let card = context.this?;
            let is_meditated = game.state.card(card).place == Where::DiscardPile;
            choices.push(Choice::Pass);
            if is_meditated {
                choices.push(Choice::PlayBy(card, Keyword::Meditate));
            } else if costs_x(game, card) {
                // 201.3: X is chosen now; there must be that many counters.
                choices.extend((0..=game.state.card(card).build).map(Choice::Number));
            } else {
                choices.push(Choice::Play(card));
            }
            Some(Ask::new(context.you, Why::Optional, 212, 3).about(card))
        }
        Frame::Would => replace::ask(game, choices),
        Frame::TrapPaid(_)
        | Frame::TrapTried
        | Frame::TrapDone
        | Frame::Replaced
        | Frame::Due(..)
        | Frame::Gains(..)
        | Frame::Chance => None,
    }
}

/// 212.3: reveal it, remove its counters, disrupt chance, resolve, discard.
fn reveal_trap(game: &mut Game, card: Slot) -> Flow {
    let who = game.context().you;
    game.reveal(card, by_trap(card));
    game.remove_counters(card, Counter::Build, u8::MAX, who, By::card(card, 212, 3));
    Flow::next(Frame::TrapPaid(0))
}

/// Whether the build cost of a Trap is X (rule 201.3).
fn costs_x(game: &Game, card: Slot) -> bool {
    game.catalog.definition(game.state.card(card).definition).cost == Cost::X
}

pub(super) fn chosen(frame: Frame, game: &mut Game, choice: Choice) -> Flow {
    match (frame, choice) {
        (Frame::Resolve, choice) => {
            let who = turn(game);
            let is_it =
                |waiting: &Waiting| Some(waiting.you) == who && choice_among(game, waiting) == Some(choice);
            let place = due(game).find(|(_, waiting)| is_it(waiting)).map(|(place, _)| place);
            place.map_or(Flow::next(Frame::Resolve), |place| start(game, place))
        }
        (Frame::Would, choice) => replace::chosen(game, choice),
        (Frame::Trap, Choice::Play(card)) => reveal_trap(game, card),
        (Frame::Trap, Choice::Number(x)) => {
            game.with_context(|context| context.x = i16::from(x));
            match game.context().this {
                Some(card) => reveal_trap(game, card),
                None => Flow::Done,
            }
        }
        (Frame::Trap, Choice::PlayBy(card, _)) => {
            let who = game.context().you;
            match meditate::spring(game, who, card) {
                Some(paying) => Flow::Push(Frame::TrapPaid(0).into(), paying),
                None => Flow::next(Frame::TrapPaid(0)),
            }
        }
        (Frame::Trap, _) => {
            game.state.contexts.pop();
            Flow::Done
        }
        _ => Flow::next(frame),
    }
}
