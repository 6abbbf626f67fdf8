//! Area Damage X: when the attack gets a unit discarded, dice of damage against another unit there (rule 1706).

use crate::facts::game::Game;
use crate::records::damage::Instance;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::state::{Slot, Where};
use vocab::Keyword;

/// The dice.
pub(crate) fn value(game: &Game, attacker: Slot) -> i16 {
    game.value(attacker, Keyword::AreaDamage)
}

/// Whether, and against which unit in the arena of the discarded one (rule 1706.3).
pub(crate) fn ask(game: &Game, fallen: &Instance, choices: &mut Vec<Choice>) -> Option<Ask> {
    choices.push(Choice::Done);
    if let Where::Arena(arena) = fallen.at {
        choices.extend(game.units_in(arena).map(Choice::Card));
    }
    let who = game.state.card(fallen.from).controller;
    Some(Ask::new(who, Why::Keyword(Keyword::AreaDamage), 1706, 1).about(fallen.from))
}
