//! Fields: their names, and how the value after each is understood.

use super::error::{QueryError, shown};
use super::needle::lowered;
use super::term::{Measure, Op, Operand, Term, TypeWord};
use super::token::{quoted, value};
use super::words::Words;
use crate::bytes::fold;
use crate::name::spoken;
use crate::usage::MarkKind;
use std::ops::Range;
use vocab::keyword::Lookup;
use vocab::{Arena, Arenas, Keyword};

/// A name that can come before an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Name,
    Text,
    Type,
    Arena,
    Subtype,
    Side,
    Keyword,
    Set,
    Rarity,
    Tag,
    Version,
    Is,
    Has,
    Marked(MarkKind),
    Measure(Measure),
    Show(Show),
}

/// A field that says how to show the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Show {
    Order,
    Direction,
    Unique,
}

/// What a field and its value say.
pub(super) enum Meaning {
    /// Something asked of a card.
    Term(Term),
    /// How to show the cards.
    Show(Show),
}

impl Words for Field {
    const ALL: &'static [Field] = &[
        Field::Name,
        Field::Text,
        Field::Type,
        Field::Arena,
        Field::Subtype,
        Field::Side,
        Field::Keyword,
        Field::Measure(Measure::Cost),
        Field::Measure(Measure::Power),
        Field::Measure(Measure::Speed),
        Field::Measure(Measure::Health),
        Field::Measure(Measure::Number),
        Field::Measure(Measure::Keywords),
        Field::Set,
        Field::Rarity,
        Field::Tag,
        Field::Version,
        Field::Is,
        Field::Has,
        Field::Marked(MarkKind::Banned),
        Field::Marked(MarkKind::Restricted),
        Field::Show(Show::Order),
        Field::Show(Show::Direction),
        Field::Show(Show::Unique),
    ];

    fn words(self) -> &'static [&'static str] {
        match self {
            Field::Name => &["name", "n"],
            Field::Text => &["text", "o"],
            Field::Type => &["type", "t"],
            Field::Arena => &["arena"],
            Field::Subtype => &["sub", "s", "subtype"],
            Field::Side => &["side"],
            Field::Keyword => &["kw", "keyword"],
            Field::Set => &["set", "e"],
            Field::Rarity => &["rarity", "r"],
            Field::Tag => &["tag"],
            Field::Version => &["version", "v"],
            Field::Is => &["is"],
            Field::Has => &["has"],
            Field::Marked(MarkKind::Banned) => &["ban", "banned"],
            Field::Marked(MarkKind::Restricted) => &["restricted"],
            Field::Measure(measure) => measure.words(),
            Field::Show(Show::Order) => &["order", "sort"],
            Field::Show(Show::Direction) => &["dir", "direction"],
            Field::Show(Show::Unique) => &["unique"],
        }
    }
}

/// A field with its operator and value, and where they stand.
pub(super) struct Clause<'a> {
    pub(super) field: Field,
    pub(super) op: Op,
    pub(super) op_span: Range<usize>,
    pub(super) value: &'a str,
    pub(super) value_span: Range<usize>,
}

