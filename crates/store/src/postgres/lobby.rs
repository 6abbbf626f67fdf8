//! The lobby, in PostgreSQL. Whatever two servers do at once comes out as if one had waited for the other.

use super::{Postgres, id, signed};
use crate::game::{Listed, StoreError};
use crate::lobby::{LOBBY, Lobby, Pairing, Rated, Scored, Seek};
use crate::people::VisitorId;
use async_trait::async_trait;
use table::glicko::Rating;
use tokio_postgres::{Row, Transaction};
use vocab::Role;

/// Results count one after the other: their numbers are the order in which they did.
const ORDER: i64 = 0x0064_656a_7261_7465;

fn seek_of(row: &Row) -> Seek {
    Seek {
        id: row.get(0),
        visitor: row.get(1),
        wants: row.get(2),
        at: row.get(3),
        seen: row.get(4),
        game: row.get::<_, Option<String>>(5).map(id),
    }
}

async fn seek(db: &Transaction<'_>, seek: &Seek) -> Result<(), StoreError> {
    let Seek { id, visitor, wants, at, seen, .. } = seek;
    let known = db.query_opt("SELECT 1 FROM visitors WHERE id = $1 FOR UPDATE", &[visitor]).await?;
    known.ok_or(StoreError::Missing)?;
    db.execute("DELETE FROM seeks WHERE visitor = $1 AND game IS NULL", &[visitor]).await?;
    db.execute(
        "INSERT INTO seeks (id, visitor, wants, at, seen) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
        &[id, visitor, wants, at, seen],
    )
    .await?;
    Ok(())
}

async fn pair(db: &Transaction<'_>, pairing: &Pairing) -> Result<bool, StoreError> {
    let Pairing { game, seeks: [one, other], listed, at } = pairing;
    // In the order of their names, so that nobody waits in a circle.
    let open = db
        .query(
            "SELECT id FROM seeks WHERE id IN ($1, $2) AND game IS NULL ORDER BY id FOR UPDATE",
            &[one, other],
        )
        .await?;
    if open.len() != 2 {
        return Ok(false);
    }
    db.execute("UPDATE seeks SET game = $3 WHERE id IN ($1, $2)", &[one, other, &&**game]).await?;
    db.execute(
        "INSERT INTO pairings (game, one, other, listed, at) VALUES ($1, $2, $3, $4, $5)",
        &[&&**game, one, other, listed, at],
    )
    .await?;
    Ok(true)
}

fn rated_of(row: &Row) -> Rated {
    let rating = Rating { rating: row.get(1), deviation: row.get(2), volatility: row.get(3) };
    let games: i64 = row.get(4);
    Rated { rating, games: u32::try_from(games).unwrap_or(u32::MAX), at: row.get(5) }
}

/// What a result means for both players.
async fn count(db: &Transaction<'_>, scored: &Scored) -> Result<(), StoreError> {
    let Scored { dark, light, score, at, .. } = scored;
    let mut before = [Rated::NEW; 2];
    for (place, visitor) in [dark, light].into_iter().enumerate() {
        let sql = "SELECT visitor, rating, deviation, volatility, games, at FROM ratings WHERE visitor = $1";
        if let Some(row) = db.query_opt(sql, &[visitor]).await? {
            before[place] = rated_of(&row);
        }
    }
    let after = Rated::after(before[0], before[1], *score, *at);
    for (visitor, Rated { rating, games, at }) in [dark, light].into_iter().zip(after) {
        let Rating { rating, deviation, volatility } = rating;
        db.execute(
            "INSERT INTO ratings (visitor, rating, deviation, volatility, games, at) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (visitor) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
             volatility = excluded.volatility, games = excluded.games, at = excluded.at",
            &[visitor, &rating, &deviation, &volatility, &i64::from(games), &at],
        )
        .await?;
    }
    Ok(())
}

async fn score(db: &Transaction<'_>, scored: &Scored) -> Result<bool, StoreError> {
    let Scored { game, dark, light, score, at } = scored;
    db.execute("SELECT pg_advisory_xact_lock($1)", &[&ORDER]).await?;
    let made = db
        .execute(
            "INSERT INTO results (game, dark, light, score, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (game) DO NOTHING",
            &[&&**game, dark, light, score, at],
        )
        .await?;
    if made == 0 {
        return Ok(false);
    }
    count(db, scored).await?;
    Ok(true)
}

const SCORES: &str = "SELECT game, dark, light, score, at FROM results ORDER BY number";

fn scored_of(row: &Row) -> Scored {
    Scored { game: id(row.get(0)), dark: row.get(1), light: row.get(2), score: row.get(3), at: row.get(4) }
}

async fn rebuild(db: &Transaction<'_>) -> Result<u64, StoreError> {
    db.execute("SELECT pg_advisory_xact_lock($1)", &[&ORDER]).await?;
    db.execute("DELETE FROM ratings", &[]).await?;
    let rows = db.query(SCORES, &[]).await?;
    for row in &rows {
        count(db, &scored_of(row)).await?;
    }
    Ok(rows.len() as u64)
}

