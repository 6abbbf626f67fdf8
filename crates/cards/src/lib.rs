//! Cards, printings, sets and decks in the players' own files: reading, checking, searching.
//!
//! ```
//! use dejarik_cards::{Deck, Format, core_set, deck, search::Query};
//!
//! let plugin = core_set::plugin();
//! let cards = &plugin.collection;
//! let found = Query::parse("t:character side:light power>=4")?.run(cards);
//! assert!(found.iter().any(|id| cards.get(*id).name.full() == "Jessa Korr (A)"));
//!
//! let read = Deck::read("four.txt", b"4\tRidge Trooper\n")?;
//! let report = deck::check(&read.deck.resolve(cards), cards, &Format::open());
//! assert_eq!(report.faults[0].rule.to_string(), "401.1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go next
//!
//! - [`plugin`]: a card folder, as players keep theirs; [`core_set`]: the built-in one
//! - [`Collection`]: all printings, grouped into cards and found by name
//! - [`deck`]: deck files of every kind, the deck rules, statistics
//! - [`search`]: the query language; [`format`](mod@format): which cards a format allows
//! - [`lint`], [`manifest`], [`packs`]: checking and releasing a folder

mod alias;
pub mod bytes;
mod collection;
pub mod core_set;
pub mod cost_formula;
pub mod deck;
mod find;
mod finding;
pub mod format;
pub mod keyword_file;
pub mod lint;
pub mod manifest;
pub mod markup;
mod mentions;
mod name;
pub mod packs;
pub mod plugin;
mod printing;
mod reading;
pub mod script;
pub mod search;
pub mod set_file;
pub mod sheet;
pub mod similar;
mod subtype_spelling;
mod usage;
mod windows_1252;

pub use alias::{Alias, Aliases};
pub use collection::{CardId, Collection, PrintingId, Resolved};
pub use deck::{Deck, ResolvedDeck};
pub use find::Found;
pub use finding::{Finding, Place, Severity};
pub use format::{Format, Formats, Legality};
pub use mentions::keywords_in;
pub use name::{CardName, Irregular, spoken};
pub use printing::Printing;
pub use reading::{BadReading, PrintMark, Reading, Readings};
pub use set_file::SetFile;
pub use usage::{Mark, MarkKind, Usage};
