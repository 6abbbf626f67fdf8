//! Redirect: another of your units here that can be attacked becomes the defender (rule 1747).

use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::records::attack::{Frame, Stage};
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::records::state::{Slot, Where};
use crate::rules::attack;
use vocab::Keyword;

/// The units to which this unit can redirect: judged for the attacking unit (rules 1747.1, 1747.7).
fn others(game: &Game, unit: Slot) -> Vec<Slot> {
    let (Some(attack), Where::Arena(arena)) = (game.state.attack(), game.state.card(unit).place) else {
        return Vec::new();
    };
    let who = game.state.card(unit).controller;
    let fits = |other: &Slot| {
        *other != unit
            && *other != attack.attacker
            && attack::can_be_attacked(game, attack.attacker, *other)
            && permission::can_be_damaged(game, *other)
    };
    game.units_of(who, arena).filter(fits).collect()
}

/// Whether it can be played: this unit is attacked and there is a unit to redirect to.
pub(crate) fn is_possible(game: &Game, unit: Slot) -> bool {
    let is_attacked =
        game.state.attack().is_some_and(|attack| attack.stage == Stage::Attacking && attack.defender == unit);
    is_attacked && !others(game, unit).is_empty()
}

/// It resolves: the other unit is named.
pub(crate) fn begin(game: &mut Game, unit: Slot) -> Option<crate::records::frame::Frame> {
    super::note(game, unit, Keyword::Redirect, 0);
    (!others(game, unit).is_empty()).then(|| Frame::Redirect(unit).into())
}

pub(crate) fn ask(game: &Game, unit: Slot, choices: &mut Vec<Choice>) -> Option<Ask> {
    choices.extend(others(game, unit).into_iter().map(Choice::Card));
    let who = game.state.card(unit).controller;
    Some(Ask::new(who, Why::Keyword(Keyword::Redirect), 1747, 1).about(unit))
}

pub(crate) fn chosen(game: &mut Game, choice: Choice) -> Flow {
    if let Choice::Card(unit) = choice {
        attack::change_defender(game, unit);
    }
    Flow::Done
}
