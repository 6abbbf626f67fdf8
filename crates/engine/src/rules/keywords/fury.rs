//! Fury X: a natural 4 in the first roll adds X attack dice (rule 1730).

use crate::facts::game::Game;
use crate::rules::attack;
use vocab::Keyword;

/// Looks at the first roll; the extra dice do not count for it (rules 1107.4, 1107.5, 1730.2).
pub(crate) fn check(game: &mut Game) {
    let Some(attack) = game.state.attack() else { return };
    let (unit, dice) = (attack.attacker, attack.values.fury.clamp(0, 100) as u8);
    if attack.first_had(4) && dice > 0 {
        super::note(game, unit, Keyword::Fury, i16::from(dice));
        attack::add_dice(game, dice);
    }
}
