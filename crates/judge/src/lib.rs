//! Scenarios: a position, a script and expectations in a text that a judge can write by hand (docs/SCENARIOS.md).

mod decks;
mod expect;
mod names;
mod offer;
mod parse;
mod place;
mod position;
mod run;
pub mod scenario;
mod verdict;
mod words;

pub use parse::{ParseError, parse};
pub use position::{Compile, Printed, Sources, Write};
pub use run::{run, run_with, watch};
pub use scenario::Scenario;
pub use verdict::{Entry, Failure, Open, Verdict};
