//! The CORE set for tests: catalog, decks, setups, random numbers.

use dejarik::Cards;
use engine::state::{Options, Seed};
use engine::{Catalog, Deck, Setup};
use std::sync::{Arc, LazyLock};
use vocab::Edition;

static CORE: LazyLock<Cards> = LazyLock::new(Cards::core);

/// All CORE cards, compiled.
pub fn catalog() -> Arc<Catalog> {
    CORE.catalog().expect("the CORE set compiles")
}

/// A built-in deck.
pub fn deck(name: &str, catalog: &Catalog) -> Deck {
    let list = CORE.read_deck(name).expect("a built-in deck").deck;
    CORE.playable(&list, catalog).expect("cards that can be played")
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
