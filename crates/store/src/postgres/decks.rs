//! The decks that visitors keep, in PostgreSQL.

use super::link::Lane;
use crate::decks::{DeckVersion, KeptDeck, ListedDeck};
use crate::game::StoreError;
use crate::people::VisitorId;
use tokio_postgres::{Row, Transaction};

/// The deck, if it is theirs. Of two who change it at once the second waits for the first.
async fn own(db: &Transaction<'_>, owner: &VisitorId, deck: &str) -> Result<(), StoreError> {
    let sql = "SELECT 1 FROM decks WHERE id = $1 AND owner = $2 FOR UPDATE";
    db.query_opt(sql, &[&deck, owner]).await?.map(drop).ok_or(StoreError::Missing)
}

/// Keeps another version.
pub async fn save(
    db: &Transaction<'_>,
    owner: &VisitorId,
    deck: &str,
    version: &DeckVersion,
) -> Result<u32, StoreError> {
    db.query_opt("SELECT 1 FROM visitors WHERE id = $1", &[owner]).await?.ok_or(StoreError::Missing)?;
    db.execute("INSERT INTO decks (id, owner) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", &[&deck, owner])
        .await?;
    own(db, owner, deck).await?;
    let last =
        db.query_one("SELECT COALESCE(MAX(number), 0) FROM deck_versions WHERE deck = $1", &[&deck]).await?;
    let number = last.get::<_, i64>(0) + 1;
    db.execute(
        "INSERT INTO deck_versions (deck, number, name, list, at, cards) VALUES ($1, $2, $3, $4, $5, $6)",
        &[&deck, &number, &version.name, &version.list, &version.at, &version.cards],
    )
    .await?;
    counted(number)
}

fn counted(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Value(format!("{number} versions of a deck")))
}

fn version(row: &Row, from: usize) -> DeckVersion {
    DeckVersion {
        name: row.get(from),
        list: row.get(from + 1),
        at: row.get(from + 2),
        cards: row.get(from + 3),
    }
}

/// A deck with all its versions.
pub async fn load(lane: &Lane, deck: &str) -> Result<Option<KeptDeck>, StoreError> {
    let rows = lane
        .ask(
            "SELECT owner, shared, name, list, at, cards FROM decks JOIN deck_versions ON deck = id \
             WHERE id = $1 ORDER BY number",
            &[&deck],
        )
        .await?;
    let versions = rows.iter().map(|row| version(row, 2)).collect();
    Ok(rows.first().map(|row| KeptDeck { owner: row.get(0), shared: row.get(1), versions }))
}

/// The decks of somebody.
pub async fn of(lane: &Lane, owner: &VisitorId) -> Result<Vec<ListedDeck>, StoreError> {
    let rows = lane
        .ask(
            "SELECT id, shared, number, name, list, at, cards FROM decks JOIN deck_versions ON deck = id \
             WHERE owner = $1 AND number = (SELECT MAX(number) FROM deck_versions WHERE deck = id) \
             ORDER BY at DESC, id",
            &[owner],
        )
        .await?;
    let listed = rows.iter().map(|row| {
        let (id, shared, versions) = (row.get(0), row.get(1), counted(row.get(2))?);
        Ok(ListedDeck { id, shared, versions, last: version(row, 3) })
    });
    listed.collect()
}

/// Shows a deck to others, or no longer.
pub async fn share(
    db: &Transaction<'_>,
    owner: &VisitorId,
    deck: &str,
    shared: bool,
) -> Result<(), StoreError> {
    own(db, owner, deck).await?;
    db.execute("UPDATE decks SET shared = $2 WHERE id = $1", &[&deck, &shared]).await?;
    Ok(())
}

/// Forgets a deck.
pub async fn forget(db: &Transaction<'_>, owner: &VisitorId, deck: &str) -> Result<(), StoreError> {
    own(db, owner, deck).await?;
    db.execute("DELETE FROM deck_versions WHERE deck = $1", &[&deck]).await?;
    db.execute("DELETE FROM decks WHERE id = $1", &[&deck]).await?;
    Ok(())
}
