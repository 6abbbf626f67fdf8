//! Properties and numbers: the words of `is:` and `has:`, and comparisons.

use super::words::Words;
use crate::Printing;
use std::cmp::Ordering;
use vocab::{Cost, Keyword, Stat};

/// A word of `is:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// Has a version letter (rule 202.2).
    Unique,
    /// Has none.
    Nonunique,
    /// Carries a mark of a printing: Promo, Starter, LEGO...
    Promo,
    /// Banned in some format.
    Banned,
    /// Restricted in some format.
    Restricted,
    /// A unit of several arenas.
    Multi,
    /// Without text.
    Vanilla,
    /// A unit.
    Unit,
    /// Has a statistic `*` (rule 201.4).
    Star,
    /// Has the keyword Pilot.
    Pilot,
    /// The card has several printings.
    Reprint,
    /// All of its text is enforced.
    Enforced,
    /// Some of its text is carried out by hand (rule 1316.1).
    ByHand,
}

impl Words for Is {
    const ALL: &'static [Is] = &[
        Is::Unique,
        Is::Nonunique,
        Is::Promo,
        Is::Banned,
        Is::Restricted,
        Is::Multi,
        Is::Vanilla,
        Is::Unit,
        Is::Star,
        Is::Pilot,
        Is::Reprint,
        Is::Enforced,
        Is::ByHand,
    ];

    fn words(self) -> &'static [&'static str] {
        match self {
            Is::Unique => &["unique"],
            Is::Nonunique => &["nonunique", "non-unique"],
            Is::Promo => &["promo"],
            Is::Banned => &["banned"],
            Is::Restricted => &["restricted"],
            Is::Multi => &["multi"],
            Is::Vanilla => &["vanilla"],
            Is::Unit => &["unit"],
            Is::Star => &["star"],
            Is::Pilot => &["pilot"],
            Is::Reprint => &["reprint"],
            Is::Enforced => &["enforced"],
            Is::ByHand => &["byhand", "by-hand"],
        }
    }
}

/// A word of `has:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Has {
    /// A game text.
    Text,
    /// A ruling or note in the Usage column.
    Ruling,
    /// Buttons of the table program.
    Script,
    /// A button that puts a card on the table: the link to its Subordinates.
    Subordinate,
}

impl Words for Has {
    const ALL: &'static [Has] = &[Has::Text, Has::Ruling, Has::Script, Has::Subordinate];

    fn words(self) -> &'static [&'static str] {
        match self {
            Has::Text => &["text"],
            Has::Ruling => &["ruling", "rulings"],
            Has::Script => &["script"],
            Has::Subordinate => &["subordinate", "subordinates"],
        }
    }
}

/// A number of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The build cost.
    Cost,
    /// The printed power.
    Power,
    /// The printed speed.
    Speed,
    /// The printed health.
    Health,
    /// The number in the set.
    Number,
    /// How many different keywords the text mentions.
    Keywords,
}

/// What a card shows where a number goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measured {
    /// A number.
    Number(i32),
    /// `X` or `*`.
    Variable,
    /// Nothing.
    Missing,
}

impl Measure {
    /// What a card shows.
    pub(super) fn of(self, card: &Printing) -> Measured {
        match self {
            Measure::Cost => cost(card),
            Measure::Power => stat(card.power),
            Measure::Speed => stat(card.speed),
            Measure::Health => stat(card.health),
            Measure::Number => card.number.map_or(Measured::Missing, |n| Measured::Number(n.into())),
            Measure::Keywords => Measured::Number(keywords(card)),
        }
    }

    /// The sign of a variable value, where there can be one.
    pub(super) const fn variable(self) -> Option<&'static str> {
        match self {
            Measure::Cost => Some("x"),
            Measure::Power | Measure::Speed | Measure::Health => Some("*"),
            Measure::Number | Measure::Keywords => None,
        }
    }
}

fn cost(card: &Printing) -> Measured {
    match card.cost {
        Cost::Points(points) => Measured::Number(points.into()),
        Cost::X => Measured::Variable,
        // 201.2: on a card that is built, a missing cost counts as 0.
        Cost::None if card.card_type.is_built() => Measured::Number(0),
        Cost::None => Measured::Missing,
    }
}

fn stat(stat: Stat) -> Measured {
    match stat {
        Stat::Value(value) => Measured::Number(value.into()),
        Stat::Star => Measured::Variable,
        Stat::None => Measured::Missing,
    }
}

fn keywords(card: &Printing) -> i32 {
    // 1721.2: a unit with both has Precision once.
    let twice = card.keywords.contains(Keyword::Elude) && card.keywords.contains(Keyword::Precision);
    i32::try_from(card.keywords.len()).unwrap_or(i32::MAX) - i32::from(twice)
}

impl Words for Measure {
    const ALL: &'static [Measure] =
        &[Measure::Cost, Measure::Power, Measure::Speed, Measure::Health, Measure::Number, Measure::Keywords];

    fn words(self) -> &'static [&'static str] {
        match self {
            Measure::Cost => &["cost"],
            Measure::Power => &["power", "pow"],
            Measure::Speed => &["speed", "spd"],
            Measure::Health => &["health", "hp"],
            Measure::Number => &["number", "num"],
            Measure::Keywords => &["keywords"],
        }
    }
}

/// An operator between a field and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Op {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Op {
    /// The signs, longer ones first; `:` is another `=`.
    pub(super) const SIGNS: [(Op, &'static str); 7] = [
        (Op::NotEqual, "!="),
        (Op::LessOrEqual, "<="),
        (Op::GreaterOrEqual, ">="),
        (Op::Less, "<"),
        (Op::Greater, ">"),
        (Op::Equal, "="),
        (Op::Equal, ":"),
    ];

    /// The sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Op::Equal => "=",
            Op::NotEqual => "!=",
            Op::Less => "<",
            Op::LessOrEqual => "<=",
            Op::Greater => ">",
            Op::GreaterOrEqual => ">=",
        }
    }

    /// Whether two values that compare like this satisfy the operator.
    pub(super) const fn allows(self, ordering: Ordering) -> bool {
        match self {
            Op::Equal => ordering.is_eq(),
            Op::NotEqual => ordering.is_ne(),
            Op::Less => ordering.is_lt(),
            Op::LessOrEqual => ordering.is_le(),
            Op::Greater => ordering.is_gt(),
            Op::GreaterOrEqual => ordering.is_ge(),
        }
    }
}

/// What a number of a card is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A number.
    Number(i32),
    /// Another number of the same card.
    Measure(Measure),
    /// `X` of a cost, `*` of a statistic.
    Variable,
}
