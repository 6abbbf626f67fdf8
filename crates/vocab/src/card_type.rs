//! Card types (rules 203 and 218): what a card is, and what its subtype field means.

use crate::{Arena, Arenas};
use std::fmt;

/// The type of a card, and for units, the arenas where they can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardType {
    /// Space, Ground, Character or a combination (rule 204).
    Unit(Arenas),
    /// A unit that an effect creates; not part of a deck (rule 215). Some cards don't name their arenas.
    Subordinate(Option<Arenas>),
    /// Played from the hand (rule 206).
    Battle,
    /// Built, resolved, discarded (rule 207).
    Mission,
    /// A Mission that waits face-down for its moment (rule 212).
    Trap,
    /// A Mission that stays in the build zone (rule 211).
    Campaign,
    /// Goes into one of its arenas (rule 208). Some cards don't name them.
    Location(Option<Arenas>),
    /// Attached to cards of the types it names (rule 1001.2), if it names any.
    Equipment(Option<EquipmentFit>),
    /// Stays in the build zone and carries counters (rule 213).
    Resource,
    /// In the Event zone from the start of the game (rule 214).
    Event,
    /// Repeats rules; never part of a game (rule 217).
    Reminder,
}

/// What an Equipment can be attached to (rules 1001.2, 1002.8, 1723.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EquipmentFit {
    /// Units of these arenas.
    Units(Arenas),
    /// A Location.
    Location,
}

impl CardType {
    /// The type as people and set files write it, without the arenas given in the subtype field.
    pub fn name(&self) -> String {
        match self {
            CardType::Unit(arenas) => arenas.to_string(),
            CardType::Trap => "Mission - Trap".into(),
            CardType::Campaign => "Mission - Campaign".into(),
            CardType::Subordinate(_)
            | CardType::Battle
            | CardType::Mission
            | CardType::Location(_)
            | CardType::Equipment(_)
            | CardType::Resource
            | CardType::Event
            | CardType::Reminder => self.word().into(),
        }
    }

    /// One word for the kind of card: `Unit`, `Battle`, `Trap`...
    pub const fn word(&self) -> &'static str {
        match self {
            CardType::Unit(_) => "Unit",
            CardType::Subordinate(_) => "Subordinate",
            CardType::Battle => "Battle",
            CardType::Mission => "Mission",
            CardType::Trap => "Trap",
            CardType::Campaign => "Campaign",
            CardType::Location(_) => "Location",
            CardType::Equipment(_) => "Equipment",
            CardType::Resource => "Resource",
            CardType::Event => "Event",
            CardType::Reminder => "Reminder",
        }
    }

    /// The arenas of a unit card or Subordinate.
    pub const fn unit_arenas(&self) -> Option<Arenas> {
        match self {
            CardType::Unit(arenas) => Some(*arenas),
            CardType::Subordinate(arenas) => *arenas,
            CardType::Battle
            | CardType::Mission
            | CardType::Trap
            | CardType::Campaign
            | CardType::Location(_)
            | CardType::Equipment(_)
            | CardType::Resource
            | CardType::Event
            | CardType::Reminder => None,
        }
    }

    /// The arenas on the type line: where a unit or Location can be, or what an Equipment fits.
    pub fn arenas(&self) -> Option<Arenas> {
        match self {
            CardType::Location(arenas) => *arenas,
            CardType::Equipment(Some(EquipmentFit::Units(arenas))) => Some(*arenas),
            other => other.unit_arenas(),
        }
    }

    /// Whether the card is a unit once it is face-up in play (rules 204.1, 215.1).
    pub const fn is_unit(&self) -> bool {
        matches!(self, CardType::Unit(_) | CardType::Subordinate(_))
    }

    /// Whether the card is a unit that is part of a deck (rule 401.2); Subordinates don't count.
    pub const fn is_deck_unit(&self) -> bool {
        matches!(self, CardType::Unit(_))
    }

    /// Whether the card is a Mission of any sort (rule 211.5).
    pub const fn is_mission(&self) -> bool {
        matches!(self, CardType::Mission | CardType::Trap | CardType::Campaign)
    }

    /// Whether the card is built, and so has a build cost (rules 201.1, 702.6).
    pub const fn is_built(&self) -> bool {
        match self {
            CardType::Unit(_)
            | CardType::Mission
            | CardType::Trap
            | CardType::Campaign
            | CardType::Location(_)
            | CardType::Equipment(_)
            | CardType::Resource => true,
            CardType::Subordinate(_) | CardType::Battle | CardType::Event | CardType::Reminder => false,
        }
    }

    /// Whether the card may be in the deck itself (rules 217.1, 401.9).
    pub const fn may_be_in_deck(&self) -> bool {
        !matches!(self, CardType::Subordinate(_) | CardType::Event | CardType::Reminder)
    }

    /// Whether the card is a unit of this arena, whatever other types it has (rule 205.1).
    pub fn is_unit_of(&self, arena: Arena) -> bool {
        self.unit_arenas().is_some_and(|arenas| arenas.contains(arena))
    }
}

impl fmt::Display for CardType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
