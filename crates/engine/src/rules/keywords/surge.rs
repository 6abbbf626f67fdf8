//! Surge X: when another unit damages this unit, one unit in this arena may get X power this turn (rule 1757).

use crate::facts::game::Game;
use crate::records::damage::Instance;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::state::{Slot, Where};
use crate::rules::attack;
use vocab::Keyword;

/// A counter was placed by another unit (rules 1757.1, 1757.5).
pub(crate) fn damaged(game: &mut Game, instance: &Instance) {
    let Instance { to: unit, from, .. } = *instance;
    let power = game.value(unit, Keyword::Surge);
    if from != unit && super::is_unit_card(game, from) && power > 0 {
        super::wait(game, Keyword::Surge, (unit, game.state.card(unit).controller), &[unit], power);
    }
}

/// Any unit in the arena, or none (rule 1757.4).
pub(crate) fn ask(game: &Game, unit: Slot, choices: &mut Vec<Choice>) -> Option<Ask> {
    choices.push(Choice::Done);
    if let Where::Arena(arena) = game.state.card(unit).place {
        choices.extend(game.units_in(arena).map(Choice::Card));
    }
    let who = game.state.card(unit).controller;
    Some(Ask::new(who, Why::Keyword(Keyword::Surge), 1757, 1).about(unit))
}

pub(crate) fn chosen(game: &mut Game, unit: Slot, power: i16, choice: Choice) {
    if let Choice::Card(other) = choice {
        super::note(game, unit, Keyword::Surge, power);
        attack::weaken(game, other, power);
    }
}
