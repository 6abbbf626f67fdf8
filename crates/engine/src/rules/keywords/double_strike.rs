//! Double Strike: after an attack for which it tapped the unit may attack once more (rule 1720).

use crate::facts::game::Game;
use crate::records::attack::Mode;
use crate::records::attack::Taps;
use crate::records::state::Slot;
use crate::rules::attack;
use vocab::Keyword;

/// What the unit can attack again: opposing units, also if a text lets it attack its own side (rules 1720.1, 1720.5).
pub(crate) fn targets(game: &Game, unit: Slot) -> Vec<(Slot, Mode)> {
    let controller = |unit: Slot| game.state.card(unit).controller;
    let mut targets = attack::targets(game, unit);
    targets.retain(|(target, _)| controller(*target) != controller(unit));
    targets
}

/// Whether the unit may attack again: it tapped for the attack, is still in its arena and can attack something
/// (rules 1720.1, 1720.2, 1720.7).
pub(crate) fn is_due(game: &Game) -> bool {
    game.state.attack().is_some_and(|attack| {
        attack.taps == Taps::Yes
            && game.is_unit(attack.attacker)
            && game.state.card(attack.attacker).place == attack.from
            && game.has(attack.attacker, Keyword::DoubleStrike)
            && !targets(game, attack.attacker).is_empty()
    })
}
