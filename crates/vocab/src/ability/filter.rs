//! Descriptions of cards: a list of classes ("Rebel Starfighters or Jedi") and what applies to the whole list.

use super::{ArenaRef, Place, Player, Quality, Reference, Text};
use crate::Arena;
use serde::Serialize;

/// What a card must be to fit a description. It never chooses; `Selector` does.
///
/// Adjectives belong to their class, everything after the list to the whole list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Filter {
    /// "Rebel Starfighters or Jedi": the card fits one of them.
    pub classes: Vec<Class>,
    /// "your", "your opponent's": who controls it (rule 105.2); outside play, `place` says whose it is.
    pub control: Option<Player>,
    /// Where it is; units without a place may also be in a build zone (rules 303.4, 1311.2).
    pub place: Option<Place>,
    /// "with 2 or more damage counters on it": all of these are true.
    pub with: Vec<Quality>,
}

/// One class of a list: adjectives and a noun.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Class {
    /// "unique Rebel": all of these are true.
    pub adjectives: Vec<Quality>,
    /// "units".
    pub noun: Noun,
}

/// The noun of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Noun {
    /// "card": any card (rule 1604.1).
    Card,
    /// "unit": face-up in an arena or build zone (rule 204.1).
    Unit,
    /// "unit card": a card that would be a unit, anywhere else (rule 204.2).
    UnitCard,
    /// "Subordinate" (rule 215.1).
    Subordinate,
    /// "Pilot": a card while it pilots (rule 902.1); where a text is about deploying it, one that can pilot (rule 901.1).
    Pilot,
    /// "Equipment" (rule 1001.1).
    Equipment,
    /// "Location" (rule 208.1).
    Location,
    /// "Mission", including Campaigns and Traps (rule 211.5).
    Mission,
    /// "Campaign" (rule 211.1).
    Campaign,
    /// "Trap" (rule 212.1).
    Trap,
    /// "Battle card" (rule 206.1).
    BattleCard,
    /// "Resource" (rule 213.1).
    Resource,
    /// "Event" (rule 214.1).
    Event,
}

impl Class {
    /// A bare noun.
    pub const fn new(noun: Noun) -> Class {
        Class { adjectives: Vec::new(), noun }
    }

    /// The class with one more adjective.
    #[must_use]
    pub fn adjective(mut self, quality: Quality) -> Class {
        self.adjectives.push(quality);
        self
    }
}

impl Filter {
    /// One class, nothing else said.
    pub fn class(class: Class) -> Filter {
        Filter { classes: vec![class], control: None, place: None, with: Vec::new() }
    }

    /// "unit".
    pub fn units() -> Filter {
        Filter::class(Class::new(Noun::Unit))
    }

    /// "card".
    pub fn cards() -> Filter {
        Filter::class(Class::new(Noun::Card))
    }

    /// "unit card".
    pub fn unit_cards() -> Filter {
        Filter::class(Class::new(Noun::UnitCard))
    }

    /// "Luke Skywalker" as a unit.
    pub fn named(name: &str) -> Filter {
        Filter::units().adjective(Quality::Name(name.into()))
    }

    /// One more adjective of the last class.
    #[must_use]
    pub fn adjective(mut self, quality: Quality) -> Filter {
        match self.classes.last_mut() {
            Some(class) => class.adjectives.push(quality),
            None => self.with.push(quality),
        }
        self
    }

    /// "Jedi ...": a subtype of the last class.
    #[must_use]
    pub fn subtype(self, word: impl Into<Text>) -> Filter {
        self.adjective(Quality::Subtype(word.into()))
    }

    /// "Character", "Space unit": the type of the last class.
    #[must_use]
    pub fn of_type(self, arena: Arena) -> Filter {
        self.adjective(Quality::Type(arena))
    }

    /// "... or Jedi": one more class.
    #[must_use]
    pub fn or(mut self, class: Class) -> Filter {
        self.classes.push(class);
        self
    }

    /// "your ...", "your opponent's ...".
    #[must_use]
    pub fn of(mut self, player: Player) -> Filter {
        self.control = Some(player);
        self
    }

    /// "your other ...".
    #[must_use]
    pub fn other(self) -> Filter {
        self.with(Quality::OtherThan(Reference::This))
    }

    /// "... from your hand".
    #[must_use]
    pub fn at(mut self, place: Place) -> Filter {
        self.place = Some(place);
        self
    }

    /// "... in this arena".
    #[must_use]
    pub fn in_arena(self, arena: ArenaRef) -> Filter {
        self.at(Place::Arena(arena))
    }

    /// "... with power 3 or more": applies to the whole list.
    #[must_use]
    pub fn with(mut self, quality: Quality) -> Filter {
        self.with.push(quality);
        self
    }
}
