//! Rulings as scenarios: a position, a script and expectations in a text that a judge can write by hand.
//!
//! ```
//! let scenario = dejarik_judge::parse(
//!     "Q1 Three hits on three health
//! rules 1107.9, 1207.1
//!
//! dark space: Hunter 40/4/3
//! light space: Freighter 10/1/3
//! start battle space
//!
//! Hunter attacks Freighter
//! dice 4 5 6 1
//! expect Freighter discarded",
//! )?;
//! let verdict = dejarik_judge::run(&scenario, &|line, _| Err(format!("{} has a text", line.name)));
//! assert!(verdict.holds(), "{verdict}");
//! # Ok::<(), dejarik_judge::ParseError>(())
//! ```
//!
//! # Where to go next
//!
//! - docs/SCENARIOS.md: the notation
//! - [`parse`] and [`run`]; [`run_with`] for scenarios that name cards of a folder
//! - [`Verdict`]: the timeline, and what isn't as expected
//! - [`lesson::read`]: scenarios with a coach's lines, and [`course::course`]: what a table does with them
//! - [`stop::played`]: a scenario with all its answers, to answer otherwise from some line on
//! - [`report::Report`]: a position of a game as a scenario

pub mod course;
mod decks;
mod expect;
pub mod lesson;
mod names;
mod offer;
mod parse;
mod place;
mod position;
pub mod report;
mod run;
pub mod scenario;
pub mod stop;
mod verdict;
mod words;

pub use parse::{ParseError, parse};
pub use position::{Compile, Printed, Sources, Write};
pub use run::{reach, reach_told, run, run_with, watch};
pub use scenario::Scenario;
pub use verdict::{Entry, Failure, Open, Verdict};
