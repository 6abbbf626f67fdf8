//! The deck rules (RULEBOOK.md chapter 4): what is wrong with a deck, by which rule, and how to fix it.

mod copies;
mod counts;
mod permission;
mod sides;
mod standing;

use super::{Copies, ResolvedDeck, Unknown, ZoneName, shown};
use crate::collection::{CardId, Collection};
use crate::format::Format;
use crate::printing::Printing;
use serde::{Serialize, Serializer};
use std::collections::{HashMap, HashSet};
use std::fmt;
use vocab::{RuleNumber, Side};

/// What kind of fault; the words are stable, scripts read them (FORMATS.md section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// Too few cards (rule 401.1).
    Size,
    /// Too few units (rule 401.2).
    Units,
    /// Too few units of an arena (rule 401.3).
    Arena,
    /// An arena with more than twice the units of another (rule 401.4).
    Balance,
    /// More than four copies (rule 401.5).
    Copies,
    /// More than one copy of a restricted card (rule 401.8).
    Restricted,
    /// A banned card, in the deck or outside (rules 401.8, 402.1).
    Banned,
    /// A card of another side, in the deck (rule 401.7) or outside (rule 402.1).
    Side,
    /// A card of a type that may not be there (rules 217.1, 401.9).
    Type,
    /// A card that isn't in the format (rule 403.1).
    Format,
    /// A name that no card has, so that no format allows it (rule 403.1).
    Unknown,
}

impl Code {
    /// All codes, in the order of a report.
    pub const ALL: [Code; 11] = [
        Code::Size,
        Code::Units,
        Code::Arena,
        Code::Balance,
        Code::Copies,
        Code::Restricted,
        Code::Banned,
        Code::Side,
        Code::Type,
        Code::Format,
        Code::Unknown,
    ];

    /// The stable word.
    pub const fn word(self) -> &'static str {
        match self {
            Code::Size => "SIZE",
            Code::Units => "UNITS",
            Code::Arena => "ARENA",
            Code::Balance => "BALANCE",
            Code::Copies => "COPIES",
            Code::Restricted => "RESTRICTED",
            Code::Banned => "BANNED",
            Code::Side => "SIDE",
            Code::Type => "TYPE",
            Code::Format => "FORMAT",
            Code::Unknown => "UNKNOWN",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.word())
    }
}

/// One thing that makes a deck illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Its kind.
    pub code: Code,
    /// The rule that is broken.
    pub rule: RuleNumber,
    /// What is wrong, with numbers and names.
    pub what: String,
    /// What to do about it.
    pub cure: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}; {}", self.code, self.rule, self.what, self.cure)
    }
}

/// The result of checking a deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The name of the format.
    pub format: String,
    /// The side of the deck (rules 103.6, 401.7); if it has several, the one with the fewest wrong cards.
    pub side: Side,
    /// All faults: in the order of the codes, then in the order of the deck.
    pub faults: Vec<Fault>,
}

impl Report {
    /// Whether the deck may be played.
    pub fn is_legal(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Checks a deck by chapter 4 in a format.
pub fn check(deck: &ResolvedDeck, collection: &Collection, format: &Format) -> Report {
    let (main, outside) = (group(deck.main(), collection), group(deck.outside(), collection));
    let cards: Vec<CardId> = main.iter().chain(&outside).map(|group| group.card).collect();
    let vong = permission::vong_cards(collection, &cards);
    let table = Table { collection, format, main, outside, vong, unknown: &deck.unknown };
    let side = sides::primary(&table);
    let mut faults = Vec::new();
    counts::check(&table, &mut faults);
    copies::check(&table, &mut faults);
    sides::check(&table, side, &mut faults);
    standing::check(&table, &mut faults);
    // A stable sort: within a code, faults stay in the order of the deck.
    faults.sort_by_key(|fault| fault.code);
    Report { format: format.name.clone(), side, faults }
}

/// A deck laid out for checking: its cards, each with its printings.
struct Table<'a> {
    collection: &'a Collection,
    format: &'a Format,
    main: Vec<Group>,
    outside: Vec<Group>,
    /// Cards that may be in a Yuuzhan Vong deck although they belong to another side (rule 103.7).
    vong: HashSet<CardId>,
    unknown: &'a [Unknown],
}

/// One card with all its printings: this is what counts as a copy (rules 401.5, 401.6).
struct Group {
    card: CardId,
    printings: Vec<Copies>,
    count: u32,
}

impl Table<'_> {
    fn printing(&self, group: &Group) -> &Printing {
        self.collection.get(self.collection.shown(group.card))
    }

    fn title(&self, group: &Group) -> String {
        self.printing(group).name.title()
    }

    /// The number of cards in the deck that satisfy a condition.
    fn count(&self, wanted: impl Fn(&Printing) -> bool) -> u32 {
        self.main.iter().filter(|group| wanted(self.printing(group))).map(|group| group.count).sum()
    }

    /// `printed in XMP, START`.
    fn printing_sets(&self, group: &Group) -> String {
        let mut sets: Vec<&str> = Vec::new();
        for id in self.collection.printings_of(group.card) {
            let set = &*self.collection.get(*id).set;
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        format!("printed in {}", sets.join(", "))
    }

    fn unknown_in_deck(&self) -> u32 {
        self.unknown.iter().filter(|one| one.zone == ZoneName::Deck).map(|one| one.count).sum()
    }

    /// `Nola Brask (A) x3, Nola Brask (A) (Promo) x2`.
    fn list(&self, groups: &[&Group]) -> String {
        let copies = groups.iter().flat_map(|group| &group.printings);
        let name = |copies: &Copies| {
            format!("{} x{}", self.collection.get(copies.printing).name.full(), copies.count)
        };
        copies.map(name).collect::<Vec<_>>().join(", ")
    }
}

fn group(cards: impl Iterator<Item = Copies>, collection: &Collection) -> Vec<Group> {
    let mut places: HashMap<CardId, usize> = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    for copies in cards {
        let card = collection.card_of(copies.printing);
        let place = *places.entry(card).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group { card, printings: Vec::new(), count: 0 });
        }
        let group = &mut groups[place];
        group.count += copies.count;
        match group.printings.iter_mut().find(|own| own.printing == copies.printing) {
            Some(own) => own.count += copies.count,
            None => group.printings.push(copies),
        }
    }
    groups
}

/// `no cards`, `1 card`, `3 cards`.
fn plural(count: u32, word: &str) -> String {
    match count {
        0 => format!("no {word}s"),
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}

/// ` (1 unknown card not counted)`, or nothing.
fn unknown_note(count: u32) -> String {
    if count == 0 { String::new() } else { format!(" ({} not counted)", plural(count, "unknown card")) }
}

/// The fault of an entry that names no card.
fn unknown_fault(unknown: &Unknown, collection: &Collection) -> Fault {
    let name = if unknown.entry.name.is_empty() { &unknown.entry.id } else { &unknown.entry.name };
    Fault {
        code: Code::Unknown,
        rule: RuleNumber::new(403, 1),
        what: format!(
            "no card is called `{}` (x{} in {})",
            shown(name),
            unknown.count,
            shown(unknown.zone.name())
        ),
        cure: unknown.cure(collection),
    }
}
