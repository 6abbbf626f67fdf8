//! Storage: a game is its setup and its answers; an answer is on the disk before anybody sees its effect.
//!
//! One thread writes. It takes everything that waits, writes it in one transaction, and only then says so to those who
//! wait: many games share one flush of the disk. Readers have a connection of their own.

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use thiserror::Error;
use tokio::sync::oneshot;
use vocab::Role;

/// Why something cannot be kept or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database refuses.
    #[error("the database: {0}")]
    Database(#[from] rusqlite::Error),
    /// The folder cannot be made.
    #[error("the data folder: {0}")]
    Folder(#[from] std::io::Error),
    /// The writing thread has ended.
    #[error("the storage has stopped")]
    Stopped,
}

type Job =
    (Box<dyn FnOnce(&Transaction) -> rusqlite::Result<()> + Send>, oneshot::Sender<Result<(), StoreError>>);

/// The database of the games.
pub struct Store {
    writer: mpsc::Sender<Job>,
    reader: Mutex<Connection>,
}

/// A stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its setup as JSON.
    pub setup: String,
    /// The answers in order.
    pub answers: Vec<u16>,
    /// Who holds which seat: the digest of the holder's token.
    pub seats: Vec<(Role, String)>,
}

/// A line of a list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name of the game.
    pub game: String,
    /// The seat.
    pub role: Role,
    /// What the list says about it.
    pub note: String,
    /// Whether it is over.
    pub over: bool,
}

