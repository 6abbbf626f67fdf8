//! Counters put, removed and moved (chapter 14): how many on or from which card, of which kind.

use super::act::picks;
use super::amount::{amount, kinds};
use super::node::by;
use super::{Context, Frame, Scope, plan, select};
use crate::facts::game::Game;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::effect::counters::{Part, Stage};
use crate::records::frame::Flow;
use crate::records::id::ActionId;
use crate::records::state::{Slot, Where};
use vocab::Counter;
use vocab::ability::{Action, CounterAction, CounterKind, Quantity, Reference, Selector, Share, Way};

/// More counters than a card ever has.
const MANY: i16 = 250;

/// Begins an action with counters: what was done so far is the number of the step.
pub(super) fn begin(game: &mut Game, id: ActionId) -> Flow {
    let catalog = game.catalog.clone();
    let selectors = &catalog.action(id).selectors;
    for out in 0..2 {
        let mut cards = picks(&game.context(), out);
        // 902.5: a unit that has been deployed as a Pilot is none.
        let is_unit_meant = selectors.get(out).is_some_and(|selector| {
            matches!(catalog.selector(*selector), Selector::Known(Reference::Subject))
        });
        // 1306.3, 1401.5: nothing is put on a card that has left play, and nothing is there.
        cards.retain(|card| {
            let place = game.state.card(*card).place;
            place.is_on_the_table() && !(is_unit_meant && matches!(place, Where::Piloting(_)))
        });
        select::fill(game, &cards, |context| &mut context.picks[out]);
    }
    if let Action::Counters(CounterAction::Until { way, health, .. }) = &catalog.action(id).action {
        return until(game, *way, *health);
    }
    game.with_context(|context| context.last.number = 0);
    Flow::next(Frame::Counters(id, Stage::Card(0)))
}

/// Puts or removes damage counters until a unit has this much health left (rule 1206.4).
fn until(game: &mut Game, way: Way, health: u8) -> Flow {
    let context = game.context();
    let cards = picks(&context, 0);
    let reason = by(&context, 1401, 4);
    let mut total = 0;
    for card in &cards {
        let damage = i16::from(game.state.card(*card).damage);
        let due = game.now(*card).health - i16::from(health);
        let more = due - damage;
        if more > 0 && way != Way::Remove {
            game.put_counters(*card, Counter::Damage, small(more), context.you, reason);
            total += more;
        }
        if more < 0 && way != Way::Put {
            total +=
                i16::from(game.remove_counters(*card, Counter::Damage, small(-more), context.you, reason));
        }
    }
    game.leave(&cards, total, !cards.is_empty());
    Flow::Done
}

fn action(game: &Game, id: ActionId) -> Option<&CounterAction> {
    if let Action::Counters(action) = &game.catalog.action(id).action { Some(action) } else { None }
}

fn kind_of(action: &CounterAction) -> &CounterKind {
    match action {
        // Carried out by `until`.
        CounterAction::Until { .. } => &CounterKind::One(Counter::Damage),
        CounterAction::Put { kind, .. }
        | CounterAction::Remove { kind, .. }
        | CounterAction::AllBut { kind, .. }
        | CounterAction::Move { kind, .. } => kind,
    }
}

/// The least and the most counters that the text asks for (rule 1311.7), and whether that is for each card or in all.
fn wanted(scope: Scope, action: &CounterAction) -> (i16, i16, Share) {
    let number = |of| amount(scope, of).clamp(0, MANY);
    let (quantity, share) = match action {
        CounterAction::Until { .. } => return (0, 0, Share::Each),
        // As many as `room` leaves.
        CounterAction::AllBut { .. } => return (MANY, MANY, Share::Each),
        CounterAction::Put { quantity, share, .. } | CounterAction::Remove { quantity, share, .. } => {
            (quantity, *share)
        }
        CounterAction::Move { quantity, .. } => (quantity, Share::Each),
    };
    match quantity {
        Quantity::Exactly(of) => (number(of), number(of), share),
        Quantity::UpTo(of) => (0, number(of), share),
        Quantity::Between(least, most) => (*least, *most, share),
        Quantity::AnyNumber => (0, MANY, share),
        Quantity::All => (MANY, MANY, share),
    }
}

/// How many counters of a kind the action can put on or take from a card.
fn room(game: &Game, action: &CounterAction, card: Slot, kind: Counter) -> i16 {
    match action {
        CounterAction::Until { .. } => 0,
        CounterAction::Put { .. } => MANY,
        CounterAction::AllBut { left, .. } => (removable(game, card, kind) - i16::from(*left)).max(0),
        CounterAction::Remove { .. } | CounterAction::Move { .. } => removable(game, card, kind),
    }
}

