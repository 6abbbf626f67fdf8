//! When something may be played and how often (rules 1304.2, 1307 and 1601).

use super::{ArenaRef, Condition, Event, Pattern, Player};
use serde::Serialize;

/// The "play only" sentences of one ability or option; all must hold when it is announced (rule 1306.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Timing {
    /// "Play only ... and only ...".
    pub only: Vec<PlayOnly>,
    /// How often; without it rule 1304.2 decides.
    pub usage: Option<Usage>,
}

/// One part of a "play only" sentence.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum PlayOnly {
    /// "during your build step", "during the Space battle step" (rule 1601.3).
    During(Stage),
    /// "when the battle phase starts": in the limited POP after its triggers (rule 1601.1).
    At(Edge, Stage),
    /// "when no unit is attacking" (rule 1601.5).
    NoUnitAttacking,
    /// "when this unit would attack": instead of attacking (rules 1310.3, 1601.4).
    WouldAttack(Pattern),
    /// "when this unit is attacked", "when the roll for build points is made".
    When(Box<Event>),
    /// "when this unit would be discarded" (rule 1110.4).
    WhenWould(Box<Event>),
    /// "before any unit in the Space arena attacks" this turn (rule 1601.6).
    Before(Box<Event>),
    /// "if you have a Jedi in any arena".
    If(Box<Condition>),
    /// "any time" (rule 1307.8).
    AnyTime,
}

/// How often something may be played (rule 1601.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Usage {
    /// "only once per turn", "up to 2 times per turn".
    Times(u8, Period),
    /// "any number of times per turn".
    AnyNumber(Period),
}

/// The stretch over which uses are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Period {
    /// "per attack".
    Attack,
    /// "per turn".
    Turn,
    /// "per game".
    Game,
}

/// A stretch of the game with a start and an end (rule 601.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Stage {
    /// "setup" (rule 503).
    Setup,
    /// "the turn".
    Turn,
    /// "your build step" (rule 603.2).
    BuildStep(Player),
    /// "your retreat step" (rule 603.8).
    RetreatStep(Player),
    /// "the battle phase" (rule 1101.1).
    BattlePhase,
    /// "the Ground battle step", "this arena's battle step" (rule 1102.1).
    BattleStep(ArenaRef),
}

/// Which end of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Edge {
    /// "starts".
    Start,
    /// "ends".
    End,
}

impl Timing {
    /// No "play only" sentence.
    pub const fn usual() -> Timing {
        Timing { only: Vec::new(), usage: None }
    }

    /// "Play only ...".
    pub fn only(when: PlayOnly) -> Timing {
        Timing { only: vec![when], usage: None }
    }

    /// "Play only during your build step".
    pub fn your_build_step() -> Timing {
        Timing::only(PlayOnly::During(Stage::BuildStep(Player::You)))
    }

    /// "... and only ...".
    #[must_use]
    pub fn and_only(mut self, when: PlayOnly) -> Timing {
        self.only.push(when);
        self
    }

    /// "... and only once per turn".
    #[must_use]
    pub fn limited(mut self, usage: Usage) -> Timing {
        self.usage = Some(usage);
        self
    }
}
