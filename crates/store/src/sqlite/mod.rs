//! The default store: one SQLite file in the data folder, nothing to install.
//!
//! One thread writes. It takes everything that waits into one transaction and only then tells those who wait, so many
//! games share one flush of the disk. Four threads read, each with a connection of its own.

mod check;
mod conduct;
mod decks;
mod folder;
mod lobby;
mod migrate;
mod outcomes;
mod people;
mod readers;
mod statements;
mod writer;

use crate::conduct::{Report, Taken};
use crate::decks::{DeckVersion, Decks, KeptDeck, ListedDeck};
use crate::game::{
    AppendError, Created, GameId, Head, Health, Invitation, Invited, Listed, NewGame, Number, Redaction,
    StoreError, Stored,
};
use crate::kept::Checked;
use crate::people::{Token, TokenKind, Visitor, VisitorId};
use crate::{Games, Invitations, People, Store};
use async_trait::async_trait;
use folder::Lock;
use readers::Readers;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::Row;
use tokio::sync::watch;
use vocab::Role;
use writer::Writer;

/// The name of the database in the data folder.
const FILE: &str = "games.sqlite";

/// Games in a SQLite file.
pub struct Sqlite {
    writer: Writer,
    readers: Readers,
    health: watch::Receiver<Health>,
    // Released last: no second server starts while this one still writes.
    _lock: Lock,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}

fn connect(file: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(file)?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;",
    )?;
    Ok(connection)
}

impl Sqlite {
    /// Opens the database of a data folder, makes it if there is none, and brings an older one up to date. The copy that
    /// is made before a migration stays in the folder.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        folder::prepare(folder, FILE)?;
        let lock = Lock::take(folder)?;
        let file = folder.join(FILE);
        let mut connection = connect(&file)?;
        migrate::run(&mut connection, folder)?;
        folder::tighten(folder, FILE)?;
        let (writer, health) = Writer::start(connection, folder)?;
        let readers = Readers::start(&file)?;
        Ok(Sqlite { writer, readers, health, _lock: lock })
    }

    /// Looks through a data folder without changing it: the file, its schema, and every log.
    pub fn check(folder: &Path) -> Result<Checked, StoreError> {
        check::check(&folder.join(FILE))
    }

    /// What was reported and what was done about it, also while a server uses the folder.
    pub fn conduct(folder: &Path) -> Result<(Vec<Report>, Vec<Taken>), StoreError> {
        check::conduct(&folder.join(FILE))
    }

    /// Copies the games of a data folder into a file, also while a server uses it.
    pub fn back_up(folder: &Path, to: &Path) -> Result<(), StoreError> {
        check::back_up(&folder.join(FILE), to)
    }

    /// Makes a data folder from a backup.
    pub fn restore(backup: &Path, folder: &Path) -> Result<(), StoreError> {
        if folder.join(FILE).exists() {
            return Err(StoreError::Folder(format!("{}: the folder already has games", folder.display())));
        }
        // What isn't a database of ours is refused before anything is made.
        check::check(backup)?;
        folder::prepare(folder, FILE)?;
        std::fs::copy(backup, folder.join(FILE))
            .map_err(|error| StoreError::Folder(format!("{}: {error}", backup.display())))?;
        folder::tighten(folder, FILE)
    }

    /// The file in which a data folder keeps its games.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Ends the writing thread after everything that waits is written, and folds the log into the file.
    pub fn close(self) {
        self.writer.close();
    }
}

#[async_trait]
impl Games for Sqlite {
    async fn create(&self, game: NewGame) -> Result<Created, StoreError> {
        let made = self.writer.write(move |db| statements::create(db, &game)).await;
        made.map_err(writer::Lost::into_store_error)
    }

    async fn load(&self, game: &GameId) -> Result<Option<Stored>, StoreError> {
        let game = game.clone();
        self.readers.read(move |db| statements::load(db, &game)).await
    }

    async fn tail(&self, game: &GameId, from: Number) -> Result<Vec<Row>, StoreError> {
        let game = game.clone();
        self.readers.read(move |db| statements::rows(db, &game, from)).await
    }

    async fn append(&self, game: &GameId, at: Number, rows: Vec<Row>, head: Head) -> Result<(), AppendError> {
        let game = game.clone();
        let written = self.writer.write(move |db| statements::append(db, &game, at, &rows, &head)).await;
        match written {
            Ok(None) => Ok(()),
            Ok(Some(now)) => Err(AppendError::Conflict { now }),
            Err(writer::Lost::Certainly(error)) => Err(AppendError::Failed(error)),
            Err(writer::Lost::Perhaps(error)) => Err(AppendError::Doubt(error)),
        }
    }

