//! Stun X: another unit that is damaged by this unit has X less power until the end of battle (rule 1756).

use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::damage::Instance;
use crate::records::state::Slot;
use crate::rules::attack;
use vocab::Keyword;

/// Counters were placed: on each other unit once per time, whatever the amount (rules 1756.2, 1756.5).
pub(crate) fn check(game: &mut Game, placed: &[Instance]) {
    for from in super::sources(placed) {
        let power = source::stun(game, from);
        if super::is_unit_card(game, from) && power > 0 {
            let hit = placed.iter().filter(|instance| instance.from == from && instance.to != from);
            let units: Vec<Slot> = hit.map(|instance| instance.to).collect();
            super::wait(game, Keyword::Stun, (from, source::controller(game, from)), &units, power);
        }
    }
}

/// It resolves (rule 1110.3).
pub(crate) fn resolve(game: &mut Game, from: Slot, to: Slot, power: i16) {
    super::note(game, from, Keyword::Stun, power);
    attack::weaken(game, to, -power);
}
