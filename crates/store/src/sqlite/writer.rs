//! The writing thread: whatever waits is written in one transaction and flushed once.

use crate::game::{Health, StoreError};
use rusqlite::{Connection, ErrorCode, Transaction, params};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::{oneshot, watch};

/// How many jobs share a transaction at most.
const TOGETHER: usize = 256;
/// How often a store that is well shows that it still writes.
const PROBE: Duration = Duration::from_secs(5);
/// How often one that isn't tries again.
const RETRY: Duration = Duration::from_millis(500);
/// With less room than this on the disk a store isn't well.
const ROOM: u64 = 64 << 20;

/// Why a job was not done.
#[derive(Debug)]
pub enum Lost {
    /// It is certainly not written.
    Certainly(StoreError),
    /// It may be written or not.
    Perhaps(StoreError),
}

impl Lost {
    /// The error, whether the job was written or not: for jobs that may simply be repeated.
    pub fn into_store_error(self) -> StoreError {
        match self {
            Lost::Certainly(error) | Lost::Perhaps(error) => error,
        }
    }
}

/// Does a job inside the transaction and says how it went, with what tells its caller once the transaction is over.
/// Without a connection it isn't done, and the caller is told just so.
type Job = Box<dyn FnOnce(Option<&Connection>) -> (Went, Told) + Send>;
type Told = Box<dyn FnOnce(Option<Lost>) + Send>;

/// How a job went inside its transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Went {
    /// Well: what it wrote is kept if the transaction is.
    Well,
    /// It wanted something that can't be: the database is well all the same.
    Refused,
    /// The database failed it.
    Failed,
}

impl Went {
    fn of<T>(result: &Result<T, StoreError>) -> Went {
        match result {
            Ok(_) => Went::Well,
            Err(StoreError::Database(_)) => Went::Failed,
            Err(
                StoreError::Folder(_)
                | StoreError::Address(_)
                | StoreError::Locked(_)
                | StoreError::Newer { .. }
                | StoreError::Migration(_)
                | StoreError::Stopped
                | StoreError::Missing
                | StoreError::Value(_)
                | StoreError::Planned,
            ) => Went::Refused,
        }
    }
}

/// The way to the writing thread.
pub struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread, and says from then on whether it writes.
    pub fn start(
        connection: Connection,
        folder: &Path,
    ) -> Result<(Writer, watch::Receiver<Health>), StoreError> {
        let (jobs, waiting) = mpsc::channel();
        let (health, seen) = watch::channel(Health::Well);
        let desk = Desk { connection, folder: folder.to_path_buf(), health, probed: Instant::now() };
        let thread = thread::Builder::new()
            .name("store writer".into())
            .spawn(move || desk.run(&waiting))
            .map_err(|error| StoreError::Folder(error.to_string()))?;
        Ok((Writer { jobs: Some(jobs), thread: Some(thread) }, seen))
    }

    /// Does a job in the next transaction.
    pub async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Lost> {
        let (done, answer) = oneshot::channel();
        let job: Job = Box::new(move |db| {
            let result = db.map_or(Err(StoreError::Stopped), job);
            let went = Went::of(&result);
            let told: Told = Box::new(move |lost| {
                let answer = match lost {
                    Some(lost) => Err(lost),
                    None => result.map_err(Lost::Certainly),
                };
                // Somebody who no longer waits needs no answer.
                let _ = done.send(answer);
            });
            (went, told)
        });
        let stopped = || Lost::Certainly(StoreError::Stopped);
        self.jobs.as_ref().ok_or_else(stopped)?.send(job).map_err(|_| stopped())?;
        answer.await.map_err(|_| Lost::Perhaps(StoreError::Stopped))?
    }

    /// Ends the thread when everything that waits is written.
    pub fn close(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A writer that panicked has told everybody so by hanging up.
            let _ = thread.join();
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.end();
    }
}

/// What the writing thread has.
struct Desk {
    connection: Connection,
    folder: PathBuf,
    health: watch::Sender<Health>,
    probed: Instant,
}

