//! Migrations: numbered files, applied once, in order, each in a transaction of its own.

use crate::game::StoreError;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;

/// All migrations, the first with number 1.
const ALL: [(&str, &str); 7] = [
    ("logs", include_str!("../../migrations/sqlite/0001_logs.sql")),
    ("visitors", include_str!("../../migrations/sqlite/0002_visitors.sql")),
    ("promises", include_str!("../../migrations/sqlite/0003_promises.sql")),
    ("trails", include_str!("../../migrations/sqlite/0004_trails.sql")),
    ("films", include_str!("../../migrations/sqlite/0005_films.sql")),
    ("pockets", include_str!("../../migrations/sqlite/0006_pockets.sql")),
    ("setups", include_str!("../../migrations/sqlite/0007_setups.sql")),
];

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string doesn't fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The newest schema that this program knows.
pub fn known() -> u32 {
    u32::try_from(ALL.len()).unwrap_or(u32::MAX)
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
    if before > known() {
        return Err(StoreError::Newer { found: before, known: known() });
    }
    db.execute_batch(
        "CREATE TABLE IF NOT EXISTS schema (
             number INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, applied INTEGER NOT NULL)",
    )?;
    for (number, (name, text)) in (1_u32..).zip(ALL) {
        if number <= before {
            let applied: String =
                db.query_row("SELECT digest FROM schema WHERE number = ?1", [number], |row| row.get(0))?;
            if applied != digest(text) {
                return Err(StoreError::Migration(number));
            }
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
            params![number, name, digest(text)],
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
