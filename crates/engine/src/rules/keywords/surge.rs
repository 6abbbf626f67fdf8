//! Surge X: when another unit damages this unit, one unit in this arena may get X power this turn (rule 1757).

use crate::facts::game::Game;
use crate::records::damage::Instance;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::state::{Slot, Where};
use crate::rules::attack;
use vocab::Keyword;

/// Whether damage that was placed triggers it: by another unit (rules 1757.1, 1757.5).
pub(crate) fn is_triggered(game: &Game, instance: &Instance) -> bool {
    let is_by_another = instance.from != instance.to && super::is_unit_card(game, instance.from);
    is_by_another && game.value(instance.to, Keyword::Surge) > 0
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

pub(crate) fn chosen(game: &mut Game, unit: Slot, choice: Choice) {
    if let Choice::Card(other) = choice {
        let power = game.value(unit, Keyword::Surge);
        super::note(game, unit, Keyword::Surge, power);
        attack::weaken(game, other, power);
    }
}
