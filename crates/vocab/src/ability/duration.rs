//! How long a lasting effect lasts (rule 1309).

use super::{Condition, Event};
use serde::Serialize;

/// The end of a lasting effect. A text without one is compiled with the duration that rule 1309.8 gives it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Duration {
    /// "for this attack", "for that attack" (rule 1309.1).
    ThisAttack,
    /// "for its next attack" (rule 1309.4).
    NextAttack,
    /// "until end of turn", "this turn" (rule 1309.2).
    EndOfTurn,
    /// "until end of battle" (rule 1309.3).
    EndOfBattle,
    /// "next turn": begins with it, too (rule 1601.8).
    NextTurn,
    /// "until end of next turn".
    EndOfNextTurn,
    /// "until end of game" (rule 1309.5).
    EndOfGame,
    /// "until it is discarded", "until your next build step starts": the first of these events (rule 1309.7).
    Until(Vec<Event>),
    /// "as long as it remains tapped" (rule 1309.6).
    AsLongAs(Box<Condition>),
}

/// Whether a one-shot effect on "each of your units" also concerns units that come later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Newcomers {
    /// Only those in play when it resolves (rule 1309.9).
    #[default]
    Excluded,
    /// Also those that come later, as for an effect on an arena (rule 1309.10).
    Included,
}
