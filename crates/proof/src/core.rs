//! The CORE decks at a table: which games there are, by number.

use crate::numbers::Temper;
use cards::deck::ZoneName;
use engine::state::{Options, Seed};
use engine::{Catalog, Deck, Setup};
use std::fmt;
use std::sync::Arc;
use vocab::{DefinitionId, Edition};

/// The CORE set, compiled, and its decks.
#[derive(Clone, Debug)]
pub struct Core {
    /// The definitions.
    pub catalog: Arc<Catalog>,
    decks: Vec<(&'static str, Deck)>,
}

/// A game to be played: two decks, an edition, a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The number of the deck in the Dark Side role.
    pub dark: usize,
    /// The number of the deck in the Light Side role.
    pub light: usize,
    /// Whose keyword wordings are played.
    pub edition: Edition,
    /// What chance and the players' answers come from.
    pub seed: u64,
}

impl Match {
    /// The game with this number: all pairs of decks in both editions, then all again with other seeds.
    pub fn number(n: u64, seed: u64) -> Match {
        let decks = cards::core_set::DECKS.len();
        let round = n as usize % (decks * decks * Edition::ALL.len());
        Match {
            dark: round % decks,
            light: round / decks % decks,
            edition: Edition::ALL[round / (decks * decks)],
            seed: seed.wrapping_add(n),
        }
    }

    /// How the players answer: busy in every other game.
    pub const fn temper(&self) -> Temper {
        if self.seed.is_multiple_of(2) { Temper::Even } else { Temper::Busy }
    }
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |deck: usize| cards::core_set::DECKS.get(deck).map_or("?", |(name, _)| *name);
        let (dark, light) = (name(self.dark), name(self.light));
        write!(f, "{dark} against {light}, edition {}, seed {}", self.edition.name(), self.seed)
    }
}

impl Core {
    /// Compiles the CORE set and its decks.
    pub fn load() -> Result<Core, String> {
        let plugin = cards::core_set::plugin();
        let library = lang::build_library(&plugin.collection).map_err(|error| error.to_string())?;
        let catalog = Arc::new(Catalog::new(library).map_err(|error| error.to_string())?);
        let mut decks = Vec::new();
        for (name, text) in cards::core_set::DECKS {
            let read = cards::Deck::read(&format!("{name}.dek"), text.as_bytes());
            let deck = read.map_err(|error| format!("{name}: {error}"))?.deck;
            let zone = |zone: &ZoneName| -> Vec<DefinitionId> {
                deck.zone(zone)
                    .iter()
                    .filter_map(|card| catalog.library().find_by_title(&card.name))
                    .collect()
            };
            decks.push((name, Deck { cards: zone(&ZoneName::Deck), supply: zone(&ZoneName::Supply) }));
        }
        Ok(Core { catalog, decks })
    }

    /// The decks by name.
    pub fn decks(&self) -> &[(&'static str, Deck)] {
        &self.decks
    }

    /// The setup of a game.
    pub fn setup(&self, game: &Match) -> Setup {
        let deck = |number: usize| self.decks.get(number).map(|(_, deck)| deck.clone()).unwrap_or_default();
        Setup {
            dark: deck(game.dark),
            light: deck(game.light),
            seed: Seed::from(game.seed),
            options: Options { edition: game.edition, ..Options::default() },
        }
    }
}
