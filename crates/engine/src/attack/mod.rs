//! One attack, in its eight steps (rules 1105 to 1114).

mod declare;
mod defender;
mod end;
mod frame;
mod pick;
mod predict;
mod record;
mod roll;
mod stored;
mod targets;
#[cfg(test)]
mod tests;

pub(crate) use declare::{aim_at, is_about_to_attack};
pub(crate) use defender::{Change, change_defender, end, replace_defender};
pub(crate) use end::deal_stored;
pub use frame::Frame;
pub(crate) use pick::{change_dice, list as list_dice, more_dice, pick as pick_dice, reroll_dice};
pub use record::{Attack, Fact, Mode, Prediction, Stage, Stored, Taps, Values};
pub(crate) use record::{add_damage, manner, modify_dice, natural_dice, parties, set_dice};
pub(crate) use roll::{add_dice, settle_dice, show_dice};
pub use stored::{NextAttack, PowerChange};
pub(crate) use stored::{
    battle_ends, battle_power, forget, hand_over, next_attack_power, store_next_attack, weaken,
};
pub(crate) use targets::{can_be_attacked, targets};
