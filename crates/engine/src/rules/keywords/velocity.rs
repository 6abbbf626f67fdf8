//! Velocity X: when the battle step of its arena starts, the unit may be X faster or slower until end of turn
//! (rule 1761).

use crate::facts::game::Game;
use crate::records::battle::Frame;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::records::state::{Mark, Slot};
use crate::records::trigger::Sort;
use crate::rules::trigger;
use vocab::{Arena, Keyword};

/// The battle step of an arena starts: the units there that have it wait for their choice (rules 1761.1, 1761.4).
pub(crate) fn line_up(game: &mut Game, arena: Arena) {
    let has = |unit: &Slot| game.has(*unit, Keyword::Velocity);
    let units: Vec<Slot> = game.units_in(arena).filter(has).collect();
    for unit in units {
        trigger::wait_for_keyword(game, unit, Sort::Velocity);
    }
}

/// The choice comes, if the unit is still in an arena and has it.
pub(crate) fn begin(game: &Game, unit: Slot) -> Option<Frame> {
    (super::is_in_arena(game, unit) && game.has(unit, Keyword::Velocity)).then_some(Frame::Velocity(unit))
}

/// One of several Velocities is used (rule 1761.5): faster, or without Stealth slower (rules 1761.2, 1761.8).
pub(crate) fn ask(game: &Game, unit: Slot, choices: &mut Vec<Choice>) -> Option<Ask> {
    choices.push(Choice::Pass);
    let may_slow_down = !game.has(unit, Keyword::Stealth);
    for instance in 0..game.instances(unit, Keyword::Velocity).len() as u8 {
        choices.push(Choice::Option(2 * instance));
        if may_slow_down {
            choices.push(Choice::Option(2 * instance + 1));
        }
    }
    let who = game.state.card(unit).controller;
    Some(Ask::new(who, Why::Keyword(Keyword::Velocity), 1761, 1).about(unit))
}

/// The change is the full X (rule 1761.7); a unit without Stealth gains none as long as it lasts (1755.5, 1761.6).
pub(crate) fn chosen(game: &mut Game, unit: Slot, choice: Choice) -> Flow {
    let Choice::Option(option) = choice else { return Flow::Done };
    let values = game.instances(unit, Keyword::Velocity);
    let value = values.get(usize::from(option / 2)).copied().unwrap_or(0);
    let value = if option % 2 == 0 { value } else { -value };
    let was_hidden = game.has(unit, Keyword::Stealth);
    if game.state.set_velocity(unit, value.clamp(-120, 120) as i8).is_err() {
        game.stop();
    }
    if !was_hidden {
        game.mark(unit, Mark::Exposed);
    }
    super::note(game, unit, Keyword::Velocity, value);
    Flow::Done
}
