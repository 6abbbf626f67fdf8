//! What is remembered of cards that have left (rules 1112.3, 1305.6): one record for whoever looks back on them.

use super::{SLOTS, Slot, State};
use crate::records::damage::Preventability;
use crate::records::id::AbilityId;
use crate::records::list::List;
use vocab::{Arena, Role};

/// Where a card was, and whose, before it left that place this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The arena that it was in, by itself or on another card.
    pub arena: Option<Arena>,
    /// Who controlled it.
    pub who: Role,
}

/// That of every card, four bits each: none is lost, however many leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeftPlaces([u8; SLOTS / 2]);

impl Default for LeftPlaces {
    fn default() -> LeftPlaces {
        LeftPlaces([0; SLOTS / 2])
    }
}

impl LeftPlaces {
    fn bits(&self, card: Slot) -> u8 {
        self.0[card.index() / 2] >> (card.index() % 2 * 4) & 15
    }

    fn set(&mut self, card: Slot, bits: u8) {
        let (byte, shift) = (&mut self.0[card.index() / 2], card.index() % 2 * 4);
        *byte = *byte & !(15 << shift) | bits << shift;
    }
}

impl Left {
    /// As a number from 1 to 8.
    fn bits(self) -> u8 {
        1 + self.who as u8 + 2 * self.arena.map_or(0, |arena| 1 + arena as u8)
    }

    /// What a number from 1 to 8 says; 0 says nothing.
    fn of(bits: u8) -> Option<Left> {
        let number = bits.checked_sub(1)?;
        let arena = (number / 2).checked_sub(1).and_then(|place| Arena::ALL.get(usize::from(place)).copied());
        Some(Left { arena, who: Role::ALL[usize::from(number % 2)] })
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
    pub bounties: List<(AbilityId, Slot), 6>,
}

impl State {
    /// Where a card was before it left that place this turn.
    pub fn left(&self, card: Slot) -> Option<Left> {
        Left::of(self.left.bits(card))
    }

    /// Notes where a card was, or that it was nowhere that matters.
    pub(crate) fn note_left(&mut self, card: Slot, left: Option<Left>) {
        self.left.set(card, left.map_or(0, Left::bits));
    }
}

#[cfg(test)]
mod tests {
    use super::{Left, LeftPlaces, SLOTS, Slot};
    use vocab::{Arena, Role};

    #[test]
    fn every_card_keeps_its_own_place() {
        let places = [None, Some(Arena::Space), Some(Arena::Ground), Some(Arena::Character)];
        let all: Vec<Left> =
            places.into_iter().flat_map(|arena| Role::ALL.map(|who| Left { arena, who })).collect();
        let slots: Vec<Slot> = (0..SLOTS).filter_map(Slot::new).collect();
        let mut left = LeftPlaces::default();
        for (place, slot) in slots.iter().enumerate() {
            left.set(*slot, all[place % 8].bits());
        }
        for (place, slot) in slots.iter().enumerate() {
            assert_eq!(Left::of(left.bits(*slot)), Some(all[place % 8]));
        }
        left.set(slots[7], 0);
        assert_eq!(Left::of(left.bits(slots[7])), None);
        assert_eq!(Left::of(left.bits(slots[6])), Some(all[6]));
    }
}
