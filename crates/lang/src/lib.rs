//! The card language: card English to typed abilities and back.
//!
//! A text goes through `repair`, `clauses` and `token` to the `grammar`, whose files each hold the reading and the
//! writing half of one sort of phrase. A clause is read whole or not at all: what is not understood is reported with
//! its place, never guessed. Everything that was read can be written again as canonical English.

mod clauses;
mod compile;
pub mod corrections;
pub mod coverage;
mod grammar;
pub mod ledger;
mod lexicon;
mod library;
mod parser;
mod referents;
mod repair;
#[cfg(test)]
mod testing;
mod token;
mod writer;

pub use compile::{Compiled, CompiledClause, Unread, compile_card, compile_text, render};
pub use lexicon::Lexicon;
pub use library::{build_library, define, define_from, find_card, library_name, whole_card, whole_text};
pub use parser::Setting;
pub use repair::{Repair, repair};
pub use writer::Unwritable;
