//! Where a sequence of attacks stands.

use crate::sequence::StrikeKind;

/// Which attack of the sequence; in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moment {
    /// Which attacker, in the order of speed.
    pub attacker: usize,
    /// Why it attacks.
    pub kind: StrikeKind,
}

/// An attack and the state of the game before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// Which attack.
    pub moment: Moment,
    /// Counters on the defending unit.
    pub counters: u32,
    /// The defender's Force; `None` is enough for everything.
    pub force: Option<u32>,
    /// Counters on the attacker.
    pub own_counters: u32,
    /// Power that Focus gives and Persuade takes for this attack.
    pub change: i32,
}

/// How an attack can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// Damage that got through.
    pub damage: u32,
    /// Counters that it put.
    pub counters: u32,
    /// The attack that follows.
    pub next: Option<Key>,
}
