//! Slots: the physical cards of a game, and sets of them.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU8;

/// One physical card, from the deal to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slot(NonZeroU8);

/// As many cards as a game can have: both decks and supplies, and the Subordinates that effects create.
pub const SLOTS: usize = 192;

impl Slot {
    /// The slot with this index; `None` beyond [`SLOTS`].
    pub fn new(index: usize) -> Option<Slot> {
        if index >= SLOTS {
            return None;
        }
        u8::try_from(index + 1).ok().and_then(NonZeroU8::new).map(Slot)
    }

    /// The place of its record.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl Default for Slot {
    /// The first slot: it fills the unused places of lists.
    fn default() -> Slot {
        Slot(NonZeroU8::MIN)
    }
}

/// A set of slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SlotSet([u64; SLOTS / 64]);

impl SlotSet {
    /// Adds a slot.
    pub fn insert(&mut self, slot: Slot) {
        self.0[slot.index() / 64] |= 1 << (slot.index() % 64);
    }

    /// Takes a slot out.
    pub fn remove(&mut self, slot: Slot) {
        self.0[slot.index() / 64] &= !(1 << (slot.index() % 64));
    }

    /// Takes a slot out of those of these sets that hold it and puts it into those that do not, where a bit is set.
    pub(super) const fn turn_each(sets: &mut [SlotSet], slot: Slot, bits: u32) {
        let (word, bit) = (slot.index() / 64, slot.index() % 64);
        let mut left = bits;
        while left != 0 {
            sets[left.trailing_zeros() as usize].0[word] ^= 1 << bit;
            left &= left - 1;
        }
    }

    /// Puts a slot in or takes it out.
    pub fn set(&mut self, slot: Slot, is_in: bool) {
        let (word, bit) = (&mut self.0[slot.index() / 64], slot.index() % 64);
        *word = (*word & !(1 << bit)) | (u64::from(is_in) << bit);
    }

    /// Whether it is in the set.
    pub const fn contains(&self, slot: Slot) -> bool {
        self.0[slot.index() / 64] & (1 << (slot.index() % 64)) != 0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; SLOTS / 64]
    }

    /// The slots that are in one set or the other.
    #[must_use]
    pub const fn or(self, other: SlotSet) -> SlotSet {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        SlotSet([a | x, b | y, c | z])
    }

    /// The slots that are in both sets.
    #[must_use]
    pub const fn and(self, other: SlotSet) -> SlotSet {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        SlotSet([a & x, b & y, c & z])
    }

    /// The slots in order.
    pub const fn iter(self) -> Slots {
        let [now, next, last] = self.0;
        Slots { now, later: [next, last], first: 1 }
    }
}

impl IntoIterator for SlotSet {
    type Item = Slot;
    type IntoIter = Slots;
    fn into_iter(self) -> Slots {
        self.iter()
    }
}

/// The slots of a set, in order.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    now: u64,
    later: [u64; SLOTS / 64 - 1],
    /// The number of the first slot of the word that is gone through.
    first: u8,
}

impl Iterator for Slots {
    type Item = Slot;
    #[inline]
    fn next(&mut self) -> Option<Slot> {
        while self.now == 0 {
            if self.later == [0, 0] {
                return None;
            }
            (self.now, self.later) = (self.later[0], [self.later[1], 0]);
            self.first += 64;
        }
        let number = self.first + self.now.trailing_zeros() as u8;
        self.now &= self.now - 1;
        NonZeroU8::new(number).map(Slot)
    }
}

impl FromIterator<Slot> for SlotSet {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> SlotSet {
        let mut set = SlotSet::default();
        slots.into_iter().for_each(|slot| set.insert(slot));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::{SLOTS, Slot, SlotSet};

    #[test]
    fn sets_hold_what_was_put_in_in_order() {
        let slots: Vec<Slot> = [0, 63, 64, 191].into_iter().filter_map(Slot::new).collect();
        let set: SlotSet = slots.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), slots);
        assert_eq!(set.len(), 4);
        assert_eq!(Slot::new(SLOTS), None);
        assert_eq!(size_of::<Option<Slot>>(), 1);
    }
}
