//! The CORE set for tests: catalog, decks, setups, random numbers.

use cards::deck::ZoneName;
use engine::state::{Options, Seed};
use engine::{Catalog, Deck, Setup};
use std::sync::Arc;
use vocab::{DefinitionId, Edition};

/// All CORE cards, compiled.
pub fn catalog() -> Arc<Catalog> {
    let plugin = cards::core_set::plugin();
    let library = lang::build_library(&plugin.collection).expect("no name twice");
    Arc::new(Catalog::new(library).expect("few abilities"))
}

/// A built-in deck.
pub fn deck(name: &str, catalog: &Catalog) -> Deck {
    let (_, text) = cards::core_set::DECKS.iter().find(|(known, _)| *known == name).expect("a built-in deck");
    let deck = cards::Deck::read("x.dek", text.as_bytes()).expect("a deck").deck;
    let zone = |zone: &ZoneName| -> Vec<DefinitionId> {
        let find = |card: &cards::deck::Entry| catalog.library().find_by_title(&card.name);
        deck.zone(zone).iter().map(|card| find(card).expect("a card of the set")).collect()
    };
    Deck { cards: zone(&ZoneName::Deck), supply: zone(&ZoneName::Supply) }
}

/// A game of two built-in decks.
pub fn setup(dark: &str, light: &str, seed: u64, edition: Edition, catalog: &Catalog) -> Setup {
    Setup {
        dark: deck(dark, catalog),
        light: deck(light, catalog),
        seed: Seed::from(seed),
        options: Options { edition, ..Options::default() },
    }
}

/// Random answers from a small generator of our own.
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}
