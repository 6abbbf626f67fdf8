//! Lasting effects: a change, whom it concerns, how long (rules 1301.5, 1309).

use super::bindings::{Bindings, carries_bindings};
use super::id::NodeId;
use super::state::Slot0;

/// A lasting effect: a part of an effect in the catalog, with what was fixed when it resolved (rule 1313.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lasting {
    /// The part of an effect that says what is true and for how long.
    pub node: NodeId,
    /// The card concerned; without one, all that fit (rule 1309.10) or players.
    pub who: Slot0,
    /// What the words of its text stand for.
    pub bindings: Bindings,
    /// What its text points back to: the first two results, and what the first item of the cost was paid with.
    pub bound: [Slot0; BOUND],
    /// The amounts of its first changes, as they were fixed.
    pub values: [i8; VALUES],
    /// The attack in which it was made or began, counted from 1; 0 outside of attacks.
    pub attack: u8,
    /// Whether "for its next attack" has begun (rule 1309.4).
    pub begun: bool,
    /// The turn in which it was made.
    pub turn: u16,
}

/// As many amounts as a lasting effect remembers.
pub const VALUES: usize = 4;

/// As many results and items of a cost as it points back to.
pub const BOUND: usize = 3;

/// The place of what the first item of the cost was paid with.
pub const PAID: usize = 2;

carries_bindings!(Lasting);

impl Default for Lasting {
    fn default() -> Lasting {
        Lasting {
            node: NodeId::default(),
            who: None,
            bindings: Bindings::default(),
            bound: [None; BOUND],
            values: [0; VALUES],
            attack: 0,
            begun: false,
            turn: 0,
        }
    }
}
