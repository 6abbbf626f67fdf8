//! Kinds of events as bits: most events are seen to concern nobody by one comparison.

use crate::records::event::What;
use vocab::ability::Event;

/// The bit of deployments.
const DEPLOYS: u32 = 1 << 2;
/// The bit of discards: Last Stand waits for them (rule 1737.1).
pub(crate) const DISCARDED: u32 = 1 << 13;

/// The bit of an event that a text names.
pub(crate) const fn kind_of_event(event: &Event) -> u32 {
    match event {
        Event::Stage(..) => 1,
        Event::BuildRoll => 1 << 1,
        Event::Deploys { .. } => DEPLOYS,
        Event::Completes { .. } => 1 << 3,
        Event::Plays { .. } => 1 << 4,
        Event::Enters { .. } => 1 << 5,
        Event::Moves(_) | Event::Leaves(_) => 1 << 6,
        Event::Retreats(_) => 1 << 7,
        Event::Attacks { .. } => 1 << 8,
        Event::IsAttacked { .. } => 1 << 9,
        Event::AttackEnds(_) => 1 << 10,
        Event::Damage { .. } => 1 << 11,
        Event::Prevents { .. } => 1 << 12,
        Event::Discarded { .. } => DISCARDED,
        Event::Taps(_) => 1 << 14,
        Event::Untaps(_) => 1 << 15,
        Event::Counters { .. } => 1 << 16,
        Event::Attached(..) => 1 << 17,
        Event::Stacked(..) => 1 << 19,
        Event::Pool { .. } => 1 << 20,
        Event::Uses(..) => 1 << 21,
        Event::Draws(_) => 1 << 22,
        Event::Searches(_) => 1 << 23,
        Event::Disrupted(_) => 1 << 25,
        Event::GainsArena(..) => 1 << 26,
        Event::Works(..) => 1 << 27,
    }
}

/// The bits of the texts that something that happened can concern.
pub(crate) const fn kinds_of_what(what: &What) -> u32 {
    match what {
        What::Started(_) | What::Ended(_) => 1,
        What::BuildRoll(_) => 1 << 1,
        What::Deployed { .. } => DEPLOYS,
        What::Completed { .. } => 1 << 3,
        What::Played { .. } => 1 << 4,
        What::Entered { .. } => 1 << 5,
        What::Moved { .. } => 1 << 6,
        What::Retreated(_) => 1 << 7,
        What::Attacks { .. } => 1 << 8,
        What::IsAttacked { .. } => 1 << 9,
        What::AttackEnded { .. } => 1 << 10,
        What::Damaged { .. } => 1 << 11,
        What::Prevented { .. } => 1 << 12,
        What::Discarded { .. } => DISCARDED,
        What::Tapped(_) => 1 << 14,
        What::Untapped(_) => 1 << 15,
        What::PutCounters { .. } | What::RemovedCounters { .. } => 1 << 16,
        What::Attached { .. } => 1 << 17,
        What::Stacked { .. } => 1 << 19,
        What::Pool { .. } => 1 << 20,
        What::Used { .. } => 1 << 21,
        What::Drew { .. } => 1 << 22,
        What::Searched(_) => 1 << 23,
        What::Disrupted(_) => 1 << 25,
        What::GainedArena { .. } => 1 << 26,
        What::Keyword { .. } => 1 << 27,
        What::Shuffled(_)
        | What::Revealed(_)
        | What::LookedAt { .. }
        | What::Rolled { .. }
        | What::Die { .. }
        | What::Rerolled { .. }
        | What::Hits { .. }
        | What::Pending { .. }
        | What::Controlled { .. }
        | What::NewTop { .. }
        | What::Detached { .. }
        | What::Predicted { .. }
        | What::Bid { .. }
        | What::Over(_) => 0,
    }
}
