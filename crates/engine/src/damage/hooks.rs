//! Where the effects of cards come into a damage sequence. The interpreter of effects fills these in: each looks at
//! `state.sequences.last()`, changes it, and may return a frame that has to run before the sequence goes on.

use crate::frame::Frame;
use crate::game::Game;
use crate::state::Slot;

/// "Would" effects on pending damage (rules 1108.3, 1310.4), DS's first.
pub(super) fn would_be_damaged(_game: &mut Game) -> Option<Frame> {
    None
}

/// "If it would be damaged and discarded": when all other prevention is done (rule 1204.12).
pub(super) fn would_be_damaged_and_discarded(_game: &mut Game) -> Option<Frame> {
    None
}

/// Effects that change the number of counters that are put (rule 1206.2).
pub(super) fn counters(_game: &Game, _unit: Slot, counters: u8) -> u8 {
    counters
}

/// "Would be discarded ... instead" (rule 1111.3): a unit to which something else happened gets `Fate::Spared`.
pub(super) fn would_be_discarded(_game: &mut Game) -> Option<Frame> {
    None
}
