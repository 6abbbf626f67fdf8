//! Intercept: this unit becomes the defender of an attack on another of your units here (rule 1734).

use crate::facts::game::Game;
use crate::records::attack::Stage;
use crate::records::state::Slot;
use crate::rules::attack;
use crate::rules::attack::Change;
use vocab::Keyword;

/// Whether it can be played: another unit of the same player in this arena is attacked, not by this unit itself
/// (rules 1734.1, 1734.6).
pub(crate) fn is_possible(game: &Game, unit: Slot) -> bool {
    game.state.attack().is_some_and(|attack| {
        let (own, defender) = (game.state.card(unit), game.state.card(attack.defender));
        attack.stage == Stage::Attacking
            && attack.defender != unit
            && attack.attacker != unit
            && defender.controller == own.controller
            && defender.place == own.place
            && super::is_in_arena(game, unit)
    })
}

/// It becomes the defender, if the attacker can attack it (rule 1734.7).
pub(crate) fn begin(game: &mut Game, unit: Slot) {
    super::note(game, unit, Keyword::Intercept, 0);
    attack::replace_defender(game, unit, Change::Intercept);
}
