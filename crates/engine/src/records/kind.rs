//! Kinds of events, and sets of them: most events are seen to concern no text by one comparison.

use super::event::What;
use std::hash::{Hash, Hasher};

/// A kind of event that texts wait for, step in before or look back on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// A stage of the game starts or ends.
    Stage = 0,
    /// The roll for build points.
    BuildRoll = 1,
    /// A unit is deployed.
    Deployed = 2,
    /// A card is completed.
    Completed = 3,
    /// A card is played.
    Played = 4,
    /// A unit enters an arena.
    Entered = 5,
    /// A card goes from one place to another.
    Moved = 6,
    /// A unit retreats.
    Retreated = 7,
    /// A unit attacks.
    Attacks = 8,
    /// A unit is attacked.
    IsAttacked = 9,
    /// An attack ends.
    AttackEnded = 10,
    /// Damage is done.
    Damaged = 11,
    /// Damage is prevented.
    Prevented = 12,
    /// A card is discarded.
    Discarded = 13,
    /// A card taps.
    Tapped = 14,
    /// A card untaps.
    Untapped = 15,
    /// Counters are put or removed.
    Counters = 16,
    /// Equipment is attached.
    Attached = 17,
    /// A card joins a stack.
    Stacked = 19,
    /// Force or build points change.
    Pool = 20,
    /// An ability is used.
    Used = 21,
    /// A card is drawn.
    Drew = 22,
    /// A deck is searched.
    Searched = 23,
    /// Something is disrupted.
    Disrupted = 25,
    /// A player gains control of an arena.
    GainedArena = 26,
    /// A keyword does something.
    Keyword = 27,
}

impl EventKind {
    /// The kind of something that happened; `None` for what is only told.
    pub const fn of(what: &What) -> Option<EventKind> {
        Some(match what {
            What::Started(_) | What::Ended(_) => EventKind::Stage,
            What::BuildRoll(_) => EventKind::BuildRoll,
            What::Deployed { .. } => EventKind::Deployed,
            What::Completed { .. } => EventKind::Completed,
            What::Played { .. } => EventKind::Played,
            What::Entered { .. } => EventKind::Entered,
            What::Moved { .. } => EventKind::Moved,
            What::Retreated(_) => EventKind::Retreated,
            What::Attacks { .. } => EventKind::Attacks,
            What::IsAttacked { .. } => EventKind::IsAttacked,
            What::AttackEnded { .. } => EventKind::AttackEnded,
            What::Damaged { .. } => EventKind::Damaged,
            What::Prevented { .. } => EventKind::Prevented,
            What::Discarded { .. } => EventKind::Discarded,
            What::Tapped(_) => EventKind::Tapped,
            What::Untapped(_) => EventKind::Untapped,
            What::PutCounters { .. } | What::RemovedCounters { .. } => EventKind::Counters,
            What::Attached { .. } => EventKind::Attached,
            What::Stacked { .. } => EventKind::Stacked,
            What::Pool { .. } => EventKind::Pool,
            What::Used { .. } => EventKind::Used,
            What::Drew { .. } => EventKind::Drew,
            What::Searched(_) => EventKind::Searched,
            What::Disrupted(_) => EventKind::Disrupted,
            What::GainedArena { .. } => EventKind::GainedArena,
            What::Keyword { .. } => EventKind::Keyword,
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
            | What::ChainEnded(_)
            | What::ByHand { .. }
            | What::Agreed { .. }
            | What::TakenBack { .. }
            | What::Bid { .. }
            | What::Over(_) => return None,
        })
    }
}

/// A set of kinds of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventKinds(u32);

impl EventKinds {
    /// No kind.
    pub const NONE: EventKinds = EventKinds(0);

    /// Both.
    #[must_use]
    pub const fn or(self, other: EventKinds) -> EventKinds {
        EventKinds(self.0 | other.0)
    }

    /// The set with one more kind.
    #[must_use]
    pub const fn with(self, kind: EventKind) -> EventKinds {
        EventKinds(self.0 | 1 << kind as u32)
    }

    /// Whether a kind is among them.
    pub const fn has(self, kind: EventKind) -> bool {
        self.0 & 1 << kind as u32 != 0
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Hash for EventKinds {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }

    /// As the numbers that they are: recorded games compare hashes.
    fn hash_slice<H: Hasher>(data: &[EventKinds], state: &mut H) {
        let numbers: Vec<u32> = data.iter().map(|kinds| kinds.0).collect();
        u32::hash_slice(&numbers, state);
    }
}
