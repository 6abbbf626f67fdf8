//! The referee: the whole game as a pure, replayable state machine. DESIGN.md says how it is built.

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
mod replay;
mod rules;
mod story;
mod view;

pub use facts::catalog::{Catalog, CatalogError, Facts};
pub use facts::game::Game;
pub use facts::now::{Now, Part, Reason};
pub use facts::support;
pub use meaning::Meaning;
pub use position::{Begin, Position, PositionError};
pub use records::attack::{Attack, Fact, Mode, Stage, Taps};
pub use records::build::{Item, Way};
pub use records::damage::{Instance, Kind, Sequence};
pub use records::decision::{Ask, Choice, Decision, Refused, Spot, Why};
pub use records::event::{DiscardCause, Event, What};
pub use records::id::{AbilityId, NameId};
pub use records::list::{Full, List};
pub use records::pop::Chance;
pub use records::state;
pub use records::word::{TypeWord, Word};
pub use replay::{EVERY, Names, Recorder, Replay, ReplayError};
pub use rules::battle::control;
pub use rules::game::{Deck, Setup, SetupError};
pub use view::{Face, SeenCard, SeenPlayer, View, Viewer};
