//! Focus X: a natural 5 in the first roll gives X power for the next attack (rule 1726).

use crate::attack;
use crate::game::Game;
use vocab::Keyword;

/// Looks at the first roll (rules 1107.4, 1726.2).
pub(crate) fn check(game: &mut Game) {
    let Some(attack) = game.state.attack() else { return };
    let unit = attack.attacker;
    let power = game.now(unit).value(Keyword::Focus);
    if attack.first_had(5) && power != 0 {
        super::note(game, unit, Keyword::Focus, power);
        attack::store_next_attack(game, unit, power);
    }
}