impl Desk {
    fn run(mut self, jobs: &mpsc::Receiver<Job>) {
        loop {
            let pause = if *self.health.borrow() == Health::Well { PROBE } else { RETRY };
            let left = pause.saturating_sub(self.probed.elapsed());
            match jobs.recv_timeout(left) {
                Ok(first) => {
                    let others = jobs.try_iter().take(TOGETHER - 1);
                    self.together(std::iter::once(first).chain(others).collect());
                }
                Err(RecvTimeoutError::Timeout) => self.probe(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        // What can't be folded in now is found in the log at the next start.
        let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    }

    /// Does jobs in one transaction. One that fails doesn't harm the others.
    fn together(&mut self, jobs: Vec<Job>) {
        let mut told = Vec::with_capacity(jobs.len());
        let mut jobs = jobs.into_iter();
        let (mut changed, mut failed) = (false, false);
        // Before the commit nothing is written.
        let written = self.connection.transaction().map_err(|error| (true, error)).and_then(|db| {
            for job in jobs.by_ref() {
                let before = db.total_changes();
                let (went, answer, done) = savepoint(&db, job);
                told.push(answer);
                changed |= went == Went::Well && db.total_changes() > before;
                failed |= went == Went::Failed;
                done.map_err(|error| (true, error))?;
            }
            db.commit().map_err(|error| (is_surely_lost(&error), error))
        });
        let lost = |certainly: bool, error: &rusqlite::Error| {
            let error = StoreError::Database(error.to_string());
            if certainly { Lost::Certainly(error) } else { Lost::Perhaps(error) }
        };
        match written {
            Ok(()) => {
                // Where nothing was written, nothing is known about writing.
                if changed {
                    self.found(None);
                } else if failed {
                    self.probe();
                }
                told.into_iter().for_each(|told| told(None));
            }
            Err((certainly, error)) => {
                tracing::error!(%error, certainly, "a transaction was lost");
                // Whoever is told that it failed finds the store ill, and waits until it is well again.
                self.found(Some(error.to_string()));
                told.into_iter().for_each(|told| told(Some(lost(certainly, &error))));
                jobs.for_each(|job| job(None).1(Some(lost(true, &error))));
            }
        }
    }

    /// Writes something that nobody needs, to know whether writing works.
    fn probe(&mut self) {
        self.probed = Instant::now();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        let written = self.connection.execute(
            "INSERT INTO probe (only_row, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = ?1",
            params![now],
        );
        let room = fs4::available_space(&self.folder).unwrap_or(u64::MAX);
        self.found(match written {
            Err(error) => Some(error.to_string()),
            Ok(_) if room < ROOM => Some(format!("only {} MB left on the disk", room >> 20)),
            Ok(_) => None,
        });
    }

    /// Notes how the last write went, for those who wait for the store to be well again.
    fn found(&self, fault: Option<String>) {
        let found = fault.map_or(Health::Well, Health::Ill);
        self.health.send_if_modified(|health| {
            let changed = *health != found;
            if changed {
                tracing::info!(?found, "the store's health has changed");
                *health = found;
            }
            changed
        });
    }
}

/// Does a job so that it can fail alone. Without room SQLite may give the whole transaction up: then all of it failed.
fn savepoint(db: &Transaction, job: Job) -> (Went, Told, rusqlite::Result<()>) {
    if let Err(error) = db.execute_batch("SAVEPOINT job") {
        let (went, told) = job(None);
        return (went, told, Err(error));
    }
    let (went, told) = job(Some(db));
    let end = match went {
        Went::Well => "RELEASE job",
        Went::Refused | Went::Failed => "ROLLBACK TO job; RELEASE job",
    };
    (went, told, db.execute_batch(end))
}

/// Whether a commit that failed with this error has certainly left nothing behind: what makes it count is written last,
/// and was not written without room, or on a disk that has become readable only. After other faults the file may have it
/// although its flush was refused.
fn is_surely_lost(error: &rusqlite::Error) -> bool {
    match error.sqlite_error() {
        Some(failure) => match failure.code {
            ErrorCode::DiskFull | ErrorCode::ReadOnly | ErrorCode::DatabaseBusy => true,
            // The log's frames are written in order and have checksums: a refused write leaves no commit behind.
            ErrorCode::SystemIoFailure => failure.extended_code == rusqlite::ffi::SQLITE_IOERR_WRITE,
            _ => false,
        },
        None => false,
    }
}
