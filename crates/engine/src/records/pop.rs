//! Play-or-pass chances that are going on (rule 1307).

use super::state::{Moment, Slot};
use vocab::Role;
use vocab::ability::Edge;

/// What kind of chance it is: it decides what fits (rule 1307.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// A general chance (rule 1307.3).
    General,
    /// The attack POP, a general chance in an attack (rule 1106.1).
    Attack,
    /// Effects that add dice (rule 1107.7, first stage).
    AddDice,
    /// Effects that reroll dice (rule 1107.7, second stage; after every roll, rule 1203.3).
    Reroll,
    /// Effects that change a die's result (rule 1107.7, third stage).
    ChangeDice,
    /// Damage prevention (rules 1109.1, 1204.3).
    Prevention,
    /// A unit would be discarded by damage (rule 1110.4).
    WouldBeDiscarded,
    /// The attack end POP (rule 1112.6).
    AttackEnd,
    /// After every play, completion, attack declaration and equip (rule 1308).
    Disrupt,
    /// A unit has come into an arena: Ambush (rule 1705.3).
    Entered,
    /// The player's own build step: what may be played there (rule 603.5); never a chance for both.
    BuildStep,
    /// The acting unit: abilities played instead of attacking (rule 1104.1); never a chance for both.
    WouldAttack(Slot),
    /// Effects that may be played only when a stage starts or ends (rule 1307.5).
    At(Edge, Moment),
    /// Effects that may be played only when something happens, directly after it (rule 1601.2).
    Just,
}

/// A chance that is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// What kind it is.
    pub chance: Chance,
    /// Whose chance it is.
    pub next: Role,
    /// How many have passed in succession.
    pub passes: u8,
}
