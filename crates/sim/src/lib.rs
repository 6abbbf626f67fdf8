//! Many games at once: two decks, two players, a number of games, a seed.
//!
//! A [`Batch`] is its numbers: game `n` is the same game whatever the number of threads. With [`Seats::Swap`] the games
//! come in pairs of one seed, in which the decks change roles. [`Batch::run`] plays on all threads and hands every
//! [`Record`] over in the order of its number; a [`Summary`] counts them.

mod batch;
mod interval;
mod record;
mod summary;

pub use batch::{Batch, Brought, Seats, Stop};
pub use interval::{Interval, wilson};
pub use record::{Party, Record, Way};
pub use summary::{CardCount, Share, Summary};
