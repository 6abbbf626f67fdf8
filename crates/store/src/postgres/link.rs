//! Connections: opened when they are needed, opened anew when they are lost, never waited for without end.

use super::reach::Reach;
use crate::game::StoreError;
use std::collections::HashMap;
use std::error::Error as _;
use std::sync::{Arc, Mutex as Lock, PoisonError};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Row, Statement};

/// How long a connection may take to open.
pub const CONNECT: Duration = Duration::from_secs(3);
/// How long a statement may take before its connection is given up. The server gives a statement up earlier: one that
/// is still under way then has lost its way.
pub const PATIENCE: Duration = Duration::from_secs(8);
/// Who asks again so soon after a connection was refused is told the same.
const AGAIN: Duration = Duration::from_millis(100);

/// What every connection begins with. An acknowledged step is on the disk, whatever the database's usual setting is.
const HELLO: &str = "SET statement_timeout = 5000; SET idle_in_transaction_session_timeout = 10000; \
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// Why a statement was not carried out.
#[derive(Debug)]
pub enum Lost {
    /// The server refused it: it has left nothing behind. The class of the error, and what it says.
    Refused(String, String),
    /// The connection was lost, or the answer didn't come: nobody knows.
    Doubt(String),
}

impl Lost {
    fn of(error: &Error) -> Lost {
        let words = in_words(error);
        match error.as_db_error() {
            // After an error the server rolls back. A server that ends a connection may have committed before.
            Some(told) if told.parsed_severity() == Some(tokio_postgres::error::Severity::Error) => {
                Lost::Refused(told.code().code().to_string(), words)
            }
            _ => Lost::Doubt(words),
        }
    }

    /// The error, whether it was carried out or not.
    pub fn into_store_error(self) -> StoreError {
        match self {
            Lost::Refused(_, words) | Lost::Doubt(words) => StoreError::Database(words),
        }
    }
}

/// An error with its causes: the library's own words are short.
fn in_words(error: &Error) -> String {
    if let Some(told) = error.as_db_error() {
        let detail = told.detail().map(|detail| format!(" ({detail})")).unwrap_or_default();
        return format!("{}{detail}", told.message());
    }
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        words = format!("{words}: {error}");
        cause = error.source();
    }
    words
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        StoreError::Database(in_words(&error))
    }
}

/// An open connection with the statements that it knows.
pub struct Link {
    pub client: Client,
    known: Lock<HashMap<&'static str, Statement>>,
}

impl Link {
    /// Opens a connection, which begins with these settings besides the usual ones.
    pub async fn connect(reach: &Reach, settings: &str) -> Result<Link, StoreError> {
        let opened = timeout(PATIENCE, reach.config.connect(reach.tls.clone())).await;
        let (client, connection) =
            opened.map_err(|_| StoreError::Database("the database doesn't answer".into()))??;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(error = in_words(&error), "a connection to the database was lost");
            }
        });
        let hello = format!("{HELLO}; {settings}");
        let greeted = timeout(PATIENCE, client.batch_execute(&hello)).await;
        greeted.map_err(|_| StoreError::Database("the database doesn't answer".into()))??;
        Ok(Link { client, known: Lock::default() })
    }

    async fn prepared(&self, sql: &'static str) -> Result<Statement, Error> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(sql, statement.clone());
        Ok(statement)
    }

    /// Carries a statement out.
    pub async fn ask(&self, sql: &'static str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Lost> {
        let asked = async {
            let statement = self.prepared(sql).await?;
            self.client.query(&statement, values).await
        };
        match timeout(PATIENCE, asked).await {
            Ok(answered) => answered.map_err(|error| Lost::of(&error)),
            Err(_) => Err(Lost::Doubt("the database doesn't answer".into())),
        }
    }
}

/// What a lane has.
#[derive(Default)]
struct Open {
    link: Option<Arc<Link>>,
    /// When a connection was refused last, and why.
    refused: Option<(Instant, StoreError)>,
}

/// A connection that is opened anew when it is lost. Several may use it at once.
pub struct Lane {
    reach: Reach,
    settings: &'static str,
    open: Mutex<Open>,
}

impl Lane {
    /// A lane whose connection is opened when somebody needs it.
    pub fn new(reach: Reach) -> Lane {
        Lane::with(reach, "")
    }

    /// The same, with settings of its own.
    pub fn with(reach: Reach, settings: &'static str) -> Lane {
        Lane { reach, settings, open: Mutex::default() }
    }

    /// The connection.
    pub async fn link(&self) -> Result<Arc<Link>, StoreError> {
        let mut open = self.open.lock().await;
        if let Some(link) = open.link.as_ref().filter(|link| !link.client.is_closed()) {
            return Ok(link.clone());
        }
        open.link = None;
        if let Some((when, why)) = &open.refused
            && when.elapsed() < AGAIN
        {
            return Err(why.clone());
        }
        match Link::connect(&self.reach, self.settings).await {
            Ok(link) => {
                let link = Arc::new(link);
                *open = Open { link: Some(link.clone()), refused: None };
                Ok(link)
            }
            Err(error) => {
                open.refused = Some((Instant::now(), error.clone()));
                Err(error)
            }
        }
    }

    /// Gives a connection up: whatever still comes over it is too late.
    pub async fn give_up(&self, lost: &Arc<Link>) {
        let mut open = self.open.lock().await;
        if open.link.as_ref().is_some_and(|link| Arc::ptr_eq(link, lost)) {
            open.link = None;
        }
    }

    /// Asks something that may be asked twice: over a new connection, if the old one turns out to be lost.
    pub async fn ask(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let mut tries = 2;
        loop {
            tries -= 1;
            let link = self.link().await?;
            match link.ask(sql, values).await {
                Ok(rows) => return Ok(rows),
                Err(lost) => {
                    if matches!(lost, Lost::Doubt(_)) {
                        self.give_up(&link).await;
                    }
                    if tries == 0 || matches!(lost, Lost::Refused(..)) {
                        return Err(lost.into_store_error());
                    }
                }
            }
        }
    }
}
