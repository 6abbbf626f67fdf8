//! Decks at a table: the CORE decks or those of a folder, and which games there are, by number.

use crate::numbers::Temper;
use cards::deck::ZoneName;
use cards::plugin::{Playtest, Plugin};
use engine::state::{Options, Seed};
use engine::{Catalog, Deck, Setup};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use vocab::{DefinitionId, Edition};

/// Cards, compiled, and decks of them: the CORE set, if nothing else is said.
#[derive(Clone, Debug)]
pub struct Core {
    /// The definitions.
    pub catalog: Arc<Catalog>,
    decks: Vec<(String, Deck)>,
    editions: Vec<Edition>,
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
    /// The game of the CORE decks with this number: all pairs in both editions, then all again with other seeds.
    pub fn number(n: u64, seed: u64) -> Match {
        Match::among(cards::core_set::DECKS.len(), &Edition::ALL, n, seed)
    }

    /// The game with this number: all pairs of so many decks in each edition, then all again with other seeds.
    fn among(decks: usize, editions: &[Edition], n: u64, seed: u64) -> Match {
        let round = n as usize % (decks * decks * editions.len());
        Match {
            dark: round % decks,
            light: round / decks % decks,
            edition: editions[round / (decks * decks)],
            seed: seed.wrapping_add(n),
        }
    }

    /// How the players answer: busy in every other game.
    pub const fn temper(&self) -> Temper {
        if self.seed.is_multiple_of(2) { Temper::Even } else { Temper::Busy }
    }
}

impl Core {
    /// Compiles the CORE set and its decks.
    pub fn load() -> Result<Core, String> {
        let plugin = cards::core_set::plugin();
        let decks = cards::core_set::DECKS.iter().map(|(name, text)| (*name, text.as_bytes()));
        Core::of(&plugin.collection, decks, &Edition::ALL)
    }

    /// Compiles a folder of cards and all decks of a folder. A deck that cannot be read, and one with a card that is not
    /// there or not carried out, is an error that names it.
    pub fn of_folder(cards: &Path, decks: &Path) -> Result<Core, String> {
        let plugin = Plugin::load(cards, Playtest::Load).map_err(|error| error.to_string())?;
        let place = |error: std::io::Error| format!("{}: {error}", decks.display());
        let mut files = Vec::new();
        for entry in fs::read_dir(decks).map_err(place)? {
            let path = entry.map_err(place)?.path();
            if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("dek")) {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                files.push((name, fs::read(&path).map_err(place)?));
            }
        }
        files.sort();
        if files.is_empty() {
            return Err(format!("{} holds no deck (`.dek`)", decks.display()));
        }
        let read = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        Core::of(&plugin.collection, read, &[Edition::Current])
    }

    fn of<'a>(
        collection: &cards::Collection,
        decks: impl Iterator<Item = (&'a str, &'a [u8])>,
        editions: &[Edition],
    ) -> Result<Core, String> {
        let library = lang::build_library(collection).map_err(|error| error.to_string())?;
        let catalog = Arc::new(Catalog::new(library).map_err(|error| error.to_string())?);
        let (mut read, mut faults) = (Vec::new(), Vec::new());
        for (name, bytes) in decks {
            let deck = cards::Deck::read(&format!("{name}.dek"), bytes);
            let deck = deck.map_err(|error| format!("deck {name}: {error}"))?.deck;
            let mut zone = |zone: &ZoneName| -> Vec<DefinitionId> {
                let found =
                    deck.zone(zone).iter().map(|card| playable(collection, &catalog, name, &card.name));
                found.filter_map(|found| found.map_err(|fault| faults.push(fault)).ok()).collect()
            };
            let deck = Deck { cards: zone(&ZoneName::Deck), supply: zone(&ZoneName::Supply) };
            read.push((name.to_string(), deck));
        }
        faults.dedup();
        if !faults.is_empty() {
            return Err(faults.join("\n"));
        }
        Ok(Core { catalog, decks: read, editions: editions.to_vec() })
    }

    /// The decks by name.
    pub fn decks(&self) -> &[(String, Deck)] {
        &self.decks
    }

    /// The game with this number: all pairs of decks, then all again with other seeds.
    pub fn game(&self, n: u64, seed: u64) -> Match {
        Match::among(self.decks.len(), &self.editions, n, seed)
    }

    /// A game in words.
    pub fn title(&self, game: &Match) -> String {
        let name = |deck: usize| self.decks.get(deck).map_or("?", |(name, _)| name.as_str());
        let (dark, light) = (name(game.dark), name(game.light));
        format!("{dark} against {light}, edition {}, seed {}", game.edition.name(), game.seed)
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

/// A card of a deck that can be brought to a table; otherwise what keeps it from that.
fn playable(
    collection: &cards::Collection,
    catalog: &Catalog,
    deck: &str,
    card: &str,
) -> Result<DefinitionId, String> {
    let id = lang::find_card(card, collection, catalog.library())
        .ok_or_else(|| format!("deck {deck}: there is no card `{card}`"))?;
    catalog.check(id).map_err(|why| format!("deck {deck}: {card}: {why}"))?;
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::Core;

    #[test]
    fn a_deck_with_a_card_that_is_not_there_is_named() {
        let plugin = cards::core_set::plugin();
        let text = b"<deck version=\"0.8\"><superzone name=\"Deck\"><card><name id=\"x\">Nobody</name><set>X</set></card></superzone></deck>";
        let decks = [("odd", &text[..])];
        let error = Core::of(&plugin.collection, decks.into_iter(), &[vocab::Edition::Current]).unwrap_err();
        assert_eq!(error, "deck odd: there is no card `Nobody`");
    }
}
