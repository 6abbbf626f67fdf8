//! Triggered effects: noticing events, waiting, the order of resolving (rule 1305).

mod find;
mod replace;
mod resolve;
#[cfg(test)]
mod tests;

use crate::facts::game::Game;
pub(crate) use crate::facts::matching::{is_of_class, matches};
use crate::records::decision::{Ask, Choice};
use crate::records::frame::Flow;
pub(crate) use crate::records::trigger::{About, Frame, Sort, Waiting};
pub(crate) use find::{
    count_once, earn, earned_by, forget_attack, is_discard, notice, notice_leaving, wait_for_keyword,
    wait_for_pilots,
};
pub(crate) use replace::{is_awaited, was_replaced, would};
pub(crate) use resolve::context_of;

impl Frame {
    pub(crate) fn step(self, game: &mut Game) -> Flow {
        resolve::step(self, game)
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        resolve::ask(self, game, choices)
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        resolve::chosen(self, game, choice)
    }
}
