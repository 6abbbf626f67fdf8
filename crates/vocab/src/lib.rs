//! The words of the game as plain data: sides, arenas, card types, keywords, rules, abilities.
//!
//! Nothing here plays or parses; everything else is written in these terms.
//!
//! ```
//! use dejarik_vocab::{Edition, Keyword};
//!
//! let evade = Keyword::find("evade 2").exact().expect("a keyword");
//! assert_eq!(evade.heading(), "Evade X");
//! assert_eq!(evade.rulings()[0].number.to_string(), "1724.1");
//! assert!(Keyword::Absorb.definition(Edition::Sheets).is_none());
//! ```
//!
//! # Where to go next
//!
//! - [`keyword`]: the 61 keywords, their properties, and finding one by what people type
//! - [`rulebook`]: every rule by its number
//! - [`ability`]: what card text means once it has been read
//! - [`Definition`] and [`Library`]: a playable card, and all of them together

pub mod ability;
mod arena;
mod card_type;
mod counter;
mod definition;
mod edition;
pub mod keyword;
mod library;
mod printed;
mod rule;
pub mod rulebook;
mod side;
pub mod subtype;
mod version;
mod zone;

pub use arena::{Arena, Arenas, ByArena};
pub use card_type::{CardType, EquipmentFit};
pub use counter::Counter;
pub use definition::{Completeness, Definition, Unread};
pub use edition::Edition;
pub use keyword::{Keyword, KeywordSet};
pub use library::{DefinitionId, Library, LibraryError};
pub use printed::{Cost, Stat};
pub use rule::RuleNumber;
pub use side::{Role, Side};
pub use version::Version;
pub use zone::Zone;
