//! How games came out, in SQL.

use super::{Sqlite, id, writer};
use crate::game::{GameId, StoreError};
use crate::outcomes::{Outcome, Outcomes, Side};
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row, params};

const OUTCOME: &str = "SELECT game, at, score, rated, dark_holder, dark_name, dark_deck, dark_level, \
     light_holder, light_name, light_deck, light_level FROM outcomes";

fn outcome_of(row: &Row) -> rusqlite::Result<Outcome> {
    let side = |from: usize| {
        let (holder, name) = (row.get(from)?, row.get(from + 1)?);
        Ok::<_, rusqlite::Error>(Side { holder, name, deck: row.get(from + 2)?, level: row.get(from + 3)? })
    };
    Ok(Outcome {
        game: id(row.get(0)?),
        at: row.get(1)?,
        score: row.get(2)?,
        rated: row.get(3)?,
        dark: side(4)?,
        light: side(8)?,
    })
}

fn keep(db: &Connection, outcome: &Outcome) -> Result<(), StoreError> {
    let Outcome { game, at, score, rated, dark, light } = outcome;
    db.execute(
        "INSERT INTO outcomes (game, at, score, rated, dark_holder, dark_name, dark_deck, dark_level, \
         light_holder, light_name, light_deck, light_level) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) ON CONFLICT (game) DO NOTHING",
        params![
            &**game,
            at,
            score,
            rated,
            dark.holder,
            dark.name,
            dark.deck,
            dark.level,
            light.holder,
            light.name,
            light.deck,
            light.level
        ],
    )?;
    Ok(())
}

#[async_trait]
impl Outcomes for Sqlite {
    async fn keep_outcome(&self, outcome: Outcome) -> Result<(), StoreError> {
        let written = self.writer.write(move |db| keep(db, &outcome)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn outcome(&self, game: &GameId) -> Result<Option<Outcome>, StoreError> {
        let game = game.clone();
        let read = self.readers.read(move |db| {
            let sql = format!("{OUTCOME} WHERE game = ?1");
            Ok(db.query_row(&sql, [&*game], outcome_of).optional()?)
        });
        read.await
    }

    async fn outcomes_of(
        &self,
        holder: &str,
        before: Option<(i64, GameId)>,
        limit: usize,
    ) -> Result<Vec<Outcome>, StoreError> {
        let holder = holder.to_string();
        let read = self.readers.read(move |db| {
            let mut query = db.prepare_cached(&format!(
                "{OUTCOME} WHERE (dark_holder = ?1 OR light_holder = ?1) \
                 AND (?2 IS NULL OR (at, game) < (?2, ?3)) ORDER BY at DESC, game DESC LIMIT ?4"
            ))?;
            let (at, game) = before.map_or((None, String::new()), |(at, game)| (Some(at), game.to_string()));
            let read = query.query_map(params![holder, at, game, limit], outcome_of)?;
            Ok(read.collect::<Result<_, _>>()?)
        });
        read.await
    }
}
