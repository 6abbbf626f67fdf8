//! Evidence that the referee is right: random games checked at every answer, golden games, measurements.
//!
//! ```
//! use dejarik_proof::{DeckPool, Match, soak};
//!
//! let pool = DeckPool::load()?;
//! let one = Match::number(7, 0);
//! let played = soak::play(&pool, &one).map_err(|broken| broken.what.clone())?;
//! assert!(played.outcome.is_some(), "{} is played to its end", pool.title(&one));
//! # Ok::<(), String>(())
//! ```
//!
//! # Where to go next
//!
//! - [`soak`]: what must hold after every answer; [`golden`]: states that must stay the same;
//!   [`fingerprint`]: the version of the rules
//! - [`texts`]: every card of a folder in games around it; [`kinds`]: every kind of ability in a scenario;
//!   [`generated`]: scenarios put together from tables
//! - [`audit`]: cards drawn at random, their print beside their reading
//! - [`agreement`]: the odds against the engine; [`ladder`]: how strong the players are; [`duel`]: two of them;
//!   [`fit`]: what they believe of a position; [`gifts`]: what they give away; [`questions`]: how often people are asked
//! - [`measure`], [`speed`], [`scaling`]: how fast it is
//! - `cargo xtask` runs them, and writes docs/reports

pub mod agreement;
pub mod audit;
pub mod contestant;
pub mod deck_pool;
pub mod decks;
pub mod duel;
pub mod fingerprint;
pub mod first;
pub mod fit;
pub mod generated;
pub mod gifts;
pub mod golden;
pub mod hands;
pub mod kept;
pub mod kinds;
pub mod ladder;
pub mod measure;
pub mod moments;
pub mod numbers;
pub mod questions;
pub mod report;
pub mod scaling;
pub mod soak;
pub mod speed;
pub mod texts;

pub use crate::deck_pool::{DeckPool, Match};
pub use numbers::Numbers;
