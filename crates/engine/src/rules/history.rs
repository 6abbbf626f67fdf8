//! What has happened, as far as the texts of the cards in the game look back (rules 1601.6, 1601.10).
//!
//! Only events of the kinds that some card asks about are written down, and only as long as it asks for.

use crate::facts::game::Game;
use crate::facts::history::{fits, is_then, may_be, subject};
use crate::facts::support;
use crate::facts::text::{Scope, arena_of};
use crate::records::event::{Event, What};
use crate::records::history::{PASTS, Past};
use crate::records::kind::EventKind;
use crate::records::list::List;
use crate::records::state::{Slot, Text};
use vocab::DefinitionId;
use vocab::ability::Span;

/// Whether a card of the game looks back on such an event that far.
fn is_asked_about(game: &Game, what: &What, reaches: impl Fn(Span) -> bool) -> bool {
    let Some(kind) = EventKind::of(what) else { return false };
    let asks = |slot: Slot| {
        let facts = game.catalog.facts(game.state.card(slot).definition);
        facts.asks.iter().any(|asks| asks.has(kind))
            && facts.pasts.iter().any(|(event, span)| reaches(*span) && may_be(event, what))
    };
    let is_asked = game.state.places.with(Text::LooksBack).into_iter().any(asks);
    debug_assert_eq!(is_asked, game.state.slots().any(asks), "a card that looks back was not looked at");
    is_asked
}

/// Makes room in time, before something that writes much down.
pub(crate) fn tidy(game: &mut Game) {
    if game.state.history.len() * 2 > PASTS {
        compact(game);
    }
}

/// Makes room: forgets what no text can look back on any more, and merges what is the same to all texts that look back:
/// they count it together.
fn compact(game: &mut Game) {
    let mut kept: Vec<(Sight, Past)> = Vec::new();
    for past in game.state.history.iter() {
        let Some((sight, past)) = sight(game, past) else { continue };
        let is_same = |(seen, other): &&mut (Sight, Past)| {
            *seen == sight
                && (other.turn, other.attack) == (past.turn, past.attack)
                && (sight.is_general || (other.what, other.arena) == (past.what, past.arena))
        };
        match kept.iter_mut().find(is_same) {
            Some((_, other)) => other.times = other.times.saturating_add(past.times),
            None => kept.push((sight, past)),
        }
    }
    game.state.history = List::default();
    for (_, past) in kept {
        // There are not more than before.
        let _ = game.state.history.push(past);
    }
}

/// How those who look back see a past event.
#[derive(PartialEq, Eq)]
struct Sight {
    /// The texts that mean it: the card, and which of the events that it looks back on.
    by: Vec<(Slot, usize)>,
    /// Whether they mean it by what the cards are, so that it matters to none of them which card it was.
    is_general: bool,
}

/// How those who look back see a past event, and as much of it as they can ask about; nothing if none of them can.
fn sight(game: &Game, past: &Past) -> Option<(Sight, Past)> {
    let state = &game.state;
    let mut sight = Sight { by: Vec::new(), is_general: true };
    let mut spans = Vec::new();
    for card in state.places.with(Text::LooksBack) {
        let pasts = &game.catalog.facts(state.card(card).definition).pasts;
        for (place, (event, span)) in pasts.iter().enumerate() {
            let later = match span {
                Span::ThisAttack | Span::ThisTurn => false,
                Span::LastTurn => past.turn == state.turn,
                Span::ThisGame => true,
            };
            if !(is_then(state, past, *span) || later) || !may_be(event, &past.what) {
                continue;
            }
            // Who points at a card may come to point at any of them.
            let is_general = support::points_at_nothing(event);
            if is_general && !fits(Scope::of_card(game, card, 0), event, past) {
                continue;
            }
            sight.is_general &= is_general;
            sight.by.push((card, place));
            spans.push(*span);
        }
    }
    let is_now = |span: Span| spans.contains(&span) && is_then(state, past, span);
    let is_of_turn = |span: &Span| *span != Span::ThisGame;
    let mut past = *past;
    if !is_now(Span::ThisAttack) {
        past.attack = 0;
    }
    if !spans.iter().any(is_of_turn) {
        past.turn = 0;
    }
    (!sight.by.is_empty()).then_some((sight, past))
}

