//! What is true of a card: the adjectives and the "with ..." parts of a description.

use super::{Class, CounterKind, Measure, Noun, Pattern, Range, Reference, Slot, Text};
use crate::{Arena, Keyword, Side};
use serde::Serialize;

/// One thing that must be true of a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Quality {
    /// "Jedi": one of its subtypes, by the matching rule of `subtype::has` (rules 203.2, 203.4).
    Subtype(Text),
    /// "Ground": one of its types (rules 203.3, 205.1).
    Type(Arena),
    /// "multi-arena": more than one type (rule 205.1).
    MultiArena,
    /// "Luke Skywalker": every version of that name (rule 202.4).
    Name(Text),
    /// "with 'Vader' in its name" (rule 202.5).
    NameContains(Text),
    /// "with 'Force' in its game text": the words printed on it (rule 201.2).
    TextContains(Text),
    /// "with the same name as that card", "as one of your units".
    SameName(Box<Pattern>),
    /// "with the same expansion symbol as that card", "with its expansion symbol".
    SameExpansion(Box<Pattern>),
    /// "that can pilot Starfighters": one of its Pilot abilities names them (rule 901.1).
    CanPilot(Box<Class>),
    /// "Dark Side": the side printed on it (rule 103.5).
    Side(Side),
    /// "non-unit", "non-Subordinate": of such a noun, by its printed type.
    Kind(Noun),
    /// "unique", "non-unique" (rule 202.2).
    Uniqueness(Uniqueness),
    /// "of the chosen subtype", "of the chosen type": the word chosen in this slot.
    Chosen(Slot),
    /// "tapped" (rule 204.5).
    Tapped,
    /// "untapped".
    Untapped,
    /// "damaged": at least one damage counter (rule 1604.7).
    Damaged,
    /// "undamaged" (rule 1604.7).
    Undamaged,
    /// "attacking", or with a pattern "attacking a Jedi" (rule 1105.7).
    Attacking(Option<Box<Pattern>>),
    /// "using Bombard": attacking that way (rule 1105.1).
    Using(Keyword),
    /// "defending", or with a pattern "being attacked by a Jedi" (rule 1105.7).
    Defending(Option<Box<Pattern>>),
    /// "partially built": face-down in a build zone (rule 702.5).
    PartiallyBuilt,
    /// "face-up".
    FaceUp,
    /// "face-down".
    FaceDown,
    /// "piloted" (rule 1604.9).
    Piloted,
    /// "stacked": at least two cards (rule 1604.9).
    Stacked,
    /// "cornered", as our own wordings call a unit that can't retreat (rule 706.5).
    Cornered,
    /// "with Stealth", or with a range "with Shields 2 or more".
    Keyword(Keyword, Option<Range>),
    /// "with build cost 4 or less", "with power 3 or more" (rules 1313.3, 1313.4).
    Measure(Measure, Range),
    /// "with the highest power": among all that fit the rest of the description (rule 1311.9).
    Extreme(Extreme, Measure),
    /// "with 2 or more damage counters on it".
    Counters(CounterKind, Range),
    /// "with a Lightsaber attached", "with a Pilot", "with a Jedi in its stack".
    Has(Relation, Box<Pattern>),
    /// "attached to this unit", "piloting a Starfighter", "beneath this unit".
    On(Relation, Box<Pattern>),
    /// "that this unit can attack" now (rule 1604.6).
    AttackableBy(Reference),
    /// "other", "another", "other than that unit" (rule 1311.3).
    OtherThan(Reference),
    /// "one of those cards", "of the revealed cards".
    Among(Reference),
    /// "non-Droid", "without Armor".
    Not(Box<Quality>),
    /// "damaged or tapped".
    AnyOf(Vec<Quality>),
}

/// Whether there can be only one (rules 202.2, 801.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Uniqueness {
    /// Has a version letter.
    Unique,
    /// Has none.
    NonUnique,
}

/// One end of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Extreme {
    /// "the highest", "the most".
    Highest,
    /// "the lowest", "the least".
    Lowest,
}

/// How one card can be on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Relation {
    /// An Equipment attached to a card (rule 1001.3).
    Attached,
    /// A Pilot on a unit (rule 902.1).
    Piloting,
    /// A card of a stack, the top card included (rule 804.5).
    InStack,
    /// A card put beneath another by an effect (rule 301.4).
    Beneath,
}

impl Quality {
    /// "Jedi".
    pub fn subtype(word: &str) -> Quality {
        Quality::Subtype(word.into())
    }

    /// "non-Jedi".
    #[must_use]
    pub fn negated(self) -> Quality {
        Quality::Not(Box::new(self))
    }
}
