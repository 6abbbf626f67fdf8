//! The proof of the referee: random games of the CORE decks under watch, golden games, measurements.

pub mod agreement;
pub mod core;
pub mod decks;
pub mod golden;
pub mod kinds;
pub mod ladder;
pub mod measure;
pub mod numbers;
pub mod report;
pub mod scaling;
pub mod soak;
pub mod speed;
pub mod texts;

pub use crate::core::{Core, Match};
pub use numbers::Numbers;
