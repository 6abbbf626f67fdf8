//! Retaliate X: dice of damage against the attacker at the attack end (rule 1751).

use crate::facts::game::Game;
use crate::records::attack::{Stage, Stored};
use crate::records::state::Slot;
use vocab::Keyword;

/// Whether it can be played: this unit is attacked from within its own arena (rules 1751.1, 1751.6).
pub(crate) fn is_possible(game: &Game, unit: Slot) -> bool {
    game.state.attack().is_some_and(|attack| {
        attack.stage == Stage::Attacking
            && attack.defender == unit
            && attack.from == game.state.card(unit).place
            && super::is_in_arena(game, unit)
    })
}

/// Stores the dice; X is what it is now (rule 1751.5).
pub(crate) fn begin(game: &mut Game, unit: Slot, amount: u8) {
    let Some(attack) = game.state.attack() else { return };
    let to = attack.attacker;
    let who = game.state.card(unit).controller;
    super::store(game, Stored { keyword: Keyword::Retaliate, from: unit, to, who, amount });
}
