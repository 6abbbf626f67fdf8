//! Many games at once: two decks, two players, a number of games, a seed.
//!
//! A [`Batch`] can be repeated: game `n` is the same game, however many threads play.
//!
//! ```
//! use dejarik_sim::{Batch, Party, Summary};
//! use engine::SetupError;
//! use std::sync::atomic::AtomicBool;
//!
//! /// Plays a batch on two threads and says how often its first deck won.
//! fn first_deck_wins(batch: &Batch) -> Result<f64, SetupError> {
//!     let mut summary = Summary::default();
//!     let all: Vec<u64> = (0..batch.games).collect();
//!     batch.run(&all, 2, &AtomicBool::new(false), |record| summary.count(&record))?;
//!     Ok(summary.of(Party::A).rate())
//! }
//! ```
//!
//! # Where to go next
//!
//! - [`Batch`]: which games there are; with [`Seats::Swap`] they come in pairs of one seed, and the decks change roles
//! - [`Record`]: what is kept of a game; [`Summary`]: what they add up to, with intervals
//! - [`positions`](fn@positions): the positions of a game as numbers, and who won it
//! - docs/SIMULATOR.md: the command and its files

mod batch;
mod interval;
mod positions;
mod record;
mod summary;

pub use batch::{Batch, Entrant, Seats, Stop};
pub use interval::{Interval, wilson};
pub use positions::{Position, Positions, positions};
pub use record::{Party, Record, Times, Way};
pub use summary::{CardCount, Effect, Share, Summary};
