//! Damage and its prevention (chapter 12).

use super::{Amount, Pattern, Reference, Selector};
use crate::Keyword;
use serde::Serialize;

/// How damage is measured.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Damage {
    /// "2 damage": a fixed amount (rule 1201.3).
    Points(Amount),
    /// "2 dice of damage": rolled (rule 1203.1).
    Dice(Amount),
}

/// Something done with damage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum DamageAction {
    /// "This unit does 2 damage to one of your opponent's units." "That much" is what gets through.
    Do {
        /// The source (rule 1201.7).
        source: Reference,
        /// How much.
        damage: Damage,
        /// To whom.
        to: Selector,
        /// To each of them, or divided among them.
        share: Share,
        /// Whether it can be prevented.
        preventable: Preventable,
    },
    /// "Prevent 2 damage to this unit": out of the pending damage (rules 1204.1, 1204.6).
    Prevent {
        /// How much.
        portion: Portion,
        /// To whom; among units with pending damage.
        to: Selector,
        /// "from a Jedi": only damage from such a source.
        from: Option<Pattern>,
    },
    /// "Prevent 2 of that damage": in a replacement, out of the damage that would be done (rule 1310.4).
    PreventThat(Portion),
    /// "That damage is increased by 1", "does 1 more damage": in the same instance (rule 1603.3).
    AddToThat(Amount),
    /// "Double that damage" (rule 1603.4).
    MultiplyThat(u8),
    /// "That damage is done to this unit instead."
    DoThatTo(Selector),
}

/// How much damage is prevented (rule 1204.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Portion {
    /// "prevent 2 damage": as much as possible up to the number.
    Exactly(Amount),
    /// "prevent up to 2 damage": the player chooses.
    UpTo(Amount),
    /// "prevent all damage".
    All,
    /// "prevent all but 2 damage" (rule 1204.7).
    AllBut(Amount),
}

/// How a number is shared among several cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Share {
    /// Each one gets all of it (rules 1202.2, 1203.4).
    #[default]
    Each,
    /// "divided as you choose" (rules 1203.5, 1311.8).
    Divided,
}

/// Whether damage can be prevented (rule 1205).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Preventable {
    /// Not stated.
    #[default]
    Yes,
    /// "This damage can't be prevented" (rule 1205.1).
    No,
    /// "This damage can only be prevented by Evade."
    OnlyBy(Vec<Keyword>),
    /// "This damage can only be prevented by a Jedi": by abilities of such cards.
    OnlyFrom(Box<Pattern>),
}

impl DamageAction {
    /// "This unit does ... to ...", to each of them.
    pub const fn by_this(damage: Damage, to: Selector) -> DamageAction {
        DamageAction::Do {
            source: Reference::This,
            damage,
            to,
            share: Share::Each,
            preventable: Preventable::Yes,
        }
    }
}
