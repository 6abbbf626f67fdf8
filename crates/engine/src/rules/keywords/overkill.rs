//! Overkill: hits beyond the defender's remaining health may go to one other unit there (rule 1740).

use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::attack::Frame;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::records::state::{Slot, Where};
use vocab::Keyword;

/// Whether a unit has it.
pub(crate) fn has(game: &Game, unit: Slot) -> bool {
    source::has(game, unit, Keyword::Overkill)
}

/// The hits that may be moved: what equals the defender's remaining health must stay (rule 1740.3).
fn movable(game: &Game) -> u8 {
    let Some(attack) = game.state.attack() else { return 0 };
    let counters = i16::from(game.state.card(attack.defender).damage);
    let remaining = (game.now(attack.defender).health - counters).max(0);
    (i16::from(attack.hits) - remaining).max(0) as u8
}

/// The units that can get them: any other in the defender's arena (rules 1740.6, 1740.7).
fn others(game: &Game) -> Vec<Slot> {
    match game.state.attack() {
        Some(attack) => match attack.at {
            Where::Arena(arena) => game.units_in(arena).filter(|unit| *unit != attack.defender).collect(),
            _ => Vec::new(),
        },
        None => Vec::new(),
    }
}

/// Whether there is something to divide.
pub(crate) fn is_possible(game: &Game) -> bool {
    let attacker = game.state.attack().map(|attack| attack.attacker);
    attacker.is_some_and(|attacker| has(game, attacker)) && movable(game) > 0 && !others(game).is_empty()
}

pub(crate) fn ask_unit(game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
    choices.push(Choice::Done);
    choices.extend(others(game).into_iter().map(Choice::Card));
    question(game)
}

fn question(game: &Game) -> Option<Ask> {
    let attacker = game.state.attack()?.attacker;
    let who = source::controller(game, attacker);
    Some(Ask::new(who, Why::Keyword(Keyword::Overkill), 1740, 2).about(attacker))
}

pub(crate) fn unit_chosen(choice: Choice) -> Flow {
    match choice {
        Choice::Card(unit) => Flow::next(Frame::OverkillAmount(unit)),
        _ => Flow::next(Frame::PendingDamage),
    }
}

pub(crate) fn ask_amount(game: &Game, _unit: Slot, choices: &mut Vec<Choice>) -> Option<Ask> {
    choices.extend((1..=movable(game)).map(Choice::Number));
    choices.push(Choice::Back);
    question(game)
}

pub(crate) fn amount_chosen(game: &mut Game, unit: Slot, choice: Choice) -> Flow {
    let Choice::Number(moved) = choice else { return Flow::next(Frame::OverkillTo) };
    if let Some(attack) = game.state.attacks.last_mut() {
        attack.overkill = Some((unit, moved));
    }
    Flow::next(Frame::PendingDamage)
}

/// Hits that were lost after a hidden division are lost by the second unit first (rule 1740.3).
pub(crate) fn clamp(game: &mut Game) {
    if game.state.attack().is_none_or(|attack| attack.overkill.is_none()) {
        return;
    }
    let most = movable(game);
    if let Some((_, moved)) = game.state.attacks.last_mut().and_then(|attack| attack.overkill.as_mut()) {
        *moved = (*moved).min(most);
    }
}
