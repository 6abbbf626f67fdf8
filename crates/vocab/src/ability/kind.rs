//! The kinds of abilities (rule 1301) and of the other texts on cards.

use super::{
    Change, Condition, Costs, Effect, Filter, KeywordAbility, Pattern, Rule, Timing, Trigger, Wrapper,
};
use serde::Serialize;

/// What an ability is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum AbilityKind {
    /// "Armor", "Accuracy 1": a keyword without a cost; Retaliate then costs 0 Force (rule 1751.2).
    Keyword(KeywordAbility),
    /// "Reserves: ...", "Bounty: ...", "Starfighter Pilot. ...": a keyword with a body.
    Wrapper(Wrapper),
    /// "Each of your Jedi gets ...": works as long as its condition is true (rule 1301.1).
    Static(Rule<Pattern>),
    /// "Pay 2 Force -> ...": played (rule 1301.2).
    Activated(Play),
    /// "When ..., ...": happens by itself (rule 1301.3).
    Triggered(Triggered),
    /// "When ... would ..., ... instead" (rule 1310).
    Replacement(Replacement),
    /// "Equipped Jedi gets ...": on Equipment (rule 1001.3).
    Equipped(Equipped),
    /// The effect of a Battle card, with its cost, or of a Mission (rules 206.1, 207.1).
    OneShot(Play),
    /// The first clause of a Trap (rule 212.2).
    Trap(Trap),
    /// "To complete this card, you must also ..." (rules 207.2, 207.4).
    ToComplete(ToComplete),
}

/// Something that is played: cost, effect, timing (rule 1306.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Play {
    /// What comes before the arrow.
    pub costs: Costs,
    /// What comes after it.
    pub effect: Effect,
    /// "Play only ...".
    pub timing: Timing,
}

/// A triggered ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Triggered {
    /// "When ...".
    pub trigger: Trigger,
    /// "..., if ...": checked when it happens and again when it resolves (rule 1305.5).
    pub condition: Option<Condition>,
    /// What happens.
    pub effect: Effect,
}

/// A replacement: its event would happen, but hasn't yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Replacement {
    /// "When ... would ...".
    pub trigger: Trigger,
    /// "..., if ...".
    pub condition: Option<Condition>,
    /// What happens instead.
    pub outcome: Outcome,
}

/// What a replacement makes of its event.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Outcome {
    /// "... instead": the event doesn't happen (rule 1310.1), unless the effect is optional and isn't used.
    Instead(Effect),
    /// "..., prevent 1 of that damage": the event goes on, as the effect left it.
    First(Effect),
}

/// What an Equipment does for the card it's on; another such clause adds to the first ("also gets").
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Equipped {
    /// "Equipped Jedi": a card that doesn't fit gets nothing (rules 1001.3, 1001.4).
    pub who: Filter,
    /// "gets ...".
    pub changes: Vec<Change>,
    /// "as long as ...".
    pub condition: Option<Condition>,
}

/// When a Trap may be completed and what it does then (rules 212.2, 212.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Trap {
    /// Whether the event has happened or is about to.
    pub tense: Tense,
    /// "When ...".
    pub trigger: Trigger,
    /// "..., if ...".
    pub condition: Option<Condition>,
    /// What happens.
    pub effect: Effect,
}

/// Whether a text waits for an event or steps in before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Tense {
    /// "when your opponent deploys": directly after the event.
    Happens,
    /// "when a unit would attack": before or in place of the event.
    Would,
}

/// An extra cost or condition for completing a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ToComplete {
    /// "you must also tap one of your Jedi" (rule 207.4).
    pub costs: Costs,
    /// "you must have a Jedi": checked when completion starts (rule 207.2).
    pub condition: Option<Condition>,
}

impl Play {
    /// A play with the usual timing.
    pub fn new(costs: Costs, effect: impl Into<Effect>) -> Play {
        Play { costs, effect: effect.into(), timing: Timing::usual() }
    }

    /// The same play with "play only" sentences.
    #[must_use]
    pub fn timed(mut self, timing: Timing) -> Play {
        self.timing = timing;
        self
    }
}

impl From<KeywordAbility> for AbilityKind {
    fn from(keyword: KeywordAbility) -> AbilityKind {
        AbilityKind::Keyword(keyword)
    }
}

impl From<Wrapper> for AbilityKind {
    fn from(wrapper: Wrapper) -> AbilityKind {
        AbilityKind::Wrapper(wrapper)
    }
}

impl From<Rule<Pattern>> for AbilityKind {
    fn from(rule: Rule<Pattern>) -> AbilityKind {
        AbilityKind::Static(rule)
    }
}

impl From<Triggered> for AbilityKind {
    fn from(triggered: Triggered) -> AbilityKind {
        AbilityKind::Triggered(triggered)
    }
}

impl From<Replacement> for AbilityKind {
    fn from(replacement: Replacement) -> AbilityKind {
        AbilityKind::Replacement(replacement)
    }
}

impl From<Equipped> for AbilityKind {
    fn from(equipped: Equipped) -> AbilityKind {
        AbilityKind::Equipped(equipped)
    }
}

impl From<Trap> for AbilityKind {
    fn from(trap: Trap) -> AbilityKind {
        AbilityKind::Trap(trap)
    }
}

impl From<ToComplete> for AbilityKind {
    fn from(to_complete: ToComplete) -> AbilityKind {
        AbilityKind::ToComplete(to_complete)
    }
}
