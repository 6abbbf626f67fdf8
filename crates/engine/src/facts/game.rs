//! A game: the state, the catalog it points into, what has happened lately, and what follows from the state.

use super::catalog::Catalog;
use super::now::summary::Summaries;
use super::settled::{Looked, Settled};
use crate::records::decision::{Ask, Choice, Decision};
use crate::records::event::Event;
use crate::records::state::{Options, Outcome, Sealed, Seed, State, Stream};
use std::sync::Arc;

/// A game: the state, the catalog it points into, and what has happened since the events were last taken.
#[derive(Debug)]
pub struct Game {
    pub(crate) catalog: Arc<Catalog>,
    /// Where chance comes from in a game that was promised; other games have the seed of their state.
    pub(crate) sealed: Option<Arc<dyn Sealed>>,
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
    pub(crate) ask: Option<Ask>,
    pub(crate) choices: Vec<Choice>,
    /// How many events there have been.
    pub(crate) noted: u32,
    /// What everything was put right for (rule 1315); not part of the state, from which it follows.
    pub(crate) settled: Option<Settled>,
    /// What was found in order the last time that it was looked at.
    pub(crate) looked: Looked,
    /// A summary of the active texts.
    pub(crate) summaries: Summaries,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        let Game { catalog, sealed, state, events, ask, choices, noted, settled, looked, summaries } = self;
        Game {
            catalog: catalog.clone(),
            sealed: sealed.clone(),
            state: *state,
            events: events.clone(),
            ask: *ask,
            choices: choices.clone(),
            noted: *noted,
            settled: *settled,
            looked: *looked,
            summaries: *summaries,
        }
    }

    /// Copies a game over another: no memory is taken, and of the state only what is in use is copied.
    fn clone_from(&mut self, from: &Game) {
        let Game { catalog, sealed, state, events, ask, choices, noted, settled, looked, summaries } = from;
        if !Arc::ptr_eq(&self.catalog, catalog) {
            self.catalog = catalog.clone();
        }
        if self.sealed.is_some() || sealed.is_some() {
            self.sealed.clone_from(sealed);
        }
        self.state.copy_from(state);
        self.events.clone_from(events);
        self.ask = *ask;
        self.choices.clone_from(choices);
        (self.noted, self.settled, self.looked, self.summaries) = (*noted, *settled, *looked, *summaries);
    }
}

impl Game {
    /// A copy to try something on: what happens there nobody is told.
    pub(crate) fn trial(&self) -> Game {
        let Game { catalog, sealed, state, noted, settled, looked, summaries, .. } = self;
        Game {
            catalog: catalog.clone(),
            sealed: sealed.clone(),
            state: *state,
            events: Vec::new(),
            ask: None,
            choices: Vec::new(),
            noted: *noted,
            settled: *settled,
            looked: *looked,
            summaries: *summaries,
        }
    }

    /// An empty table without a frame: where positions are set up by hand.
    pub fn table(catalog: Arc<Catalog>, seed: Seed, options: Options) -> Game {
        let state = State::new(seed, options);
        Game {
            catalog,
            sealed: None,
            state,
            events: Vec::new(),
            ask: None,
            choices: Vec::new(),
            noted: 0,
            settled: None,
            looked: Looked::default(),
            summaries: Summaries::default(),
        }
    }

    /// Rolls a die.
    pub(crate) fn die(&mut self) -> u8 {
        self.state.chance.die_of(self.sealed.as_deref())
    }

    /// A number below `n` by chance.
    pub(crate) fn random(&mut self, stream: Stream, n: usize) -> usize {
        self.state.chance.draw(self.sealed.as_deref(), stream, n)
    }

    /// Chooses another of the possible futures of a sealed game: whatever chance decides from here on is new.
    pub fn renew(&mut self, fate: u32) {
        self.state.chance.renew(fate);
    }

    /// The state.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The definitions.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The question that waits for an answer; `None` when the game is over.
    pub fn decision(&self) -> Option<Decision> {
        let Ask { who, why, rule, source } = self.ask?;
        Some(Decision { who, why, rule, source, choices: self.choices.clone() })
    }

    /// The question that waits, without its choices.
    pub const fn asked(&self) -> Option<Ask> {
        self.ask
    }

    /// The choices of the question that waits.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// How the game ended, if it has.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.state.outcome
    }

    /// Takes the events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Forgets the events since the last call, for those who do not look at them.
    pub fn forget_events(&mut self) {
        self.events.clear();
    }
}
