//! The lobby, in SQL.

use super::{Sqlite, id, writer};
use crate::game::{Listed, StoreError};
use crate::lobby::{LOBBY, Lobby, Pairing, Rated, Scored, Seek};
use crate::people::VisitorId;
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row, params};
use table::glicko::Rating;
use vocab::Role;

fn seek_of(row: &Row) -> rusqlite::Result<Seek> {
    Ok(Seek {
        id: row.get(0)?,
        visitor: row.get(1)?,
        wants: row.get(2)?,
        at: row.get(3)?,
        seen: row.get(4)?,
        game: row.get::<_, Option<String>>(5)?.map(id),
    })
}

const SEEK: &str = "SELECT id, visitor, wants, at, seen, game FROM seeks";

fn seek(db: &Connection, seek: &Seek) -> Result<(), StoreError> {
    let Seek { id, visitor, wants, at, seen, .. } = seek;
    let known = db.query_row("SELECT 1 FROM visitors WHERE id = ?1", [visitor], |_| Ok(())).optional()?;
    known.ok_or(StoreError::Missing)?;
    db.execute("DELETE FROM seeks WHERE visitor = ?1 AND game IS NULL", [visitor])?;
    db.execute(
        "INSERT INTO seeks (id, visitor, wants, at, seen) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO NOTHING",
        params![id, visitor, wants, at, seen],
    )?;
    Ok(())
}

fn pair(db: &Connection, pairing: &Pairing) -> Result<bool, StoreError> {
    let Pairing { game, seeks: [one, other], listed, at } = pairing;
    let open: u32 = db.query_row(
        "SELECT count(*) FROM seeks WHERE id IN (?1, ?2) AND game IS NULL",
        params![one, other],
        |row| row.get(0),
    )?;
    if open != 2 {
        return Ok(false);
    }
    db.execute("UPDATE seeks SET game = ?3 WHERE id IN (?1, ?2)", params![one, other, &**game])?;
    db.execute(
        "INSERT INTO pairings (game, one, other, listed, at) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![&**game, one, other, listed, at],
    )?;
    Ok(true)
}

fn rated(db: &Connection, visitor: &VisitorId) -> Result<Rated, StoreError> {
    let mut query =
        db.prepare_cached("SELECT rating, deviation, volatility, games, at FROM ratings WHERE visitor = ?1")?;
    let found = query.query_row([visitor], |row| {
        let rating = Rating { rating: row.get(0)?, deviation: row.get(1)?, volatility: row.get(2)? };
        Ok(Rated { rating, games: row.get(3)?, at: row.get(4)? })
    });
    Ok(found.optional()?.unwrap_or(Rated::NEW))
}

/// What a result means for both players.
fn count(db: &Connection, scored: &Scored) -> Result<(), StoreError> {
    let Scored { dark, light, score, at, .. } = scored;
    let after = Rated::after(rated(db, dark)?, rated(db, light)?, *score, *at);
    for (visitor, Rated { rating, games, at }) in [dark, light].into_iter().zip(after) {
        let Rating { rating, deviation, volatility } = rating;
        db.execute(
            "INSERT INTO ratings (visitor, rating, deviation, volatility, games, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
             ON CONFLICT (visitor) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
             volatility = excluded.volatility, games = excluded.games, at = excluded.at",
            params![visitor, rating, deviation, volatility, games, at],
        )?;
    }
    Ok(())
}

fn score(db: &Connection, scored: &Scored) -> Result<bool, StoreError> {
    let Scored { game, dark, light, score, at } = scored;
    let made = db.execute(
        "INSERT INTO results (game, dark, light, score, at) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (game) DO NOTHING",
        params![&**game, dark, light, score, at],
    )?;
    if made == 0 {
        return Ok(false);
    }
    count(db, scored)?;
    Ok(true)
}

fn scores(db: &Connection) -> Result<Vec<Scored>, StoreError> {
    let mut query = db.prepare_cached("SELECT game, dark, light, score, at FROM results ORDER BY number")?;
    let read = query.query_map([], |row| {
        let game = id(row.get(0)?);
        Ok(Scored { game, dark: row.get(1)?, light: row.get(2)?, score: row.get(3)?, at: row.get(4)? })
    })?;
    Ok(read.collect::<Result<_, _>>()?)
}

