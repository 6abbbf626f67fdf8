//! What has happened, as far as the texts of the cards in the game look back (rules 1601.6, 1601.10).
//!
//! Only events of the kinds that some card asks about are written down, and only as long as it asks for.

use crate::catalog::{kind_of_event, kinds_of_what};
use crate::effect::amount::kinds;
use crate::effect::{Scope, arena_of};
use crate::event::{Event, What};
use crate::game::Game;
use crate::list::List;
use crate::state::{Slot, Slot0, State};
use crate::trigger;
use vocab::ability::{self, CounterChange, Span};
use vocab::{Arena, DefinitionId, Role};

/// As many of them as a state holds.
pub(crate) const DEEDS: usize = 20;

/// Something that has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deed {
    /// What.
    pub what: What,
    /// In which turn.
    pub turn: u16,
    /// In which attack, by its number; 0 outside of attacks.
    pub attack: u16,
    /// How many plays and attacks there had been.
    pub plays: u16,
    /// Where the card that it happened to was.
    pub arena: Option<Arena>,
    /// How often.
    pub times: u8,
}

impl Default for Deed {
    fn default() -> Deed {
        let what = What::Shuffled(Role::Dark);
        Deed { what, turn: 0, attack: 0, plays: 0, arena: None, times: 0 }
    }
}

/// The kinds of events that are asked about: this turn, last turn, this game.
pub type Asked = [u32; 3];

/// The kinds of events that a text looks back on.
pub(crate) fn asked(pasts: &[(ability::Event, Span)]) -> Asked {
    let mut asked = Asked::default();
    for (event, span) in pasts {
        let place = match span {
            Span::Just | Span::ThisAttack | Span::ThisTurn => 0,
            Span::LastTurn => 1,
            Span::ThisGame => 2,
        };
        asked[place] |= kind_of_event(event);
    }
    asked
}

/// Whether an event may be the one that a text looks back on, whoever it concerns.
fn may_be(event: &ability::Event, what: &What) -> bool {
    kind_of_event(event) & kinds_of_what(what) != 0
        && match (event, what) {
            (ability::Event::Counters { change, kind, .. }, What::PutCounters { kind: put, .. }) => {
                *change == CounterChange::Put && kinds(kind).contains(put)
            }
            (ability::Event::Counters { change, kind, .. }, What::RemovedCounters { kind: removed, .. }) => {
                *change == CounterChange::Removed && kinds(kind).contains(removed)
            }
            _ => true,
        }
}

/// Whether a card of the game looks back on such an event that far.
fn is_asked_about(game: &Game, what: &What, reaches: impl Fn(Span) -> bool) -> bool {
    let kind = kinds_of_what(what);
    game.state.slots().any(|slot| {
        let facts = game.catalog.facts(game.state.card(slot).definition);
        facts.asks.iter().any(|asks| asks & kind != 0)
            && facts.pasts.iter().any(|(event, span)| reaches(*span) && may_be(event, what))
    })
}

/// Room is made: what nobody can look back on any more is forgotten, and what differs only by when it happened in the
/// turn is counted together.
fn compact(game: &mut Game) {
    let mut kept: List<Deed, DEEDS> = List::default();
    for deed in game.state.history.iter() {
        let is_now = |span: Span| is_then(&game.state, deed, span);
        let later = |span: Span| match span {
            Span::Just | Span::ThisAttack => false,
            Span::ThisTurn | Span::LastTurn => deed.turn + 1 >= game.state.turn,
            Span::ThisGame => true,
        };
        let is_current = is_now(Span::Just) || is_now(Span::ThisAttack);
        if !is_asked_about(game, &deed.what, |span| is_now(span) || later(span)) {
            continue;
        }
        let deed = if is_current { *deed } else { Deed { attack: 0, plays: 0, ..*deed } };
        let is_same = |other: &&mut Deed| Deed { times: deed.times, ..**other } == deed;
        match kept.iter_mut().find(is_same) {
            Some(other) => other.times = other.times.saturating_add(deed.times),
            // There are not more than before.
            None => drop(kept.push(deed)),
        }
    }
    game.state.history = kept;
}

/// A card comes into the game: from now on what it asks about is written down.
pub(crate) fn bring(game: &mut Game, definition: DefinitionId) {
    let asks = game.catalog.facts(definition).asks;
    game.state.moments |= game.catalog.facts(definition).moments;
    for (asked, asks) in game.state.asked.iter_mut().zip(asks) {
        *asked |= asks;
    }
}

