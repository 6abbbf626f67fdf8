//! Opening cards: the built-in set, folders of the players, or both.

use cards::deck::{self, Report};
use cards::format::Formats;
use cards::packs::PackDefinitions;
use cards::plugin::{LoadError, Playtest, Plugin};
use cards::{CardId, Collection, Finding, Format, Printing, Resolved, core_set};
use engine::{Catalog, CatalogError};
use lang::Lexicon;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use thiserror::Error;
use vocab::{DefinitionId, LibraryError};

/// A set of open cards: printings, formats and decks, and the same cards compiled for play.
///
/// Opening reads the files; the texts are compiled once, when a game first needs them.
///
/// ```
/// let cards = dejarik::Cards::core();
/// assert_eq!(cards.card("jessa korr (a)")?.name.full(), "Jessa Korr (A)");
/// assert_eq!(cards.card("Jesse Korr (A)").unwrap_err().to_string().split(';').next(), Some("there's no card called `Jesse Korr (A)`"));
/// # Ok::<(), dejarik::UnknownCard>(())
/// ```
#[derive(Debug)]
pub struct Cards {
    plugin: Plugin,
    decks: Vec<KnownDeck>,
    lexicon: OnceLock<Lexicon>,
    catalog: OnceLock<Result<Arc<Catalog>, CompileError>>,
}

/// A deck that comes with the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownDeck {
    /// Its name, which [`Cards::deck`] takes.
    pub name: String,
    pub(crate) origin: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    BuiltIn(&'static str),
    File(PathBuf),
}

/// Cards that can't be played together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompileError {
    /// Two cards share a name and version, or there are too many.
    #[error("{0}")]
    Library(LibraryError),
    /// There are too many abilities.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

/// A name that no open card has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there's no card called `{name}`{}", did_you_mean(.near))]
pub struct UnknownCard {
    /// The name.
    pub name: String,
    /// Cards that may be meant, best first.
    pub near: Vec<String>,
}

fn did_you_mean(near: &[String]) -> String {
    match near {
        [] => String::new(),
        near => format!("; did you mean {}?", near.join(" or ")),
    }
}

impl Cards {
    /// Opens the built-in CORE set with its decks.
    pub fn core() -> Cards {
        let known = |(name, text): &(&str, &'static str)| KnownDeck {
            name: (*name).into(),
            origin: Origin::BuiltIn(text),
        };
        let decks = core_set::DECKS.iter().chain(&core_set::BEGINNER);
        Cards::of(core_set::plugin(), decks.map(known).collect())
    }

    /// Opens a folder of cards: one that holds `sets/CODE.txt`, and perhaps formats and decks. Sets that aren't
    /// released are left out. What's wrong with the files is in [`Cards::findings`].
    pub fn folder(path: impl AsRef<Path>) -> Result<Cards, LoadError> {
        Cards::folder_with(path, Playtest::LeaveOut)
    }

    /// Opens a folder of cards, with or without the sets that aren't released.
    pub fn folder_with(path: impl AsRef<Path>, playtest: Playtest) -> Result<Cards, LoadError> {
        let plugin = Plugin::load(path.as_ref(), playtest)?;
        let decks = plugin.decks().into_iter().map(KnownDeck::from_path).collect();
        Ok(Cards::of(plugin, decks))
    }

    fn of(plugin: Plugin, decks: Vec<KnownDeck>) -> Cards {
        Cards { plugin, decks, lexicon: OnceLock::new(), catalog: OnceLock::new() }
    }

    /// Cards whose texts are read with words that were kept for them.
    pub(crate) fn kept(plugin: Plugin, lexicon: Lexicon) -> Cards {
        Cards { plugin, decks: Vec::new(), lexicon: OnceLock::from(lexicon), catalog: OnceLock::new() }
    }

    /// These cards and others together. A set whose code is taken already is left out and named in the findings.
    #[must_use]
    pub fn with(mut self, others: Cards) -> Cards {
        self.add(others);
        self
    }

