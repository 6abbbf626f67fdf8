//! The cards that what waits can speak of, each with the number of the step's result that it belongs to.

use super::effect::Crowd;
use super::list::Full;
use super::state::{Slot, Slot0};

/// A few cards, packed closely: every effect that waits has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Recalled {
    cards: [Slot0; Recalled::ROOM],
    /// The numbers of their results, two bits each.
    results: [u8; 2],
    /// One set of more cards than there is room for, and two bits for the number of its result; 0 for none.
    crowd: u8,
}

impl Recalled {
    /// As many as there can be.
    pub const ROOM: usize = 6;

    /// Adds a card of the result with this number, which is less than four.
    pub(crate) fn push(&mut self, result: u8, card: Slot) -> Result<(), Full> {
        let place = self.cards.iter().position(Option::is_none).ok_or(Full)?;
        self.cards[place] = Some(card);
        let results = u16::from_le_bytes(self.results) | u16::from(result & 3) << (2 * place);
        self.results = results.to_le_bytes();
        Ok(())
    }

    /// Adds a set of cards, the only one, of the result with this number, which is less than four.
    pub(crate) fn add_crowd(&mut self, result: u8, crowd: Crowd) -> Result<(), Full> {
        if self.crowd != 0 {
            return Err(Full);
        }
        self.crowd = crowd.0 << 2 | result & 3;
        Ok(())
    }

    /// The set of more cards.
    pub const fn crowd(&self) -> Crowd {
        Crowd(self.crowd >> 2)
    }

    /// The number of the result that the set belongs to.
    pub const fn crowd_of(&self) -> u8 {
        self.crowd & 3
    }

    /// The cards in order, with the numbers of their results.
    pub fn iter(&self) -> impl Iterator<Item = (u8, Slot)> {
        let results = u16::from_le_bytes(self.results);
        let numbers = (0..Recalled::ROOM).map(move |place| (results >> (2 * place) & 3) as u8);
        numbers.zip(self.cards).map_while(|(number, card)| card.map(|card| (number, card)))
    }

    /// The cards in order.
    pub fn cards(&self) -> impl Iterator<Item = Slot> {
        self.cards.into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::{Full, Recalled, Slot};

    #[test]
    fn cards_come_back_in_order_with_their_results_until_there_is_no_room() {
        let slots: Vec<Slot> = (0..Recalled::ROOM + 1).filter_map(Slot::new).collect();
        let (last, first) = slots.split_last().expect("some");
        let given: Vec<(u8, Slot)> = [0, 2, 2, 1, 3, 0].into_iter().zip(first.iter().copied()).collect();
        let mut recalled = Recalled::default();
        assert!(given.iter().all(|(result, card)| recalled.push(*result, *card) == Ok(())));
        assert_eq!(recalled.push(1, *last), Err(Full));
        assert_eq!(recalled.iter().collect::<Vec<_>>(), given);
        assert_eq!(recalled.cards().collect::<Vec<_>>(), first);
    }
}
