//! Scenarios: a position, a script and expectations in a text that a judge can write by hand (docs/SCENARIOS.md).

mod decks;
mod parse;
mod position;
mod run;
pub mod scenario;

pub use parse::{ParseError, parse};
pub use position::{Compile, Printed, Sources};
pub use run::{Failure, Verdict, run, run_with, watch};
pub use scenario::Scenario;
