//! Looking through a database without changing it, and copying it.

use super::statements::pocket_of;
use super::{conduct, migrate};
use crate::conduct::{ALL, Report, Taken};
use crate::game::StoreError;
use crate::kept::{Checked, GAPS, broken_promise, damaged_pocket, gap};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

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
        Some(found) => {
            migrate::is_ours(found)?;
            checked.steps = count("SELECT count(*) FROM steps")?;
            let mut gaps = db.prepare(GAPS)?;
            let wrong = gaps.query_map([], |row| {
                Ok(gap(&row.get::<_, String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?;
            for gap in wrong {
                checked.faults.push(gap?);
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

/// What was reported and what was done about it; nothing in folders from before there were reports.
pub fn conduct(file: &Path) -> Result<(Vec<Report>, Vec<Taken>), StoreError> {
    let db = open(file)?;
    let Some(found) = migrate::found(&db)? else { return Ok((Vec::new(), Vec::new())) };
    migrate::is_ours(found)?;
    if found < 11 {
        return Ok((Vec::new(), Vec::new()));
    }
    let moment = db.unchecked_transaction()?;
    Ok((conduct::reports(&moment, false, ALL)?, conduct::measures(&moment, ALL)?))
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
        faults.extend(broken_promise(&game, &promise, secret.as_deref()));
    }
    Ok(())
}

/// Whether the cards of games are the ones that were kept.
fn pockets(db: &Connection, faults: &mut Vec<String>) -> Result<(), StoreError> {
    let mut query = db.prepare("SELECT id, digest, source, readings FROM pockets")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let id: String = row.get(0)?;
        faults.extend(damaged_pocket(&id, pocket_of(row, 1)));
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
