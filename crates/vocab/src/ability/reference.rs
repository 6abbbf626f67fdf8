//! How a text refers back to what it, its cost, its trigger or the table already named. There is no other way.
//!
//! "it", "that unit", "the chosen Jedi", "the discarded unit" and "... this way" never select again (rule of the card
//! language: words like these mean the last thing that fits). A step whose result is needed later writes it into a
//! [`Slot`]; objects are then read by [`Reference::Result`], numbers by `Amount::Result`.

use crate::Role;
use serde::Serialize;

/// A numbered place that one step of an effect writes and later steps read; numbered from 0 within one ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Slot(pub u8);

/// Something the text already knows: one card, or the set of cards that a step involved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Reference {
    /// "this unit", "this card", its own name: the card that has the ability, even if the ability was given to it.
    This,
    /// The card's own name in a quoted, Pilot or Equipment ability: the card that gives the ability.
    Giver,
    /// "the attacking unit" of the current attack (rule 1105.7).
    Attacker,
    /// "the defending unit" of the current attack, as of now (rules 1105.7, 1106.2).
    Defender,
    /// "that unit": what the triggering event happened to or was done by; see `Event` for each event.
    Subject,
    /// "that unit": the other party of the triggering event.
    Object,
    /// "the discarded unit": what paid for the cost at this place in the list, counting from 0.
    Paid(u8),
    /// "the chosen unit", "that card", "those units": what the step that wrote this slot involved.
    Result(Slot),
    /// "it" in a "for each" or in the description of a card: the card being considered.
    Each,
}

/// A player as a text names one, seen from the controller of the ability (rule 1604.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Player {
    /// "you", "your".
    You,
    /// "your opponent".
    Opponent,
    /// "each player", DS first (rule 102.1).
    Each,
    /// "a player", "any player": whoever does it.
    Any,
    /// "that player", "their": whoever triggered the ability; in something that each player does, the one doing it.
    That,
    /// "its controller" (rule 105.1).
    ControllerOf(Reference),
    /// "its owner" (rule 105.1).
    OwnerOf(Reference),
    /// "the Dark Side player": the role, not a card's side (rule 103.5).
    InRole(Role),
}
