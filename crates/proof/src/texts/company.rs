//! Who plays along: cards that a card's text speaks of, and any others.

use crate::numbers::Numbers;
use cards::{Collection, Printing};
use engine::Catalog;
use std::collections::{BTreeSet, HashMap};
use vocab::{CardType, DefinitionId, Role, Side, subtype};

/// The cards that can be at a table with another, by what they are.
#[derive(Debug, Default)]
pub(super) struct Company {
    units: Sides,
    all: Sides,
    /// For each card the units that its text names, by name or by subtype.
    named: HashMap<DefinitionId, Sides>,
    /// Other versions of the same unique unit.
    versions: HashMap<DefinitionId, Vec<DefinitionId>>,
}

/// Cards that either player may have.
#[derive(Clone, Debug, Default)]
struct Sides([Vec<DefinitionId>; 2]);

impl Sides {
    fn add(&mut self, card: DefinitionId, side: Side) {
        match side {
            Side::Dark => self.0[Role::Dark as usize].push(card),
            Side::Light => self.0[Role::Light as usize].push(card),
            Side::Neutral | Side::YuuzhanVong => self.0.iter_mut().for_each(|cards| cards.push(card)),
        }
    }

    fn any(&self, who: Role, numbers: &mut Numbers) -> Option<DefinitionId> {
        let cards = &self.0[who as usize];
        cards.get(numbers.below(cards.len())).copied()
    }
}

impl Company {
    pub fn of(collection: &Collection, catalog: &Catalog, playable: &[DefinitionId]) -> Company {
        let mut company = Company::default();
        let mut words: HashMap<String, Vec<DefinitionId>> = HashMap::new();
        for id in playable {
            let definition = catalog.definition(*id);
            company.all.add(*id, definition.side);
            if matches!(definition.card_type, CardType::Unit(_)) {
                company.units.add(*id, definition.side);
                let own = subtype::all(&definition.subtypes).into_iter().map(|word| word.to_lowercase());
                for word in own.chain([definition.name.to_lowercase()]) {
                    words.entry(word).or_default().push(*id);
                }
            }
            let versions = catalog.library().versions(&definition.name);
            let others: Vec<DefinitionId> =
                versions.iter().copied().filter(|other| other != id && playable.contains(other)).collect();
            if catalog.is_unique(*id) && !others.is_empty() {
                company.versions.insert(*id, others);
            }
        }
        let texts: HashMap<DefinitionId, String> = collection
            .cards()
            .map(|card| collection.get(collection.shown(card)))
            .filter_map(|printing| Some((find(catalog, printing)?, printing.text.to_lowercase())))
            .collect();
        for id in playable {
            let Some(text) = texts.get(id) else { continue };
            let mut named = Sides::default();
            for cards in phrases(text).iter().filter_map(|phrase| words.get(phrase)) {
                for card in cards {
                    named.add(*card, catalog.definition(*card).side);
                }
            }
            company.named.insert(*id, named);
        }
        company
    }

    /// A unit for a player in a game around a card: mostly one that its text speaks of.
    pub fn unit(&self, around: DefinitionId, who: Role, numbers: &mut Numbers) -> Option<DefinitionId> {
        self.mentioned(around, who, numbers).or_else(|| self.units.any(who, numbers))
    }

    /// Any card for a player.
    pub fn card(&self, around: DefinitionId, who: Role, numbers: &mut Numbers) -> Option<DefinitionId> {
        let friend = if numbers.below(3) == 0 { self.mentioned(around, who, numbers) } else { None };
        friend.or_else(|| self.all.any(who, numbers))
    }

    /// Another version of the same unique unit.
    pub fn version(&self, of: DefinitionId, numbers: &mut Numbers) -> Option<DefinitionId> {
        let versions = self.versions.get(&of)?;
        versions.get(numbers.below(versions.len())).copied()
    }

    fn mentioned(&self, around: DefinitionId, who: Role, numbers: &mut Numbers) -> Option<DefinitionId> {
        let named = self.named.get(&around).filter(|_| numbers.below(4) > 0)?;
        named.any(who, numbers)
    }
}

fn find(catalog: &Catalog, printing: &Printing) -> Option<DefinitionId> {
    catalog.library().find(&lang::library_name(&printing.name), printing.name.version)
}

/// As many words as a name or a subtype has at most.
const LONGEST: usize = 4;

/// All runs of words of a text; a plural stands for its word too.
fn phrases(text: &str) -> BTreeSet<String> {
    let is_edge = |letter: char| !letter.is_alphanumeric();
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches(is_edge)).collect();
    let mut found = BTreeSet::new();
    for first in 0..words.len() {
        for last in first + 1..=words.len().min(first + LONGEST) {
            let phrase = words[first..last].join(" ");
            for ending in ["'s", "s"] {
                found.extend(phrase.strip_suffix(ending).map(ToString::to_string));
            }
            found.insert(phrase);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::phrases;

    #[test]
    fn plurals_and_owners_stand_for_their_words() {
        let found = phrases("each of your sith lords, and vader's tie, gets +1 power");
        for phrase in ["sith lord", "sith lords", "vader", "tie"] {
            assert!(found.contains(phrase), "{phrase}");
        }
        assert!(!found.contains("ord"));
    }
}
