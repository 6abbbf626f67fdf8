//! What hardly any card has: counters of the rarer kinds, texts chosen by Adapt, changes by Velocity. They are kept in
//! one list, so that the records of all cards stay small.

use super::{Slot, State};
use crate::records::list::Full;
use vocab::Counter;

/// Something that hardly any card has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rare {
    /// Counters of a kind that has no field of its own.
    Counters(Counter),
    /// The texts chosen by Adapt, one bit each (rules 1703.2, 1703.4).
    Adapted,
    /// What Velocity adds to its speed this turn (rule 1761.1).
    Velocity,
}

/// So much of it on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rarity {
    /// The card.
    pub card: Slot,
    /// What.
    pub what: Rare,
    /// How much; of Velocity the bits of a signed number.
    pub amount: u8,
}

impl Default for Rarity {
    fn default() -> Rarity {
        Rarity { card: Slot::default(), what: Rare::Adapted, amount: 0 }
    }
}

impl State {
    fn rare(&self, card: Slot, what: Rare) -> u8 {
        self.rarities.iter().find(|own| own.card == card && own.what == what).map_or(0, |own| own.amount)
    }

    fn set_rare(&mut self, card: Slot, what: Rare, amount: u8) -> Result<(), Full> {
        let place = self.rarities.iter().position(|own| own.card == card && own.what == what);
        match (place, amount) {
            (Some(place), 0) => {
                self.rarities.remove(place);
            }
            (Some(place), _) => self.rarities[place].amount = amount,
            (None, 0) => {}
            (None, _) => self.rarities.push(Rarity { card, what, amount })?,
        }
        Ok(())
    }

    /// The number of counters of a kind on a card.
    pub fn counters(&self, card: Slot, kind: Counter) -> u8 {
        match kind {
            Counter::Build => self.card(card).build,
            Counter::Damage => self.card(card).damage,
            Counter::Resource
            | Counter::Corruption
            | Counter::Captivity
            | Counter::Mastery
            | Counter::Redemption
            | Counter::Credit => self.rare(card, Rare::Counters(kind)),
        }
    }

    /// Says how many counters of a kind a card has.
    pub(crate) fn set_counters(&mut self, card: Slot, kind: Counter, amount: u8) -> Result<(), Full> {
        match kind {
            Counter::Build => self.card_mut(card).build = amount,
            Counter::Damage => {
                self.card_mut(card).damage = amount;
                self.look_at_damage(card);
            }
            Counter::Resource
            | Counter::Corruption
            | Counter::Captivity
            | Counter::Mastery
            | Counter::Redemption
            | Counter::Credit => self.set_rare(card, Rare::Counters(kind), amount)?,
        }
        Ok(())
    }

    /// The texts of a card that were chosen by Adapt, one bit each (rules 1703.2, 1703.4).
    pub fn adapted(&self, card: Slot) -> u8 {
        self.rare(card, Rare::Adapted)
    }

    /// Says which texts of a card were chosen.
    pub fn adapt(&mut self, card: Slot, texts: u8) -> Result<(), Full> {
        self.set_rare(card, Rare::Adapted, texts)
    }

    /// What Velocity adds to the speed of a card this turn (rule 1761.1).
    pub fn velocity(&self, card: Slot) -> i8 {
        self.rare(card, Rare::Velocity).cast_signed()
    }

    /// Says what Velocity adds to the speed of a card.
    pub(crate) fn set_velocity(&mut self, card: Slot, speed: i8) -> Result<(), Full> {
        self.set_rare(card, Rare::Velocity, speed.cast_unsigned())
    }

    /// Adapt and Velocity are over (rules 1703.2, 1761.1).
    pub(crate) fn forget_turn(&mut self) {
        self.rarities.retain(|own| matches!(own.what, Rare::Counters(_)));
    }

    /// A card becomes a new object: nothing of this is on it any more (rules 304.2, 1401.5).
    pub(crate) fn strip(&mut self, card: Slot) {
        if !self.rarities.is_empty() {
            self.rarities.retain(|own| own.card != card);
        }
    }

    /// Another card of a unit becomes its top card: what is on the unit stays on it, but for texts of the old top card
    /// (rules 802.5, 805.3).
    pub(crate) fn hand_rarities(&mut self, from: Slot, to: Slot) {
        if !self.rarities.is_empty() {
            self.rarities.retain(|own| own.card != to && (own.card != from || own.what != Rare::Adapted));
            self.rarities.iter_mut().filter(|own| own.card == from).for_each(|own| own.card = to);
        }
    }
}
