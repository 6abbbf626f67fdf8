//! What is remembered of cards that have left (rules 1112.3, 1305.6): one record for whoever looks back on them.

use super::{Slot, State};
use crate::records::damage::Preventability;
use crate::records::id::AbilityId;
use crate::records::list::List;
use vocab::{Arena, Role};

/// Where a card was, and whose, before it left that place this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Left {
    /// The card.
    pub card: Slot,
    /// The arena that it was in, by itself or on another card.
    pub arena: Option<Arena>,
    /// Who controlled it.
    pub who: Role,
}

impl Default for Left {
    fn default() -> Left {
        Left { card: Slot::default(), arena: None, who: Role::Dark }
    }
}

/// What a unit that has left play was as a source of damage: its damage comes as from the unit as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Departed {
    /// Its top card.
    pub card: Slot,
    /// Which of the keywords that matter it had, one bit each.
    pub keywords: u8,
    /// Its Stun.
    pub stun: i8,
    /// Its Area Damage.
    pub area_damage: i8,
    /// Whether damage from it could be prevented.
    pub preventable: Preventability,
    /// Its Bounties and the cards that gave them.
    pub bounties: List<(AbilityId, Slot), 3>,
}

impl State {
    /// Where a card was before it left that place this turn.
    pub fn left(&self, card: Slot) -> Option<Left> {
        self.left.iter().find(|left| left.card == card).copied()
    }

    /// Notes where a card was, or that it was nowhere that matters.
    pub(crate) fn note_left(&mut self, card: Slot, left: Option<Left>) {
        self.left.retain(|left| left.card != card);
        if let Some(left) = left
            && self.left.push(left).is_err()
        {
            // Nobody looks back on what left so long ago.
            self.left.remove(0);
            let _ = self.left.push(left);
        }
    }
}
