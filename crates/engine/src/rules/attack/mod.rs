//! One attack, in its eight steps (rules 1105 to 1114).

mod change;
mod declare;
mod defender;
mod disrupt;
mod end;
mod frame;
mod pick;
mod predict;
mod roll;
mod stored;
mod supposed;
#[cfg(test)]
mod tests;

pub(crate) use crate::facts::attack::{can_be_attacked, parties, targets};
pub(crate) use crate::records::attack::{Attack, Fact, Frame, Mode, Prediction, Stage, Stored, Taps, Values};
pub(crate) use change::{add_damage, modify_dice, set_dice};
pub(crate) use declare::{aim_at, is_about_to_attack};
pub(crate) use defender::{Change, change_defender, end, end_of, replace_defender};
pub(crate) use disrupt::disrupt;
pub(crate) use end::deal_stored;
pub(crate) use pick::{change_dice, has_dice, list as list_dice, more_dice, pick as pick_dice, reroll_dice};
pub(crate) use roll::{add_dice, settle_dice, show_dice};
pub(crate) use stored::{battle_ends, forget, hand_over, store_next_attack, weaken};
