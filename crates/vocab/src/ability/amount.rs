//! Numbers: the small expression language of card text, and ranges to compare them with (rule 1313).

use super::{CounterKind, Filter, Pattern, Player, Reference, Slot};
use crate::Keyword;
use serde::Serialize;

/// A number that a text states or works out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Amount {
    /// "2", "-1".
    Number(i16),
    /// "X", as the ability explains it.
    X,
    /// "the number of Jedi you have in this arena".
    Count(Box<Filter>),
    /// "the number of damage counters on it"; the total if there are several cards.
    Counters(CounterKind, Box<Pattern>),
    /// "its power", "that unit's total build cost"; the total if there are several cards.
    Measure(Measure, Box<Pattern>),
    /// "the number of natural 2s among the attack dice" (rule 1107.10).
    NaturalDice(u8),
    /// "your Force total" (rule 104.1).
    ForceTotal(Player),
    /// "that much", "that many": the number of the triggering event.
    ThatMuch,
    /// "that much": what the cost at this place in the list came to, counting from 0.
    Paid(u8),
    /// "... this way", "the number rolled", "the chosen number": what the step that wrote this slot came to.
    Result(Slot),
    /// "X plus 2": added up.
    Sum(Vec<Amount>),
    /// "5 minus the number of ...".
    Minus(Box<Amount>, Box<Amount>),
    /// "the difference between A and B": never below 0, whichever is higher.
    Difference(Box<Amount>, Box<Amount>),
    /// "2 for each Jedi": a number times the other amount; "+1 for each" is `Times(1, ...)`.
    Times(i16, Box<Amount>),
    /// "half its power, rounded up" (rule 1313.5).
    Half(Box<Amount>, Rounding),
    /// "..., up to 4": never more than the number.
    AtMost(Box<Amount>, i16),
}

/// Which way a half is rounded (rule 1313.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Rounding {
    /// "rounded up".
    Up,
    /// "rounded down", and the meaning if the text doesn't say.
    Down,
}

/// One of the three statistics of a unit (rule 204.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Statistic {
    /// Order of attacks.
    Speed,
    /// Number of attack dice.
    Power,
    /// How many damage counters it takes to discard the unit.
    Health,
}

/// A number that can be read off a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Measure {
    /// "power", "printed health".
    Statistic(Statistic, Reading),
    /// "remaining health" (rule 1206.4).
    RemainingHealth,
    /// "build cost", "total build cost" (rules 804.4, 1313.4).
    BuildCost(Reading),
    /// "cards in its stack", including the top card (rule 804.5).
    CardsInStack,
    /// "its Accuracy": what all instances add up to (rule 1302.1).
    Keyword(Keyword),
}

/// Which of a card's values is meant (rules 1313.3, 1313.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Reading {
    /// Not stated: the total in play, the printed value elsewhere.
    Bare,
    /// "printed".
    Printed,
    /// "total".
    Total,
}

/// A test that a number passes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Range {
    /// "exactly 2", and a bare number.
    Exactly(Amount),
    /// "2 or more", "at least 2".
    AtLeast(Amount),
    /// "2 or less".
    AtMost(Amount),
    /// "more than", "higher than".
    MoreThan(Amount),
    /// "less than", "fewer than".
    LessThan(Amount),
    /// "a 2 or 3".
    OneOf(Vec<i16>),
    /// "an odd number".
    Odd,
    /// "an even number".
    Even,
}

impl From<i16> for Amount {
    fn from(number: i16) -> Amount {
        Amount::Number(number)
    }
}

impl Amount {
    /// "the number of ...".
    pub fn count(of: Filter) -> Amount {
        Amount::Count(Box::new(of))
    }

    /// "the number of damage counters on it".
    pub fn counters(kind: impl Into<CounterKind>, on: impl Into<Pattern>) -> Amount {
        Amount::Counters(kind.into(), Box::new(on.into()))
    }

    /// "its power".
    pub fn power_of(reference: Reference) -> Amount {
        let power = Measure::Statistic(Statistic::Power, Reading::Bare);
        Amount::Measure(power, Box::new(Pattern::Known(reference)))
    }

    /// "n for each ...".
    #[must_use]
    pub fn for_each(self, n: i16) -> Amount {
        Amount::Times(n, Box::new(self))
    }
}

impl Range {
    /// "at least one": what "you have a ..." asks for.
    pub const SOME: Range = Range::AtLeast(Amount::Number(1));
    /// "no ...".
    pub const NONE: Range = Range::Exactly(Amount::Number(0));

    /// "n or more".
    pub fn at_least(n: impl Into<Amount>) -> Range {
        Range::AtLeast(n.into())
    }

    /// "n or less".
    pub fn at_most(n: impl Into<Amount>) -> Range {
        Range::AtMost(n.into())
    }
}
