//! The one type of condition: for static, triggered and activated abilities, for "if" and "as long as".

use super::{Amount, ArenaRef, Event, Filter, Pattern, Place, Player, Quality, Range, Reference, Stage};
use serde::Serialize;

/// Something that is true or not at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Condition {
    /// "if you have 3 or more Jedi", "if you roll a 5 or 6", "if your opponent has more Force than you".
    Compare(Amount, Range),
    /// "if it is a Jedi", "as long as this unit is tapped": something known fits a description.
    Is(Reference, Box<Filter>),
    /// "if you control the Space arena" (rule 1501.1).
    Controls(Player, ArenaRef),
    /// "if this unit attacked last turn", "if you deployed a Jedi this turn": a number of such events.
    Happened(Box<Event>, Span, Range),
    /// "during your build step", "during the battle phase".
    During(Stage),
    /// "if a unit is attacking".
    UnitAttacking,
    /// "A and B".
    All(Vec<Condition>),
    /// "A or B".
    Any(Vec<Condition>),
    /// "if ... not", "unless ..." where nothing can be paid.
    Not(Box<Condition>),
}

/// How far back a text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Span {
    /// "this attack".
    ThisAttack,
    /// "this turn".
    ThisTurn,
    /// "last turn".
    LastTurn,
    /// "this game".
    ThisGame,
}

impl Condition {
    /// "if you have a ...", "as long as there is a ...".
    pub fn exists(what: Filter) -> Condition {
        Condition::Compare(Amount::count(what), Range::SOME)
    }

    /// "if it is tapped": one thing true of something known.
    pub fn is(what: Reference, quality: Quality) -> Condition {
        Condition::Is(what, Box::new(Filter::cards().with(quality)))
    }

    /// "if this unit is in the Ground arena", "if this card is in your hand".
    pub fn at(what: Reference, place: Place) -> Condition {
        Condition::Is(what, Box::new(Filter::cards().at(place)))
    }

    /// "when attacking a ...": this unit attacks such a unit now (rule 1106.3).
    pub fn when_attacking(whom: impl Into<Pattern>) -> Condition {
        Condition::is(Reference::This, Quality::Attacking(Some(Box::new(whom.into()))))
    }

    /// The opposite.
    #[must_use]
    pub fn negated(self) -> Condition {
        Condition::Not(Box::new(self))
    }
}
