//! Keywords that take a body: one variant for each, so that no other keyword can have one.

use super::{Ability, Class, Condition, Costs, Effect, Grant, Timing};
use crate::Keyword;
use serde::Serialize;

/// A keyword with its body.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Wrapper {
    /// "Adapt: A/B": one text is chosen when the battle step starts (rule 1703.1).
    Adapt(Vec<Vec<Grant>>),
    /// "Alternative Cost: ...": in place of the build cost (rule 1704.1).
    AlternativeCost(Costs),
    /// "Bounty: ..." (rule 1712.1).
    Bounty(Effect),
    /// "Deploy: ..." (rule 1718.1).
    Deploy(Effect),
    /// "Enhance: Pay 2 more Force -> ..." (rule 1722.1).
    Enhance(Box<Enhance>),
    /// "Foresight: ..." (rule 1727.1).
    Foresight(Effect),
    /// "Forewarning: ..." (rule 1728.1).
    Forewarning(Effect),
    /// "INSERT: ...": given to the top card of the stack (rule 1732.1).
    Insert(Box<Ability>),
    /// "Last Stand: ..." (rule 1737.1).
    LastStand(Effect),
    /// "Starfighter Pilot. The Starfighter gets: ..." (rule 1744).
    Pilot(Pilot),
    /// "Reduced Cost 3: If ...": the cost is the number if the condition is met (rule 1748.1).
    ReducedCost(u8, Box<Condition>),
    /// "Reserves: ...": works in the build zone and only there (rule 1749.1).
    Reserves(Box<Ability>),
    /// "Stack: Any unique Jedi": cards that may lie beneath (rule 1754.1).
    Stack(Vec<Class>),
    /// "Switch: A/B": one text for each arena of the type line, empty for "None" (rules 1758.1, 1758.2).
    Switch(Vec<Vec<Grant>>),
    /// "Upkeep: ..." (rule 1760.1).
    Upkeep(Upkeep),
}

/// What happens at Upkeep.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Upkeep {
    /// "Pay 1 build point or tap this unit": one that can be paid is paid (rules 1760.2, 1760.3).
    Costs(Vec<Costs>),
    /// "Gain 1 Force" (rule 1760.7).
    Effect(Box<Effect>),
}

/// An additional cost and what it buys (rule 1722).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Enhance {
    /// "Pay 2 more Force", besides the normal cost (rule 1722.4).
    pub costs: Costs,
    /// "If you have a Jedi, ...".
    pub condition: Option<Condition>,
    /// Whether it replaces the normal effect.
    pub enhancement: Enhancement,
    /// What happens.
    pub effect: Effect,
    /// "Play only ...".
    pub timing: Timing,
}

/// How an Enhance effect stands to the normal effect (rule 1722.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Enhancement {
    /// "instead".
    Instead,
    /// "also".
    Also,
    /// "this card can't be disrupted": nothing else happens.
    Undisrupted,
}

/// A Pilot ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Pilot {
    /// "Starfighter", "Capital Ship or Transport": what it can pilot (rule 901.1).
    pub of: Vec<Class>,
    /// What the piloted unit gets (rule 902.3).
    pub gets: Vec<Grant>,
}

impl Wrapper {
    /// The keyword that takes this body.
    pub const fn keyword(&self) -> Keyword {
        match self {
            Wrapper::Adapt(_) => Keyword::Adapt,
            Wrapper::AlternativeCost(_) => Keyword::AlternativeCost,
            Wrapper::Bounty(_) => Keyword::Bounty,
            Wrapper::Deploy(_) => Keyword::Deploy,
            Wrapper::Enhance(_) => Keyword::Enhance,
            Wrapper::Foresight(_) => Keyword::Foresight,
            Wrapper::Forewarning(_) => Keyword::Forewarning,
            Wrapper::Insert(_) => Keyword::Insert,
            Wrapper::LastStand(_) => Keyword::LastStand,
            Wrapper::Pilot(_) => Keyword::Pilot,
            Wrapper::ReducedCost(..) => Keyword::ReducedCost,
            Wrapper::Reserves(_) => Keyword::Reserves,
            Wrapper::Stack(_) => Keyword::Stack,
            Wrapper::Switch(_) => Keyword::Switch,
            Wrapper::Upkeep(_) => Keyword::Upkeep,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Enhance, Enhancement, Pilot, Upkeep, Wrapper};
    use crate::ability::{Ability, Condition, Costs, Effect, KeywordAbility, KeywordError, Timing};
    use crate::{Keyword, KeywordSet};

    #[test]
    fn a_keyword_takes_a_body_or_is_a_keyword_ability() {
        let effect = || Effect::gain_force(1);
        let armor = || Ability::keyword(KeywordAbility::plain(Keyword::Armor).unwrap());
        let wrappers = [
            Wrapper::Adapt(Vec::new()),
            Wrapper::AlternativeCost(Costs::force(1)),
            Wrapper::Bounty(effect()),
            Wrapper::Deploy(effect()),
            Wrapper::Enhance(Box::new(Enhance {
                costs: Costs::force(1),
                condition: None,
                enhancement: Enhancement::Also,
                effect: effect(),
                timing: Timing::usual(),
            })),
            Wrapper::Foresight(effect()),
            Wrapper::Forewarning(effect()),
            Wrapper::Insert(Box::new(armor())),
            Wrapper::LastStand(effect()),
            Wrapper::Pilot(Pilot { of: Vec::new(), gets: Vec::new() }),
            Wrapper::ReducedCost(2, Box::new(Condition::UnitAttacking)),
            Wrapper::Reserves(Box::new(armor())),
            Wrapper::Stack(Vec::new()),
            Wrapper::Switch(Vec::new()),
            Wrapper::Upkeep(Upkeep::Effect(Box::new(effect()))),
        ];
        let wrapped: KeywordSet = wrappers.iter().map(Wrapper::keyword).collect();
        let bodied: KeywordSet = Keyword::all()
            .filter(|k| KeywordAbility::plain(*k) == Err(KeywordError::BodyNeeded(*k)))
            .collect();
        assert_eq!(wrapped, bodied);
    }
}
