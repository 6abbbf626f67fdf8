//! How far an action with counters is.

use vocab::Counter;

/// How far an action with counters is; the cards are the picked ones, by their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// This card is next.
    Card(u8),
    /// Which kind is next.
    Kind(Part),
    /// How many there are of this kind.
    Number(Part, Counter),
}

/// What is still to be done with one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The card.
    pub place: u8,
    /// At least this many counters.
    pub least: u8,
    /// At most this many.
    pub most: u8,
    /// The kinds that are dealt with, as bits.
    pub seen: u8,
}
