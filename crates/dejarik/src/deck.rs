//! Decks by name or file, with the deck rules' verdict, and what keeps one from being played.

use crate::open::{Cards, KnownDeck, Origin};
use cards::deck::{self, ReadDeck, Report, ZoneName};
use cards::{Finding, Format, bytes, spoken};
use engine::state::ByHand;
use engine::{Catalog, CatalogError, Clause};
use lang::Setting;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use vocab::{DefinitionId, Side};

/// A deck that was read, and what the deck rules say of it.
///
/// An illegal deck can be played all the same; whether it should is up to you.
///
/// ```
/// let cards = dejarik::Cards::core();
/// let deck = cards.deck("Rebel Scum")?;
/// assert_eq!(deck.to_string(), "Rebel Scum: 60 cards, Light Side, legal in Open");
///
/// let list = cards.deck_from("four.txt", b"4\tRidge Trooper\n")?;
/// assert!(!list.is_legal());
/// assert!(list.report.faults[0].to_string().starts_with("SIZE (401.1): 4 cards, but a deck needs at least 60"));
/// # Ok::<(), dejarik::DeckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The list, zone by zone.
    pub list: cards::Deck,
    /// The kind of file it came from.
    pub kind: deck::Kind,
    /// What was wrong with the file.
    pub findings: Vec<Finding>,
    /// What the deck rules say of it in the Open format; [`Cards::check`] asks for another.
    pub report: Report,
}

/// A deck that can't be read.
#[derive(Debug, Error)]
pub enum DeckError {
    /// There's neither a file nor a deck of that name.
    #[error("{name}: no such file, and no deck has that name (there are: {})", none_or(.known))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The decks that there are.
        known: Vec<String>,
    },
    /// The file can't be read.
    #[error("{path}: {error}")]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file isn't a deck.
    #[error("{name}: {error}")]
    Malformed {
        /// Which one.
        name: String,
        /// Why.
        error: deck::DeckError,
    },
}

/// A deck with cards that can't be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayable {
    /// The deck.
    pub deck: String,
    /// Every such card, each once; none if the deck is empty.
    pub cards: Vec<UnplayableCard>,
}

/// A card that can't be played, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnplayableCard {
    /// It isn't among the open cards.
    #[error("there's no card called `{0}`")]
    Unknown(String),
    /// The referee can't play all of its text.
    #[error(transparent)]
    Refused(#[from] CatalogError),
}

/// A text that its player carries out by hand. It prints as the card and the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandText {
    /// The card.
    pub card: String,
    /// The clause, in the words of the card or in card English.
    pub clause: String,
}

impl fmt::Display for HandText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.card, self.clause)
    }
}

impl std::error::Error for Unplayable {}

impl Unplayable {
    /// What keeps the deck from being played, without its name.
    pub fn reason(&self) -> String {
        match &self.cards[..] {
            [] => "the list has no cards".into(),
            [only] => only.to_string(),
            [first, rest @ ..] => format!("{first}; and {} more like it", rest.len()),
        }
    }
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.deck, self.reason())
    }
}

fn none_or(names: &[String]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

impl Deck {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.list.name
    }

    /// Its side.
    pub fn side(&self) -> Side {
        self.report.side
    }

    /// Whether the deck rules allow it in the Open format.
    pub fn is_legal(&self) -> bool {
        self.report.is_legal()
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let cards = count(self.list.zone(&ZoneName::Deck).len(), "card");
        let Report { format, side, faults } = &self.report;
        write!(f, "{}: {cards}, {side} Side, ", self.name())?;
        match faults.len() {
            0 => write!(f, "legal in {format}"),
            n => write!(f, "{} in {format}", count(n, "fault")),
        }
    }
}

impl Cards {
    /// Loads a deck: a file, or a deck that comes with the cards. Names are taken in any case, with blanks or
    /// underscores.
    pub fn deck(&self, name_or_file: &str) -> Result<Deck, DeckError> {
        self.read_deck(name_or_file).map(|read| self.with_report(read))
    }

    /// Reads a deck from the bytes of a file of any kind that the players use.
    pub fn deck_from(&self, file_name: &str, bytes: &[u8]) -> Result<Deck, DeckError> {
        read(file_name, file_name, bytes).map(|read| self.with_report(read))
    }

    /// A deck from a list, such as one that you made or changed yourself.
    pub fn deck_of(&self, list: cards::Deck) -> Deck {
        self.with_report(ReadDeck { deck: list, kind: deck::Kind::Dek, findings: Vec::new() })
    }

    /// Reads a deck without asking the deck rules.
    pub fn read_deck(&self, name_or_file: &str) -> Result<ReadDeck, DeckError> {
        let path = Path::new(name_or_file);
        if path.is_file() {
            return read_deck_file(path);
        }
        match self.known_deck(name_or_file) {
            Some(known) => known.read(),
            None => Err(DeckError::Unknown {
                name: name_or_file.to_string(),
                known: self.decks().iter().map(|deck| deck.name.clone()).collect(),
            }),
        }
    }