#[async_trait]
impl Lobby for Sqlite {
    async fn seek(&self, made: Seek) -> Result<(), StoreError> {
        let written = self.writer.write(move |db| seek(db, &made)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn found(&self, id: &str) -> Result<Option<Seek>, StoreError> {
        let id = id.to_string();
        let read = self
            .readers
            .read(move |db| Ok(db.query_row(&format!("{SEEK} WHERE id = ?1"), [id], seek_of).optional()?));
        read.await
    }

    async fn seeks(&self) -> Result<Vec<Seek>, StoreError> {
        let read = self.readers.read(move |db| {
            let mut query =
                db.prepare_cached(&format!("{SEEK} WHERE game IS NULL ORDER BY at, id LIMIT ?1"))?;
            let read = query.query_map([LOBBY], seek_of)?;
            Ok(read.collect::<Result<_, _>>()?)
        });
        read.await
    }

    async fn withdraw(&self, visitor: &VisitorId, id: &str) -> Result<(), StoreError> {
        let (visitor, id) = (visitor.clone(), id.to_string());
        let written = self.writer.write(move |db| {
            let sql = "DELETE FROM seeks WHERE id = ?1 AND visitor = ?2 AND game IS NULL";
            db.execute(sql, params![id, visitor])?;
            Ok(())
        });
        written.await.map_err(writer::Lost::into_store_error)
    }

    async fn pair(&self, pairing: Pairing) -> Result<bool, StoreError> {
        let written = self.writer.write(move |db| pair(db, &pairing)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn unlaid(&self, since: i64) -> Result<Vec<Pairing>, StoreError> {
        let read = self.readers.read(move |db| {
            let mut query = db.prepare_cached(
                "SELECT game, one, other, listed, at FROM pairings WHERE at >= ?1 \
                 AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = pairings.game) ORDER BY at, game",
            )?;
            let read = query.query_map([since], |row| {
                let (game, seeks) = (id(row.get(0)?), [row.get(1)?, row.get(2)?]);
                Ok(Pairing { game, seeks, listed: row.get(3)?, at: row.get(4)? })
            })?;
            Ok(read.collect::<Result<_, _>>()?)
        });
        read.await
    }

    async fn are_there(&self, seeks: &[String], at: i64) -> Result<(), StoreError> {
        let seeks = seeks.to_vec();
        let written = self.writer.write(move |db| {
            let mut update = db.prepare_cached("UPDATE seeks SET seen = max(seen, ?2) WHERE id = ?1")?;
            for id in &seeks {
                update.execute(params![id, at])?;
            }
            Ok(())
        });
        written.await.map_err(writer::Lost::into_store_error)
    }

    async fn tidy_lobby(&self, before: i64) -> Result<(), StoreError> {
        let written = self.writer.write(move |db| {
            db.execute("DELETE FROM seeks WHERE seen < ?1", [before])?;
            db.execute(
                "DELETE FROM pairings WHERE at < ?1 \
                 AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = pairings.game AND over = 0)",
                [before],
            )?;
            Ok(())
        });
        written.await.map_err(writer::Lost::into_store_error)
    }

    async fn public_games(&self) -> Result<Vec<Listed>, StoreError> {
        let read = self.readers.read(move |db| {
            let mut query = db.prepare_cached(
                "SELECT id, note, asks FROM pairings JOIN games ON id = game WHERE listed = 1 AND over = 0 \
                 ORDER BY at DESC, id LIMIT ?1",
            )?;
            let read = query.query_map([LOBBY], |row| {
                let asks: Option<String> = row.get(2)?;
                Ok(Listed {
                    game: id(row.get(0)?),
                    role: Role::Dark,
                    note: row.get(1)?,
                    over: false,
                    asks: asks.as_deref().and_then(crate::role_of),
                })
            })?;
            Ok(read.collect::<Result<_, _>>()?)
        });
        read.await
    }

    async fn score(&self, scored: Scored) -> Result<bool, StoreError> {
        let written = self.writer.write(move |db| score(db, &scored)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn scores(&self) -> Result<Vec<Scored>, StoreError> {
        self.readers.read(scores).await
    }

    async fn ratings(&self, visitors: &[VisitorId]) -> Result<Vec<Rated>, StoreError> {
        let visitors = visitors.to_vec();
        self.readers.read(move |db| visitors.iter().map(|visitor| rated(db, visitor)).collect()).await
    }

    async fn rebuild_ratings(&self) -> Result<u64, StoreError> {
        let written = self.writer.write(move |db| {
            db.execute("DELETE FROM ratings", [])?;
            let scores = scores(db)?;
            scores.iter().try_for_each(|scored| count(db, scored))?;
            Ok(scores.len() as u64)
        });
        written.await.map_err(writer::Lost::into_store_error)
    }
}
