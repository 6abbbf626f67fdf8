//! Records: everything that is true of a game, as flat values. They know no rules: facts and rules read and write them.

pub(crate) mod arrival;
pub(crate) mod attack;
pub(crate) mod battle;
pub(crate) mod bindings;
pub(crate) mod build;
pub(crate) mod damage;
pub(crate) mod decision;
pub(crate) mod effect;
pub(crate) mod event;
pub(crate) mod frame;
pub(crate) mod hand;
mod hash;
pub(crate) mod history;
pub(crate) mod id;
pub(crate) mod kind;
pub(crate) mod lasting;
pub(crate) mod list;
pub(crate) mod play;
pub(crate) mod pop;
pub(crate) mod recalled;
pub(crate) mod refusal;
pub(crate) mod setup;
pub mod state;
pub(crate) mod topics;
pub(crate) mod trigger;
pub(crate) mod turn;
pub(crate) mod word;
