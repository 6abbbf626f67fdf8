//! Damage sequences (chapter 12): all damage that is done together goes through the steps together.

mod blind;
mod discard;
mod divide;
mod frame;
mod place;
mod prevent;
mod roll;
mod start;
#[cfg(test)]
mod tests;
mod would;

pub(crate) use crate::records::damage::{Declared, Fate, Frame, Instance, Kind, Preventability, Use};
pub(crate) use crate::rules::check::doomed;
pub(crate) use blind::can_be_declared;
pub(crate) use discard::cause_of_discard;
pub(crate) use divide::{deal_divided, dice_divided};
pub(crate) use prevent::{
    Preventer, aim, answer, candidates, open_instances, prevent, prevent_attack, spend, waits_by_itself,
};
pub(crate) use start::{
    Hit, aimed_at, deal, deal_by, dice, dice_by, drop_attack, of_attack, pending, pending_in,
};
pub(crate) use would::{
    change_that, do_that_to, prevent_that, spare, that_much, undo, would_be_discarded, would_be_done,
};
