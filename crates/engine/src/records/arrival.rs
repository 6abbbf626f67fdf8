//! Units that come into an arena, until all that this sets off is over (rule 1705).

use super::id::AbilityId;
use super::list::List;
use super::state::Slot;
use vocab::Role;

/// A unit that has come into an arena, and who may still ambush it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entering {
    /// The unit.
    pub unit: Slot,
    /// Who brought it in (rule 1705.9).
    pub who: Role,
    /// Ambushes that were used on this entering (rule 1705.2).
    pub used: List<(Slot, AbilityId), 6>,
}

impl Default for Entering {
    fn default() -> Entering {
        Entering { unit: Slot::default(), who: Role::Dark, used: List::default() }
    }
}

/// A unit that has come into an arena and can be ambushed when everything that this triggered is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// The unit.
    pub unit: Slot,
    /// Who brought it in.
    pub who: Role,
}

impl Default for Arrival {
    fn default() -> Arrival {
        Arrival { unit: Slot::default(), who: Role::Dark }
    }
}
