//! Words that are chosen: a subtype, a card type, an ability (rules 203.1, 1301.4, 1311.1).

use super::id::AbilityId;
use super::list::List;
use super::state::State;
use vocab::{Arena, DefinitionId};

/// As many words as one step chooses: "one ability each on up to 3 cards", "each activated ability of that unit".
pub const WORDS: usize = 6;

/// What a step chose that isn't a card.
pub type Chosen = List<Word, WORDS>;

/// Where the state keeps what a step chose: a number from 1; 0 for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Words(pub(crate) u8);

impl Words {
    /// No words.
    pub const NONE: Words = Words(0);

    /// Whether nothing was chosen.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl State {
    /// The words that a step chose.
    pub(crate) fn words(&self, of: Words) -> Chosen {
        of.0.checked_sub(1).and_then(|place| self.chosen.get(usize::from(place)).copied()).unwrap_or_default()
    }
}

/// Something that is chosen by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// A subtype, by its place in the catalog.
    Subtype(u16),
    /// A card type.
    Type(TypeWord),
    /// The name of a card, by one card of that name.
    Name(DefinitionId),
    /// An ability.
    Ability(AbilityId),
}

impl Default for Word {
    fn default() -> Word {
        Word::Subtype(0)
    }
}

/// A card type as a text means it: the word before the dash (rules 203.1, 203.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeWord {
    /// Space, Ground, Character.
    Unit(Arena),
    /// Battle.
    Battle,
    /// Mission, Trap and Campaign included.
    Mission,
    /// Location.
    Location,
    /// Equipment.
    Equipment,
    /// Resource.
    Resource,
    /// Event.
    Event,
}

impl TypeWord {
    /// Every one, in the order in which they are offered.
    pub const ALL: [TypeWord; 9] = [
        TypeWord::Unit(Arena::Space),
        TypeWord::Unit(Arena::Ground),
        TypeWord::Unit(Arena::Character),
        TypeWord::Battle,
        TypeWord::Mission,
        TypeWord::Location,
        TypeWord::Equipment,
        TypeWord::Resource,
        TypeWord::Event,
    ];

    /// The word.
    pub fn name(self) -> String {
        match self {
            TypeWord::Unit(arena) => arena.to_string(),
            TypeWord::Battle => "Battle".into(),
            TypeWord::Mission => "Mission".into(),
            TypeWord::Location => "Location".into(),
            TypeWord::Equipment => "Equipment".into(),
            TypeWord::Resource => "Resource".into(),
            TypeWord::Event => "Event".into(),
        }
    }
}
