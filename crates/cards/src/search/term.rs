//! Terms: what can be asked of a card, with every value understood.

use super::token::{quoted, value};
pub use super::value::{Has, Is, Measure, Op, Operand};
use super::words::Words;
use crate::usage::MarkKind;
use std::fmt;
use vocab::{Arena, Arenas, Keyword, Side, Version};

/// One thing asked of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// These words are in the name, spelt as by [`crate::spoken`].
    Name(String),
    /// This is the name: without version and marks, with the version, or in full.
    ExactName(String),
    /// These words are in the game text; in lower case.
    Text(String),
    /// The type.
    Type(TypeWord),
    /// A card of this arena: units, Locations, Equipment, Subordinates.
    Arena(Arena),
    /// A subtype by the matching rule of [`vocab::subtype`]; in lower case.
    Subtype(String),
    /// The side.
    Side(Side),
    /// The text mentions this keyword.
    Keyword(Keyword),
    /// The set code, in capitals.
    Set(String),
    /// The rarity.
    Rarity(Rarity),
    /// An era or format tag, in capitals.
    Tag(String),
    /// The version letter.
    Version(Version),
    /// A property.
    Is(Is),
    /// Something that not every card has.
    Has(Has),
    /// Banned or restricted in a format.
    Marked(MarkKind, String),
    /// A number of the card compared with something.
    Compare(Measure, Op, Operand),
}

/// A word of `t:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the types")]
pub enum TypeWord {
    Unit,
    /// A unit of this arena, whatever others it has (rule 205.1).
    UnitOf(Arena),
    /// A unit of exactly these arenas in this order.
    Exactly(Arenas),
    /// A unit of several arenas.
    Multi,
    Battle,
    /// Includes Traps and Campaigns (rule 211.5).
    Mission,
    Trap,
    Campaign,
    Location,
    Equipment,
    Resource,
    Event,
    Subordinate,
    Reminder,
}

impl Words for TypeWord {
    const ALL: &'static [TypeWord] = &[
        TypeWord::Unit,
        TypeWord::UnitOf(Arena::Character),
        TypeWord::UnitOf(Arena::Ground),
        TypeWord::UnitOf(Arena::Space),
        TypeWord::Multi,
        TypeWord::Battle,
        TypeWord::Mission,
        TypeWord::Trap,
        TypeWord::Campaign,
        TypeWord::Location,
        TypeWord::Equipment,
        TypeWord::Resource,
        TypeWord::Event,
        TypeWord::Subordinate,
        TypeWord::Reminder,
    ];

    fn words(self) -> &'static [&'static str] {
        match self {
            TypeWord::Unit => &["unit"],
            TypeWord::UnitOf(arena) => arena.words(),
            TypeWord::Exactly(_) => &[],
            TypeWord::Multi => &["multi"],
            TypeWord::Battle => &["battle"],
            TypeWord::Mission => &["mission"],
            TypeWord::Trap => &["trap"],
            TypeWord::Campaign => &["campaign"],
            TypeWord::Location => &["location"],
            TypeWord::Equipment => &["equipment"],
            TypeWord::Resource => &["resource"],
            TypeWord::Event => &["event"],
            TypeWord::Subordinate => &["subordinate", "sub"],
            TypeWord::Reminder => &["reminder"],
        }
    }
}

impl Words for Arena {
    const ALL: &'static [Arena] = &Arena::ALL;

    fn words(self) -> &'static [&'static str] {
        match self {
            Arena::Space => &["space"],
            Arena::Ground => &["ground"],
            Arena::Character => &["character", "char"],
        }
    }
}

impl Words for Side {
    const ALL: &'static [Side] = &Side::ALL;

    fn words(self) -> &'static [&'static str] {
        match self {
            Side::Light => &["light", "l"],
            Side::Dark => &["dark", "d"],
            Side::Neutral => &["neutral", "n"],
            Side::YuuzhanVong => &["vong", "y", "yuuzhan", "yuuzhan vong", "yv"],
        }
    }
}

/// A rarity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rarity {
    Common,
    Uncommon,
    Rare,
    Promo,
    Subordinate,
    Lego,
}

impl Rarity {
    /// The rarity of a set file's letter.
    pub fn of(letter: &str) -> Option<Rarity> {
        Rarity::ALL.iter().copied().find(|rarity| rarity.letter() == letter)
    }

    /// The letter of a set file.
    pub const fn letter(self) -> &'static str {
        match self {
            Rarity::Common => "C",
            Rarity::Uncommon => "U",
            Rarity::Rare => "R",
            Rarity::Promo => "P",
            Rarity::Subordinate => "S",
            Rarity::Lego => "L",
        }
    }
}

impl Words for Rarity {
    const ALL: &'static [Rarity] =
        &[Rarity::Common, Rarity::Uncommon, Rarity::Rare, Rarity::Promo, Rarity::Subordinate, Rarity::Lego];

    fn words(self) -> &'static [&'static str] {
        match self {
            Rarity::Common => &["common", "c"],
            Rarity::Uncommon => &["uncommon", "u"],
            Rarity::Rare => &["rare", "r"],
            Rarity::Promo => &["promo", "p"],
            Rarity::Subordinate => &["subordinate", "s"],
            Rarity::Lego => &["lego", "l"],
        }
    }
}

impl fmt::Display for TypeWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeWord::Exactly(arenas) => f.write_str(&arenas.to_string().to_lowercase()),
            word => f.write_str(word.word()),
        }
    }
}

/// A word of a name stands alone unless it would be read as something else.
fn write_name(f: &mut fmt::Formatter<'_>, words: &str) -> fmt::Result {
    let is_plain = !words.is_empty() && words.chars().all(char::is_alphanumeric);
    if is_plain && !matches!(words, "or" | "and" | "not") {
        f.write_str(words)
    } else {
        write!(f, "name:{}", value(words))
    }
}

fn write_operand(f: &mut fmt::Formatter<'_>, measure: Measure, operand: Operand) -> fmt::Result {
    match operand {
        Operand::Number(number) => write!(f, "{number}"),
        Operand::Measure(other) => f.write_str(other.word()),
        Operand::Variable => f.write_str(measure.variable().unwrap_or_default()),
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Name(words) => write_name(f, words),
            Term::ExactName(name) => write!(f, "!{}", quoted(name)),
            Term::Text(words) => f.write_str(&quoted(words)),
            Term::Type(word) => write!(f, "t:{word}"),
            Term::Arena(arena) => write!(f, "arena:{}", arena.word()),
            Term::Subtype(words) => write!(f, "sub:{}", value(words)),
            Term::Side(side) => write!(f, "side:{}", side.word()),
            Term::Keyword(keyword) => write!(f, "kw:{}", value(&keyword.name().to_lowercase())),
            Term::Set(code) => write!(f, "set:{}", value(code)),
            Term::Rarity(rarity) => write!(f, "rarity:{}", rarity.word()),
            Term::Tag(tag) => write!(f, "tag:{}", value(tag)),
            Term::Version(version) => write!(f, "version:{version}"),
            Term::Is(property) => write!(f, "is:{}", property.word()),
            Term::Has(thing) => write!(f, "has:{}", thing.word()),
            Term::Marked(MarkKind::Banned, format) => write!(f, "ban:{}", value(format)),
            Term::Marked(MarkKind::Restricted, format) => write!(f, "restricted:{}", value(format)),
            Term::Compare(measure, op, operand) => {
                write!(f, "{}{}", measure.word(), op.sign())?;
                write_operand(f, *measure, *operand)
            }
        }
    }
}
