//! Large batches of games: jobs that many machines can work on, and files that any analysis engine reads.
//!
//! - [`Job`] and its [`Kind`]: which games there are, and what becomes of one; it carries its own cards, so whoever has the job needs no files
//! - [`Parts`]: the folder with the results: Parquet files and a manifest, which says what is there
//! - [`play_alone`]: one process plays a job
//! - with the feature `nats`: `Worker`, `Collector` and `Farm`: a queue that many machines work on
//!
//! Game *n* of a job depends on the job alone, so results can be compared byte for byte, and it doesn't matter who played
//! what, how often or in which order.

mod alone;
#[cfg(feature = "nats")]
mod collector;
mod job;
mod kinds;
#[cfg(feature = "nats")]
mod ledger;
mod parts;
#[cfg(feature = "nats")]
mod queue;
mod rows;
#[cfg(feature = "nats")]
mod worker;

pub use alone::play_alone;
#[cfg(feature = "nats")]
pub use collector::{Collector, End, Told, collect};
pub use job::{BUILD, Job, List, Opened, Played};
pub use kinds::analyse::{Analyse, Recorded};
pub use kinds::games::{COLUMNS, Games, Match, usual_batch, write_game};
pub use kinds::puzzles::Puzzles;
pub use kinds::selfplay::Selfplay;
pub use kinds::{Kind, Unit};
pub use parts::{Manifest, Part, Parts, Poison};
#[cfg(feature = "nats")]
pub use queue::{Farm, Patience, Progress};
pub use rows::Rows;
#[cfg(feature = "nats")]
pub use worker::{Play, Worker};

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The job can't be played: its cards or decks are refused.
    #[error("{0}")]
    Job(String),
    /// The folder can't be used.
    #[error("{0}")]
    Folder(String),
    /// The queue can't be used.
    #[error("{0}")]
    Queue(String),
}

/// Runs what waits for a queue, on threads of its own.
#[cfg(feature = "nats")]
pub fn block_on<F: Future>(future: F) -> Result<F::Output, Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    Ok(runtime.map_err(queue::queue)?.block_on(future))
}