impl Clause<'_> {
    /// What the clause says.
    pub(super) fn meaning(&self) -> Result<Meaning, QueryError> {
        if !matches!(self.field, Field::Measure(_)) {
            self.only_equal()?;
        }
        Ok(Meaning::Term(match self.field {
            Field::Name => Term::Name(self.filled(spoken(self.value))?),
            Field::Text => text(self.value, &self.value_span)?,
            Field::Type => Term::Type(self.type_word()?),
            Field::Arena => Term::Arena(self.word("arena")?),
            Field::Subtype => Term::Subtype(self.filled(fold(self.value).to_ascii_lowercase())?),
            Field::Side => Term::Side(self.word("side")?),
            Field::Keyword => Term::Keyword(self.keyword()?),
            Field::Set => Term::Set(self.filled(fold(self.value).to_ascii_uppercase())?),
            Field::Rarity => Term::Rarity(self.word("rarity")?),
            Field::Tag => Term::Tag(self.filled(fold(self.value).to_ascii_uppercase())?),
            Field::Version => Term::Version(self.version()?),
            Field::Is => Term::Is(self.word("word of `is:`")?),
            Field::Has => Term::Has(self.word("word of `has:`")?),
            Field::Marked(kind) => Term::Marked(kind, self.filled(fold(self.value).into_owned())?),
            Field::Measure(measure) => Term::Compare(measure, self.op, self.operand(measure)?),
            Field::Show(show) => return Ok(Meaning::Show(show)),
        }))
    }

    /// The value as one of a closed list of words.
    pub(super) fn word<W: Words>(&self, what: &str) -> Result<W, QueryError> {
        W::read_at(&fold(self.value), self.value_span.clone(), what)
    }

    /// Words are alike or not; only numbers are larger and smaller.
    fn only_equal(&self) -> Result<(), QueryError> {
        let field = self.field.word();
        let help = match (self.op, self.field) {
            (Op::Equal, _) => return Ok(()),
            (Op::NotEqual, _) => format!("write `-{field}:...` for all others"),
            (_, Field::Keyword) => "write `keywords` for how many keywords a card has".to_string(),
            (Op::Less | Op::LessOrEqual | Op::Greater | Op::GreaterOrEqual, _) => format!("write `{field}:`"),
        };
        let message = format!("`{field}` can't be compared with `{}`", self.op.sign());
        Err(QueryError::at(self.op_span.clone(), message).help(help))
    }

    /// The value, unless nothing is left of it.
    fn filled(&self, value: String) -> Result<String, QueryError> {
        filled(value, &self.value_span)
    }

    fn type_word(&self) -> Result<TypeWord, QueryError> {
        if !self.value.contains('/') {
            return self.word("card type");
        }
        Arenas::parse(self.value).map(TypeWord::Exactly).ok_or_else(|| {
            let message = format!("{} isn't a list of arenas", shown(self.value));
            let help = format!("arenas in the order of the card, each once: {}", Arena::list());
            QueryError::at(self.value_span.clone(), message).help(help)
        })
    }

    fn keyword(&self) -> Result<Keyword, QueryError> {
        let near = match Keyword::find(self.value) {
            Lookup::Found(keyword) => return self.without_value(keyword),
            Lookup::Near(near) => near,
        };
        let names: Vec<String> = near.iter().map(|keyword| format!("`{keyword}`")).collect();
        let message = format!("{} could be several keywords, or none", shown(self.value));
        let help = (!names.is_empty()).then(|| format!("did you mean {}?", names.join(" or ")));
        Err(QueryError::at(self.value_span.clone(), message).perhaps(help))
    }

    /// A number after the keyword would be dropped silently.
    fn without_value(&self, keyword: Keyword) -> Result<Keyword, QueryError> {
        if !self.value.contains(|c: char| c.is_ascii_digit()) {
            return Ok(keyword);
        }
        let message = format!("`kw:` finds {keyword} with any value");
        let name = value(&keyword.name().to_lowercase());
        let help = format!("write `kw:{name}`, or {} for the words of the text", shown(&quoted(self.value)));
        Err(QueryError::at(self.value_span.clone(), message).help(help))
    }

    fn version(&self) -> Result<vocab::Version, QueryError> {
        self.value.to_ascii_uppercase().parse().map_err(|()| {
            let message = format!("{} isn't a version", shown(self.value));
            QueryError::at(self.value_span.clone(), message).help("A to Z, then A2 to Z2, A3 and so on")
        })
    }

    /// What a number is compared with: a number, another field, or the sign of a variable value.
    fn operand(&self, measure: Measure) -> Result<Operand, QueryError> {
        if let Some(sign) = measure.variable()
            && sign.eq_ignore_ascii_case(self.value)
        {
            return match self.op {
                Op::Equal | Op::NotEqual => Ok(Operand::Variable),
                Op::Less | Op::LessOrEqual | Op::Greater | Op::GreaterOrEqual => {
                    let message = format!("`{sign}` is neither larger nor smaller than a number");
                    let help = format!("write `{}:{sign}`", measure.word());
                    Err(QueryError::at(self.op_span.clone(), message).help(help))
                }
            };
        }
        let number = self.value.parse().ok().map(Operand::Number);
        number.or_else(|| Measure::read(self.value).map(Operand::Measure)).ok_or_else(|| {
            let message = format!("{} isn't a number", shown(self.value));
            let sign = measure.variable().map_or(String::new(), |sign| format!(", `{sign}`"));
            let help = format!("a number{sign}, or one of {}", Measure::list());
            QueryError::at(self.value_span.clone(), message).help(help)
        })
    }
}

/// Words of the game text.
pub(super) fn text(words: &str, span: &Range<usize>) -> Result<Term, QueryError> {
    let words = lowered(words);
    let words = if words.trim().is_empty() { String::new() } else { words };
    filled(words, span).map(Term::Text)
}

/// A value, unless nothing is left of it.
pub(super) fn filled(value: String, span: &Range<usize>) -> Result<String, QueryError> {
    if value.is_empty() {
        return Err(QueryError::at(span.clone(), "there are no letters to look for"));
    }
    Ok(value)
}
