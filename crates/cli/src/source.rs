//! Where cards and decks come from: the built-in CORE set and the folders of the players.

use crate::cli::Source;
use crate::commands::{Failure, bad_input};
use crate::output::{WARN, paint};
use cards::deck::{self, Deck, ReadDeck};
use cards::format::Formats;
use cards::packs::PackDefinitions;
use cards::plugin::{Playtest, Plugin};
use cards::{Collection, bytes, core_set, spoken};
use std::path::{Path, PathBuf};

/// The cards that a command works with.
pub struct Cards {
    plugin: Plugin,
    /// The decks that come with the cards.
    decks: Vec<KnownDeck>,
}

/// A deck that can be called by its name.
pub struct KnownDeck {
    /// Its name.
    pub name: String,
    origin: Origin,
}

enum Origin {
    BuiltIn(&'static str),
    File(PathBuf),
}

impl Cards {
    /// The CORE set together with the folders.
    pub fn open(source: &Source) -> Result<Cards, Failure> {
        let playtest = if source.playtest { Playtest::Load } else { Playtest::LeaveOut };
        let mut cards = Cards::core();
        for folder in &source.folders {
            let plugin = Plugin::load(folder, playtest).map_err(bad_input)?;
            cards.decks.extend(plugin.decks().into_iter().map(KnownDeck::from_path));
            for clash in cards.plugin.merge(plugin) {
                anstream::eprintln!("{}", paint(WARN, &clash.to_string()));
            }
        }
        Ok(cards)
    }

    /// The built-in CORE set.
    pub fn core() -> Cards {
        let decks = core_set::DECKS
            .iter()
            .map(|(name, text)| KnownDeck { name: (*name).to_string(), origin: Origin::BuiltIn(text) });
        Cards { decks: decks.collect(), plugin: core_set::plugin() }
    }

    /// The cards and all decks, read. A deck that cannot be read is left out and named.
    pub fn into_parts(self) -> Result<(Plugin, Vec<ReadDeck>), Failure> {
        let mut decks = Vec::with_capacity(self.decks.len());
        for deck in &self.decks {
            match deck.read() {
                Ok(read) => decks.push(read),
                Err(reason) => anstream::eprintln!("skipped: {reason}"),
            }
        }
        Ok((self.plugin, decks))
    }

    /// All cards.
    pub fn collection(&self) -> &Collection {
        &self.plugin.collection
    }

    /// All formats.
    pub fn formats(&self) -> &Formats {
        &self.plugin.formats
    }

    /// All booster packs.
    pub fn packs(&self) -> &PackDefinitions {
        &self.plugin.packs
    }

    /// The decks that can be called by name.
    pub fn decks(&self) -> &[KnownDeck] {
        &self.decks
    }

    /// Opens a deck: a file, or a deck of these cards by its name.
    pub fn deck(&self, name: &str) -> Result<ReadDeck, Failure> {
        let path = Path::new(name);
        if path.is_file() {
            return read_deck(path);
        }
        match self.known(name) {
            Some(known) => known.read(),
            None => {
                let names: Vec<&str> = self.decks.iter().map(|deck| deck.name.as_str()).collect();
                Err(bad_input(format!(
                    "{name}: no such file, and no deck has that name (there are: {})",
                    names.join(", ")
                )))
            }
        }
    }

    fn known(&self, name: &str) -> Option<&KnownDeck> {
        let key = |name: &str| spoken(&name.replace('_', " "));
        let wanted = key(name.trim_end_matches(".dek"));
        self.decks.iter().find(|deck| key(&deck.name) == wanted)
    }
}

impl KnownDeck {
    fn from_path(path: PathBuf) -> KnownDeck {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().replace('_', " ")).unwrap_or_default();
        KnownDeck { name, origin: Origin::File(path) }
    }

    /// Reads the deck.
    pub fn read(&self) -> Result<ReadDeck, Failure> {
        let mut read = match &self.origin {
            Origin::BuiltIn(text) => {
                let name = format!("{}.dek", self.name);
                Deck::read(&name, text.as_bytes()).map_err(|error| bad_input(format!("{name}: {error}")))?
            }
            Origin::File(path) => read_deck(path)?,
        };
        read.deck.name.clone_from(&self.name);
        Ok(read)
    }
}

fn read_deck(path: &Path) -> Result<ReadDeck, Failure> {
    let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", path.display()));
    let data = bytes::read_limited(path, deck::MAX_BYTES as u64).map_err(|error| wrong(&error))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Deck::read(&name, &data).map_err(|error| wrong(&error))
}
