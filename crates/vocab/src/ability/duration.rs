//! How long a lasting effect lasts (rule 1309).

use super::{Condition, Event};
use serde::Serialize;

/// The end of a lasting effect. A text that names none is compiled with the duration that rule 1309.8 gives it.
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
    /// "next turn": starts with that turn as well (rule 1601.8).
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

/// Whether a one-shot effect on "each of your units" also applies to units that arrive later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Newcomers {
    /// Only the ones in play when it resolves (rule 1309.9).
    #[default]
    Excluded,
    /// Also the ones that arrive later, as for an effect on an arena (rule 1309.10).
    Included,
}
