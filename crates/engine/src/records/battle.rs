//! The battle phase that is going on (rules 806, 1101 to 1104).

use super::state::Slot;
use vocab::{Arena, Role};

/// Whether a battle step goes on after its end effects, because a unit can still act (rule 1102.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Round {
    /// No unit has acted yet: this player may have one that can attack first (rule 1103.1).
    Opening(Role),
    /// It has not come to its end yet.
    First,
    /// Its end effects have happened; they do not happen again.
    More,
}

/// Whether the acting unit has played an ability instead of attacking (rule 1104.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Played {
    /// Not yet.
    No,
    /// It has.
    Yes,
}

/// A stage of the battle phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// The battle phase begins (rule 1101.2).
    Start,
    /// Its triggers resolve (rule 1101.2).
    Triggers,
    /// What is played only when the battle phase starts (rule 1101.2).
    StartChance,
    /// The next battle step, or the end of the phase (rule 1101.1).
    NextStep,
    /// A battle step begins (rule 1102.1).
    Step(Arena),
    /// Which text a unit gets by one of its Adapts (rule 1703.1).
    Adapt(Slot, u8),
    /// Whether a unit changes its speed by Velocity (rule 1761.1).
    Velocity(Slot),
    /// What is played only when the battle step starts (rule 1102.1).
    StepChance(Arena),
    /// A general chance (rules 1102.2, 1102.3).
    General(Arena, Round),
    /// The next unit (rule 1103).
    Next(Arena, Round),
    /// A unit acts (rule 1104).
    Act(Arena, Round, Slot, Played),
    /// A unit has acted.
    Acted(Arena, Round),
    /// The battle step ends (rule 1102.4).
    Ends(Arena),
    /// What is played only when the battle step ends (rule 1102.4).
    EndChance(Arena),
    /// Whether it goes on after all (rule 1102.5).
    GoesOn(Arena),
    /// Contested units, one pair after another (rule 806.5).
    Contests,
    /// A player bids for a pair, DS's unit and LS's; this many have declined in succession (rule 806.2).
    Bid(Slot, Slot, Role, u8),
    /// A unit's moment to act: first a text may say whom it attacks (rule 1104.5).
    Moment(Arena, Round, Slot),
    /// Texts have named whom it attacks, or nobody.
    Led(Arena, Round, Slot),
}
