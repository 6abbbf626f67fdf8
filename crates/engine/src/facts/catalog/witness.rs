//! Which abilities have come up: noted only for those who look for texts that never do.

use super::AbilityId;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One mark for each ability, if somebody wants to know. Nothing in a game depends on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Witness(Option<Arc<[AtomicBool]>>);

impl Witness {
    /// A witness of this many abilities.
    pub fn of(abilities: usize) -> Witness {
        Witness(Some((0..abilities).map(|_| AtomicBool::new(false)).collect()))
    }

    /// Notes that an ability has come up.
    pub fn see(&self, id: AbilityId) {
        if let Some(seen) = self.0.as_ref().and_then(|seen| seen.get(id.place())) {
            seen.store(true, Ordering::Relaxed);
        }
    }

    /// Whether an ability has come up.
    pub fn has_seen(&self, id: AbilityId) -> bool {
        let seen = self.0.as_ref().and_then(|seen| seen.get(id.place()));
        seen.is_some_and(|seen| seen.load(Ordering::Relaxed))
    }
}
