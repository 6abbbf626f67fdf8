//! The library: all definitions of a game, shared and immutable; a game points into it by number.

use crate::definition::{Definition, write_name};
use crate::{CardType, Version};
use serde::Serialize;
use std::fmt;

/// The number of a definition in its library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct DefinitionId(pub u16);

/// All definitions, in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    definitions: Vec<Definition>,
    /// The numbers sorted by name and version, for look-ups.
    by_name: Vec<DefinitionId>,
}

/// Why a library can't be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryError {
    /// Two definitions share this name and version.
    Duplicate(Box<str>, Option<Version>),
    /// More definitions than there are numbers.
    TooMany(usize),
}

impl Library {
    /// Builds a library; refuses two definitions with the same name and version.
    pub fn new(definitions: Vec<Definition>) -> Result<Library, LibraryError> {
        let too_many = || LibraryError::TooMany(definitions.len());
        let last = definitions.len().checked_sub(1).map(u16::try_from).transpose().map_err(|_| too_many())?;
        let mut by_name: Vec<DefinitionId> =
            last.map_or_else(Vec::new, |last| (0..=last).map(DefinitionId).collect());
        by_name.sort_by_key(|id| key(&definitions[usize::from(id.0)]));
        for pair in by_name.windows(2) {
            let [first, second] = [pair[0], pair[1]].map(|id| &definitions[usize::from(id.0)]);
            if key(first) == key(second) {
                return Err(LibraryError::Duplicate(second.name.clone(), second.version));
            }
        }
        Ok(Library { definitions, by_name })
    }

    /// The definition with this number, if this library has it.
    pub fn get(&self, id: DefinitionId) -> Option<&Definition> {
        self.definitions.get(usize::from(id.0))
    }

    /// The number of the card with exactly this name and version.
    pub fn find(&self, name: &str, version: Option<Version>) -> Option<DefinitionId> {
        let place = self.by_name.binary_search_by_key(&(name, version), |id| key(&self[*id])).ok()?;
        Some(self.by_name[place])
    }

    /// The number of the card with this name as players write it: `Mara (A)`, `Walker`.
    pub fn find_by_title(&self, title: &str) -> Option<DefinitionId> {
        let parts = title.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
        let versioned = parts.and_then(|(name, letter)| self.find(name, Some(letter.parse().ok()?)));
        versioned.or_else(|| self.find(title, None))
    }

    /// All versions with this name, in the order of their letters (rule 202.4).
    pub fn versions(&self, name: &str) -> &[DefinitionId] {
        let start = self.by_name.partition_point(|id| &*self[*id].name < name);
        let len = self.by_name[start..].partition_point(|id| &*self[*id].name == name);
        &self.by_name[start..start + len]
    }

    /// The same cards with these types.
    #[must_use]
    pub fn with_types(mut self, type_of: impl Fn(&Definition) -> CardType) -> Library {
        for definition in &mut self.definitions {
            definition.card_type = type_of(definition);
        }
        self
    }

    /// All definitions with their numbers, in the order given.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (DefinitionId, &Definition)> {
        // `new` has made sure that every index is a number.
        self.definitions.iter().enumerate().map(|(i, definition)| (DefinitionId(i as u16), definition))
    }

    /// How many definitions there are.
    pub const fn len(&self) -> usize {
        self.definitions.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }
}

impl std::ops::Index<DefinitionId> for Library {
    type Output = Definition;
    /// For numbers that came from this library; panics for others.
    fn index(&self, id: DefinitionId) -> &Definition {
        &self.definitions[usize::from(id.0)]
    }
}

/// What must be different for every definition.
fn key(definition: &Definition) -> (&str, Option<Version>) {
    (&definition.name, definition.version)
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryError::Duplicate(name, version) => {
                f.write_str("two cards are called ")?;
                write_name(f, name, *version)
            }
            LibraryError::TooMany(n) => write!(f, "{n} cards are too many for one library; it holds 65536"),
        }
    }
}

impl std::error::Error for LibraryError {}

#[cfg(test)]
mod tests {
    use super::{Definition, Library, LibraryError};
    use crate::ability::Uniqueness;
    use crate::{Arena, Arenas, CardType, Completeness, Cost, Side, Stat};

    /// A card where only the name matters.
    fn card(name: &str, version: Option<&str>) -> Definition {
        let version = version.map(|letter| letter.parse().expect("a version letter"));
        Definition {
            name: name.into(),
            version,
            uniqueness: if version.is_some() { Uniqueness::Unique } else { Uniqueness::NonUnique },
            side: Side::Neutral,
            card_type: CardType::Unit(Arenas::one(Arena::Ground)),
            subtypes: "Droid".into(),
            cost: Cost::Points(3),
            speed: Stat::Value(40),
            power: Stat::Value(3),
            health: Stat::Value(3),
            abilities: Vec::new(),
            expansion: Box::default(),
            words: "".into(),
            completeness: Completeness::Exact,
        }
    }

    #[test]
    fn cards_are_found_by_number_and_by_name() {
        let library =
            Library::new(vec![card("Walker", None), card("Mara", Some("A")), card("Bunker", None)]).unwrap();
        assert_eq!(library.iter().len(), library.len());
        for (id, definition) in library.iter() {
            assert_eq!(library.get(id), Some(definition));
            assert_eq!(library.find(&definition.name, definition.version), Some(id));
        }
        assert_eq!(library.find("Mara", None), None);
        assert_eq!(library.find_by_title("Mara (A)"), library.find("Mara", "A".parse().ok()));
        assert!(library.find_by_title("Walker").is_some() && library.find_by_title("Mara").is_none());
        assert!(Library::new(Vec::new()).unwrap().is_empty());
    }

    #[test]
    fn versions_of_a_name_are_different_cards_in_the_order_of_their_letters() {
        let mara = |version| card("Mara", Some(version));
        let library = Library::new(vec![mara("B"), mara("A2"), card("Maraud", None), mara("A")]).unwrap();
        let names: Vec<String> = library.versions("Mara").iter().map(|id| library[*id].to_string()).collect();
        assert_eq!(names, ["Mara (A)", "Mara (B)", "Mara (A2)"]);
        assert!(library.versions("Mar").is_empty());
    }

    #[test]
    fn the_same_card_twice_is_refused_by_name() {
        let refused =
            Library::new(vec![card("Mara", Some("A")), card("Mara", None), card("Mara", Some("A"))]);
        assert_eq!(refused.unwrap_err().to_string(), "two cards are called Mara (A)");
    }

    #[test]
    fn more_cards_than_numbers_are_refused() {
        let cards = |n: usize| vec![card("Walker", None); n];
        assert_eq!(Library::new(cards(65_537)), Err(LibraryError::TooMany(65_537)));
        assert!(matches!(Library::new(cards(65_536)), Err(LibraryError::Duplicate(..))));
    }
}
