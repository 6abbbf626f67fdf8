//! The words of the game as plain data.
//!
//! Sides, arenas, card types, the 61 keywords with their properties, the numbered rules, and the ability model:
//! what card text means once it has been read. Nothing here plays or parses; everything else speaks these words.
//!
//! ```
//! use dejarik_vocab::{Edition, Keyword};
//!
//! let evade = Keyword::find("evade 2").exact().expect("a keyword");
//! assert_eq!(evade.heading(), "Evade X");
//! assert_eq!(evade.rulings()[0].number.to_string(), "1724.1");
//! assert!(Keyword::Absorb.definition(Edition::Sheets).is_none());
//! ```

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
pub use definition::{Completeness, Definition};
pub use edition::Edition;
pub use keyword::{Keyword, KeywordSet};
pub use library::{DefinitionId, Library, LibraryError};
pub use printed::{Cost, Stat};
pub use rule::RuleNumber;
pub use side::{Role, Side};
pub use version::Version;
pub use zone::Zone;
