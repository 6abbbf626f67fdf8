//! What became of the texts by hand of each card: begun, done and agreed to, taken back.

use engine::{Event, Game, What};
use std::collections::BTreeMap;
use vocab::DefinitionId;

/// How often the texts of one card were begun, done and taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Its player began to carry one out.
    pub begun: usize,
    /// Something was done, and it stands.
    pub done: usize,
    /// What was done was taken back.
    pub back: usize,
}

/// The texts of all cards that somebody carried out.
#[derive(Clone, Debug, Default)]
pub struct Tally(BTreeMap<DefinitionId, Times>);

impl Tally {
    /// Counts what has happened in a game.
    pub fn see(&mut self, game: &Game, events: &[Event]) {
        for event in events {
            let (card, count): (_, fn(&mut Times) -> &mut usize) = match event.what {
                What::ByHand { card, .. } => (card, |times| &mut times.begun),
                What::Agreed { card, .. } => (card, |times| &mut times.done),
                What::TakenBack { card, .. } => (card, |times| &mut times.back),
                _ => continue,
            };
            *count(self.0.entry(game.whole().card(card).definition).or_default()) += 1;
        }
    }

    /// Adds what was counted in other games.
    pub fn add(&mut self, other: &Tally) {
        for (card, times) in &other.0 {
            let own = self.0.entry(*card).or_default();
            own.begun += times.begun;
            own.done += times.done;
            own.back += times.back;
        }
    }

    /// What was counted of one card alone.
    #[must_use]
    pub fn only(mut self, card: DefinitionId) -> Tally {
        self.0.retain(|own, _| *own == card);
        self
    }

    /// What became of the texts of a card.
    pub fn of(&self, card: DefinitionId) -> Times {
        self.0.get(&card).copied().unwrap_or_default()
    }

    /// The same of all cards together.
    pub fn all(&self) -> Times {
        let mut all = Times::default();
        for times in self.0.values() {
            all.begun += times.begun;
            all.done += times.done;
            all.back += times.back;
        }
        all
    }

    /// Of how many cards a text was begun, done and taken back.
    pub fn cards(&self) -> Times {
        let count = |is: fn(&Times) -> usize| self.0.values().filter(|times| is(times) > 0).count();
        Times {
            begun: count(|times| times.begun),
            done: count(|times| times.done),
            back: count(|times| times.back),
        }
    }

    /// The cards among these of which no text was ever begun.
    pub fn unseen<'a>(&'a self, cards: impl Iterator<Item = &'a DefinitionId>) -> Vec<DefinitionId> {
        cards.copied().filter(|card| self.of(*card).begun == 0).collect()
    }
}
