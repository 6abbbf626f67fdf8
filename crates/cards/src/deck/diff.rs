//! What changed between two lists, card by card.

use super::{Deck, ZoneName};
use crate::collection::{CardId, Collection};
use serde::Serialize;
use std::collections::HashMap;

/// A card whose number in a zone is another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Where.
    pub zone: ZoneName,
    /// The card, as its printing is called today; a card that isn't known as it is written.
    pub card: String,
    /// How many the older list has there.
    pub before: u32,
    /// How many the newer one has.
    pub after: u32,
}

impl Change {
    /// How many more there are now.
    pub fn difference(&self) -> i64 {
        i64::from(self.after) - i64::from(self.before)
    }
}

impl Deck {
    /// What a newer list changes: zones in the order of the files, cards by name. A card that goes from one zone to another
    /// is in both; one that is only written otherwise, or
    /// is there in another printing, hasn't changed.
    pub fn changes(&self, newer: &Deck, collection: &Collection) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        let mut places: HashMap<(&ZoneName, Option<CardId>, &str), usize> = HashMap::new();
        for (deck, is_newer) in [(self, false), (newer, true)] {
            for zone in &deck.zones {
                for (entry, count) in zone.counted() {
                    let printing = collection.resolve(&entry.name).printing();
                    let card = printing.map(|id| collection.card_of(id));
                    // A card that isn't known is what it's called.
                    let unknown = if card.is_none() { entry.name.as_str() } else { "" };
                    let place = *places.entry((&zone.name, card, unknown)).or_insert_with(|| {
                        let name = printing.map_or(unknown, |id| collection.get(id).name.full());
                        let (zone, card) = (zone.name.clone(), name.to_string());
                        changes.push(Change { zone, card, before: 0, after: 0 });
                        changes.len() - 1
                    });
                    let change = &mut changes[place];
                    *(if is_newer { &mut change.after } else { &mut change.before }) += count;
                }
            }
        }
        changes.retain(|change| change.before != change.after);
        let place = |zone: &ZoneName| ZoneName::KNOWN.iter().position(|known| known == zone);
        let rank = |change: &Change| place(&change.zone).unwrap_or(ZoneName::KNOWN.len());
        changes.sort_by_cached_key(|change| {
            (rank(change), change.zone.name().to_string(), change.card.to_lowercase())
        });
        changes
    }
}
