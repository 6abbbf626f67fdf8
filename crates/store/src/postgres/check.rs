//! Looking through a database without changing it.

use super::link::Link;
use super::migrate;
use super::statements::pocket_of;
use crate::game::StoreError;
use crate::kept::{Checked, GAPS, broken_promise, damaged_pocket, gap};
use tokio_postgres::IsolationLevel;

fn count(number: i64) -> u64 {
    number.try_into().unwrap_or(0)
}

/// Looks through a database, as it is at one moment.
pub async fn check(link: &mut Link) -> Result<Checked, StoreError> {
    link.client.batch_execute("SET statement_timeout = 0").await?;
    let db = link
        .client
        .build_transaction()
        .isolation_level(IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()
        .await?;
    let schema = migrate::found(&db).await?;
    let Some(found) = schema else {
        return Err(StoreError::Address("no games are kept in this database".into()));
    };
    migrate::is_ours(found)?;
    let counts = db
        .query_one(
            "SELECT count(*), count(*) FILTER (WHERE over), (SELECT count(*) FROM steps) FROM games",
            &[],
        )
        .await?;
    let mut checked = Checked {
        schema,
        games: count(counts.get(0)),
        over: count(counts.get(1)),
        steps: count(counts.get(2)),
        faults: Vec::new(),
    };
    if db.query_one("SELECT current_setting('fsync')", &[]).await?.get::<_, &str>(0) == "off" {
        checked.faults.push("the database doesn't flush its files (fsync = off): a crash loses steps".into());
    }
    for row in db.query(GAPS, &[]).await? {
        let (counted, last): (i32, i32) = (row.get(1), row.get(3));
        checked.faults.push(gap(row.get(0), count(counted.into()), count(row.get(2)), count(last.into())));
    }
    let strays = "SELECT DISTINCT game FROM steps WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = game) ORDER BY game";
    for row in db.query(strays, &[]).await? {
        checked.faults.push(format!("game {}: there are steps, but no game", row.get::<_, &str>(0)));
    }
    let promises = db
        .query(
            "SELECT id, promise, server_secret FROM games LEFT JOIN secrets ON game = id WHERE promise IS NOT NULL \
             ORDER BY id",
            &[],
        )
        .await?;
    for row in promises {
        checked.faults.extend(broken_promise(row.get(0), row.get(1), row.get(2)));
    }
    for row in db.query("SELECT id, digest, source, readings FROM pockets ORDER BY id", &[]).await? {
        checked.faults.extend(damaged_pocket(row.get(0), pocket_of(&row, 1)));
    }
    Ok(checked)
}