const SCHEMA: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    CREATE TABLE IF NOT EXISTS games (
        name TEXT PRIMARY KEY, setup TEXT NOT NULL, note TEXT NOT NULL DEFAULT '',
        over INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT (unixepoch()));
    CREATE TABLE IF NOT EXISTS answers (
        game TEXT NOT NULL REFERENCES games(name), number INTEGER NOT NULL, answer INTEGER NOT NULL,
        PRIMARY KEY (game, number)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS seats (
        game TEXT NOT NULL REFERENCES games(name), role TEXT NOT NULL, holder TEXT NOT NULL,
        PRIMARY KEY (game, role)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS seats_of_holder ON seats(holder);
    CREATE TABLE IF NOT EXISTS invitations (
        secret TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games(name), role TEXT NOT NULL) WITHOUT ROWID;
";

impl Store {
    /// Opens the database of a data folder, and makes it if there is none.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        std::fs::create_dir_all(folder)?;
        let file = folder.join("games.sqlite");
        let mut connection = Connection::open(&file)?;
        connection.execute_batch(SCHEMA)?;
        let reader = Connection::open(&file)?;
        let (writer, jobs) = mpsc::channel::<Job>();
        thread::Builder::new().name("storage".into()).spawn(move || write(&mut connection, &jobs))?;
        Ok(Store { writer, reader: Mutex::new(reader) })
    }

    async fn write(
        &self,
        job: impl FnOnce(&Transaction) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<(), StoreError> {
        let (done, written) = oneshot::channel();
        self.writer.send((Box::new(job), done)).map_err(|_| StoreError::Stopped)?;
        written.await.map_err(|_| StoreError::Stopped)?
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        // A reader that panicked has changed nothing.
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a new game, its first answers (a game that continues another has some) and its seats.
    pub async fn create(
        &self,
        game: &str,
        setup: String,
        answers: Vec<u16>,
        seats: Vec<(Role, String)>,
    ) -> Result<(), StoreError> {
        let game = game.to_string();
        self.write(move |db| {
            db.execute("INSERT INTO games (name, setup) VALUES (?1, ?2)", params![game, setup])?;
            for (number, answer) in answers.iter().enumerate() {
                db.execute(ADD_ANSWER, params![game, number as i64, answer])?;
            }
            for (role, holder) in &seats {
                db.execute(ADD_SEAT, params![game, role_word(*role), holder])?;
            }
            Ok(())
        })
        .await
    }

    /// Keeps answers, the first of which has this number.
    pub async fn answer(&self, game: &str, first: usize, answers: &[u16]) -> Result<(), StoreError> {
        let (game, answers) = (game.to_string(), answers.to_vec());
        self.write(move |db| {
            let mut add = db.prepare_cached(ADD_ANSWER)?;
            for (number, answer) in (first..).zip(answers) {
                add.execute(params![game, number as i64, answer])?;
            }
            Ok(())
        })
        .await
    }

    /// Forgets the answers from this number on.
    pub async fn undo(&self, game: &str, to: usize) -> Result<(), StoreError> {
        let game = game.to_string();
        self.write(move |db| {
            db.execute("DELETE FROM answers WHERE game = ?1 AND number >= ?2", params![game, to as i64])?;
            db.execute("UPDATE games SET over = 0 WHERE name = ?1", [game]).map(|_| ())
        })
        .await
    }

    /// Keeps a setup with other names of players.
    pub async fn rename(&self, game: &str, setup: String) -> Result<(), StoreError> {
        let game = game.to_string();
        self.write(move |db| {
            db.execute("UPDATE games SET setup = ?2 WHERE name = ?1", params![game, setup]).map(|_| ())
        })
        .await
    }

    /// Notes what lists of games say about a game.
    pub async fn note(&self, game: &str, note: String, over: bool) -> Result<(), StoreError> {
        self.write(noting(game.to_string(), note, over)).await
    }

    /// The same without waiting until it is written: it is for lists alone, and the next note replaces it.
    pub fn note_soon(&self, game: &str, note: String) -> Result<(), StoreError> {
        let (done, _) = oneshot::channel();
        let job = Box::new(noting(game.to_string(), note, false));
        self.writer.send((job, done)).map_err(|_| StoreError::Stopped)
    }

    /// Keeps the digest of an invitation.
    pub async fn invite(&self, game: &str, role: Role, secret: String) -> Result<(), StoreError> {
        let game = game.to_string();
        self.write(move |db| {
            db.execute(
                "DELETE FROM invitations WHERE game = ?1 AND role = ?2",
                params![game, role_word(role)],
            )?;
            db.execute("INSERT INTO invitations VALUES (?1, ?2, ?3)", params![secret, game, role_word(role)])
                .map(|_| ())
        })
        .await
    }

    /// Uses an invitation up and gives the seat to its holder.
    pub async fn accept(&self, secret: String, holder: String) -> Result<Option<(String, Role)>, StoreError> {
        let Some((game, role)) = self.invitation(&secret)? else { return Ok(None) };
        let seat = (game.clone(), holder.clone());
        self.write(move |db| {
            let used = db.execute("DELETE FROM invitations WHERE secret = ?1", [secret])?;
            if used == 1 {
                db.execute(ADD_SEAT, params![seat.0, role_word(role), seat.1])?;
            }
            Ok(())
        })
        .await?;
        // Of two who come at once, one has it.
        let holders = self.game(&game)?.map(|game| game.seats).unwrap_or_default();
        Ok(holders.contains(&(role, holder)).then_some((game, role)))
    }

    /// What an invitation is for, if it has not been used.
    pub fn invitation(&self, secret: &str) -> Result<Option<(String, Role)>, StoreError> {
        let found = self
            .reader()
            .query_row("SELECT game, role FROM invitations WHERE secret = ?1", [secret], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            })
            .optional()?;
        Ok(found.and_then(|(game, role)| Some((game, role_of(&role)?))))
    }

    /// A game with its answers and seats.
    pub fn game(&self, game: &str) -> Result<Option<StoredGame>, StoreError> {
        let db = self.reader();
        let setup: Option<String> =
            db.query_row("SELECT setup FROM games WHERE name = ?1", [game], |row| row.get(0)).optional()?;
        let Some(setup) = setup else { return Ok(None) };
        let answers = db
            .prepare_cached("SELECT answer FROM answers WHERE game = ?1 ORDER BY number")?
            .query_map([game], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        let seats: Vec<(String, String)> = db
            .prepare_cached("SELECT role, holder FROM seats WHERE game = ?1")?
            .query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let seats = seats.into_iter().filter_map(|(role, holder)| Some((role_of(&role)?, holder))).collect();
        Ok(Some(StoredGame { setup, answers, seats }))
    }

    /// The games in which somebody holds a seat, the last first.
    pub fn games_of(&self, holder: &str) -> Result<Vec<Listed>, StoreError> {
        let db = self.reader();
        let mut query = db.prepare_cached(
            "SELECT name, min(role), note, over FROM games JOIN seats ON game = name \
             WHERE holder = ?1 GROUP BY name ORDER BY changed DESC, name LIMIT 40",
        )?;
        let rows = query.query_map([holder], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get(2)?, row.get(3)?))
        })?;
        let mut games = Vec::new();
        for row in rows {
            let (game, role, note, over) = row?;
            if let Some(role) = role_of(&role) {
                games.push(Listed { game, role, note, over });
            }
        }
        Ok(games)
    }

    /// Whether the database answers.
    pub fn is_well(&self) -> bool {
        self.reader().query_row("SELECT 1", [], |_| Ok(())).is_ok()
    }
}

