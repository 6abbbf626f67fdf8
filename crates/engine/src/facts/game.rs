//! A game: the state, the catalog it points into, what has happened lately, and what follows from the state.

use super::catalog::Catalog;
use super::now::summary::Summaries;
use super::settled::{Looked, Settled};
use crate::records::decision::{Ask, Choice, Decision};
use crate::records::event::{Event, Told};
use crate::records::frame::Frame;
use crate::records::state::{ByRole, Options, Outcome, Sealed, Seed, Slot, State, Stream};
use std::sync::Arc;

/// A game: the state, the catalog it points into, and what has happened since the events were last taken.
#[derive(Debug)]
pub struct Game {
    pub(crate) catalog: Arc<Catalog>,
    /// Where chance comes from in a game that was promised; other games have the seed of their state.
    pub(crate) sealed: Option<Arc<dyn Sealed>>,
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
    /// The same events with what was known of their cards, where somebody listens; searching games pay nothing.
    pub(crate) told: Option<Vec<Told>>,
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
    /// The table before each text that is being carried out by hand, the innermost last (rule 1316.6).
    pub(crate) kept: Vec<Kept>,
}

/// The table before a text was carried out by hand. It follows from the answers, as the state does, and is used only to
/// go back to it.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub state: State,
    /// The card with the text.
    pub card: Slot,
    /// How many effects were resolving.
    pub contexts: usize,
    /// Whose deck somebody has looked into since.
    pub seen: ByRole<bool>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        let Game {
            catalog,
            sealed,
            state,
            events,
            told,
            ask,
            choices,
            noted,
            settled,
            looked,
            summaries,
            kept,
        } = self;
        Game {
            catalog: catalog.clone(),
            sealed: sealed.clone(),
            state: *state,
            events: events.clone(),
            told: told.clone(),
            ask: *ask,
            choices: choices.clone(),
            noted: *noted,
            settled: *settled,
            looked: *looked,
            summaries: *summaries,
            kept: kept.clone(),
        }
    }

    /// Copies a game over another: no memory is taken, and of the state only what is in use is copied.
    fn clone_from(&mut self, from: &Game) {
        let Game {
            catalog,
            sealed,
            state,
            events,
            told,
            ask,
            choices,
            noted,
            settled,
            looked,
            summaries,
            kept,
        } = from;
        if !Arc::ptr_eq(&self.catalog, catalog) {
            self.catalog = catalog.clone();
        }
        if self.sealed.is_some() || sealed.is_some() {
            self.sealed.clone_from(sealed);
        }
        self.state.copy_from(state);
        self.events.clone_from(events);
        self.told.clone_from(told);
        self.ask = *ask;
        self.choices.clone_from(choices);
        self.kept.clone_from(kept);
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
            told: None,
            ask: None,
            choices: Vec::new(),
            noted: *noted,
            settled: *settled,
            looked: *looked,
            summaries: *summaries,
            // Whatever is done there is never taken back.
            kept: Vec::new(),
        }
    }

    /// A copy to answer on: what happens there nobody is told.
    pub(crate) fn trial_with_choices(&self) -> Game {
        Game { ask: self.ask, choices: self.choices.clone(), ..self.trial() }
    }

    /// An empty table without a frame: where positions are set up by hand.
    pub fn table(catalog: Arc<Catalog>, seed: Seed, options: Options) -> Game {
        let state = State::new(seed, options);
        Game {
            catalog,
            sealed: None,
            state,
            events: Vec::new(),
            told: None,
            ask: None,
            choices: Vec::new(),
            noted: 0,
            settled: None,
            looked: Looked::default(),
            summaries: Summaries::default(),
            kept: Vec::new(),
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

    /// The state, for the rules themselves.
    pub(crate) const fn state(&self) -> &State {
        &self.state
    }

    /// Everything, hidden cards and the order of the decks too: for referees, tests, records, and games that were dealt
    /// anew. Whatever is shown to somebody comes from a [`Sight`](crate::Sight) instead.
    pub const fn whole(&self) -> &State {
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

    /// How many texts are being carried out by hand: one, and those that wait for it (rule 1316.7).
    pub fn texts_by_hand(&self) -> usize {
        self.state.frames.iter().filter(|frame| matches!(frame, Frame::Hand(_))).count()
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
        if let Some(told) = &mut self.told {
            told.clear();
        }
        std::mem::take(&mut self.events)
    }

    /// From now on events are kept with what was known of their cards when they happened, for [`Game::take_told`].
    pub fn listen(&mut self) {
        self.told.get_or_insert_default();
    }

    /// The cards that the game is played with, to share.
    pub const fn shared_catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Takes the events since the last call, each with what was known of its cards at that moment; nothing unless
    /// somebody listens.
    pub fn take_told(&mut self) -> Vec<Told> {
        self.events.clear();
        self.told.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The same, for somebody who doesn't know whether anybody listens.
    pub fn take_heard(&mut self) -> Option<Vec<Told>> {
        self.told.is_some().then(|| self.take_told())
    }

    /// Forgets the events since the last call, for those who do not look at them.
    pub fn forget_events(&mut self) {
        self.events.clear();
        if let Some(told) = &mut self.told {
            told.clear();
        }
    }
}
