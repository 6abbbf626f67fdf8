//! Focus X: a natural 5 in the first roll gives X power for the next attack (rule 1726).

use crate::facts::game::Game;
use crate::records::state::Slot;
use crate::rules::attack;
use vocab::Keyword;

/// The power that the first roll gives (rules 1107.4, 1726.2).
fn earned(game: &Game) -> Option<(Slot, i16)> {
    let attack = game.state.attack()?;
    let power = game.value(attack.attacker, Keyword::Focus);
    (attack.first_had(5) && power != 0).then_some((attack.attacker, power))
}

/// Looks at the first roll (rules 1107.4, 1726.2).
pub(crate) fn check(game: &mut Game) {
    if let Some((unit, power)) = earned(game) {
        super::note(game, unit, Keyword::Focus, power);
        attack::store_next_attack(game, unit, power);
    }
}

/// The dice that were hidden are shown: that it triggered is known now (rules 1715.1, 1715.5).
pub(crate) fn tell(game: &mut Game) {
    if let Some((unit, power)) = earned(game) {
        super::note(game, unit, Keyword::Focus, power);
    }
}