fn noting(
    game: String,
    note: String,
    over: bool,
) -> impl FnOnce(&Transaction) -> rusqlite::Result<()> + Send {
    move |db| {
        let mut change = db
            .prepare_cached("UPDATE games SET note = ?2, over = ?3, changed = unixepoch() WHERE name = ?1")?;
        change.execute(params![game, note, over]).map(|_| ())
    }
}

const ADD_ANSWER: &str = "INSERT INTO answers (game, number, answer) VALUES (?1, ?2, ?3)";
const ADD_SEAT: &str = "INSERT INTO seats (game, role, holder) VALUES (?1, ?2, ?3)";

/// Writes until nobody can ask for more. A job that fails does not harm those it shares a transaction with.
fn write(connection: &mut Connection, jobs: &mpsc::Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let batch: Vec<Job> = std::iter::once(first).chain(jobs.try_iter().take(255)).collect();
        let mut waiting = Vec::with_capacity(batch.len());
        let written = connection.transaction().and_then(|db| {
            for (job, done) in batch {
                db.execute_batch("SAVEPOINT job")?;
                let result = job(&db);
                db.execute_batch(if result.is_ok() {
                    "RELEASE job"
                } else {
                    "ROLLBACK TO job; RELEASE job"
                })?;
                waiting.push((result, done));
            }
            db.commit()
        });
        for (result, done) in waiting {
            let told = match &written {
                Ok(()) => result.map_err(StoreError::from),
                Err(error) => {
                    tracing::error!(%error, "a transaction was lost");
                    Err(StoreError::Stopped)
                }
            };
            // Somebody who no longer waits needs no answer.
            let _ = done.send(told);
        }
    }
}

/// A role as the database and addresses write it.
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

#[cfg(test)]
mod tests {
    use super::Store;
    use vocab::Role;

    fn block<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future)
    }

    #[test]
    fn what_was_written_is_there_when_the_database_is_opened_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path()).expect("a database");
        block(async {
            let seats = vec![(Role::Light, "holder".to_string())];
            store.create("game", "{}".into(), vec![7], seats).await.expect("created");
            store.answer("game", 1, &[3, 0]).await.expect("kept");
            // An answer with a number that is taken is refused, and nothing is half done.
            assert!(store.answer("game", 2, &[9, 9]).await.is_err());
            store.note("game", "turn 2".into(), false).await.expect("noted");
        });
        let again = Store::open(folder.path()).expect("a database");
        let game = again.game("game").expect("read").expect("there");
        assert_eq!(game.answers, [7, 3, 0]);
        assert_eq!(game.seats, [(Role::Light, "holder".to_string())]);
        assert_eq!(again.games_of("holder").expect("read")[0].note, "turn 2");
        assert!(again.games_of("another").expect("read").is_empty() && again.is_well());
        block(again.undo("game", 1)).expect("undone");
        assert_eq!(again.game("game").expect("read").expect("there").answers, [7]);
    }

    #[test]
    fn an_invitation_works_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path()).expect("a database");
        block(async {
            store.create("game", "{}".into(), Vec::new(), Vec::new()).await.expect("created");
            store.invite("game", Role::Dark, "secret".into()).await.expect("invited");
            let (first, second) = tokio::join!(
                store.accept("secret".into(), "one".into()),
                store.accept("secret".into(), "two".into())
            );
            let seated = [first.expect("an answer"), second.expect("an answer")];
            assert_eq!(seated.iter().flatten().count(), 1, "{seated:?}");
            assert_eq!(store.accept("secret".into(), "three".into()).await.expect("an answer"), None);
        });
    }
}
