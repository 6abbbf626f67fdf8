//! Lasting effects: a change, whom it concerns, how long (rules 1301.5, 1309).

use super::id::{AbilityId, NodeId};
use super::state::Slot0;
use super::word::Words;
use vocab::{Arena, Role};

/// A lasting effect: a part of an effect in the catalog, with what was fixed when it resolved (rule 1313.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lasting {
    /// The part of an effect that says what is true and for how long.
    pub node: NodeId,
    /// The ability that this part belongs to.
    pub ability: AbilityId,
    /// The card concerned; without one, all that fit (rule 1309.10) or players.
    pub who: Slot0,
    /// The card that has the ability.
    pub this: Slot0,
    /// The card that gives the ability.
    pub giver: Slot0,
    /// Who controls the effect.
    pub you: Role,
    /// What the triggering event happened to.
    pub subject: Slot0,
    /// The other party of the triggering event.
    pub object: Slot0,
    /// The arena that was chosen.
    pub arena: Option<Arena>,
    /// The words that were chosen.
    pub words: Words,
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

impl Default for Lasting {
    fn default() -> Lasting {
        Lasting {
            node: NodeId(0),
            ability: AbilityId(0),
            who: None,
            this: None,
            giver: None,
            you: Role::Dark,
            subject: None,
            object: None,
            arena: None,
            words: Words::default(),
            bound: [None; BOUND],
            values: [0; VALUES],
            attack: 0,
            begun: false,
            turn: 0,
        }
    }
}
