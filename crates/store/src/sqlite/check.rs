//! Looking through a database without changing it, and copying it.

use super::migrate;
use super::statements::{pocket_id, pocket_of, promised};
use crate::game::StoreError;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// What was found in a data folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The schema; `None` for a folder of version 0.1.
    pub schema: Option<u32>,
    /// How many games there are.
    pub games: u64,
    /// How many of them are over.
    pub over: u64,
    /// How many steps they have together.
    pub steps: u64,
    /// What is wrong.
    pub faults: Vec<String>,
}

fn open(file: &Path) -> Result<Connection, StoreError> {
    if !file.is_file() {
        return Err(StoreError::Folder(format!("{}: no such file", file.display())));
    }
    Ok(Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?)
}

/// Looks through a database.
pub fn check(file: &Path) -> Result<Checked, StoreError> {
    let db = open(file)?;
    let mut checked = Checked { schema: migrate::found(&db)?, ..Checked::default() };
    let mut integrity = db.prepare("PRAGMA integrity_check")?;
    for line in integrity.query_map([], |row| row.get::<_, String>(0))? {
        let line = line?;
        if line != "ok" {
            checked.faults.push(line);
        }
    }
    let count = |sql: &str| -> Result<u64, StoreError> { Ok(db.query_row(sql, [], |row| row.get(0))?) };
    checked.games = count("SELECT count(*) FROM games")?;
    checked.over = count("SELECT count(*) FROM games WHERE over = 1")?;
    match checked.schema {
        None => checked.steps = count("SELECT count(*) FROM answers")?,
        Some(found) if found > migrate::known() => {
            return Err(StoreError::Newer { found, known: migrate::known() });
        }
        Some(found) => {
            checked.steps = count("SELECT count(*) FROM steps")?;
            // A log has no gap: its numbers go from 0 to one less than the counter of its game.
            let mut gaps = db.prepare(
                "SELECT id, games.steps, count(number), coalesce(max(number) + 1, 0) FROM games \
                 LEFT JOIN steps ON game = id GROUP BY id HAVING games.steps <> count(number) \
                 OR count(number) <> coalesce(max(number) + 1, 0)",
            )?;
            let wrong = gaps.query_map([], |row| {
                Ok((
                    row.get::<_, String>(0)?,
                    row.get::<_, u64>(1)?,
                    row.get::<_, u64>(2)?,
                    row.get::<_, u64>(3)?,
                ))
            })?;
            for gap in wrong {
                let (game, counted, rows, last) = gap?;
                checked.faults.push(format!(
                    "game {game}: {counted} steps are counted, {rows} are there, the last is {last}"
                ));
            }
            if found > 2 {
                promises(&db, &mut checked.faults)?;
            }
            if found > 5 {
                pockets(&db, &mut checked.faults)?;
            }
        }
    }
    Ok(checked)
}

/// Whether the secrets are the ones that were promised.
fn promises(db: &Connection, faults: &mut Vec<String>) -> Result<(), StoreError> {
    let mut query = db.prepare(
        "SELECT id, promise, server_secret FROM games LEFT JOIN secrets ON game = id WHERE promise IS NOT NULL",
    )?;
    let read = query.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, Option<String>>(2)?))
    })?;
    for line in read {
        let (game, promise, secret) = line?;
        let kept = promised(&game, &promise, secret.as_deref());
        if !kept.is_ok_and(|kept| fair::promise(&game, &kept.secret) == kept.promise) {
            faults.push(format!("game {game}: the secret isn't the one that was promised"));
        }
    }
    Ok(())
}

/// Whether the cards of games are the ones that were kept.
fn pockets(db: &Connection, faults: &mut Vec<String>) -> Result<(), StoreError> {
    let mut query = db.prepare("SELECT id, digest, source, readings FROM pockets")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let id: String = row.get(0)?;
        let kept = pocket_of(row, 1);
        if !kept.as_ref().is_ok_and(|kept| pocket_id(kept) == id) {
            faults.push(format!("pocket {id}: the cards aren't the ones that were kept"));
        }
    }
    Ok(())
}

/// Copies a database into a new file, also while a server uses it.
pub fn back_up(file: &Path, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::Folder(format!("{}: the file already exists", to.display())));
    }
    let db = open(file)?;
    // Nobody else reads the copy, not even while it is written.
    super::folder::private(to)?;
    db.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
    Ok(())
}
