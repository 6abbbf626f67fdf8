//! A game at a table: its setup, its log of steps, and everything that follows from them.
//!
//! A game is a [`GameSetup`] and a list of [`Step`]s. A step is written once and never changed: even taking a move back
//! is a step. [`Table`] is what the steps add up to. Nothing here reads a clock, a file or the network.

pub mod lane;
mod live;
mod log;
pub mod setup;
mod step;
pub mod stops;
pub mod story;
pub mod tally;

pub use live::{Misfit, Table};
pub use log::{FoldError, fold, fold_as_far};
pub use setup::GameSetup;
pub use step::{By, Holder, Row, RowError, Step};
