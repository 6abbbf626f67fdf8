//! Migrations: numbered files, applied once, in order, each in a transaction of its own.

use crate::game::StoreError;
use crate::migration::{Migration, is_known};
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;

/// All migrations.
const ALL: [Migration; 14] = [
    Migration { number: 1, name: "logs", text: include_str!("../../migrations/sqlite/0001_logs.sql") },
    Migration {
        number: 2,
        name: "visitors",
        text: include_str!("../../migrations/sqlite/0002_visitors.sql"),
    },
    Migration {
        number: 3,
        name: "promises",
        text: include_str!("../../migrations/sqlite/0003_promises.sql"),
    },
    Migration { number: 4, name: "trails", text: include_str!("../../migrations/sqlite/0004_trails.sql") },
    Migration { number: 5, name: "films", text: include_str!("../../migrations/sqlite/0005_films.sql") },
    Migration { number: 6, name: "pockets", text: include_str!("../../migrations/sqlite/0006_pockets.sql") },
    Migration { number: 7, name: "setups", text: include_str!("../../migrations/sqlite/0007_setups.sql") },
    Migration { number: 8, name: "learned", text: include_str!("../../migrations/sqlite/0008_learned.sql") },
    Migration { number: 9, name: "decks", text: include_str!("../../migrations/sqlite/0009_decks.sql") },
    Migration { number: 10, name: "asks", text: include_str!("../../migrations/sqlite/0010_asks.sql") },
    Migration { number: 11, name: "conduct", text: include_str!("../../migrations/sqlite/0011_conduct.sql") },
    Migration { number: 12, name: "lobby", text: include_str!("../../migrations/sqlite/0012_lobby.sql") },
    Migration { number: 13, name: "people", text: include_str!("../../migrations/sqlite/0013_people.sql") },
    Migration {
        number: 14,
        name: "deck cards",
        text: include_str!("../../migrations/sqlite/0014_deck_cards.sql"),
    },
];

/// The newest schema that this program knows.
#[cfg(test)]
pub fn known() -> u32 {
    crate::migration::newest(&ALL)
}

/// Whether this program knows a schema that was found.
pub fn is_ours(found: u32) -> Result<(), StoreError> {
    is_known(&ALL, found)
}

/// The schema of a database; `None` for one that version 0.1 wrote, and for an empty one.
pub fn found(db: &Connection) -> Result<Option<u32>, StoreError> {
    if !has_table(db, "schema")? {
        return Ok(None);
    }
    Ok(db.query_row("SELECT max(number) FROM schema", [], |row| row.get(0))?)
}

fn has_table(db: &Connection, name: &str) -> Result<bool, StoreError> {
    let found =
        db.query_row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", [name], |_| Ok(()));
    Ok(found.optional()?.is_some())
}

/// Brings a database up to date. Before that, a copy of it is left in the folder.
pub fn run(db: &mut Connection, folder: &Path) -> Result<(), StoreError> {
    let before = found(db)?.unwrap_or(0);
    is_known(&ALL, before)?;
    db.execute_batch(
        "CREATE TABLE IF NOT EXISTS schema (
             number INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, applied INTEGER NOT NULL)",
    )?;
    for migration in ALL {
        let Migration { number, name, text } = migration;
        if number <= before {
            let applied: String =
                db.query_row("SELECT digest FROM schema WHERE number = ?1", [number], |row| row.get(0))?;
            migration.was(&applied)?;
            continue;
        }
        if has_table(db, "games")? {
            copy(db, &folder.join(format!("games-before-{number}.sqlite")))?;
        }
        tracing::info!(number, name, "migrating the data folder");
        // Renaming tables would drag the references of others along.
        db.execute_batch("PRAGMA foreign_keys = OFF")?;
        let transaction = db.transaction()?;
        transaction.execute_batch(text)?;
        transaction.execute(
            "INSERT INTO schema (number, name, digest, applied) VALUES (?1, ?2, ?3, unixepoch() * 1000)",
            params![number, name, migration.digest()],
        )?;
        transaction.commit()?;
        db.execute_batch("PRAGMA foreign_keys = ON")?;
    }
    Ok(())
}

/// Writes a copy of the database into a new file; a copy of an earlier attempt is replaced.
fn copy(db: &Connection, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        std::fs::remove_file(to).map_err(|error| StoreError::Folder(format!("{}: {error}", to.display())))?;
    }
    // Nobody else reads the copy, not even while it is written.
    super::folder::private(to)?;
    db.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
    Ok(())
}
