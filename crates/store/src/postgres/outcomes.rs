//! How games came out, in PostgreSQL.

use super::{Postgres, id, signed};
use crate::game::{GameId, StoreError};
use crate::outcomes::{Outcome, Outcomes, Side};
use async_trait::async_trait;
use tokio_postgres::{Row, Transaction};

/// The outcomes that are wanted.
macro_rules! outcomes {
    ($wanted:literal) => {
        concat!(
            "SELECT game, at, score, rated, dark_holder, dark_name, dark_deck, dark_level, ",
            "light_holder, light_name, light_deck, light_level FROM outcomes ",
            $wanted
        )
    };
}

fn outcome_of(row: &Row) -> Outcome {
    let side = |from: usize| Side {
        holder: row.get(from),
        name: row.get(from + 1),
        deck: row.get(from + 2),
        level: row.get(from + 3),
    };
    let (game, at) = (id(row.get(0)), row.get(1));
    Outcome { game, at, score: row.get(2), rated: row.get(3), dark: side(4), light: side(8) }
}

async fn keep(db: &Transaction<'_>, outcome: &Outcome) -> Result<(), StoreError> {
    let Outcome { game, at, score, rated, dark, light } = outcome;
    db.execute(
        "INSERT INTO outcomes (game, at, score, rated, dark_holder, dark_name, dark_deck, dark_level, \
         light_holder, light_name, light_deck, light_level) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (game) DO NOTHING",
        &[
            &&**game,
            at,
            score,
            rated,
            &dark.holder,
            &dark.name,
            &dark.deck,
            &dark.level,
            &light.holder,
            &light.name,
            &light.deck,
            &light.level,
        ],
    )
    .await?;
    Ok(())
}

#[async_trait]
impl Outcomes for Postgres {
    async fn keep_outcome(&self, outcome: Outcome) -> Result<(), StoreError> {
        self.desks.write(move |db| Box::pin(async move { keep(db, &outcome).await })).await
    }

    async fn outcome(&self, game: &GameId) -> Result<Option<Outcome>, StoreError> {
        let rows = self.reader().ask(outcomes!("WHERE game = $1"), &[&&**game]).await?;
        Ok(rows.first().map(outcome_of))
    }

    async fn outcomes_of(
        &self,
        holder: &str,
        before: Option<(i64, GameId)>,
        limit: usize,
    ) -> Result<Vec<Outcome>, StoreError> {
        let sql = outcomes!(
            "WHERE (dark_holder = $1 OR light_holder = $1) \
             AND ($2::bigint IS NULL OR (at, game) < ($2, $3)) ORDER BY at DESC, game DESC LIMIT $4"
        );
        let (at, game) = before.map_or((None, String::new()), |(at, game)| (Some(at), game.to_string()));
        let rows = self.reader().ask(sql, &[&holder, &at, &game, &signed(limit)]).await?;
        Ok(rows.iter().map(outcome_of).collect())
    }
}
