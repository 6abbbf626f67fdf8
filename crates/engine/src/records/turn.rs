//! The turn that is going on (chapter 6).

use super::state::Slot;
use vocab::Role;

/// A stage of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// A turn begins (rule 602.1).
    Start,
    /// Prices without which units don't untap are asked for (rule 602.9).
    Prices,
    /// A player untaps (rule 602.2).
    Untap(Role),
    /// A player decides about units that may stay tapped, after this one (rule 602.2).
    MayUntap(Role, Option<Slot>),
    /// Both gain Force (rule 602.4).
    Force,
    /// LS rolls for build points (rule 602.5).
    Roll,
    /// Texts have stepped in before the roll (rule 1310.1).
    RollOrNot,
    /// The roll is given out (rules 602.5 to 602.7).
    Rolled,
    /// A player's build step (rule 603.1).
    Build(Role),
    /// A player's retreat step (rule 603.1).
    Retreat(Role),
    /// The battle phase (rule 604).
    Battle,
    /// The battle phase and the turn end (rules 605.1, 605.2).
    End,
    /// What is played only when the battle phase ends (rule 605.3).
    EndChance,
    /// The win check (rule 605.4).
    Check,
}