    async fn all(&self, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError> {
        let after = after.cloned();
        self.readers.read(move |db| statements::all(db, after.as_ref(), limit)).await
    }

    async fn running(&self, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError> {
        let after = after.cloned();
        self.readers.read(move |db| statements::running(db, after.as_ref(), limit)).await
    }

    async fn due(&self, now: i64, limit: usize) -> Result<Vec<GameId>, StoreError> {
        self.readers.read(move |db| statements::due(db, now, limit)).await
    }

    async fn keep_film(&self, game: &GameId, film: String) -> Result<(), StoreError> {
        let game = game.clone();
        let written = self.writer.write(move |db| statements::keep_film(db, &game, &film)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn film(&self, game: &GameId) -> Result<Option<String>, StoreError> {
        let game = game.clone();
        self.readers.read(move |db| statements::film(db, &game)).await
    }

    async fn games_of(&self, holder: &str) -> Result<Vec<Listed>, StoreError> {
        let holder = holder.to_string();
        self.readers.read(move |db| statements::games_of(db, &holder)).await
    }

    async fn held(&self, holder: &str) -> Result<Vec<GameId>, StoreError> {
        let holder = holder.to_string();
        self.readers.read(move |db| statements::held(db, &holder)).await
    }

    async fn redact(&self, game: &GameId, redaction: Redaction) -> Result<(), StoreError> {
        let game = game.clone();
        let written = self.writer.write(move |db| statements::redact(db, &game, &redaction)).await;
        written.map_err(writer::Lost::into_store_error)
    }
}

#[async_trait]
impl Invitations for Sqlite {
    async fn invite(&self, game: &GameId, invitation: Invitation) -> Result<(), StoreError> {
        let game = game.clone();
        let written = self.writer.write(move |db| statements::invite(db, &game, &invitation)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn invited(&self, digest: &str) -> Result<Option<Invited>, StoreError> {
        let digest = digest.to_string();
        self.readers.read(move |db| statements::invited(db, &digest)).await
    }

    async fn invitation(&self, game: &GameId, seat: Role) -> Result<Option<Invitation>, StoreError> {
        let game = game.clone();
        self.readers.read(move |db| statements::invitation(db, &game, seat)).await
    }
}

#[async_trait]
impl People for Sqlite {
    async fn welcome(&self, visitor: Visitor, tokens: Vec<Token>) -> Result<(), StoreError> {
        let written = self.writer.write(move |db| people::welcome(db, &visitor, &tokens)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn whose(&self, digest: &str, kind: TokenKind) -> Result<Option<Visitor>, StoreError> {
        let digest = digest.to_string();
        self.readers.read(move |db| people::whose(db, &digest, kind)).await
    }

    async fn issue(&self, visitor: &VisitorId, token: Token) -> Result<(), StoreError> {
        let visitor = visitor.clone();
        let written = self.writer.write(move |db| people::issue(db, &visitor, &token)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn sign_out(&self, visitor: &VisitorId, but: &str) -> Result<u64, StoreError> {
        let (visitor, but) = (visitor.clone(), but.to_string());
        let written = self.writer.write(move |db| people::sign_out(db, &visitor, &but)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn learn(&self, visitor: &VisitorId, what: String, value: String) -> Result<(), StoreError> {
        let visitor = visitor.clone();
        let written = self.writer.write(move |db| people::learn(db, &visitor, &what, &value)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn learned(&self, visitor: &VisitorId) -> Result<Vec<(String, String)>, StoreError> {
        let visitor = visitor.clone();
        self.readers.read(move |db| people::learned(db, &visitor)).await
    }

    async fn learned_by_all(&self, begins: &str) -> Result<Vec<(String, String)>, StoreError> {
        let begins = begins.to_string();
        self.readers.read(move |db| people::learned_by_all(db, &begins)).await
    }

    async fn name_of(&self, visitor: &VisitorId) -> Result<Option<String>, StoreError> {
        let visitor = visitor.clone();
        self.readers.read(move |db| people::name_of(db, &visitor)).await
    }

    async fn call(&self, visitor: &VisitorId, name: Option<String>) -> Result<bool, StoreError> {
        let visitor = visitor.clone();
        let written = self.writer.write(move |db| people::call(db, &visitor, name.as_deref())).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn named(&self, name: &str) -> Result<Option<VisitorId>, StoreError> {
        let name = name.to_string();
        self.readers.read(move |db| people::named(db, &name)).await
    }

    async fn forget(&self, visitor: &VisitorId) -> Result<(), StoreError> {
        let visitor = visitor.clone();
        let written = self.writer.write(move |db| people::forget(db, &visitor)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn everybody(
        &self,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<(Visitor, Vec<Token>)>, StoreError> {
        let after = after.cloned();
        self.readers.read(move |db| people::everybody(db, after.as_ref(), limit)).await
    }
}

#[async_trait]
impl Decks for Sqlite {
    async fn save_deck(
        &self,
        owner: &VisitorId,
        deck: &str,
        version: DeckVersion,
    ) -> Result<u32, StoreError> {
        let (owner, deck) = (owner.clone(), deck.to_string());
        let written = self.writer.write(move |db| decks::save(db, &owner, &deck, &version)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn deck(&self, deck: &str) -> Result<Option<KeptDeck>, StoreError> {
        let deck = deck.to_string();
        self.readers.read(move |db| decks::load(db, &deck)).await
    }

    async fn decks_of(&self, owner: &VisitorId) -> Result<Vec<ListedDeck>, StoreError> {
        let owner = owner.clone();
        self.readers.read(move |db| decks::of(db, &owner)).await
    }

    async fn share_deck(&self, owner: &VisitorId, deck: &str, shared: bool) -> Result<(), StoreError> {
        let (owner, deck) = (owner.clone(), deck.to_string());
        let written = self.writer.write(move |db| decks::share(db, &owner, &deck, shared)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn forget_deck(&self, owner: &VisitorId, deck: &str) -> Result<(), StoreError> {
        let (owner, deck) = (owner.clone(), deck.to_string());
        let written = self.writer.write(move |db| decks::forget(db, &owner, &deck)).await;
        written.map_err(writer::Lost::into_store_error)
    }
}

impl Store for Sqlite {
    fn health(&self) -> watch::Receiver<Health> {
        self.health.clone()
    }
}

/// A game's name from the database.
fn id(text: String) -> GameId {
    Arc::from(text)
}

#[cfg(test)]
mod tests;
