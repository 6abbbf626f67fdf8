//! Decks: files, matching with a collection, the deck rules, statistics.
//!
//! A [`Deck`] holds what a file says; [`Deck::resolve`] matches it with a collection; [`check`] applies chapter 4.
//!
//! ```
//! use dejarik_cards::{Collection, Deck, Format, deck};
//!
//! let read = Deck::read("skiffs.txt", b"4\tBrask's Skiff\n")?;
//! let cards = Collection::default();
//! let report = deck::check(&read.deck.resolve(&cards), &cards, &Format::open());
//! assert_eq!(report.faults[0].to_string().split(';').next(), Some("SIZE (401.1): 4 cards, but a deck needs at least 60"));
//! assert_eq!(report.faults.last().unwrap().code, deck::Code::Unknown);
//! # Ok::<(), deck::DeckError>(())
//! ```

mod dek;
mod diff;
mod json;
mod list;
mod odds;
mod paper;
mod resolved;
mod rules;
mod stats;
mod zone;

pub use diff::Change;
pub use odds::{Opening, PulledResource, chance_of_none};
pub use paper::{Group, Line, Paper};
pub use resolved::{Copies, Notice, NoticeReason, ResolvedDeck, ResolvedZone, Unknown};
pub use rules::{Code, Fault, Report, check};
pub use stats::{CostStep, Stats, Versions};
pub use zone::{Entry, Zone, ZoneName};

use crate::bytes::{Encoding, LineEnd, without_bom};
use crate::finding::{Finding, Place};
use crate::markup::MarkupError;
use std::path::Path;
use thiserror::Error;

/// A larger file isn't a deck (FORMATS.md 7).
pub const MAX_BYTES: usize = 1 << 20;

/// A file with more cards isn't a deck (FORMATS.md 7).
pub const MAX_CARDS: usize = 2_000;

/// The kinds of deck files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The table program's file (FORMATS.md 7).
    Dek,
    /// A plain list (FORMATS.md 8).
    List,
    /// Our export (FORMATS.md 16).
    Json,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Dek, Kind::List, Kind::Json];

    /// The ending of such files, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Kind::Dek => "dek",
            Kind::List => "txt",
            Kind::Json => "json",
        }
    }

    /// The kind that a file name asks for.
    pub fn of_name(file_name: &str) -> Option<Kind> {
        let ending = Path::new(file_name).extension()?.to_str()?;
        Kind::ALL.into_iter().find(|kind| kind.extension().eq_ignore_ascii_case(ending))
    }

    /// The kind of a text: its first characters decide, then the file name; anything else is a list.
    fn of(file_name: &str, text: &str) -> Kind {
        let start = text.trim_start();
        // A list may begin with a name in braces; JSON goes on with a key or ends.
        let object = start.strip_prefix('{').map(|rest| rest.trim_start().starts_with(['"', '}']));
        match object {
            Some(true) => Kind::Json,
            _ if start.starts_with('<') => Kind::Dek,
            _ => Kind::of_name(file_name).unwrap_or(Kind::List),
        }
    }
}

/// Why a file isn't a deck.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DeckError {
    /// See [`MAX_BYTES`].
    #[error("larger than {} KiB, which is more than a deck file may have", MAX_BYTES >> 10)]
    TooLarge,
    /// See [`MAX_CARDS`].
    #[error("more than {MAX_CARDS} cards, which is more than a deck may have")]
    TooManyCards,
    /// The tags are out of order.
    #[error(transparent)]
    Markup(#[from] MarkupError),
    /// Something else is wrong with a line.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, counted from 1.
        line: u32,
        /// What is wrong and what was expected.
        reason: String,
    },
}

/// How a deck file was written, so that it can be written the same way again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The version in the first tag.
    pub version: String,
    /// The line end.
    pub line_end: LineEnd,
}

impl Default for Style {
    fn default() -> Style {
        Style { version: "0.8".into(), line_end: LineEnd::Lf }
    }
}

/// A deck as its file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The title, or the file name without its ending.
    pub name: String,
    /// Game, title, author and the like, in order.
    pub meta: Vec<(String, String)>,
    /// The zones in order; empty ones too, if the file has them.
    pub zones: Vec<Zone>,
    /// How it is written.
    pub style: Style,
}

/// A deck file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadDeck {
    /// The deck.
    pub deck: Deck,
    /// The kind of file it was.
    pub kind: Kind,
    /// What was accepted with a warning or left out, with lines.
    pub findings: Vec<Finding>,
}

impl Deck {
    /// A new deck with the four zones of the game, all empty.
    pub fn new(name: impl Into<String>) -> Deck {
        let zones = ZoneName::KNOWN.into_iter().map(Zone::new).collect();
        Deck { zones, ..Deck::bare(name) }
    }

