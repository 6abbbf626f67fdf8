//! The reading threads, each with a connection of its own: a slow reader holds nobody up.

use super::connect;
use crate::game::StoreError;
use rusqlite::Connection;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use tokio::sync::oneshot;

/// How many read at once.
const THREADS: usize = 4;

type Job = Box<dyn FnOnce(&Connection) + Send>;

/// The way to the reading threads. They end when it is dropped.
pub struct Readers {
    jobs: mpsc::Sender<Job>,
}

impl Readers {
    /// Starts the threads.
    pub fn start(file: &Path) -> Result<Readers, StoreError> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 1..=THREADS {
            let (connection, waiting) = (connect(file)?, waiting.clone());
            connection.execute_batch("PRAGMA query_only = ON")?;
            thread::Builder::new()
                .name(format!("store reader {number}"))
                .spawn(move || {
                    loop {
                        let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                        let Ok(job) = job else { return };
                        job(&connection);
                    }
                })
                .map_err(|error| StoreError::Folder(error.to_string()))?;
        }
        Ok(Readers { jobs })
    }

    /// Reads on one of the threads.
    pub async fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        let job: Job = Box::new(move |db| {
            // Somebody who no longer waits needs no answer.
            let _ = done.send(job(db));
        });
        self.jobs.send(job).map_err(|_| StoreError::Stopped)?;
        answer.await.map_err(|_| StoreError::Stopped)?
    }
}
