//! Adapt: [A/B/...]: when the battle step of its arena starts, the unit gets one of the texts until end of turn
//! (rule 1703).

use crate::facts::game::Game;
use crate::facts::keywords::adapt::abilities;
use crate::records::battle::Frame;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::records::state::{Slot, Where};
use crate::records::trigger::Sort;
use crate::rules::trigger;
use vocab::{Arena, Keyword};

/// The battle step of an arena starts: every Adapt of the units there waits for its choice (rules 1703.1, 1703.3).
pub(crate) fn line_up(game: &mut Game, arena: Arena) {
    let units: Vec<Slot> = game.units_in(arena).collect();
    for unit in units {
        for nth in 0..abilities(game, unit, 0).len() as u8 {
            trigger::wait_for_keyword(game, unit, Sort::Adapt(nth));
        }
    }
}

/// The choice comes, if the unit is still in an arena; each Adapt has its own (rule 1703.4).
pub(crate) fn begin(game: &Game, unit: Slot, nth: u8) -> Option<Frame> {
    let is_there = game.is_unit(unit) && matches!(game.state.card(unit).place, Where::Arena(_));
    (is_there && usize::from(nth) < abilities(game, unit, 0).len()).then_some(Frame::Adapt(unit, nth))
}

/// One of the texts must be chosen (rules 1703.1, 1703.5).
pub(crate) fn ask(game: &Game, unit: Slot, nth: u8, choices: &mut Vec<Choice>) -> Option<Ask> {
    let texts = abilities(game, unit, 0).get(usize::from(nth))?.texts;
    choices.extend((0..texts as u8).map(Choice::Option));
    let who = game.state.card(unit).controller;
    Some(Ask::new(who, Why::Keyword(Keyword::Adapt), 1703, 1).about(unit))
}

pub(crate) fn chosen(game: &mut Game, unit: Slot, nth: u8, choice: Choice) -> Flow {
    let first = abilities(game, unit, 0).get(usize::from(nth)).map(|adapt| adapt.first);
    if let (Choice::Option(option), Some(first)) = (choice, first) {
        // Eight texts have a bit each; a unit with more stops the game rather than losing one.
        let texts = 1_u8.checked_shl(first + u32::from(option)).map(|bit| game.state.adapted(unit) | bit);
        if texts.is_none_or(|texts| game.state.adapt(unit, texts).is_err()) {
            game.stop();
        }
        super::note(game, unit, Keyword::Adapt, i16::from(option));
    }
    Flow::Done
}
