//! A criterion of a pack: a column of the card, a comparison, a text. Comparing ignores case.

use crate::manifest::tags::Source;
use crate::markup::{Element, escape};
use crate::printing::Printing;
use std::borrow::Cow;
use std::fmt;

/// A condition on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criterion {
    /// The column.
    pub field: Field,
    /// The comparison.
    pub eval: Eval,
    /// The text to compare with.
    pub data: String,
}

/// A column that packs know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// The set code.
    Set,
    /// The rarity letter.
    Rarity,
    /// The type: arenas for a unit.
    Type,
    /// The era and format tags, with commas.
    Classification,
    /// The draft rarity.
    DraftRarity,
    /// Any other word: such a pack can't be opened.
    Unknown(String),
}

/// A comparison that packs know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Eval {
    /// The column is the text.
    Is,
    /// The column contains the text.
    Contains,
    /// The column does not contain the text.
    DoesntContain,
    /// Any other word: such a pack can't be opened.
    Unknown(String),
}

impl Field {
    /// The word in the file; any case is understood.
    pub fn from_name(name: &str) -> Field {
        let known = [Field::Set, Field::Rarity, Field::Type, Field::Classification, Field::DraftRarity];
        let found = known.into_iter().find(|field| field.name().eq_ignore_ascii_case(name));
        found.unwrap_or_else(|| Field::Unknown(name.to_string()))
    }

    /// The word in the file.
    pub fn name(&self) -> &str {
        match self {
            Field::Set => "Set",
            Field::Rarity => "Rarity",
            Field::Type => "Type",
            Field::Classification => "Classification",
            Field::DraftRarity => "DraftRarity",
            Field::Unknown(name) => name,
        }
    }

    /// The column of a card; nothing for an unknown one.
    fn of<'a>(&self, card: &'a Printing) -> Option<Cow<'a, str>> {
        match self {
            Field::Set => Some(Cow::Borrowed(&card.set)),
            Field::Rarity => Some(Cow::Borrowed(&card.rarity)),
            Field::Type => Some(Cow::Owned(card.card_type.name())),
            Field::Classification => Some(Cow::Owned(card.tags.join(", "))),
            Field::DraftRarity => Some(Cow::Borrowed(&card.draft_rarity)),
            Field::Unknown(_) => None,
        }
    }
}

impl Eval {
    /// The word in the file; any case is understood.
    pub fn from_name(name: &str) -> Eval {
        let known = [Eval::Is, Eval::Contains, Eval::DoesntContain];
        let found = known.into_iter().find(|eval| eval.name().eq_ignore_ascii_case(name));
        found.unwrap_or_else(|| Eval::Unknown(name.to_string()))
    }

    /// The word in the file.
    pub fn name(&self) -> &str {
        match self {
            Eval::Is => "IS",
            Eval::Contains => "CONTAINS",
            Eval::DoesntContain => "DOESNTCONTAIN",
            Eval::Unknown(name) => name,
        }
    }
}

impl Criterion {
    /// Whether a card meets it; no card meets one with an unknown word.
    pub fn holds(&self, card: &Printing) -> bool {
        let Some(value) = self.field.of(card) else { return false };
        match self.eval {
            Eval::Is => value.eq_ignore_ascii_case(&self.data),
            Eval::Contains => contains(&value, &self.data),
            Eval::DoesntContain => !contains(&value, &self.data),
            Eval::Unknown(_) => false,
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.field.name(), self.eval.name(), self.data)
    }
}

/// Ignoring the case of ASCII letters; the columns of packs have no others.
fn contains(text: &str, part: &str) -> bool {
    part.is_empty()
        || text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}

pub(super) fn read(source: &mut Source, element: &Element) -> Criterion {
    source.children(element, &[], &["field", "eval", "data"]);
    Criterion {
        field: Field::from_name(&source.child_text(element, "field")),
        eval: Eval::from_name(&source.child_text(element, "eval")),
        data: source.child_text(element, "data"),
    }
}

pub(super) fn write(out: &mut String, tag: &str, criterion: &Criterion) {
    let (field, eval) = (escape(criterion.field.name()), escape(criterion.eval.name()));
    let data = escape(&criterion.data);
    out.push_str(&format!("<{tag}><field>{field}</field><eval>{eval}</eval><data>{data}</data></{tag}>"));
}
