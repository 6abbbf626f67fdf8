//! Stun X: another unit that is damaged by this unit has X less power until the end of battle (rule 1756).

use crate::facts::game::Game;
use crate::records::damage::Instance;
use crate::rules::attack;
use vocab::Keyword;

/// A counter was placed: once per time, whatever the amount (rules 1756.2, 1756.5).
pub(crate) fn damaged(game: &mut Game, instance: &Instance) {
    let Instance { to, from, .. } = *instance;
    let power = game.value(from, Keyword::Stun);
    if to != from && super::is_unit_card(game, from) && power > 0 {
        super::note(game, from, Keyword::Stun, power);
        attack::weaken(game, to, -power);
    }
}
