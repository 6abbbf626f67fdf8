//! Preparation and setup that are going on (chapter 5).

use super::state::Slot;
use vocab::Role;

/// A stage of the preparation or of setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// The game begins.
    Start,
    /// A player may play an Event (rule 502.4).
    Event(Role),
    /// A player may pull a Resource (rule 502.5).
    Resource(Role),
    /// Both shuffle and draw (rule 502.6).
    Deal,
    /// A player exchanges cards; this many are in the discard pile already (rule 502.7).
    Mulligan(Role, u8),
    /// Setup building begins (rule 502.8).
    Begin,
    /// A player builds or stops (rules 503.1, 504.2).
    Build(Role),
    /// A player who stops may build one card partially (rule 504.3).
    Stop(Role),
    /// With how many counters (rule 504.3).
    Partial(Role, Slot),
    /// Both have stopped (rule 504.6).
    End,
}