/// A card comes into the game: from now on what it asks about is written down.
pub(crate) fn bring(game: &mut Game, definition: DefinitionId) {
    let asks = game.catalog.facts(definition).asks;
    game.state.moments = game.state.moments.or(game.catalog.facts(definition).moments);
    for (asked, asks) in game.state.asked.iter_mut().zip(asks) {
        *asked = asked.or(asks);
    }
}

/// Writes an event down if somebody asks about its kind.
#[inline]
pub(crate) fn notice(game: &mut Game, event: &Event, kind: EventKind) {
    let [this_turn, last_turn, ever] = game.state.asked;
    if this_turn.or(last_turn).or(ever).has(kind) && is_asked_about(game, &event.what, |_| true) {
        write_down(game, event);
    }
}

/// Writes an event down. Apart, so that passing over others stays short.
#[inline(never)]
fn write_down(game: &mut Game, event: &Event) {
    let arena = subject(&event.what).and_then(|card| arena_of(game, card));
    if game.state.history.len() == PASTS {
        compact(game);
    }
    let state = &mut game.state;
    let attack = state.attacks.last().map_or(0, |attack| attack.number);
    let new = Past { what: event.what, turn: state.turn, attack, arena, times: 1 };
    let is_same = |past: &&mut Past| Past { times: 1, ..**past } == new;
    if let Some(past) = state.history.iter_mut().find(is_same) {
        past.times = past.times.saturating_add(1);
    } else if state.history.push(new).is_err() {
        game.stop();
    }
}

/// A new turn: what nobody asks about any more is forgotten.
pub(crate) fn turn_starts(game: &mut Game) {
    let (turn, [_, last, ever]) = (game.state.turn, game.state.asked);
    game.state.history.retain(|past| {
        EventKind::of(&past.what)
            .is_some_and(|kind| ever.has(kind) || (last.has(kind) && past.turn + 1 >= turn))
    });
}

/// An attack did not happen (rule 1308.7).
pub(crate) fn forget_attack(game: &mut Game, number: u16) {
    game.state.history.retain(|past| {
        past.attack != number || !matches!(past.what, What::Attacks { .. } | What::IsAttacked { .. })
    });
}

/// The unit goes on under another top card, and so does what it did (rule 805.3).
pub(crate) fn hand_over(game: &mut Game, from: Slot, to: Slot) {
    for past in game.state.history.iter_mut() {
        let cards = match &mut past.what {
            What::Attacks { attacker: a, defender: b, .. }
            | What::IsAttacked { defender: a, attacker: b }
            | What::AttackEnded { attacker: a, defender: b }
            | What::Damaged { unit: a, from: b, .. } => [Some(a), Some(b)],
            What::Tapped(card)
            | What::Untapped(card)
            | What::Retreated(card)
            | What::Entered { unit: card, .. }
            | What::Prevented { to: card, .. }
            | What::Used { card, .. }
            | What::PutCounters { card, .. }
            | What::RemovedCounters { card, .. }
            | What::Attached { host: card, .. }
            | What::Detached { host: card, .. }
            | What::Stacked { unit: card, .. }
            | What::Controlled { unit: card, .. } => [Some(card), None],
            // What happened to one card stays with it; the rest is about no unit, or only told.
            What::Moved { .. }
            | What::Drew { .. }
            | What::Revealed(_)
            | What::LookedAt { .. }
            | What::Completed { .. }
            | What::Deployed { .. }
            | What::Discarded { .. }
            | What::Played { .. }
            | What::Disrupted(_)
            | What::NewTop { .. }
            | What::Started(_)
            | What::Ended(_)
            | What::Shuffled(_)
            | What::Searched(_)
            | What::Pool { .. }
            | What::Rolled { .. }
            | What::Die { .. }
            | What::Rerolled { .. }
            | What::Hits { .. }
            | What::Pending { .. }
            | What::Keyword { .. }
            | What::Predicted { .. }
            | What::BuildRoll(_)
            | What::GainedArena { .. }
            | What::ChainEnded(_)
            | What::ByHand { .. }
            | What::Agreed { .. }
            | What::TakenBack { .. }
            | What::Bid { .. }
            | What::Over(_) => [None, None],
        };
        for card in cards.into_iter().flatten().filter(|card| **card == from) {
            *card = to;
        }
    }
}
