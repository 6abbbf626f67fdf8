//! Cards, printings, sets and decks in the players' own files, and everything one wants to know of them.

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
pub mod script;
pub mod search;
pub mod set_file;
pub mod sheet;
mod usage;

pub use alias::{Alias, Aliases};
pub use collection::{CardId, Collection, PrintingId, Resolved};
pub use deck::{Deck, ResolvedDeck};
pub use find::Found;
pub use finding::{Finding, Place, Severity};
pub use format::{Format, Formats, Legality};
pub use mentions::keywords_in;
pub use name::{CardName, Irregular, spoken};
pub use printing::Printing;
pub use set_file::SetFile;
pub use usage::{Mark, MarkKind, Usage};
