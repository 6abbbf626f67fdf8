//! Where cards are, in the words of a text (chapter 3, rules 1604.3 and 1604.4).

use super::{Player, Reference, Slot};
use crate::{Arena, Arenas};
use serde::Serialize;

/// An arena as a text names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum ArenaRef {
    /// "any arena", "an arena": one of the three, not a build zone (rule 1604.3).
    Any,
    /// "the Ground arena", "the Space or Ground arena".
    Named(Arenas),
    /// "this arena", "the same arena", "its arena": where that card is (rule 1604.4).
    Of(Reference),
    /// "the chosen arena", "that arena".
    Chosen(Slot),
}

impl ArenaRef {
    /// "the Ground arena".
    pub const fn the(arena: Arena) -> ArenaRef {
        ArenaRef::Named(Arenas::one(arena))
    }

    /// "this arena".
    pub const THIS: ArenaRef = ArenaRef::Of(Reference::This);
}

/// A place where cards are looked for; `You` and `Opponent` say whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Place {
    /// "in play" (rule 301.2).
    InPlay,
    /// "in the Ground arena", "in any arena".
    Arena(ArenaRef),
    /// "in your build zone" (rule 303.1).
    BuildZone(Player),
    /// "in any arena or your build zone": anywhere on the table (rules 303.1, 1604.3).
    ArenaOrBuildZone(ArenaRef, Player),
    /// "in your hand".
    Hand(Player),
    /// "in your deck".
    Deck(Player),
    /// "the top cards of your deck".
    TopOfDeck(Player),
    /// "in your discard pile".
    DiscardPile(Player),
    /// "from outside the game", "in your supply" (rule 1602.21).
    Supply(Player),
    /// "in this unit's stack", including the top card (rule 804.5).
    Stack(Reference),
    /// "stacked with this unit": the other cards of its stack and its Equipment, even after they left play together
    /// (rules 807.3, 1004.2).
    StackedWith(Reference),
    /// "beneath this unit": put there by an effect, not part of the stack (rule 301.4).
    Beneath(Reference),
}
