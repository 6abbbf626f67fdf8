//! Retreating: in the retreat step, and by effects (rule 706).

use super::Frame;
use crate::facts::game::Game;
use crate::facts::now::{permission, restriction};
use crate::records::decision::{Ask, Choice, Why};
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::refusal::Refusal;
use crate::records::state::{Moment, Slot, Where};
use crate::rules::attack;
use crate::rules::change::By;
use crate::rules::{check, trigger, turn};
use vocab::Role;

/// Moves a unit with everything on it to its controller's build zone; tapped or not, it stays so (rule 706.4).
pub(crate) fn retreat(game: &mut Game, unit: Slot, by: By) {
    if !permission::can_retreat(game, unit) {
        return;
    }
    // Its stack, Pilots and Equipment lie on its top card and go with it (706.1).
    game.relocate(unit, Where::BuildZone, by);
    game.note(What::Retreated(unit), by.rule, by.card);
    // 706.8: if it was attacking, its attack ends.
    attack::end_of(game, unit);
}

pub(super) fn begin(game: &mut Game, who: Role) -> Flow {
    game.begin(Moment::RetreatStep(who), By::rule(706, 1));
    Flow::push(Frame::Retreat(who), trigger::Frame::Resolve)
}

/// The units that a player can retreat: untapped and in an arena (rules 706.1, 706.2).
fn candidates(game: &Game, who: Role) -> impl Iterator<Item = Slot> + '_ {
    let own = move |unit: &Slot| {
        let card = game.state.card(*unit);
        matches!(card.place, Where::Arena(_)) && card.controller == who && !card.is_tapped()
    };
    let units = game.state.laid_out().iter().filter(move |unit| own(unit) && game.is_unit(*unit));
    units.filter(|unit| permission::can_retreat(game, *unit))
}

/// Why a unit isn't among them, if it is a player's own in an arena.
pub(crate) fn refused(game: &Game, who: Role, unit: Slot) -> Option<Refusal> {
    let card = game.state.card(unit);
    if card.controller != who || !matches!(card.place, Where::Arena(_)) || !game.is_unit(unit) {
        return None;
    }
    if card.is_tapped() {
        return Some(Refusal::Tapped);
    }
    (!permission::can_retreat(game, unit)).then_some(Refusal::Forbidden)
}

pub(super) fn ask(game: &Game, who: Role, choices: &mut Vec<Choice>) -> Option<Ask> {
    let units: Vec<Slot> = candidates(game, who).collect();
    // 1312.2: those that must retreat do so before the step can end.
    if !units.iter().any(|unit| restriction::must_retreat(game, *unit)) {
        choices.push(Choice::Done);
    }
    choices.extend(units.into_iter().map(Choice::Card));
    Some(Ask::new(who, Why::Retreat, 706, 1))
}

/// Retreats a unit by tapping it, or ends the step (rules 706.1, 603.8).
pub(super) fn chosen(game: &mut Game, who: Role, choice: Choice) -> Flow {
    let by = By::rule(706, 1);
    if let Choice::Card(unit) = choice {
        game.tap(unit, by);
        retreat(game, unit, by);
        check::settle(game);
        return Flow::push(Frame::Retreat(who), trigger::Frame::Resolve);
    }
    turn::ended(game, Moment::RetreatStep(who), by.rule);
    Flow::next(trigger::Frame::Resolve)
}
