//! Foresight: a right guess of the number of hits of this unit's attack earns an effect (rule 1727).

use crate::facts::game::Game;
use crate::records::attack::Prediction;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::rules::trigger;
use vocab::Keyword;

/// The Foresights of a unit; each has its own prediction (rule 1727.4).
pub(crate) fn abilities(game: &Game, unit: Slot) -> Vec<(AbilityId, Slot)> {
    trigger::earned_by(game, unit, Keyword::Foresight)
}

/// A prediction was right: its effect waits to resolve.
pub(crate) fn earn(game: &mut Game, prediction: Prediction) {
    let Prediction { unit, ability, giver, hits, keyword } = prediction;
    super::note(game, unit, keyword, i16::from(hits));
    trigger::earn(game, unit, giver, ability);
}
