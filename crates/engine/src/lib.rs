//! The referee: the whole game as a pure, replayable state machine. DESIGN.md says how it is built.

#[cfg(test)]
extern crate self as dejarik_engine;
#[cfg(test)]
#[path = "../tests/referee/common/mod.rs"]
mod common;

mod attack;
mod battle;
mod build;
mod catalog;
mod change;
mod check;
mod damage;
mod decision;
mod determinise;
mod effect;
mod event;
mod frame;
mod game;
mod hash;
mod history;
pub mod invariants;
mod keywords;
mod label;
mod lasting;
mod list;
mod now;
mod play;
mod pop;
mod position;
mod replay;
mod setup;
pub mod state;
mod story;
pub mod support;
mod trigger;
mod turn;
mod view;

pub use attack::{Attack, Fact, Mode, Stage, Taps};
pub use battle::control;
pub use build::{Item, Way};
pub use catalog::{AbilityId, Catalog, CatalogError, Facts, NameId};
pub use damage::{Instance, Kind, Sequence};
pub use decision::{Ask, Choice, Decision, Refused, Spot, Why};
pub use effect::{TypeWord, Word};
pub use event::{DiscardCause, Event, What};
pub use game::{Deck, Game, Setup, SetupError};
pub use list::{Full, List};
pub use now::{Now, Part, Reason};
pub use pop::Chance;
pub use position::{Begin, Position, PositionError};
pub use replay::{EVERY, Names, Recorder, Replay, ReplayError};
pub use view::{Face, SeenCard, SeenPlayer, View, Viewer};
