//! What changed between two lists, card by card.

use super::{Deck, ZoneName};
use crate::collection::Collection;
use serde::Serialize;

/// A card whose number in a zone is another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Where.
    pub zone: ZoneName,
    /// The card, as it's called today; a card that isn't known as it is written.
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
    /// is in both; one that is only written otherwise hasn't changed.
    pub fn changes(&self, newer: &Deck, collection: &Collection) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        for (deck, is_newer) in [(self, false), (newer, true)] {
            for (zone, entry, count) in deck.zones.iter().flat_map(|zone| {
                let counted = zone.counted().into_iter();
                counted.map(move |(entry, count)| (&zone.name, entry, count))
            }) {
                let printing = collection.resolve(&entry.name).printing();
                let card = printing.map_or(entry.name.as_str(), |id| {
                    collection.get(collection.shown(collection.card_of(id))).name.full()
                });
                let place = changes.iter().position(|known| known.zone == *zone && known.card == card);
                let place = place.unwrap_or_else(|| {
                    let (zone, card) = (zone.clone(), card.to_string());
                    changes.push(Change { zone, card, before: 0, after: 0 });
                    changes.len() - 1
                });
                let change = &mut changes[place];
                *(if is_newer { &mut change.after } else { &mut change.before }) += count;
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
