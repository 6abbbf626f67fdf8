//! Where cards and decks come from: folders of the players, or the built-in CORE set.

use crate::commands::{Failure, bad_input};
use cards::deck::{self, Deck, ReadDeck};
use cards::format::Formats;
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
    /// Opens the folders, or the CORE set if there are none.
    pub fn open(folders: &[PathBuf], playtest: bool) -> Result<Cards, Failure> {
        let playtest = if playtest { Playtest::Load } else { Playtest::LeaveOut };
        let mut opened: Option<Cards> = None;
        for folder in folders {
            let plugin = Plugin::load(folder, playtest).map_err(bad_input)?;
            let decks = plugin.decks().into_iter().map(KnownDeck::from_path);
            match &mut opened {
                None => opened = Some(Cards { decks: decks.collect(), plugin }),
                Some(cards) => {
                    cards.decks.extend(decks);
                    cards.plugin.merge(plugin);
                }
            }
        }
        Ok(opened.unwrap_or_else(Cards::core))
    }

    /// The built-in CORE set.
    pub fn core() -> Cards {
        let decks = core_set::DECKS
            .iter()
            .map(|(name, text)| KnownDeck { name: (*name).to_string(), origin: Origin::BuiltIn(text) });
        Cards { decks: decks.collect(), plugin: core_set::plugin() }
    }

    /// The CORE set together with the folders: what a table offers.
    pub fn for_table(folders: &[PathBuf], playtest: bool) -> Result<Cards, Failure> {
        let mut all = Cards::core();
        if !folders.is_empty() {
            let more = Cards::open(folders, playtest)?;
            all.decks.extend(more.decks);
            all.plugin.merge(more.plugin);
        }
        Ok(all)
    }

    /// The cards and all decks, read. A deck that cannot be read is left out and named.
    pub fn into_parts(self) -> Result<(Plugin, Vec<ReadDeck>), Failure> {
        let mut decks = Vec::with_capacity(self.decks.len());
        for deck in &self.decks {
            match deck.read() {
                Ok(read) => decks.push(read),
                Err(reason) => anstream::eprintln!("left out: {reason}"),
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

    /// The decks that can be called by name.
    pub fn decks(&self) -> &[KnownDeck] {
        &self.decks
    }

    /// Opens a deck: a file, a deck of these cards, or a built-in one, with the cards that it is made of.
    pub fn with_deck(self, name: &str) -> Result<(Cards, ReadDeck), Failure> {
        let path = Path::new(name);
        if path.is_file() {
            let read = read_deck(path)?;
            return Ok((self, read));
        }
        let cards = match self.known(name) {
            Some(_) => self,
            None if Cards::core().known(name).is_some() => Cards::core(),
            None => {
                let names: Vec<&str> = self.decks.iter().map(|deck| deck.name.as_str()).collect();
                let decks = if names.is_empty() { "none".to_string() } else { names.join(", ") };
                return Err(bad_input(format!(
                    "{name}: no such file, and no deck of that name (there are: {decks})"
                )));
            }
        };
        let read = match cards.known(name) {
            Some(known) => known.read()?,
            None => return Err(bad_input(format!("{name}: no such deck"))),
        };
        Ok((cards, read))
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
