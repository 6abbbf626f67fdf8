//! How visitors get on with each other, in SQL.

use super::{Sqlite, id, writer};
use crate::conduct::{Conduct, Measure, Reason, Report, Taken};
use crate::game::StoreError;
use crate::people::VisitorId;
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// A row as columns that may mean nothing, to be read outside of the database.
type Read<T> = rusqlite::Result<Result<T, StoreError>>;

fn report_of(row: &Row) -> Read<Report> {
    let reason: String = row.get(4)?;
    let game: String = row.get(1)?;
    let Some(reason) = Reason::of(&reason) else {
        return Ok(Err(StoreError::Value(format!("a report because of {reason}"))));
    };
    Ok(Ok(Report {
        id: row.get(0)?,
        game: id(game),
        by: row.get(2)?,
        about: row.get(3)?,
        reason,
        words: row.get(5)?,
        said: row.get(6)?,
        at: row.get(7)?,
    }))
}

const REPORT: &str = "SELECT id, game, reporter, about, reason, words, said, at FROM reports";

fn measure_of(row: &Row) -> Read<Taken> {
    let (word, until): (String, Option<i64>) = (row.get(3)?, row.get(4)?);
    let measure = match Measure::of(&word, until) {
        Ok(measure) => measure,
        Err(error) => return Ok(Err(error)),
    };
    Ok(Ok(Taken {
        id: row.get(0)?,
        report: row.get(1)?,
        about: row.get(2)?,
        measure,
        who: row.get(5)?,
        why: row.get(6)?,
        at: row.get(7)?,
    }))
}

const MEASURE: &str = "SELECT id, report, about, measure, until, who, why, at FROM measures";

fn block(db: &Connection, by: &VisitorId, whom: &VisitorId, at: i64) -> Result<(), StoreError> {
    let known = db.query_row("SELECT 1 FROM visitors WHERE id = ?1", [by], |_| Ok(())).optional()?;
    known.ok_or(StoreError::Missing)?;
    db.execute(
        "INSERT INTO blocks (visitor, whom, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        params![by, whom, at],
    )?;
    Ok(())
}

fn report(db: &Connection, report: &Report) -> Result<(), StoreError> {
    let Report { id, game, by, about, reason, words, said, at } = report;
    db.execute(
        "INSERT INTO reports (id, game, reporter, about, reason, words, said, at) \
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 \
         WHERE NOT EXISTS (SELECT 1 FROM reports WHERE id = ?1 OR (game = ?2 AND reporter = ?3))",
        params![id, &**game, by, about, reason.word(), words, said, at],
    )?;
    Ok(())
}

fn settle(db: &Connection, taken: &Taken) -> Result<(), StoreError> {
    let Taken { id, report, about, measure, who, why, at } = taken;
    let is = |sql: &str, value: &str| db.query_row(sql, [value], |_| Ok(())).optional();
    if is("SELECT 1 FROM measures WHERE id = ?1", id)?.is_some() {
        return Ok(());
    }
    if let Some(report) = report {
        is("SELECT 1 FROM reports WHERE id = ?1", report)?.ok_or(StoreError::Missing)?;
        if is("SELECT 1 FROM measures WHERE report = ?1", report)?.is_some() {
            return Err(StoreError::Missing);
        }
    }
    db.execute(
        "INSERT INTO measures (id, report, about, measure, until, who, why, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![id, report, about, measure.word(), measure.until(), who, why, at],
    )?;
    Ok(())
}

/// Reports, the oldest first.
pub fn reports(db: &Connection, open: bool, limit: usize) -> Result<Vec<Report>, StoreError> {
    let mut query = db.prepare_cached(&format!(
        "{REPORT} WHERE NOT ?1 OR NOT EXISTS (SELECT 1 FROM measures WHERE report = reports.id) \
         ORDER BY at, id LIMIT ?2"
    ))?;
    let read = query.query_map(params![open, limit], report_of)?;
    read.map(|row| row?).collect()
}

/// Measures, the last first.
pub fn measures(db: &Connection, limit: usize) -> Result<Vec<Taken>, StoreError> {
    let mut query = db.prepare_cached(&format!("{MEASURE} ORDER BY at DESC, id DESC LIMIT ?1"))?;
    let read = query.query_map([limit], measure_of)?;
    read.map(|row| row?).collect()
}

#[async_trait]
impl Conduct for Sqlite {
    async fn block(&self, by: &VisitorId, whom: &VisitorId, at: i64) -> Result<(), StoreError> {
        let (by, whom) = (by.clone(), whom.clone());
        let written = self.writer.write(move |db| block(db, &by, &whom, at)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn unblock(&self, by: &VisitorId, whom: &VisitorId) -> Result<(), StoreError> {
        let (by, whom) = (by.clone(), whom.clone());
        let written = self.writer.write(move |db| {
            db.execute("DELETE FROM blocks WHERE visitor = ?1 AND whom = ?2", params![by, whom])?;
            Ok(())
        });
        written.await.map_err(writer::Lost::into_store_error)
    }

    async fn blocked_by(&self, by: &VisitorId) -> Result<Vec<(VisitorId, i64)>, StoreError> {
        let by = by.clone();
        let read = self.readers.read(move |db| {
            let mut query =
                db.prepare_cached("SELECT whom, at FROM blocks WHERE visitor = ?1 ORDER BY at DESC, whom")?;
            let read = query.query_map([by], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(read.collect::<Result<_, _>>()?)
        });
        read.await
    }

    async fn report(&self, made: Report) -> Result<(), StoreError> {
        let written = self.writer.write(move |db| report(db, &made)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn reports(&self, open: bool, limit: usize) -> Result<Vec<Report>, StoreError> {
        self.readers.read(move |db| reports(db, open, limit)).await
    }

    async fn settle(&self, taken: Taken) -> Result<(), StoreError> {
        let written = self.writer.write(move |db| settle(db, &taken)).await;
        written.map_err(writer::Lost::into_store_error)
    }

    async fn measures(&self, limit: usize) -> Result<Vec<Taken>, StoreError> {
        self.readers.read(move |db| measures(db, limit)).await
    }

    async fn silence(&self, visitor: &VisitorId) -> Result<Option<Taken>, StoreError> {
        let visitor = visitor.clone();
        let read = self.readers.read(move |db| {
            let found = db
                .query_row(
                    &format!(
                        "{MEASURE} WHERE about = ?1 AND measure IN ('silenced', 'released') \
                         ORDER BY at DESC, id DESC LIMIT 1"
                    ),
                    [visitor],
                    measure_of,
                )
                .optional()?;
            Ok(found.transpose()?.filter(|taken| taken.measure != Measure::Released))
        });
        read.await
    }
}
