//! The grammar: one file for each sort of phrase, with its reading half and its writing half side by side.

pub mod ability_price;
pub mod amount;
pub mod class;
pub mod clause;
pub mod condition;
pub mod cost;
pub mod counter;
pub mod deed;
pub mod duration;
pub mod effect;
pub mod equipment;
pub mod event;
pub mod filter;
pub mod grant;
pub mod keyword;
pub mod place;
pub mod player;
pub mod reference;
pub mod rule;
pub mod selector;
pub mod timing;
pub mod who;
pub mod with;
pub mod wrapper;
