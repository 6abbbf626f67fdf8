//! The card language: card English to typed abilities and back.
//!
//! A clause is read whole or not at all: what isn't understood is reported with its place, never guessed. Everything
//! that was read can be written again as canonical English.
//!
//! ```
//! use cards::core_set;
//! use dejarik_lang::{Lexicon, Setting, compile_text, render};
//! use vocab::{Arena, Arenas, CardType};
//!
//! let lexicon = Lexicon::of(&core_set::plugin().collection);
//! let character = CardType::Unit(Arenas::one(Arena::Character));
//! let setting = Setting::new(character, "Mud Crab", &lexicon);
//!
//! let compiled = compile_text("Armor | Pay 1 Force -> Evade 2 | Sing aloud.", &setting, &lexicon);
//! assert_eq!(compiled.abilities().len(), 2);
//! let (clause, _) = compiled.unread().next().expect("nobody understands singing");
//! assert_eq!(clause.text.trim(), "Sing aloud.");
//!
//! let english = render(&compiled.abilities(), &setting, &lexicon).expect("it was read");
//! assert_eq!(compile_text(&english, &setting, &lexicon).abilities(), compiled.abilities());
//! ```
//!
//! # Where to go next
//!
//! - [`build_library`]: a whole collection compiled for play
//! - [`coverage`]: how much of a collection is understood; [`ledger`]: what must stay understood
//! - inside: a text goes through `repair`, `clauses` and `token` to the `grammar`, whose files each hold the reading
//!   and the writing half of one sort of phrase

mod bad_line;
mod chosen;
mod clauses;
mod compile;
pub mod coverage;
mod departure;
mod forgetting;
mod grammar;
mod idle;
pub mod ledger;
mod lexicon;
mod library;
mod other_readings;
mod parser;
mod printed;
mod reading;
mod referents;
mod repair;
#[cfg(test)]
mod testing;
mod token;
mod writer;

pub use bad_line::BadLine;
pub use chosen::{Chosen, chosen};
pub use compile::{Compiled, CompiledClause, Unread, compile_text, render};
pub use departure::{Departure, respelt};
pub use forgetting::left_out;
pub use lexicon::{CardWords, Lexicon};
pub use library::{
    build_library, card_of, define, define_from, find_card, library_name, printed_card, whole_text,
};
pub use other_readings::{OtherReading, PREFERENCES, Preference, Standing, other_readings};
pub use parser::Setting;
pub use printed::{compile_card, departures, texts};
pub use reading::{reading_files, reading_of};
pub use repair::{Repair, repair};
pub use writer::Unwritable;
