//! Facts: the catalog, and what is true at this moment. They read records and change nothing.

pub(crate) mod attack;
pub(crate) mod catalog;
pub(crate) mod chances;
pub(crate) mod damage;
pub(crate) mod faces;
pub(crate) mod game;
pub(crate) mod history;
pub(crate) mod keywords;
pub(crate) mod lasting;
pub(crate) mod matching;
pub(crate) mod now;
pub(crate) mod settled;
pub mod support;
pub(crate) mod text;
