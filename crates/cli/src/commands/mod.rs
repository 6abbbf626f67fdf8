//! The commands, one file each.

pub mod analyse;
pub mod balance;
pub mod card;
#[cfg(feature = "parquet")]
pub mod collect;
pub mod coverage;
pub mod deck;
pub mod explain;
pub mod farm;
pub mod formats;
pub mod health;
pub mod judge;
pub mod keyword;
pub mod ledger;
pub mod lesson;
pub mod lint;
pub mod odds;
pub mod packs;
pub mod play;
pub mod puzzles;
pub mod reading;
pub mod release;
pub mod replay;
pub mod rule;
pub mod search;
pub mod selfplay;
pub mod serve;
pub mod shell;
pub mod sim;
pub mod store;
pub mod tour;
pub mod verify;

use std::fmt;
use std::io;

/// What a command found; it becomes the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done, or the answer is yes: status 0.
    Yes,
    /// The answer is no (an illegal deck, nothing found): status 1.
    No,
}

/// Why a command could not be carried out.
#[derive(Debug)]
pub enum Failure {
    /// Bad input: status 2.
    Input(String),
    /// The answer could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<dejarik::DeckError> for Failure {
    fn from(error: dejarik::DeckError) -> Failure {
        bad_input(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(reason) => f.write_str(reason),
            Failure::Output(error) => write!(f, "cannot write the answer: {error}"),
        }
    }
}

/// The result of a command.
pub type Done = Result<Answer, Failure>;

/// Bad input, with the reason.
pub fn bad_input(reason: impl fmt::Display) -> Failure {
    Failure::Input(reason.to_string())
}