    /// A deck without zones.
    fn bare(name: impl Into<String>) -> Deck {
        let meta = vec![("game".to_string(), "starwars".to_string())];
        Deck { name: name.into(), meta, zones: Vec::new(), style: Style::default() }
    }

    /// Reads a deck file of any kind; the content decides which, then the ending of the name.
    pub fn read(file_name: &str, bytes: &[u8]) -> Result<ReadDeck, DeckError> {
        if bytes.len() > MAX_BYTES {
            return Err(DeckError::TooLarge);
        }
        let bytes = without_bom(bytes);
        if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
            let line = 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count() as u32;
            let reason = "a zero byte, so this isn't text; expected UTF-8 or Windows-1252".to_string();
            return Err(DeckError::Line { line, reason });
        }
        let (text, _) = Encoding::decode(bytes);
        let mut reading = Reading { file: file_name, findings: Vec::new(), cards: 0 };
        let kind = Kind::of(file_name, &text);
        let mut deck = match kind {
            Kind::Dek => dek::read(&text, &mut reading)?,
            Kind::List => list::read(&text, &mut reading)?,
            Kind::Json => json::read(&text, &mut reading)?,
        };
        if deck.name.is_empty() {
            deck.name = stem(file_name).to_string();
        }
        Ok(ReadDeck { deck, kind, findings: reading.findings })
    }

    /// The deck as a file.
    pub fn write(&self, kind: Kind) -> Vec<u8> {
        match kind {
            Kind::Dek => dek::write(self),
            Kind::List => list::write(self),
            Kind::Json => json::write(self),
        }
        .into_bytes()
    }

    /// The cards of a zone; none if the deck lacks the zone.
    pub fn zone(&self, name: &ZoneName) -> &[Entry] {
        self.zones.iter().find(|zone| zone.name == *name).map_or(&[], |zone| &zone.cards)
    }

    /// The cards of a zone, to be changed; the zone is added if the deck lacks it.
    pub fn zone_mut(&mut self, name: &ZoneName) -> &mut Vec<Entry> {
        let place = self.zones.iter().position(|zone| zone.name == *name).unwrap_or_else(|| {
            self.zones.push(Zone::new(name.clone()));
            self.zones.len() - 1
        });
        &mut self.zones[place].cards
    }

    /// Adds copies of a card.
    pub fn add(&mut self, zone: &ZoneName, card: Entry, count: usize) {
        self.zone_mut(zone).extend(std::iter::repeat_n(card, count));
    }

    /// The number of cards in all zones.
    pub fn len(&self) -> usize {
        self.zones.iter().map(|zone| zone.cards.len()).sum()
    }

    /// Whether there is no card in any zone.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The metadata value for a key.
    pub fn meta(&self, key: &str) -> Option<&str> {
        self.meta.iter().find(|(own, _)| own == key).map(|(_, value)| value.as_str())
    }

    /// The same deck with equal cards side by side, in the order of their first copies: all writers use this order.
    #[must_use]
    pub fn grouped(&self) -> Deck {
        let mut deck = self.clone();
        for (zone, old) in deck.zones.iter_mut().zip(&self.zones) {
            let copies = |(card, count): (&Entry, u32)| std::iter::repeat_n(card.clone(), count as usize);
            zone.cards = old.counted().into_iter().flat_map(copies).collect();
        }
        deck
    }
}

/// What the readers share: the file's name, what they have to report, and the count of cards so far.
struct Reading<'a> {
    file: &'a str,
    findings: Vec<Finding>,
    cards: usize,
}

impl Reading<'_> {
    /// Counts cards before they're stored, so that a huge number costs nothing.
    fn count(&mut self, cards: usize) -> Result<(), DeckError> {
        self.cards = self.cards.saturating_add(cards);
        if self.cards > MAX_CARDS { Err(DeckError::TooManyCards) } else { Ok(()) }
    }

    fn warn(&mut self, line: Option<u32>, code: &'static str, message: String, cure: &str) {
        let place = Place { file: self.file.to_string(), line };
        self.findings.push(Finding::warning(place, code, message, cure));
    }

    fn unknown_zone(&mut self, line: Option<u32>, name: &str) {
        let message =
            format!("unknown zone `{}`; it is kept, and its cards are outside the deck", shown(name));
        self.warn(line, "unknown-zone", message, "the zones are Deck, Supply, Sideboard, Outside the game");
    }
}

/// The file name without folders and the ending of a deck file.
fn stem(file_name: &str) -> &str {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    match (Kind::of_name(name), name.rsplit_once('.')) {
        (Some(_), Some((stem, _))) => stem,
        _ => name,
    }
}

/// Text from a file, made fit for messages: one line, no control characters, not too long.
fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}