/// How many counters of a kind can be taken from a card (rule 1602.14).
fn removable(game: &Game, card: Slot, kind: Counter) -> i16 {
    i16::from(game.state.counters(card, kind))
}

/// How many counters of these kinds can be taken from a card.
pub(super) fn removable_of(game: &Game, card: Slot, kind: &CounterKind) -> i16 {
    kinds(kind).into_iter().map(|kind| removable(game, card, kind)).sum()
}

/// The kinds that are still open for a card, and how many there can be of each.
fn open_kinds(game: &Game, action: &CounterAction, card: Slot, seen: u8) -> Vec<(Counter, i16)> {
    // All of one kind: there is no second.
    if *kind_of(action) == CounterKind::AnyOne && seen != 0 {
        return Vec::new();
    }
    kinds(kind_of(action))
        .into_iter()
        .filter(|kind| seen & bit(*kind) == 0)
        .map(|kind| (kind, room(game, action, card, kind)))
        .filter(|(_, room)| *room > 0)
        .collect()
}

fn bit(kind: Counter) -> u8 {
    let place = Counter::ALL.into_iter().position(|other| other == kind).unwrap_or(0);
    1 << (place & 7)
}

/// The bounds for the card with this place: of its own, or of what is left for all (rule 1311.8).
fn bounds(
    game: &Game,
    context: &Context,
    action: &CounterAction,
    cards: &[Slot],
    place: usize,
) -> (i16, i16) {
    let (least, most, share) = wanted(Scope::of_context(game, context), action);
    let whole = |card: &Slot| -> i16 {
        open_kinds(game, action, *card, 0).into_iter().map(|(_, room)| room).fold(0, i16::saturating_add)
    };
    let own = cards.get(place).map_or(0, whole);
    let (least, most) = match share {
        Share::Each => (least, most),
        Share::Divided => {
            let done = context.last.number;
            let later = cards.iter().skip(place + 1).map(whole).fold(0, i16::saturating_add);
            (least.saturating_sub(done).saturating_sub(later), most.saturating_sub(done))
        }
    };
    let most = most.clamp(0, own.min(MANY));
    (least.clamp(0, most), most)
}

/// How many there are of one kind at least and at most, if that many of others are possible.
fn of_kind(part: Part, open: &[(Counter, i16)], kind: Counter) -> (u8, u8) {
    let others = open.iter().filter(|(other, _)| *other != kind).map(|(_, room)| *room);
    let others = others.fold(0, i16::saturating_add);
    let own = open.iter().find(|(other, _)| *other == kind).map_or(0, |(_, room)| *room);
    let most = own.min(i16::from(part.most));
    // A kind that was picked out of several is meant.
    let picked = i16::from(others > 0);
    let least = i16::from(part.least).saturating_sub(others).max(picked).min(most);
    (small(least), small(most))
}

fn small(number: i16) -> u8 {
    u8::try_from(number.clamp(0, MANY)).unwrap_or(0)
}

pub(super) fn step(game: &mut Game, id: ActionId, stage: Stage) -> Flow {
    let context = game.context();
    let cards = picks(&context, 0);
    let catalog = game.catalog.clone();
    let Action::Counters(action) = &catalog.action(id).action else { return Flow::Done };
    match stage {
        Stage::Card(place) => {
            let at = usize::from(place);
            if at >= cards.len() {
                return finish(game, &context, action, &cards);
            }
            let (least, most) = bounds(game, &context, action, &cards, at);
            let part = Part { place, least: small(least), most: small(most), seen: 0 };
            Flow::next(Frame::Counters(id, Stage::Kind(part)))
        }
        Stage::Kind(part) => {
            let next_card = Flow::next(Frame::Counters(id, Stage::Card(part.place.saturating_add(1))));
            let Some(card) = cards.get(usize::from(part.place)) else { return next_card };
            let open = open_kinds(game, action, *card, part.seen);
            let all = open.iter().map(|(_, room)| *room).fold(0, i16::saturating_add);
            match open[..] {
                _ if part.most == 0 => next_card,
                [] => next_card,
                [(kind, _)] => Flow::next(Frame::Counters(id, Stage::Number(part, kind))),
                // Everything there is: nothing to choose.
                [(kind, room), ..] if i16::from(part.least) >= all => {
                    handle(game, id, part, kind, small(room))
                }
                [..] => Flow::Ask,
            }
        }
        Stage::Number(part, kind) => match numbers(game, id, part, kind) {
            (least, most) if least == most => handle(game, id, part, kind, most),
            _ => Flow::Ask,
        },
    }
}

fn numbers(game: &Game, id: ActionId, part: Part, kind: Counter) -> (u8, u8) {
    let card = picks(&game.context(), 0).get(usize::from(part.place)).copied();
    let (Some(action), Some(card)) = (action(game, id), card) else { return (0, 0) };
    let mut open = open_kinds(game, action, card, part.seen);
    if *kind_of(action) == CounterKind::AnyOne {
        open.retain(|(other, _)| *other == kind);
    }
    of_kind(part, &open, kind)
}

