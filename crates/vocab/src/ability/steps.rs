//! Steps of the turn that effects add (rules 603.3, 1101.1).

use super::{ArenaRef, Player};
use serde::Serialize;

/// A further step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum StepAction {
    /// "There is another Ground battle step this turn": after the one of that arena (rule 1101.1).
    Battle(ArenaRef),
    /// "Your build step continues after your opponent's build step": with the build points that are left (rule 603.3).
    Build(Player),
}
