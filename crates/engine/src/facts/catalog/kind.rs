//! The kinds of events that texts name.

use crate::records::kind::{EventKind, EventKinds};
use vocab::ability::{Entry, Event};

/// The kinds of events among which the one is that a text names.
pub(crate) fn kinds_of_event(event: &Event) -> EventKinds {
    let kinds = EventKinds::default().with(kind_of_event(event));
    match event {
        // 802.4, 802.7: a card that is deployed into a stack is deployed into its arena, though no unit comes.
        Event::Enters { by, .. } if by.contains(&Entry::Deployed) => kinds.with(EventKind::Deployed),
        _ => kinds,
    }
}

const fn kind_of_event(event: &Event) -> EventKind {
    match event {
        Event::Stage(..) => EventKind::Stage,
        Event::BuildRoll => EventKind::BuildRoll,
        Event::Deploys { .. } => EventKind::Deployed,
        Event::Completes { .. } => EventKind::Completed,
        Event::Plays { .. } => EventKind::Played,
        Event::Enters { .. } => EventKind::Entered,
        Event::Moves(_) | Event::Leaves(_) => EventKind::Moved,
        Event::Retreats(_) => EventKind::Retreated,
        Event::Attacks { .. } => EventKind::Attacks,
        Event::IsAttacked { .. } => EventKind::IsAttacked,
        Event::AttackEnds(_) => EventKind::AttackEnded,
        Event::Damage { .. } => EventKind::Damaged,
        Event::Prevents { .. } => EventKind::Prevented,
        Event::Discarded { .. } => EventKind::Discarded,
        Event::Taps(_) => EventKind::Tapped,
        Event::Untaps(_) => EventKind::Untapped,
        Event::Counters { .. } => EventKind::Counters,
        Event::Attached(..) => EventKind::Attached,
        Event::Stacked(..) => EventKind::Stacked,
        Event::Pool { .. } => EventKind::Pool,
        Event::Uses(..) => EventKind::Used,
        Event::Draws(_) => EventKind::Drew,
        Event::Searches(_) => EventKind::Searched,
        Event::Disrupted(_) => EventKind::Disrupted,
        Event::GainsArena(..) => EventKind::GainedArena,
        Event::Works(..) => EventKind::Keyword,
    }
}
