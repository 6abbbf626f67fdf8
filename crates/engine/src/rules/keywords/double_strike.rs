//! Double Strike: after an attack for which it tapped the unit may attack once more (rule 1720).

use crate::facts::game::Game;
use crate::records::attack::{Fact, Mode, Taps};
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

/// Whether the attacker has Double Strike now.
pub(crate) fn is_had(game: &Game) -> bool {
    game.state.attack().is_some_and(|attack| game.has(attack.attacker, Keyword::DoubleStrike))
}

fn set(game: &mut Game, strikes: bool) {
    if let Some(attack) = game.state.attacks.last_mut() {
        if strikes { attack.facts.set(Fact::Strikes) } else { attack.facts.clear(Fact::Strikes) }
    }
}

/// Damage is about to be done: "Double Strike when attacking a Jedi" is true as long as the Jedi is there (rule 1720.9).
pub(crate) fn before_damage(game: &mut Game) {
    let strikes = is_had(game);
    set(game, strikes);
}

/// Damage has been done: whoever has Double Strike no more because its target is gone keeps it for this attack.
pub(crate) fn after_damage(game: &mut Game) {
    let is_gone = game.state.attack().is_some_and(|attack| !game.is_unit(attack.defender));
    let had = game.state.attack().is_some_and(|attack| attack.facts.has(Fact::Strikes));
    let strikes = had && is_gone && !is_had(game);
    set(game, strikes);
}

/// What was for this attack has ended: Double Strike "for this attack" follows it.
pub(crate) fn keep(game: &mut Game, had: bool) {
    if had && !is_had(game) {
        set(game, true);
    }
}

/// Whether the unit may attack again: it tapped for the attack, is still in its arena and can attack something
/// (rules 1720.1, 1720.2, 1720.7).
pub(crate) fn is_due(game: &Game) -> bool {
    game.state.attack().is_some_and(|attack| {
        attack.taps == Taps::Yes
            && game.is_unit(attack.attacker)
            && game.state.card(attack.attacker).place == attack.from
            && (attack.facts.has(Fact::Strikes) || game.has(attack.attacker, Keyword::DoubleStrike))
            && !targets(game, attack.attacker).is_empty()
    })
}