    /// Adds other cards to these. What's returned are the sets that are left out because their code is taken already.
    pub fn add(&mut self, others: Cards) -> Vec<Finding> {
        let clashes = self.plugin.merge(others.plugin);
        self.decks.extend(others.decks);
        // What was compiled lacks the new cards.
        (self.lexicon, self.catalog) = (OnceLock::new(), OnceLock::new());
        clashes
    }

    /// All printings.
    pub fn collection(&self) -> &Collection {
        &self.plugin.collection
    }

    /// All formats; `Open` is always one.
    pub fn formats(&self) -> &Formats {
        &self.plugin.formats
    }

    /// All booster packs.
    pub fn packs(&self) -> &PackDefinitions {
        &self.plugin.packs
    }

    /// What the files were read from, set by set.
    pub fn plugin(&self) -> &Plugin {
        &self.plugin
    }

    /// What's wrong with the files, each with its place and cure. Nothing of it keeps the rest from being used.
    pub fn findings(&self) -> &[Finding] {
        &self.plugin.findings
    }

    /// The decks that come with the cards.
    pub fn decks(&self) -> &[KnownDeck] {
        &self.decks
    }

    /// A card by its name, in any case, or by a name it had before it was renamed.
    pub fn card(&self, name: &str) -> Result<&Printing, UnknownCard> {
        match self.collection().resolve(name) {
            Resolved::Exact(id) | Resolved::OtherCase(id) | Resolved::Renamed(id, _) => {
                Ok(self.collection().get(id))
            }
            Resolved::Unknown(near) => {
                let full = |id| self.collection().get(id).name.full().to_string();
                Err(UnknownCard { name: name.to_string(), near: near.into_iter().map(full).collect() })
            }
        }
    }

    /// Checks a list by the deck rules in a format.
    pub fn check(&self, list: &cards::Deck, format: &Format) -> Report {
        deck::check(&list.resolve(self.collection()), self.collection(), format)
    }

    /// The words that the texts of these cards use: names, subtypes, keywords.
    pub fn lexicon(&self) -> &Lexicon {
        self.lexicon.get_or_init(|| Lexicon::of(self.collection()))
    }

    /// The cards as the referee plays them, compiled on the first call.
    pub fn catalog(&self) -> Result<Arc<Catalog>, CompileError> {
        self.catalog.get_or_init(|| self.compile().map(Arc::new)).clone()
    }

    /// Lets searches ask for `is:enforced` and `is:byhand`: compiles the cards if nobody has yet.
    pub fn say_what_is_enforced(&self) -> Result<(), CompileError> {
        let catalog = self.catalog()?;
        let collection = self.collection();
        let is_by_hand = |card: &CardId| {
            let name = collection.get(collection.shown(*card)).name.full();
            self.definition_id(name, &catalog).is_some_and(|id| !catalog.by_hand(id).is_empty())
        };
        collection.leave_to_players(collection.cards().filter(is_by_hand));
        Ok(())
    }

    /// Compiles the cards anew: a catalog of your own.
    pub fn compile(&self) -> Result<Catalog, CompileError> {
        let library =
            lang::build_library(self.collection(), self.lexicon()).map_err(CompileError::Library)?;
        Ok(Catalog::new(library)?)
    }

    /// The number of a card in a catalog of these cards, by the name of any of its printings.
    pub fn definition_id(&self, name: &str, catalog: &Catalog) -> Option<DefinitionId> {
        lang::find_card(name, self.collection(), catalog.library())
    }
}

impl From<Plugin> for Cards {
    /// Cards that were read before, without decks.
    fn from(plugin: Plugin) -> Cards {
        Cards::of(plugin, Vec::new())
    }
}

impl KnownDeck {
    fn from_path(path: PathBuf) -> KnownDeck {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().replace('_', " ")).unwrap_or_default();
        KnownDeck { name, origin: Origin::File(path) }
    }

    /// The file that it is read from; none for a built-in deck.
    pub fn file(&self) -> Option<&Path> {
        match &self.origin {
            Origin::BuiltIn(_) => None,
            Origin::File(path) => Some(path),
        }
    }
}
