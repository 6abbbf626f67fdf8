//! The kinds of jobs. A kind says which games it has ([`Spec`]) and what becomes of one of them ([`Task`]); it is one file
//! here and a line in [`Kind`].

pub mod analyse;
pub mod games;
pub mod puzzles;
pub mod selfplay;

use crate::Error;
use crate::rows::{Column, Rows};
use analyse::Analyse;
use dejarik::Cards;
use engine::state::Options;
use engine::{Catalog, Deck};
use games::{Games, Match};
use puzzles::Puzzles;
use selfplay::Selfplay;
use serde::{Deserialize, Serialize};
use sim::Summary;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a job is for, with its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Decks against each other.
    Sim(Games),
    /// Computer players against each other.
    Ladder(Games),
    /// Recorded games, looked at answer by answer.
    Analyse(Analyse),
    /// Positions of games between computer players, for those who learn from them.
    Selfplay(Selfplay),
    /// Puzzles found in games between computer players.
    Puzzles(Puzzles),
}

impl Kind {
    /// Decks against each other.
    pub const fn sim(matches: Vec<Match>) -> Kind {
        Kind::Sim(Games { matches, counted: true })
    }

    /// Computer players against each other.
    pub const fn ladder(matches: Vec<Match>) -> Kind {
        Kind::Ladder(Games { matches, counted: false })
    }

    /// Its name in the queue and in manifests.
    pub const fn name(&self) -> &'static str {
        match self {
            Kind::Sim(_) => "sim",
            Kind::Ladder(_) => "ladder",
            Kind::Analyse(_) => "analyse",
            Kind::Selfplay(_) => "selfplay",
            Kind::Puzzles(_) => "puzzles",
        }
    }

    pub(crate) fn spec(&self) -> &dyn Spec {
        match self {
            Kind::Sim(games) | Kind::Ladder(games) => games,
            Kind::Analyse(analyse) => analyse,
            Kind::Selfplay(selfplay) => selfplay,
            Kind::Puzzles(puzzles) => puzzles,
        }
    }
}

/// Cards and decks of a job, ready to be played.
pub struct Ground {
    /// The cards as they are printed.
    pub cards: Arc<Cards>,
    /// The cards as they are played.
    pub catalog: Arc<Catalog>,
    /// The decks with their names.
    pub decks: Vec<(String, Deck)>,
    /// The rules that can be chosen.
    pub options: Options,
}

/// Which games a job has. A game is whatever is worked on and reported as one.
pub trait Spec {
    /// How many.
    fn games(&self) -> u64;
    /// How many take some seconds: what a worker does at a time.
    fn usual_batch(&self) -> u64;
    /// In words. The decks are named in order.
    fn title(&self, decks: &[&str]) -> String;
    /// Makes everything ready, or says why the job can't be played.
    fn open(&self, ground: Ground) -> Result<Box<dyn Task>, Error>;
}

/// What came of a game: everything that must be the same whoever played it, as one line of JSON; and how long the players
/// thought, in milliseconds, which isn't.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// The line.
    pub line: String,
    /// How long A and B thought.
    pub thought: [u64; 2],
}

/// The games of a job, ready to be played.
pub trait Task: Debug + Send + Sync {
    /// Plays a game; nothing if `stop` became true meanwhile.
    fn play(&self, game: u64, stop: &AtomicBool) -> Result<Option<Unit>, Error>;
    /// What its chance comes from, for whoever looks into one that can't be played.
    fn seed(&self, game: u64) -> u64;
    /// The columns of its files.
    fn columns(&self) -> &'static [Column];
    /// Writes the rows of a game, of which this line came.
    fn write(&self, game: u64, line: &str, rows: &mut Rows) -> io::Result<()>;
    /// Counts a game, where games are counted, match by match.
    fn count(&self, _game: u64, _line: &str, _counts: &mut BTreeMap<usize, Summary>) -> io::Result<()> {
        Ok(())
    }
}
