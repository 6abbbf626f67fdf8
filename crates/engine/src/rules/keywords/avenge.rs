//! Avenge X: when an attacking unit's damage gets another of your units here discarded, dice of damage against the
//! attacker at the attack end (rule 1708).

use crate::facts::game::Game;
use crate::records::attack::Stored;
use crate::records::damage::Instance;
use crate::records::state::{Slot, Where};
use vocab::Keyword;

/// Stores an Avenge for each unit that fell by the attacking unit, for each unit that can avenge it (rule 1708.3).
pub(crate) fn check(game: &mut Game, fallen: &[Instance]) {
    let Some(attacker) = super::attacking(game) else { return };
    let mut seen: Vec<Slot> = Vec::new();
    for instance in fallen.iter().filter(|instance| instance.from == attacker) {
        if seen.contains(&instance.to) {
            continue;
        }
        seen.push(instance.to);
        let Where::Arena(arena) = instance.at else { continue };
        let avengers: Vec<Slot> = game.units_of(instance.who, arena).collect();
        for from in avengers {
            let amount = game.value(from, Keyword::Avenge).max(0) as u8;
            if from != instance.to && amount > 0 {
                let who = instance.who;
                super::store(game, Stored { keyword: Keyword::Avenge, from, to: attacker, who, amount });
            }
        }
    }
}
