//! How texts are read: what they mean, count and demand.

pub(crate) mod amount;
pub(crate) mod condition;
pub(crate) mod filter;
mod scope;
pub(crate) mod total;
pub(crate) mod word;

pub(crate) use scope::{Scope, arena_of, is_in_play};
