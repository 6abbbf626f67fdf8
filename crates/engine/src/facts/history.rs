//! Looking back on what has happened (rules 1601.6, 1601.10).

use crate::facts::catalog::kinds_of_event;
use crate::facts::matching::matches;
use crate::facts::text::Scope;
use crate::facts::text::amount::kinds;
use crate::records::event::{Event, What};
use crate::records::history::{Asked, Past};
use crate::records::kind::EventKind;
use crate::records::state::{Slot0, State};
use vocab::ability::{self, CounterChange, Span};

/// The kinds of events that a text looks back on.
pub(crate) fn asked(pasts: &[(ability::Event, Span)]) -> Asked {
    let mut asked = Asked::default();
    for (event, span) in pasts {
        let place = match span {
            Span::ThisAttack | Span::ThisTurn => 0,
            Span::LastTurn => 1,
            Span::ThisGame => 2,
        };
        asked[place] = asked[place].or(kinds_of_event(event));
    }
    asked
}

/// Whether an event may be the one that a text looks back on, whoever it concerns.
pub(crate) fn may_be(event: &ability::Event, what: &What) -> bool {
    EventKind::of(what).is_some_and(|kind| kinds_of_event(event).has(kind))
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

/// Whether something happened as far back as a text looks.
pub(crate) fn is_then(state: &State, past: &Past, span: Span) -> bool {
    match span {
        Span::ThisAttack => state.attack().is_some_and(|attack| attack.number == past.attack),
        Span::ThisTurn => past.turn == state.turn,
        Span::LastTurn => past.turn + 1 == state.turn,
        Span::ThisGame => true,
    }
}

/// How often something has happened.
pub(crate) fn times(scope: Scope, event: &ability::Event, span: Span) -> i16 {
    let state = &scope.game.state;
    let is_it = |past: &&Past| is_then(state, past, span) && fits(scope, event, past);
    let found = state.history.iter().filter(is_it);
    found.fold(0, |sum: i16, past| sum.saturating_add(i16::from(past.times)))
}

/// Whether a past event is what a text looks back on, whenever it was.
pub(crate) fn fits(scope: Scope, event: &ability::Event, past: &Past) -> bool {
    let mut scope = scope;
    scope.past = subject(&past.what).map(|card| (card, past.arena));
    let then = Event { what: past.what, rule: vocab::RuleNumber::new(1601, 10), cause: None };
    matches(scope, event, &then).is_some()
}

/// The card that an event happened to or was done by.
pub(crate) fn subject(what: &What) -> Slot0 {
    let [subject, ..] = what.cards();
    subject
}
