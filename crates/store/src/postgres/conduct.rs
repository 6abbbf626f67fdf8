//! How visitors get on with each other, in PostgreSQL.

use super::{Postgres, id, signed};
use crate::conduct::{Conduct, Measure, Reason, Report, Taken};
use crate::game::StoreError;
use crate::people::VisitorId;
use async_trait::async_trait;
use tokio_postgres::{Row, Transaction};

fn report_of(row: &Row) -> Result<Report, StoreError> {
    let reason: &str = row.get(4);
    let reason =
        Reason::of(reason).ok_or_else(|| StoreError::Value(format!("a report because of {reason}")))?;
    Ok(Report {
        id: row.get(0),
        game: id(row.get(1)),
        by: row.get(2),
        about: row.get(3),
        reason,
        words: row.get(5),
        said: row.get(6),
        at: row.get(7),
    })
}

fn measure_of(row: &Row) -> Result<Taken, StoreError> {
    Ok(Taken {
        id: row.get(0),
        report: row.get(1),
        about: row.get(2),
        measure: Measure::of(row.get(3), row.get(4))?,
        who: row.get(5),
        why: row.get(6),
        at: row.get(7),
    })
}

async fn settle(db: &Transaction<'_>, taken: &Taken) -> Result<(), StoreError> {
    let Taken { id, report, about, measure, who, why, at } = taken;
    if db.query_opt("SELECT 1 FROM measures WHERE id = $1", &[id]).await?.is_some() {
        return Ok(());
    }
    if let Some(report) = report {
        // Of two operators who settle it at once the second waits for the first.
        let there = db.query_opt("SELECT 1 FROM reports WHERE id = $1 FOR UPDATE", &[report]).await?;
        there.ok_or(StoreError::Missing)?;
        if db.query_opt("SELECT 1 FROM measures WHERE report = $1", &[report]).await?.is_some() {
            return Err(StoreError::Missing);
        }
    }
    db.execute(
        "INSERT INTO measures (id, report, about, measure, until, who, why, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        &[id, report, about, &measure.word(), &measure.until(), who, why, at],
    )
    .await?;
    Ok(())
}

async fn block(db: &Transaction<'_>, by: &VisitorId, whom: &VisitorId, at: i64) -> Result<(), StoreError> {
    db.query_opt("SELECT 1 FROM visitors WHERE id = $1", &[by]).await?.ok_or(StoreError::Missing)?;
    db.execute(
        "INSERT INTO blocks (visitor, whom, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        &[by, whom, &at],
    )
    .await?;
    Ok(())
}

async fn unblock(db: &Transaction<'_>, by: &VisitorId, whom: &VisitorId) -> Result<(), StoreError> {
    db.execute("DELETE FROM blocks WHERE visitor = $1 AND whom = $2", &[by, whom]).await?;
    Ok(())
}

async fn report(db: &Transaction<'_>, report: &Report) -> Result<(), StoreError> {
    let Report { id, game, by, about, reason, words, said, at } = report;
    // One who reports twice at once does so once.
    db.query_opt("SELECT 1 FROM visitors WHERE id = $1 FOR UPDATE", &[by]).await?;
    db.execute(
        "INSERT INTO reports (id, game, reporter, about, reason, words, said, at) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8 \
         WHERE NOT EXISTS (SELECT 1 FROM reports WHERE id = $1 OR (game = $2 AND reporter = $3))",
        &[id, &&**game, by, about, &reason.word(), words, said, at],
    )
    .await?;
    Ok(())
}

#[async_trait]
impl Conduct for Postgres {
    async fn block(&self, by: &VisitorId, whom: &VisitorId, at: i64) -> Result<(), StoreError> {
        let (by, whom) = (by.clone(), whom.clone());
        self.desks.write(move |db| Box::pin(async move { block(db, &by, &whom, at).await })).await
    }

    async fn unblock(&self, by: &VisitorId, whom: &VisitorId) -> Result<(), StoreError> {
        let (by, whom) = (by.clone(), whom.clone());
        self.desks.write(move |db| Box::pin(async move { unblock(db, &by, &whom).await })).await
    }

    async fn blocked_by(&self, by: &VisitorId) -> Result<Vec<(VisitorId, i64)>, StoreError> {
        let sql = "SELECT whom, at FROM blocks WHERE visitor = $1 ORDER BY at DESC, whom";
        let rows = self.reader().ask(sql, &[by]).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    async fn report(&self, made: Report) -> Result<(), StoreError> {
        self.desks.write(move |db| Box::pin(async move { report(db, &made).await })).await
    }

    async fn reports(&self, open: bool, limit: usize) -> Result<Vec<Report>, StoreError> {
        let sql = "SELECT id, game, reporter, about, reason, words, said, at FROM reports \
             WHERE NOT $1 OR NOT EXISTS (SELECT 1 FROM measures WHERE report = reports.id) \
             ORDER BY at, id LIMIT $2";
        let rows = self.reader().ask(sql, &[&open, &signed(limit)]).await?;
        rows.iter().map(report_of).collect()
    }

    async fn settle(&self, taken: Taken) -> Result<(), StoreError> {
        self.desks.write(move |db| Box::pin(async move { settle(db, &taken).await })).await
    }

    async fn measures(&self, limit: usize) -> Result<Vec<Taken>, StoreError> {
        let sql = "SELECT id, report, about, measure, until, who, why, at FROM measures \
             ORDER BY at DESC, id DESC LIMIT $1";
        let rows = self.reader().ask(sql, &[&signed(limit)]).await?;
        rows.iter().map(measure_of).collect()
    }

    async fn silence(&self, visitor: &VisitorId) -> Result<Option<Taken>, StoreError> {
        let sql = "SELECT id, report, about, measure, until, who, why, at FROM measures \
             WHERE about = $1 AND measure IN ('silenced', 'released') ORDER BY at DESC, id DESC LIMIT 1";
        let rows = self.reader().ask(sql, &[visitor]).await?;
        let last = rows.first().map(measure_of).transpose()?;
        Ok(last.filter(|taken| taken.measure != Measure::Released))
    }
}
