//! Replays: a game is its setup, its seed and a list of small numbers.

use crate::facts::catalog::Catalog;
use crate::facts::game::Game;
use crate::records::decision::Refused;
use crate::records::event::Event;
use crate::records::state::{Agreement, ByHand, ByRole, DeckOut, Options, Passes, Seed};
use crate::rules::game::{Deck, Setup, SetupError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;
use vocab::{Edition, Role};

/// The version of the file.
const FORMAT: u32 = 1;

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The version of the file.
    pub format: u32,
    /// `current` or `sheets`.
    pub edition: String,
    /// Whether drawing from an empty deck loses (rule 1502.10).
    pub deck_out: bool,
    /// Whether players with hidden cards were asked also when they could only pass (rule 1307.10).
    #[serde(default)]
    pub asks_always: bool,
    /// What the players make of texts that aren't enforced (rule 1316.1).
    #[serde(default, skip_serializing_if = "Agreed::is_usual")]
    pub by_hand: Agreed,
    /// What chance came from.
    pub seed: Seed,
    /// The deck in the Dark Side role, by names.
    pub dark: Names,
    /// The deck in the Light Side role, by names.
    pub light: Names,
    /// The answers in order.
    pub answers: Vec<u16>,
    /// The hash of the state after every [`EVERY`] answers, and after the last.
    pub hashes: Vec<u64>,
}

/// What the players make of texts that aren't enforced, Dark first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreed([Hand; 2]);

/// What a player makes of texts that aren't enforced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Hand {
    #[default]
    Refused,
    Unused,
    Used,
}

impl From<Agreement> for Agreed {
    fn from(agreement: Agreement) -> Agreed {
        let Agreement(both) = agreement;
        Agreed([both[Role::Dark], both[Role::Light]].map(|one| match one {
            ByHand::Refused => Hand::Refused,
            ByHand::Unused => Hand::Unused,
            ByHand::Used => Hand::Used,
        }))
    }
}

impl Agreed {
    fn agreement(self) -> Agreement {
        Agreement(ByRole::from_fn(|who| match self.0[who as usize] {
            Hand::Refused => ByHand::Refused,
            Hand::Unused => ByHand::Unused,
            Hand::Used => ByHand::Used,
        }))
    }

    fn is_usual(&self) -> bool {
        *self == Agreed::default()
    }
}

/// How many answers lie between two hashes.
pub const EVERY: usize = 16;

/// A deck by the names of its cards, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// The deck.
    pub cards: Vec<String>,
    /// What is kept outside.
    pub supply: Vec<String>,
}

/// Why a replay cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// A file of another version.
    #[error("the replay has format {0}; this program reads format {FORMAT}")]
    Format(u32),
    /// An edition that does not exist.
    #[error("{0}")]
    Edition(String),
    /// A card that the library does not have.
    #[error("the card `{0}` is not in the library")]
    UnknownCard(String),
    /// A setup that cannot start.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An answer that the game does not take.
    #[error("answer {number}: {reason}")]
    Answer {
        /// Which answer, counted from 1.
        number: usize,
        /// Why it was refused.
        reason: Refused,
    },
    /// The state after an answer is not the one that was recorded.
    #[error(
        "after answer {0} the state differs from the recorded one: the replay was altered, or the rules have changed"
    )]
    Hash(usize),
}

/// A game that is being recorded.
#[derive(Clone, Debug)]
pub struct Recorder {
    game: Game,
    replay: Replay,
}

impl Recorder {
    /// Starts a game and its record.
    pub fn new(catalog: Arc<Catalog>, setup: &Setup) -> Result<Recorder, SetupError> {
        let replay = Replay::of(&catalog, setup);
        Ok(Recorder { game: Game::new(catalog, setup)?, replay })
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Takes the events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.game.take_events()
    }

    /// Answers and records the answer.
    pub fn answer(&mut self, index: usize) -> Result<(), Refused> {
        self.game.answer(index)?;
        self.replay.answers.push(index as u16);
        if self.replay.answers.len().is_multiple_of(EVERY) {
            self.replay.hashes.push(self.game.state().stable_hash());
        }
        Ok(())
    }

    /// Goes back to the position after this many answers; later answers are forgotten.
    pub fn undo_to(&mut self, answers: usize) -> Result<(), ReplayError> {
        let record = self.replay();
        self.game = record.play(self.game.catalog.clone(), answers)?;
        self.replay.answers.truncate(answers);
        self.replay.hashes.truncate(answers / EVERY);
        Ok(())
    }

    /// The record so far.
    pub fn replay(&self) -> Replay {
        let mut replay = self.replay.clone();
        replay.hashes.push(self.game.state().stable_hash());
        replay
    }
}

impl Replay {
    /// A game of this setup in which nothing has been answered yet.
    pub fn of(catalog: &Catalog, setup: &Setup) -> Replay {
        let names = |deck: &Deck| Names {
            cards: deck.cards.iter().map(|id| catalog.definition(*id).to_string()).collect(),
            supply: deck.supply.iter().map(|id| catalog.definition(*id).to_string()).collect(),
        };
        Replay {
            format: FORMAT,
            edition: setup.options.edition.name().to_string(),
            deck_out: setup.options.deck_out == DeckOut::Loses,
            asks_always: setup.options.passes == Passes::Asked,
            by_hand: setup.options.by_hand.into(),
            seed: setup.seed,
            dark: names(&setup.dark),
            light: names(&setup.light),
            answers: Vec::new(),
            hashes: Vec::new(),
        }
    }

    /// Plays the first `answers` answers (all, if there are fewer) and checks every hash on the way.
    pub fn play(&self, catalog: Arc<Catalog>, answers: usize) -> Result<Game, ReplayError> {
        let setup = self.setup(&catalog)?;
        let mut game = Game::new(catalog, &setup)?;
        let total = self.answers.len();
        for (i, answer) in self.answers.iter().enumerate().take(answers) {
            let number = i + 1;
            game.answer(usize::from(*answer)).map_err(|reason| ReplayError::Answer { number, reason })?;
            let recorded = if number.is_multiple_of(EVERY) {
                self.hashes.get(number / EVERY - 1)
            } else if number == total {
                self.hashes.last()
            } else {
                continue;
            };
            if recorded != Some(&game.state().stable_hash()) {
                return Err(ReplayError::Hash(number));
            }
        }
        Ok(game)
    }

    /// The setup that the game was started with.
    pub fn setup(&self, catalog: &Catalog) -> Result<Setup, ReplayError> {
        if self.format != FORMAT {
            return Err(ReplayError::Format(self.format));
        }
        let edition: Edition = self.edition.parse().map_err(ReplayError::Edition)?;
        let deck_out = if self.deck_out { DeckOut::Loses } else { DeckOut::Harmless };
        let passes = if self.asks_always { Passes::Asked } else { Passes::Skipped };
        Ok(Setup {
            dark: deck(&self.dark, catalog)?,
            light: deck(&self.light, catalog)?,
            seed: self.seed,
            options: Options { edition, deck_out, passes, by_hand: self.by_hand.agreement() },
        })
    }
}

fn deck(names: &Names, catalog: &Catalog) -> Result<Deck, ReplayError> {
    let find = |name: &String| {
        catalog.library().find_by_title(name).ok_or_else(|| ReplayError::UnknownCard(name.clone()))
    };
    Ok(Deck {
        cards: names.cards.iter().map(find).collect::<Result<_, _>>()?,
        supply: names.supply.iter().map(find).collect::<Result<_, _>>()?,
    })
}
