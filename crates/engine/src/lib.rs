//! The referee: the whole game as a pure, replayable state machine.
//!
//! A game asks, and takes one of the choices it lists. The same setup, seed and answers give the same game on every
//! machine.
//!
//! ```
//! use dejarik_engine::{Catalog, Game, Setup};
//! use std::error::Error;
//! use std::sync::Arc;
//!
//! /// Plays a game to its end, always with the first choice, and tells what happens.
//! fn play(catalog: Arc<Catalog>, setup: &Setup) -> Result<Vec<String>, Box<dyn Error>> {
//!     let mut game = Game::new(catalog, setup)?;
//!     let mut told = Vec::new();
//!     while let Some(decision) = game.decision() {
//!         told.push(format!("{:?}: {}", decision.who, game.label(decision.choices[0])));
//!         game.answer(0)?;
//!         for event in game.take_events() {
//!             told.push(game.tell(&event));
//!         }
//!     }
//!     told.extend(game.outcome().map(|outcome| outcome.to_string()));
//!     Ok(told)
//! }
//! ```
//!
//! # Where to go next
//!
//! - [`Game`]: ask and answer; [`Decision`] and [`Choice`]: the questions; [`Event`]: what happened
//! - [`Sight`]: what one viewer may see, [`Seat`]: what a player may know
//! - [`Recorder`] and [`Replay`]: games on paper; [`Position`]: tables set up by hand
//! - [`support`]: which texts the referee can play, and which it refuses
//! - `DESIGN.md` in this folder: how it's built

#[cfg(test)]
extern crate self as dejarik_engine;
#[cfg(test)]
#[path = "../tests/referee/common/mod.rs"]
mod common;

mod determinise;
mod facts;
pub mod invariants;
mod label;
mod meaning;
mod position;
mod records;
mod refused;
mod replay;
mod rules;
mod seat;
mod sight;
mod story;
mod trail;
mod view;

pub use facts::catalog::{Catalog, CatalogError, Clause, Facts};
pub use facts::faces::{Face, Viewer};
pub use facts::game::Game;
pub use facts::now::{Now, Part, Reason};
pub use facts::support;
pub use meaning::Meaning;
pub use position::{Begin, Position, PositionError};
pub use records::attack::{Attack, Fact, Mode, Stage, Taps};
pub use records::build::{Item, Way};
pub use records::damage::{Instance, Kind, Sequence};
pub use records::decision::{Ask, Choice, Decision, Refused, Spot, Why};
pub use records::event::{DiscardCause, Event, Knowers, Told, What, Witnessed};
pub use records::id::{AbilityId, NameId};
pub use records::list::{Full, List};
pub use records::play::Tried;
pub use records::pop::Chance;
pub use records::refusal::{Again, Refusal};
pub use records::state;
pub use records::word::{TypeWord, Word};
pub use replay::{Agreed, EVERY, Names, Recorder, Replay, ReplayError};
/// The version of the rules. It grows with every change after which a game may go on in another way; the fingerprints of
/// golden games and scenarios beside it in the file `RULES` say what it stands for.
pub const RULES: u32 = number(include_str!("../RULES").as_bytes());

/// The number at the beginning of a text.
const fn number(text: &[u8]) -> u32 {
    let (mut number, mut place) = (0, 0);
    while place < text.len() && text[place].is_ascii_digit() {
        number = number * 10 + (text[place] - b'0') as u32;
        place += 1;
    }
    number
}

pub use rules::battle::control;
pub use rules::game::{Deck, Setup, SetupError};
pub use seat::{Lists, Seat};
pub use sight::Sight;
pub use trail::Trail;
pub use view::{SeenAttack, SeenCard, SeenDamage, SeenPlayer, View};