async fn withdraw(db: &Transaction<'_>, visitor: &VisitorId, id: &str) -> Result<(), StoreError> {
    let sql = "DELETE FROM seeks WHERE id = $1 AND visitor = $2 AND game IS NULL";
    db.execute(sql, &[&id, visitor]).await?;
    Ok(())
}

async fn are_there(db: &Transaction<'_>, seeks: &[String], at: i64) -> Result<(), StoreError> {
    let sql = "UPDATE seeks SET seen = greatest(seen, $2) WHERE id = ANY($1)";
    db.execute(sql, &[&seeks, &at]).await?;
    Ok(())
}

async fn tidy(db: &Transaction<'_>, before: i64) -> Result<(), StoreError> {
    db.execute("DELETE FROM seeks WHERE seen < $1", &[&before]).await?;
    db.execute(
        "DELETE FROM pairings WHERE at < $1 \
         AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = pairings.game AND NOT over)",
        &[&before],
    )
    .await?;
    Ok(())
}

#[async_trait]
impl Lobby for Postgres {
    async fn seek(&self, made: Seek) -> Result<(), StoreError> {
        self.desks.write(move |db| Box::pin(async move { seek(db, &made).await })).await
    }

    async fn found(&self, id: &str) -> Result<Option<Seek>, StoreError> {
        let sql = "SELECT id, visitor, wants, at, seen, game FROM seeks WHERE id = $1";
        let rows = self.reader().ask(sql, &[&id]).await?;
        Ok(rows.first().map(seek_of))
    }

    async fn seeks(&self) -> Result<Vec<Seek>, StoreError> {
        let sql = "SELECT id, visitor, wants, at, seen, game FROM seeks WHERE game IS NULL ORDER BY at, id LIMIT $1";
        let rows = self.reader().ask(sql, &[&signed(LOBBY)]).await?;
        Ok(rows.iter().map(seek_of).collect())
    }

    async fn withdraw(&self, visitor: &VisitorId, id: &str) -> Result<(), StoreError> {
        let (visitor, id) = (visitor.clone(), id.to_string());
        self.desks.write(move |db| Box::pin(async move { withdraw(db, &visitor, &id).await })).await
    }

    async fn pair(&self, pairing: Pairing) -> Result<bool, StoreError> {
        self.desks.write(move |db| Box::pin(async move { pair(db, &pairing).await })).await
    }

    async fn unlaid(&self, since: i64) -> Result<Vec<Pairing>, StoreError> {
        let sql = "SELECT game, one, other, listed, at FROM pairings WHERE at >= $1 \
             AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = pairings.game) ORDER BY at, game";
        let rows = self.reader().ask(sql, &[&since]).await?;
        let pairing = |row: &Row| Pairing {
            game: id(row.get(0)),
            seeks: [row.get(1), row.get(2)],
            listed: row.get(3),
            at: row.get(4),
        };
        Ok(rows.iter().map(pairing).collect())
    }

    async fn are_there(&self, seeks: &[String], at: i64) -> Result<(), StoreError> {
        let seeks = seeks.to_vec();
        self.desks.write(move |db| Box::pin(async move { are_there(db, &seeks, at).await })).await
    }

    async fn tidy_lobby(&self, before: i64) -> Result<(), StoreError> {
        self.desks.write(move |db| Box::pin(async move { tidy(db, before).await })).await
    }

    async fn public_games(&self) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, note, asks FROM pairings JOIN games ON id = game WHERE listed AND NOT over \
             ORDER BY at DESC, id LIMIT $1";
        let rows = self.reader().ask(sql, &[&signed(LOBBY)]).await?;
        let line = |row: &Row| Listed {
            game: id(row.get(0)),
            role: Role::Dark,
            note: row.get(1),
            over: false,
            asks: row.get::<_, Option<&str>>(2).and_then(crate::role_of),
        };
        Ok(rows.iter().map(line).collect())
    }

    async fn score(&self, scored: Scored) -> Result<bool, StoreError> {
        self.desks.write(move |db| Box::pin(async move { score(db, &scored).await })).await
    }

    async fn scores(&self) -> Result<Vec<Scored>, StoreError> {
        let rows = self.reader().ask(SCORES, &[]).await?;
        Ok(rows.iter().map(scored_of).collect())
    }

    async fn ratings(&self, visitors: &[VisitorId]) -> Result<Vec<Rated>, StoreError> {
        let sql =
            "SELECT visitor, rating, deviation, volatility, games, at FROM ratings WHERE visitor = ANY($1)";
        let rows = self.reader().ask(sql, &[&visitors]).await?;
        let of = |visitor: &VisitorId| {
            let row = rows.iter().find(|row| row.get::<_, &str>(0) == visitor.as_str());
            row.map_or(Rated::NEW, rated_of)
        };
        Ok(visitors.iter().map(of).collect())
    }

    async fn rebuild_ratings(&self) -> Result<u64, StoreError> {
        self.desks.write(move |db| Box::pin(async move { rebuild(db).await })).await
    }
}
