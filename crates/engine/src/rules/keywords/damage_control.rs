//! Damage Control X: up to X damage counters go when the build step starts (rule 1716).

use crate::facts::game::Game;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::records::state::{Slot, Where};
use crate::rules::change::By;
use vocab::{Counter, Keyword, Role};

/// Damage Control works in arenas alone (rule 1716.2).
pub(crate) fn is_due(game: &Game, who: Role, card: Slot) -> bool {
    let record = game.state.card(card);
    let is_there = matches!(record.place, Where::Arena(_)) && record.controller == who && record.damage > 0;
    is_there && game.is_unit(card) && game.value(card, Keyword::DamageControl) > 0
}

pub(crate) fn ask(game: &Game, who: Role, unit: Slot, choices: &mut Vec<Choice>) -> Option<Ask> {
    let most = u8::try_from(game.value(unit, Keyword::DamageControl)).unwrap_or(0);
    let most = most.min(game.state.card(unit).damage);
    choices.extend((0..=most).map(Choice::Number));
    Some(Ask::new(who, Why::Keyword(Keyword::DamageControl), 1716, 1).about(unit))
}

/// Removes damage counters by Damage Control.
pub(crate) fn remove(game: &mut Game, who: Role, unit: Slot, counters: u8) -> Flow {
    game.remove_counters(unit, Counter::Damage, counters, who, By::card(unit, 1716, 1));
    Flow::Done
}
