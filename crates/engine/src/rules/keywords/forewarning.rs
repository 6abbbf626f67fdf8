//! Forewarning: a right guess of the number of hits of an attack on this unit earns an effect (rule 1728).

use crate::facts::game::Game;
use crate::records::attack::{Fact, Prediction};
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::rules::keywords::foresight;
use crate::rules::{play, trigger};
use vocab::Keyword;

/// The Forewarnings of a unit; each has its own prediction (rule 1728.5).
pub(crate) fn abilities(game: &Game, unit: Slot) -> Vec<(AbilityId, Slot)> {
    trigger::earned_by(game, unit, Keyword::Forewarning)
}

/// Whether what a right guess earns is used in the prevention step of the attack: it prevents damage (rule 1728.3).
pub(crate) fn waits_for_damage(game: &Game, prediction: &Prediction) -> bool {
    let root = game.catalog.entry(prediction.ability).root;
    prediction.keyword == Keyword::Forewarning && root.is_some_and(|root| play::prevents(game, root))
}

/// The damage of the attack is pending: what right guesses earned against it waits to resolve.
pub(crate) fn pending(game: &mut Game) {
    let Some(attack) = game.state.attack().copied() else { return };
    let is_its_damage = game.state.sequences.last().is_some_and(|one| one.attack == Some(attack.number));
    if !is_its_damage || attack.facts.has(Fact::Hidden) {
        return;
    }
    for prediction in attack.predictions.iter().copied().filter(|prediction| prediction.hits == attack.hits) {
        if waits_for_damage(game, &prediction) {
            foresight::earn(game, prediction);
        }
    }
}