    /// The deck of that name among those that come with the cards.
    pub fn known_deck(&self, name: &str) -> Option<&KnownDeck> {
        let key = |name: &str| spoken(&name.replace('_', " "));
        let wanted = key(name.trim_end_matches(".dek"));
        self.decks().iter().find(|deck| key(&deck.name) == wanted)
    }

    /// The cards of a list as the referee plays them, or every card that can't be played.
    pub fn playable(&self, list: &cards::Deck, catalog: &Catalog) -> Result<engine::Deck, Unplayable> {
        self.playable_for(list, catalog, ByHand::Refused)
    }

    /// The same for a player who has settled what becomes of texts that aren't enforced (rule 1316.1).
    pub fn playable_for(
        &self,
        list: &cards::Deck,
        catalog: &Catalog,
        by_hand: ByHand,
    ) -> Result<engine::Deck, Unplayable> {
        let mut faults: Vec<UnplayableCard> = Vec::new();
        let mut zone = |zone: &ZoneName| -> Vec<DefinitionId> {
            let found = list.zone(zone).iter().map(|card| self.playable_card(&card.name, catalog, by_hand));
            let mut keep = |fault| {
                if !faults.contains(&fault) {
                    faults.push(fault);
                }
            };
            found.filter_map(|found| found.map_err(&mut keep).ok()).collect()
        };
        let deck = engine::Deck { cards: zone(&ZoneName::Deck), supply: zone(&ZoneName::Supply) };
        if faults.is_empty() && !deck.cards.is_empty() {
            Ok(deck)
        } else {
            Err(Unplayable { deck: list.name.clone(), cards: faults })
        }
    }

    /// A card as the referee plays it, or why it can't be played.
    pub fn playable_card(
        &self,
        name: &str,
        catalog: &Catalog,
        by_hand: ByHand,
    ) -> Result<DefinitionId, UnplayableCard> {
        let id =
            self.definition_id(name, catalog).ok_or_else(|| UnplayableCard::Unknown(name.to_string()))?;
        catalog.check_for(id, by_hand)?;
        Ok(id)
    }

    /// The texts of a list that its player would carry out by hand, in the order of the list (rule 1316.1).
    pub fn texts_by_hand(&self, list: &cards::Deck, catalog: &Catalog) -> Vec<HandText> {
        let mut cards: Vec<DefinitionId> = Vec::new();
        for card in [ZoneName::Deck, ZoneName::Supply].iter().flat_map(|zone| list.zone(zone)) {
            cards.extend(self.definition_id(&card.name, catalog).filter(|id| !cards.contains(id)));
        }
        cards.into_iter().flat_map(|id| self.texts_of_card_by_hand(id, catalog)).collect()
    }

    /// The texts of a card that its player would carry out by hand.
    pub fn texts_of_card_by_hand(&self, id: DefinitionId, catalog: &Catalog) -> Vec<HandText> {
        let definition = catalog.definition(id);
        let words = |clause: &Clause| match clause {
            Clause::Unread(words) => words.to_string(),
            Clause::Unplayed(ability, construct) => {
                let setting = Setting::new(definition.card_type, &definition.name, self.lexicon());
                let written = lang::render(std::slice::from_ref(ability), &setting, self.lexicon());
                written.unwrap_or_else(|_| construct.clone())
            }
        };
        let text = |clause: &Clause| HandText { card: definition.to_string(), clause: words(clause) };
        catalog.by_hand(id).iter().map(text).collect()
    }

    fn with_report(&self, read: ReadDeck) -> Deck {
        let ReadDeck { deck: list, kind, findings } = read;
        let report = self.check(&list, &Format::open());
        Deck { list, kind, findings, report }
    }
}

impl KnownDeck {
    /// Whether the deck comes with the program, not from a folder of the players.
    pub const fn is_built_in(&self) -> bool {
        matches!(self.origin, Origin::BuiltIn(_))
    }

    /// Reads the deck.
    pub fn read(&self) -> Result<ReadDeck, DeckError> {
        let mut deck = match &self.origin {
            Origin::BuiltIn(text) => read(&self.name, &format!("{}.dek", self.name), text.as_bytes())?,
            Origin::File(path) => read_deck_file(path)?,
        };
        deck.deck.name.clone_from(&self.name);
        Ok(deck)
    }
}

/// Reads a deck file of any kind that the players use.
pub fn read_deck_file(path: impl AsRef<Path>) -> Result<ReadDeck, DeckError> {
    let path = path.as_ref();
    let data = bytes::read_limited(path, deck::MAX_BYTES as u64)
        .map_err(|error| DeckError::File { path: path.to_path_buf(), error })?;
    let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    read(&path.display().to_string(), &file_name, &data)
}

fn read(name: &str, file_name: &str, data: &[u8]) -> Result<ReadDeck, DeckError> {
    cards::Deck::read(file_name, data).map_err(|error| DeckError::Malformed { name: name.to_string(), error })
}
