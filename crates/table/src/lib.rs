//! A game at a table: its setup, its log of steps, and everything that follows from them.
//!
//! A game is a [`GameSetup`] and a list of [`Step`]s. A step is written once and never changed: even taking a move back
//! is a step. [`Table`] is what the steps add up to. Nothing here reads a clock, a file or the network.
//!
//! ```
//! use dejarik_table::{By, Step};
//!
//! let step = Step::Answer { choice: 3, by: By::Person };
//! let row = step.to_row(1_700_000_000_000, 42);
//! assert_eq!(row.step(), Ok(step));
//! ```
//!
//! # Where to go next
//!
//! - [`GameSetup`] and [`Step`]: what is stored; [`Row`]: a step as stores keep it
//! - [`fold`]: opens a game from its rows, which the crate `dejarik-store` keeps
//! - [`Table`]: a live game; [`Seen`]: what one viewer sees of it, with [`story`], [`lane`] and [`tally`]
//! - [`Record`]: a finished game as a file that can be checked; [`Film`]: one that outlives its rules

mod account;
mod batch;
pub mod click;
pub mod clock;
pub mod conditions;
mod discipline;
mod ends;
mod fairness;
mod film;
pub mod glicko;
mod join;
pub mod lane;
pub mod lesson;
mod lesson_file;
mod live;
mod log;
pub mod outlook;
mod record;
mod seen;
pub mod series;
pub mod setup;
mod shown;
mod standing;
mod step;
pub mod stops;
pub mod story;
pub mod tally;
mod tell;
mod token;
#[cfg(test)]
mod undone;
mod walk;

pub use account::Decisive;
pub use batch::{Batch, MOST, Places, parts};
pub use discipline::Settled;
pub use fairness::{Fairness, Promised, terms};
pub use film::{Film, Frame};
pub use lesson_file::{LESSON_FORMAT, LessonFile};
pub use live::{Misfit, NOT_BEGUN, Stage, Table};
pub use log::{FoldError, fold, fold_as_far};
pub use record::{Broken, FORMAT, Record};
pub use seen::{Finished, Person, Seen};
pub use setup::GameSetup;
pub use shown::{After, OfCard, Shown};
pub use standing::{Held, Standing, Tone};
pub use step::{By, Holder, Row, RowError, Step};
pub use token::{NoToken, Token};
