//! What is refused, and why.

use crate::unit::{Aim, Attacker, Defender, Prevent, Reroll};
use thiserror::Error;

/// The most power.
pub const MAX_POWER: i32 = 60;
/// The most dice that Fury adds, Overload adds, or damage is rolled with.
pub const MAX_DAMAGE_DICE: u32 = 60;
const MAX_EXTRA: u32 = 20;
const MAX_ACCURACY: u32 = 20;
const MAX_LUCKY: u32 = 10;
const MAX_VALUE: u32 = 99;
const MAX_HEALTH: u32 = 200;
const MAX_ABILITIES: usize = 8;

/// Why a description of an attack is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A number is too large.
    #[error("{what} {value}: at most {most}")]
    TooLarge {
        /// Which number.
        what: &'static str,
        /// The number.
        value: i64,
        /// The largest that is allowed.
        most: i64,
    },
    /// A number is too small.
    #[error("{what} {value}: at least {least}")]
    TooSmall {
        /// Which number.
        what: &'static str,
        /// The number.
        value: i64,
        /// The smallest that is allowed.
        least: i64,
    },
    /// The unit would have been discarded (rule 1207.1).
    #[error("{counters} damage counters on {whose} health of {health}: that unit is discarded (rule 1207.1)")]
    AlreadyDiscarded {
        /// Whose unit.
        whose: &'static str,
        /// Its counters.
        counters: u32,
        /// Its health.
        health: u32,
    },
    /// Whether a unit is saved cannot be said without its health.
    #[error("{what} needs the defender's health")]
    HealthUnknown {
        /// What cannot be decided.
        what: &'static str,
    },
    /// Overkill moves hits beyond the defender's remaining health.
    #[error("Overkill needs the defender's health (rule 1740.1)")]
    OverkillWithoutHealth,
    /// A neighbour, but no Overkill.
    #[error("a neighbour matters only to an attacker with Overkill (rule 1740.1)")]
    NeighbourWithoutOverkill,
    /// The neighbour's damage is not followed from one attack to the next.
    #[error("Overkill onto a neighbour is worked out for a single attack, not for a sequence")]
    OverkillInSequence,
    /// A sequence that can go too many ways.
    #[error("this sequence can go too many ways to follow them all; use fewer attackers, dice or rerolls")]
    TooManyWays,
    /// A sequence without attackers.
    #[error("a sequence needs an attacker")]
    NoAttacker,
    /// A query of the calculator that cannot be read.
    #[error("{parameter}={value}: {reason}")]
    Query {
        /// Which parameter.
        parameter: String,
        /// What it says.
        value: String,
        /// What was expected.
        reason: &'static str,
    },
}

impl Refusal {
    pub(crate) fn at_most(what: &'static str, value: u32, most: u32) -> Result<(), Refusal> {
        if value > most {
            return Err(Refusal::TooLarge { what, value: value.into(), most: most.into() });
        }
        Ok(())
    }

    fn at_least_one(what: &'static str, value: u32) -> Result<(), Refusal> {
        if value == 0 {
            return Err(Refusal::TooSmall { what, value: 0, least: 1 });
        }
        Ok(())
    }

    fn signed(what: &'static str, value: i32, most: u32) -> Result<(), Refusal> {
        if value.unsigned_abs() <= most {
            return Ok(());
        }
        let (value, limit) = (i64::from(value), i64::from(most));
        Err(if value > 0 {
            Refusal::TooLarge { what, value, most: limit }
        } else {
            Refusal::TooSmall { what, value, least: -limit }
        })
    }

    fn health(whose: &'static str, health: Option<u32>, counters: u32) -> Result<(), Refusal> {
        Refusal::at_most("damage counters", counters, MAX_HEALTH)?;
        let Some(health) = health else { return Ok(()) };
        Refusal::at_most("health", health, MAX_HEALTH)?;
        Refusal::at_least_one("health", health)?;
        if counters >= health {
            return Err(Refusal::AlreadyDiscarded { whose, counters, health });
        }
        Ok(())
    }

    fn abilities(what: &'static str, number: usize) -> Result<(), Refusal> {
        Refusal::at_most(what, u32::try_from(number).unwrap_or(u32::MAX), MAX_ABILITIES as u32)
    }
}

impl Attacker {
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        Refusal::signed("power", self.power, MAX_POWER as u32)?;
        Refusal::signed("Accuracy", self.accuracy, MAX_ACCURACY)?;
        Refusal::signed("Resilience", self.resilience, MAX_EXTRA)?;
        for (what, value) in [
            ("Fury", self.fury),
            ("Overload", self.overload),
            ("Focus", self.focus),
            ("Backfire", self.backfire),
        ] {
            Refusal::at_most(what, value, MAX_EXTRA)?;
        }
        Refusal::at_most("Lucky", self.lucky, MAX_LUCKY)?;
        for (what, value) in [
            ("Critical Hit", self.critical_hit),
            ("Stun", self.stun),
            ("Tenacity", self.tenacity),
            ("speed", self.speed / 10),
        ] {
            Refusal::at_most(what, value, MAX_VALUE)?;
        }
        Refusal::health("the attacker's", self.health, self.counters)
    }
}

impl Defender {
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        for (what, value) in [("Shields", self.shields), ("Parry", self.parry), ("Riposte", self.riposte)] {
            Refusal::at_most(what, value, MAX_VALUE)?;
        }
        Refusal::at_most("Lucky", self.lucky, MAX_LUCKY)?;
        Refusal::at_most("Force", self.force.unwrap_or(0), MAX_VALUE)?;
        Refusal::abilities("prevention abilities", self.preventions.len())?;
        for prevention in &self.preventions {
            let name = prevention.kind.keyword().name();
            Refusal::at_least_one(name, prevention.amount)?;
            Refusal::at_most(name, prevention.amount, MAX_VALUE)?;
            Refusal::at_most("Force", prevention.force, MAX_VALUE)?;
        }
        Refusal::abilities("Retaliates", self.retaliates.len())?;
        for retaliate in &self.retaliates {
            Refusal::at_least_one("Retaliate", retaliate.dice)?;
            Refusal::at_most("Retaliate", retaliate.dice, MAX_EXTRA)?;
            Refusal::at_most("Force", retaliate.force, MAX_VALUE)?;
        }
        let needs_health = match (self.prevent, self.reroll) {
            (Prevent::WhenItSaves, _) => Some("prevention when it saves the unit"),
            (_, Reroll::Best(Aim::Destruction)) => Some("rerolling for survival"),
            (Prevent::Never | Prevent::Always, Reroll::None | Reroll::Simple | Reroll::Best(Aim::Damage)) => {
                None
            }
        };
        if let (Some(what), None) = (needs_health, self.health) {
            return Err(Refusal::HealthUnknown { what });
        }
        Refusal::health("the defender's", self.health, self.counters)
    }
}
