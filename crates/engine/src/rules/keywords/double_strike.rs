//! Double Strike: after an attack for which it tapped the unit may attack once more (rule 1720).

use crate::facts::game::Game;
use crate::records::attack::Taps;
use crate::rules::attack;
use vocab::Keyword;

/// Whether the unit may attack again: it tapped for the attack, is still in its arena and can attack something
/// (rules 1720.1, 1720.2, 1720.7).
pub(crate) fn is_due(game: &Game) -> bool {
    game.state.attack().is_some_and(|attack| {
        attack.taps == Taps::Yes
            && game.is_unit(attack.attacker)
            && game.state.card(attack.attacker).place == attack.from
            && game.has(attack.attacker, Keyword::DoubleStrike)
            && !attack::targets(game, attack.attacker).is_empty()
    })
}
