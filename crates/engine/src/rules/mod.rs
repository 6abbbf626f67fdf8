//! Rules: the frames in which a game goes on, from setup to the end of an attack.

pub(crate) mod attack;
pub(crate) mod battle;
pub(crate) mod build;
pub(crate) mod change;
pub(crate) mod check;
pub(crate) mod damage;
pub(crate) mod effect;
pub(crate) mod frame;
pub(crate) mod game;
pub(crate) mod hand;
pub(crate) mod history;
pub(crate) mod keywords;
pub(crate) mod lasting;
pub(crate) mod play;
pub(crate) mod pop;
pub(crate) mod setup;
pub(crate) mod trigger;
pub(crate) mod turn;
