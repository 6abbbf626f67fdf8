//! Migrations of the database: numbered files, applied once, all in one transaction.

use super::link::Link;
use crate::game::StoreError;
use crate::migration::{Migration, is_known};

/// All migrations. The first makes at once what took a data folder seven.
const ALL: [Migration; 4] = [
    Migration { number: 7, name: "games", text: include_str!("../../migrations/postgres/0007_games.sql") },
    Migration {
        number: 8,
        name: "learned",
        text: include_str!("../../migrations/postgres/0008_learned.sql"),
    },
    Migration { number: 9, name: "decks", text: include_str!("../../migrations/postgres/0009_decks.sql") },
    Migration { number: 10, name: "asks", text: include_str!("../../migrations/postgres/0010_asks.sql") },
];

/// Two servers that start at once take turns: whoever has this lock migrates.
const LOCK: i64 = 0x0064_656a_6172_696b;

/// The oldest PostgreSQL that will do.
const OLDEST: i32 = 14;

/// The schema of a database; nothing for an empty one.
pub async fn found(db: &impl tokio_postgres::GenericClient) -> Result<Option<u32>, StoreError> {
    let there = db.query_one("SELECT to_regclass('schema') IS NOT NULL", &[]).await?;
    if !there.get::<_, bool>(0) {
        return Ok(None);
    }
    let found: Option<i32> = db.query_one("SELECT max(number) FROM schema", &[]).await?.get(0);
    Ok(found.and_then(|number| number.try_into().ok()))
}

/// Whether this program knows a schema that was found.
pub fn is_ours(found: u32) -> Result<(), StoreError> {
    is_known(&ALL, found)
}

/// Brings a database up to date.
pub async fn run(link: &mut Link) -> Result<(), StoreError> {
    let version =
        link.client.query_one("SELECT current_setting('server_version_num')::int / 10000", &[]).await?;
    let version: i32 = version.get(0);
    if version < OLDEST {
        return Err(StoreError::Address(format!(
            "the database is PostgreSQL {version}; games need version {OLDEST} or newer"
        )));
    }
    // Tables that are long already take longer than a step.
    link.client.batch_execute("SET statement_timeout = 0").await?;
    let db = link.client.transaction().await?;
    db.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let before = found(&db).await?.unwrap_or(0);
    is_ours(before)?;
    db.batch_execute(
        "CREATE TABLE IF NOT EXISTS schema (
             number INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, applied TIMESTAMPTZ NOT NULL)",
    )
    .await?;
    for migration in ALL {
        let number = i32::try_from(migration.number).unwrap_or(i32::MAX);
        if migration.number <= before {
            let applied = db.query_one("SELECT digest FROM schema WHERE number = $1", &[&number]).await?;
            migration.was(applied.get(0))?;
            continue;
        }
        tracing::info!(number, name = migration.name, "migrating the database");
        db.batch_execute(migration.text).await?;
        db.execute(
            "INSERT INTO schema (number, name, digest, applied) VALUES ($1, $2, $3, now())",
            &[&number, &migration.name, &migration.digest()],
        )
        .await?;
    }
    db.commit().await?;
    Ok(())
}
