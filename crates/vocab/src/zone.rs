//! Zones (chapter 3).

use serde::Serialize;

/// A place where cards can be; each player has one of each (rule 301.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Zone {
    /// Face-down pile (rule 302.1).
    Deck,
    /// Hidden from the opponent (rule 106.2).
    Hand,
    /// Face-up pile (rule 302.3).
    DiscardPile,
    /// Face-up, for good (rule 302.4).
    Removed,
    /// Cards that come to the game outside the deck (rule 302.5).
    Supply,
    /// Where an Event is (rule 214.1).
    EventZone,
    /// Partially built cards, retreated units, Equipment, Campaigns, the Resource (rule 303.1).
    BuildZone,
    /// The player's half of the three arenas (rule 304.1).
    Arena,
}
