//! Who or what: patterns that only match, and selectors that may choose (rule 1311).

use super::{Amount, Filter, Measure, Player, Range, Reference, Slot};
use serde::Serialize;

/// Matches cards and never chooses: in events, conditions, static rules and relations.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Pattern {
    /// "this unit", "that unit".
    Known(Reference),
    /// "a Jedi", "each of your Jedi": every card that fits.
    Any(Filter),
    /// "this unit or one of your Pilots".
    OneOf(Vec<Pattern>),
}

/// The objects of an effect or cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Selector {
    /// "this unit", "that unit": known already, not selected again.
    Known(Reference),
    /// "each of your Jedi", "all units in that arena".
    Each(Filter),
    /// "one of your Jedi", "up to two units", "a card from your hand at random".
    Choose(Box<Choice>),
    /// "this unit and one of your Jedi".
    Together(Vec<Selector>),
}

/// A choice of cards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Choice {
    /// Who chooses.
    pub chooser: Chooser,
    /// How many.
    pub quantity: Quantity,
    /// Of which cards.
    pub of: Filter,
    /// What must be true of the chosen cards as a set.
    pub together: Option<Together>,
}

/// Who makes a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Chooser {
    /// The controller of the effect unless the text names another player (rule 1311.1).
    By(Player),
    /// "at random" (rule 1311.6).
    Random,
}

/// How many (rule 1311.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Quantity {
    /// "one of", "two".
    Exactly(Amount),
    /// "up to two", 0 included.
    UpTo(Amount),
    /// "1 or 2": at least the first number, at most the second.
    Between(i16, i16),
    /// "any number of".
    AnyNumber,
    /// "all".
    All,
}

/// What must be true of several chosen cards together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Together {
    /// "with different names".
    DifferentNames,
    /// "in the same arena": as each other.
    SameArena,
    /// "with combined total build cost 6 or less".
    Total(Measure, Range),
    /// "in any order": all of them are taken, and the order in which they're chosen counts.
    InOrder,
}

impl Pattern {
    /// "this unit".
    pub const THIS: Pattern = Pattern::Known(Reference::This);
}

impl Selector {
    /// "this unit".
    pub const THIS: Selector = Selector::Known(Reference::This);

    /// "that unit", "the chosen unit": the result of an earlier step.
    pub const fn result(slot: Slot) -> Selector {
        Selector::Known(Reference::Result(slot))
    }

    /// "one of your Jedi", chosen by the controller of the effect.
    pub fn one(of: Filter) -> Selector {
        Selector::some(Quantity::Exactly(1.into()), of)
    }

    /// "up to two units".
    pub fn up_to(n: impl Into<Amount>, of: Filter) -> Selector {
        Selector::some(Quantity::UpTo(n.into()), of)
    }

    /// This many, chosen by the controller of the effect.
    pub fn some(quantity: Quantity, of: Filter) -> Selector {
        Choice::new(quantity, of).into()
    }
}

impl Choice {
    /// A choice by the controller of the effect.
    pub const fn new(quantity: Quantity, of: Filter) -> Choice {
        Choice { chooser: Chooser::By(Player::You), quantity, of, together: None }
    }

    /// The same choice made by someone else, or by chance.
    #[must_use]
    pub fn by(mut self, chooser: Chooser) -> Choice {
        self.chooser = chooser;
        self
    }
}

impl From<Choice> for Selector {
    fn from(choice: Choice) -> Selector {
        Selector::Choose(Box::new(choice))
    }
}

impl From<Reference> for Selector {
    fn from(reference: Reference) -> Selector {
        Selector::Known(reference)
    }
}

impl From<Reference> for Pattern {
    fn from(reference: Reference) -> Pattern {
        Pattern::Known(reference)
    }
}

impl From<Filter> for Pattern {
    fn from(filter: Filter) -> Pattern {
        Pattern::Any(filter)
    }
}
