//! Counters put, removed and moved (chapter 14).

use super::{Amount, Quantity, Selector, Share};
use crate::Counter;
use serde::Serialize;

/// Which counters a text means.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum CounterKind {
    /// "damage counters"; on a Resource also "counters" alone (rule 213.3).
    One(Counter),
    /// "counters of any type": the controller chooses (rule 1401.3).
    Any,
    /// "2 counters of any one type": the controller chooses, and all of them are alike (rule 1401.3).
    AnyOne,
    /// "corruption or redemption counters".
    OneOf(Vec<Counter>),
    /// "non-damage counters".
    AllBut(Counter),
}

/// Whether counters are put or removed until a unit has a given health left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Way {
    /// "put".
    Put,
    /// "remove".
    Remove,
    /// "put or remove": whichever it takes.
    Either,
}

/// Something done with counters; "that many" is how many were put, removed or moved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum CounterAction {
    /// "Put 2 damage counters on one of your units." Not damage (rule 1201.5).
    Put {
        /// Which counters.
        kind: CounterKind,
        /// How many.
        quantity: Quantity,
        /// On what.
        on: Selector,
        /// On each of them, or divided among them.
        share: Share,
    },
    /// "Remove damage counters from it until it has 1 remaining health." (rule 1206.4)
    Until {
        /// Which way the counters may go.
        way: Way,
        /// On what.
        on: Selector,
        /// The health it should have left.
        health: u8,
    },
    /// "Remove all but 1 damage counter from this unit." (rule 1602.14)
    AllBut {
        /// Which counters.
        kind: CounterKind,
        /// From what.
        from: Selector,
        /// How many stay on each of them.
        left: u8,
    },
    /// "Remove up to 2 damage counters from this unit." (rule 1602.14)
    Remove {
        /// Which counters.
        kind: CounterKind,
        /// How many.
        quantity: Quantity,
        /// From what.
        from: Selector,
        /// From each of them, or in total.
        share: Share,
    },
    /// "Move a damage counter from this unit to another unit." (rule 1401.8)
    Move {
        /// Which counters.
        kind: CounterKind,
        /// How many.
        quantity: Quantity,
        /// From what.
        from: Selector,
        /// To what.
        to: Selector,
    },
}

impl From<Counter> for CounterKind {
    fn from(counter: Counter) -> CounterKind {
        CounterKind::One(counter)
    }
}

impl CounterAction {
    /// "Put n counters on ...".
    pub fn put(n: impl Into<Amount>, kind: impl Into<CounterKind>, on: Selector) -> CounterAction {
        let quantity = Quantity::Exactly(n.into());
        CounterAction::Put { kind: kind.into(), quantity, on, share: Share::Each }
    }

    /// "Remove n counters from ...".
    pub fn remove(n: impl Into<Amount>, kind: impl Into<CounterKind>, from: Selector) -> CounterAction {
        let quantity = Quantity::Exactly(n.into());
        CounterAction::Remove { kind: kind.into(), quantity, from, share: Share::Each }
    }
}