pub(super) fn ask(game: &Game, id: ActionId, stage: Stage, choices: &mut Vec<Choice>) -> Option<Ask> {
    let context = game.context();
    let (part, rule) = match stage {
        Stage::Card(_) => return None,
        Stage::Kind(part) => (part, (1401, 3)),
        Stage::Number(part, _) => (part, (1311, 7)),
    };
    let card = *picks(&context, 0).get(usize::from(part.place))?;
    let action = action(game, id)?;
    if let Stage::Number(part, kind) = stage {
        let (least, most) = numbers(game, id, part, kind);
        choices.extend((least..=most).map(Choice::Number));
    } else {
        let open = open_kinds(game, action, card, part.seen);
        choices.extend(open.into_iter().map(|(kind, _)| Choice::Counter(kind)));
        if part.least == 0 {
            choices.push(Choice::Done);
        }
    }
    let is_divided = wanted(Scope::of_context(game, &context), action).2 == Share::Divided;
    let why = if is_divided { Why::Divide } else { Why::Choose };
    // 1304.8: whoever pays with counters says which.
    let who = if plan::is_paying(game) { context.payer } else { context.you };
    Some(Ask::new(who, why, rule.0, rule.1).about(card))
}

pub(super) fn chosen(game: &mut Game, id: ActionId, stage: Stage, choice: Choice) -> Flow {
    match (stage, choice) {
        (Stage::Kind(part), Choice::Counter(kind)) => {
            Flow::next(Frame::Counters(id, Stage::Number(part, kind)))
        }
        (Stage::Number(part, kind), Choice::Number(number)) => handle(game, id, part, kind, number),
        (Stage::Card(place), _) => Flow::next(Frame::Counters(id, Stage::Card(place))),
        // Enough for this card.
        (Stage::Kind(part) | Stage::Number(part, _), _) => {
            Flow::next(Frame::Counters(id, Stage::Card(part.place.saturating_add(1))))
        }
    }
}

/// Puts, removes or moves that many counters of a kind (rules 1401.4, 1401.8).
fn handle(game: &mut Game, id: ActionId, part: Part, kind: Counter, number: u8) -> Flow {
    let context = game.context();
    let reason = by(&context, 1401, 4);
    let catalog = game.catalog.clone();
    let card = picks(&context, 0).get(usize::from(part.place)).copied();
    let done = match (&catalog.action(id).action, card) {
        (Action::Counters(CounterAction::Put { .. }), Some(card)) => {
            game.put_counters(card, kind, number, context.you, reason);
            number
        }
        (Action::Counters(CounterAction::Remove { .. } | CounterAction::AllBut { .. }), Some(card)) => {
            game.remove_counters(card, kind, number, context.you, reason)
        }
        (Action::Counters(CounterAction::Move { .. }), Some(card)) => match picks(&context, 1).first() {
            Some(to) => {
                let moved = game.remove_counters(card, kind, number, context.you, reason);
                game.put_counters(*to, kind, moved, context.you, reason);
                moved
            }
            None => 0,
        },
        _ => 0,
    };
    game.with_context(|context| context.last.number += i16::from(done));
    let rest = Part {
        least: part.least.saturating_sub(number),
        most: part.most.saturating_sub(number),
        seen: part.seen | bit(kind),
        ..part
    };
    Flow::next(Frame::Counters(id, Stage::Kind(rest)))
}

/// What the action came to; as a cost it is done in full or not paid (rule 102.6).
fn finish(game: &mut Game, context: &Context, action: &CounterAction, cards: &[Slot]) -> Flow {
    let total = context.last.number;
    let (least, _, share) = wanted(Scope::of_context(game, context), action);
    let is_exact = match action {
        CounterAction::Put { .. } | CounterAction::Until { .. } | CounterAction::AllBut { .. } => false,
        CounterAction::Remove { quantity, .. } | CounterAction::Move { quantity, .. } => {
            matches!(quantity, Quantity::Exactly(_))
        }
    };
    let times = if share == Share::Each { cards.len() as i16 } else { 1 };
    let did = match action {
        // "Put up to 2": none is not done.
        CounterAction::Put { quantity, .. } => total > 0 || matches!(quantity, Quantity::Exactly(_)),
        CounterAction::Until { .. } | CounterAction::AllBut { .. } => true,
        CounterAction::Remove { .. } | CounterAction::Move { .. } => {
            total > 0 && (!is_exact || total >= least.saturating_mul(times))
        }
    };
    game.leave(cards, total, did && !cards.is_empty());
    Flow::Done
}
