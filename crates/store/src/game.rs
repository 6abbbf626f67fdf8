//! What stores take and give.

use std::sync::Arc;
use table::{Promised, Row};
use thiserror::Error;
use vocab::Role;

/// The name of a game.
pub type GameId = Arc<str>;

/// The number of the next step: the version of a game.
pub type Number = u32;

/// A new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its name.
    pub id: GameId,
    /// Its setup as JSON.
    pub setup: String,
    /// Its first steps: who sits, and the answers of the game that it continues.
    pub rows: Vec<Row>,
    /// What lists say about it.
    pub head: Head,
    /// The invitation to its free seat.
    pub invitation: Option<Invitation>,
    /// What is promised to those who will play.
    pub promised: Option<Promised>,
    /// Its cards as they are now.
    pub pocket: Option<Pocket>,
}

/// The cards of a game as they were when its table was set up. A store keeps them and doesn't read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pocket {
    /// The digest of the source, which is in the setup too.
    pub digest: String,
    /// The rows of the set files.
    pub source: String,
    /// How each card was read.
    pub readings: String,
}

/// Whether a game was kept or was there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It is new.
    New,
    /// There is a game of this name already; nothing was changed.
    Already,
}

/// What is true of a game after a step, for those who don't read its log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// What lists say about it.
    pub note: String,
    /// Whether it is over.
    pub over: bool,
    /// Whether it waits for the server: a computer player is asked.
    pub due: bool,
    /// Who is asked.
    pub asks: Option<Role>,
    /// When the server is to open it, if nobody else does: milliseconds since 1970.
    pub wakes: Option<i64>,
    /// When it changed: milliseconds since 1970.
    pub at: i64,
}

/// A stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its setup as JSON.
    pub setup: String,
    /// Its log.
    pub rows: Vec<Row>,
    /// What lists say about it.
    pub head: Head,
    /// The invitation to its free seat.
    pub invitation: Option<Invitation>,
    /// What was promised before anybody saw the table.
    pub promised: Option<Promised>,
    /// Its cards as they were when it was laid; nothing for games from before cards were kept.
    pub pocket: Option<Pocket>,
}

/// What is written over a game, in place of what names somebody who wanted to be forgotten. Names are no part of what was
/// promised: decks, answers and dice stay, and the file of the game proves itself as before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redaction {
    /// The setup.
    pub setup: String,
    /// The steps that seated them, each with its place in the log.
    pub sits: Vec<(Number, Row)>,
    /// What lists say about the game.
    pub note: String,
    /// The film, if there is one.
    pub film: Option<String>,
}

/// A line of a list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name of the game.
    pub game: GameId,
    /// The seat; the Dark Side's for somebody who holds both.
    pub role: Role,
    /// What the list says about it.
    pub note: String,
    /// Whether it is over.
    pub over: bool,
    /// Who is asked.
    pub asks: Option<Role>,
}

/// A link to a free seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The seat.
    pub seat: Role,
    /// The digest of the secret.
    pub digest: String,
    /// The secret, so that the host can see the link again; invitations of version 0.1 have only the digest.
    pub secret: Option<String>,
}

/// What a link invites to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invited {
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: Role,
    /// Whether somebody has sat down there: then the link is of use only to whoever did.
    pub used: bool,
}

/// Whether a store writes at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// It does.
    Well,
    /// It doesn't, and why.
    Ill(String),
}

/// Why something can't be kept or found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The database refuses.
    #[error("the database: {0}")]
    Database(String),
    /// The data folder can't be used.
    #[error("{0}")]
    Folder(String),
    /// The address of a store can't be used.
    #[error("{0}")]
    Address(String),
    /// Another server uses the data folder.
    #[error(
        "another server is using the data folder (process {0}); stop it first, or choose another folder with --data"
    )]
    Locked(String),
    /// The data were written by a newer program.
    #[error(
        "the games were written by a newer program: they have schema {found}, this program knows {known}"
    )]
    Newer {
        /// The schema that was found.
        found: u32,
        /// The newest schema this program knows.
        known: u32,
    },
    /// A migration isn't the one that was applied.
    #[error("migration {0} isn't the one that was applied to these games")]
    Migration(u32),
    /// The store has stopped.
    #[error("the store has stopped")]
    Stopped,
    /// There is no such game.
    #[error("there is no such game")]
    Missing,
    /// A stored value can't be read.
    #[error("a stored value can't be read: {0}")]
    Value(String),
    /// A fault that a test planned.
    #[error("a planned fault")]
    Planned,
}

/// Why steps were not added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AppendError {
    /// The log is longer: somebody else was first.
    #[error("the log has {now} steps already")]
    Conflict {
        /// How long it is.
        now: Number,
    },
    /// They are certainly not written.
    #[error("not written: {0}")]
    Failed(StoreError),
    /// They may be written or not.
    #[error("perhaps written: {0}")]
    Doubt(StoreError),
}

/// A role as stores and addresses write it.
pub const fn role_word(role: Role) -> &'static str {
    match role {
        Role::Dark => "dark",
        Role::Light => "light",
    }
}

/// The role that a word means.
pub fn role_of(word: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|role| role_word(*role) == word)
}
