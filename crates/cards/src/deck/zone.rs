//! The zones of a deck and the cards in them, as written; nothing is looked up here.

use serde::{Serialize, Serializer};
use std::collections::HashMap;
use std::fmt;

/// The zones of a deck file (FORMATS.md section 7).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ZoneName {
    /// The deck itself (rule 401).
    Deck,
    /// Comes along outside the deck (rule 302.5).
    Supply,
    /// Outside the deck as well.
    Sideboard,
    /// Outside the deck as well.
    Outside,
    /// A zone that isn't part of the game: kept under its name, treated as outside the deck.
    Other(String),
}

impl ZoneName {
    /// The zones of the game, in the order of the files.
    pub const KNOWN: [ZoneName; 4] =
        [ZoneName::Deck, ZoneName::Supply, ZoneName::Sideboard, ZoneName::Outside];

    /// The name in deck files.
    pub fn name(&self) -> &str {
        match self {
            ZoneName::Deck => "Deck",
            ZoneName::Supply => "Supply",
            ZoneName::Sideboard => "Sideboard",
            ZoneName::Outside => "Outside the game",
            ZoneName::Other(name) => name,
        }
    }

    /// The zone of the game with this name, in any case.
    pub fn known(name: &str) -> Option<ZoneName> {
        ZoneName::KNOWN.into_iter().find(|zone| zone.name().eq_ignore_ascii_case(name.trim()))
    }

    /// The zone with this name.
    pub fn from_name(name: &str) -> ZoneName {
        ZoneName::known(name).unwrap_or_else(|| ZoneName::Other(name.trim().to_string()))
    }
}

impl fmt::Display for ZoneName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for ZoneName {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.name())
    }
}

/// One physical card of a deck file, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Entry {
    /// The name, trimmed.
    pub name: String,
    /// The set code, or nothing.
    pub set: String,
    /// The image name, or nothing; only a hint (FORMATS.md 7).
    pub id: String,
}

impl Entry {
    /// A card known only by its name.
    pub fn named(name: impl Into<String>) -> Entry {
        Entry { name: name.into(), ..Entry::default() }
    }
}

/// A zone with its cards in the builder's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Which zone.
    pub name: ZoneName,
    /// One entry per physical card.
    pub cards: Vec<Entry>,
}

impl Zone {
    /// An empty zone.
    pub fn new(name: ZoneName) -> Zone {
        Zone { name, cards: Vec::new() }
    }

    /// The different cards with their numbers, in the order of their first copies.
    pub fn counted(&self) -> Vec<(&Entry, u32)> {
        let mut places: HashMap<&Entry, usize> = HashMap::new();
        let mut counted: Vec<(&Entry, u32)> = Vec::new();
        for card in &self.cards {
            let place = *places.entry(card).or_insert(counted.len());
            match counted.get_mut(place) {
                Some((_, count)) => *count += 1,
                None => counted.push((card, 1)),
            }
        }
        counted
    }
}
