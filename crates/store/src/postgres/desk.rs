//! Everything that is written besides steps: a transaction each, which whoever asked for it can't cut off.

use super::link::{Link, PATIENCE};
use super::reach::Reach;
use crate::game::StoreError;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_postgres::Transaction;

/// What is done in a transaction.
type Work<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Connections that write one transaction at a time.
pub struct Desks {
    desks: Vec<Arc<Desk>>,
    next: AtomicUsize,
}

struct Desk {
    reach: Reach,
    link: Mutex<Option<Link>>,
}

impl Desks {
    /// Desks whose connections are opened when somebody needs them.
    pub fn new(reach: &Reach, number: usize) -> Desks {
        let desk = || Arc::new(Desk { reach: reach.clone(), link: Mutex::default() });
        Desks { desks: (0..number).map(|_| desk()).collect(), next: AtomicUsize::new(0) }
    }

    /// Does something in a transaction: all of it or nothing.
    pub async fn write<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: for<'a> FnOnce(&'a Transaction<'a>) -> Work<'a, T> + Send + 'static,
    {
        let desk = self.desks[self.next.fetch_add(1, Ordering::Relaxed) % self.desks.len()].clone();
        let written = tokio::spawn(async move { desk.write(work).await }).await;
        written.map_err(|_| StoreError::Stopped)?
    }
}

impl Desk {
    async fn write<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        W: for<'a> FnOnce(&'a Transaction<'a>) -> Work<'a, T>,
    {
        let mut place = self.link.lock().await;
        // A connection that was lost while nobody used it isn't noticed before it is used.
        let is_open = match place.as_ref() {
            Some(link) => {
                timeout(PATIENCE, link.client.simple_query("")).await.is_ok_and(|asked| asked.is_ok())
            }
            None => false,
        };
        if !is_open {
            *place = None;
            *place = Some(Link::connect(&self.reach, "").await?);
        }
        let Some(link) = place.as_mut() else { return Err(StoreError::Stopped) };
        let worked = timeout(PATIENCE, async {
            let transaction = link.client.transaction().await?;
            let done = work(&transaction).await?;
            transaction.commit().await?;
            Ok(done)
        });
        match worked.await {
            Ok(done) => done,
            Err(_) => {
                *place = None;
                Err(StoreError::Database("the database doesn't answer".into()))
            }
        }
    }
}
