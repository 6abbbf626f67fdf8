//! Forewarning: a right guess of the number of hits of an attack on this unit earns an effect (rule 1728).

use crate::catalog::AbilityId;
use crate::game::Game;
use crate::state::Slot;
use crate::trigger;
use vocab::Keyword;

/// The Forewarnings of a unit; each has its own prediction (rule 1728.5).
pub(crate) fn abilities(game: &Game, unit: Slot) -> Vec<(AbilityId, Slot)> {
    trigger::earned_by(game, unit, Keyword::Forewarning)
}