/// Writes an event down if somebody asks about its kind.
pub(crate) fn notice(game: &mut Game, event: &Event) {
    // 1601.10: no other play or attack between.
    if matches!(
        event.what,
        What::Played { .. } | What::Used { .. } | What::Completed { .. } | What::Attacks { .. }
    ) {
        game.state.plays = game.state.plays.wrapping_add(1);
    }
    let kind = kinds_of_what(&event.what);
    if game.state.asked.iter().all(|asked| asked & kind == 0) {
        return;
    }
    if !is_asked_about(game, &event.what, |_| true) {
        return;
    }
    let arena = subject(&event.what).and_then(|card| arena_of(game, card));
    if game.state.history.len() == DEEDS {
        compact(game);
    }
    let state = &mut game.state;
    let attack = state.attacks.last().map_or(0, |attack| attack.number);
    let new = Deed { what: event.what, turn: state.turn, attack, plays: state.plays, arena, times: 1 };
    let is_same = |deed: &&mut Deed| Deed { times: 1, ..**deed } == new;
    if let Some(deed) = state.history.iter_mut().find(is_same) {
        deed.times = deed.times.saturating_add(1);
    } else if state.history.push(new).is_err() {
        game.stop();
    }
}

/// A new turn: what nobody asks about any more is forgotten.
pub(crate) fn turn_starts(game: &mut Game) {
    let (turn, [_, last, ever]) = (game.state.turn, game.state.asked);
    game.state.history.retain(|deed| {
        let kind = kinds_of_what(&deed.what);
        kind & ever != 0 || (kind & last != 0 && deed.turn + 1 >= turn)
    });
}

/// Whether something happened as far back as a text looks.
fn is_then(state: &State, deed: &Deed, span: Span) -> bool {
    match span {
        Span::Just => deed.plays == state.plays && deed.turn == state.turn,
        Span::ThisAttack => state.attack().is_some_and(|attack| attack.number == deed.attack),
        Span::ThisTurn => deed.turn == state.turn,
        Span::LastTurn => deed.turn + 1 == state.turn,
        Span::ThisGame => true,
    }
}

/// How often something has happened.
pub(crate) fn times(scope: Scope, event: &ability::Event, span: Span) -> i16 {
    let state = &scope.game.state;
    let fits = |deed: &&Deed| {
        let mut scope = scope;
        scope.past = subject(&deed.what).map(|card| (card, deed.arena));
        let then = Event { what: deed.what, rule: vocab::RuleNumber::new(1601, 10), cause: None };
        trigger::matches(scope, event, &then).is_some()
    };
    let found = state.history.iter().filter(|deed| is_then(state, deed, span)).filter(fits);
    found.fold(0, |sum: i16, deed| sum.saturating_add(i16::from(deed.times)))
}

/// The unit goes on under another top card, and so does what it did (rule 805.3).
pub(crate) fn hand_over(game: &mut Game, from: Slot, to: Slot) {
    for deed in game.state.history.iter_mut() {
        let cards = match &mut deed.what {
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
            | What::AttackDie { attacker: card, .. }
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
            | What::Bid { .. }
            | What::Over(_) => [None, None],
        };
        for card in cards.into_iter().flatten().filter(|card| **card == from) {
            *card = to;
        }
    }
}

/// The card that an event happened to or was done by.
const fn subject(what: &What) -> Slot0 {
    match what {
        What::Moved { card, .. }
        | What::Drew { card, .. }
        | What::Revealed(card)
        | What::LookedAt { card, .. }
        | What::Completed { card, .. }
        | What::Deployed { card, .. }
        | What::Entered { unit: card, .. }
        | What::Retreated(card)
        | What::Tapped(card)
        | What::Untapped(card)
        | What::PutCounters { card, .. }
        | What::RemovedCounters { card, .. }
        | What::Attacks { attacker: card, .. }
        | What::IsAttacked { defender: card, .. }
        | What::Hits { attacker: card, .. }
        | What::Pending { to: card, .. }
        | What::Prevented { to: card, .. }
        | What::Damaged { unit: card, .. }
        | What::Discarded { card, .. }
        | What::AttackEnded { attacker: card, .. }
        | What::Used { card, .. }
        | What::Played { card, .. }
        | What::Disrupted(card)
        | What::Keyword { unit: card, .. }
        | What::Predicted { unit: card, .. }
        | What::Attached { equipment: card, .. }
        | What::Detached { equipment: card, .. }
        | What::Stacked { card, .. }
        | What::NewTop { unit: card, .. }
        | What::Controlled { unit: card, .. }
        | What::AttackDie { attacker: card, .. } => Some(*card),
        What::Started(_)
        | What::Ended(_)
        | What::Shuffled(_)
        | What::Searched(_)
        | What::Pool { .. }
        | What::Rolled { .. }
        | What::Die { .. }
        | What::Rerolled { .. }
        | What::BuildRoll(_)
        | What::GainedArena { .. }
        | What::Bid { .. }
        | What::Over(_) => None,
    }
}
