//! The decks that visitors keep, in SQL.

use crate::decks::{DeckVersion, KeptDeck, ListedDeck};
use crate::game::StoreError;
use crate::people::VisitorId;
use rusqlite::{Connection, OptionalExtension, Row, params};

fn owner_of(db: &Connection, deck: &str) -> Result<Option<VisitorId>, StoreError> {
    Ok(db.query_row("SELECT owner FROM decks WHERE id = ?1", [deck], |row| row.get(0)).optional()?)
}

/// The deck, if it is theirs.
fn own(db: &Connection, owner: &VisitorId, deck: &str) -> Result<(), StoreError> {
    owner_of(db, deck)?.filter(|known| known == owner).map(drop).ok_or(StoreError::Missing)
}

/// Keeps another version.
pub fn save(
    db: &Connection,
    owner: &VisitorId,
    deck: &str,
    version: &DeckVersion,
) -> Result<u32, StoreError> {
    if owner_of(db, deck)?.is_none() {
        let known = db.query_row("SELECT 1 FROM visitors WHERE id = ?1", [owner], |_| Ok(())).optional()?;
        known.ok_or(StoreError::Missing)?;
        db.execute("INSERT INTO decks (id, owner) VALUES (?1, ?2)", params![deck, owner])?;
    }
    own(db, owner, deck)?;
    let number: u32 = db.query_row(
        "SELECT COALESCE(MAX(number), 0) + 1 FROM deck_versions WHERE deck = ?1",
        [deck],
        |row| row.get(0),
    )?;
    db.execute(
        "INSERT INTO deck_versions (deck, number, name, list, at, cards) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![deck, number, version.name, version.list, version.at, version.cards],
    )?;
    Ok(number)
}

fn version(row: &Row, from: usize) -> rusqlite::Result<DeckVersion> {
    Ok(DeckVersion {
        name: row.get(from)?,
        list: row.get(from + 1)?,
        at: row.get(from + 2)?,
        cards: row.get(from + 3)?,
    })
}

/// A deck with all its versions.
pub fn load(db: &Connection, deck: &str) -> Result<Option<KeptDeck>, StoreError> {
    let found = db
        .query_row("SELECT owner, shared FROM decks WHERE id = ?1", [deck], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    let Some((owner, shared)) = found else { return Ok(None) };
    let mut query =
        db.prepare_cached("SELECT name, list, at, cards FROM deck_versions WHERE deck = ?1 ORDER BY number")?;
    let versions = query.query_map([deck], |row| version(row, 0))?.collect::<Result<_, _>>()?;
    Ok(Some(KeptDeck { owner, shared, versions }))
}

/// The decks of somebody.
pub fn of(db: &Connection, owner: &VisitorId) -> Result<Vec<ListedDeck>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT id, shared, number, name, list, at, cards FROM decks JOIN deck_versions ON deck = id \
         WHERE owner = ?1 AND number = (SELECT MAX(number) FROM deck_versions WHERE deck = id) \
         ORDER BY at DESC, id",
    )?;
    let listed = query.query_map([owner], |row| {
        Ok(ListedDeck { id: row.get(0)?, shared: row.get(1)?, versions: row.get(2)?, last: version(row, 3)? })
    })?;
    Ok(listed.collect::<Result<_, _>>()?)
}

/// Shows a deck to others, or no longer.
pub fn share(db: &Connection, owner: &VisitorId, deck: &str, shared: bool) -> Result<(), StoreError> {
    own(db, owner, deck)?;
    db.execute("UPDATE decks SET shared = ?2 WHERE id = ?1", params![deck, shared])?;
    Ok(())
}

/// Forgets a deck.
pub fn forget(db: &Connection, owner: &VisitorId, deck: &str) -> Result<(), StoreError> {
    own(db, owner, deck)?;
    db.execute("DELETE FROM deck_versions WHERE deck = ?1", [deck])?;
    db.execute("DELETE FROM decks WHERE id = ?1", [deck])?;
    Ok(())
}
