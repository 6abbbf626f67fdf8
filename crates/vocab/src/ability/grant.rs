//! What a card gets: statistics, keywords, quoted abilities, subtypes; and what it loses.

use super::{Ability, Amount, KeywordAbility, Pattern, Range, Slot, Statistic, Text};
use crate::{Arenas, Keyword, Side};
use serde::Serialize;

/// One item of a grant list: "gets +2 power, Accuracy 1 and '...'".
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Grant {
    /// "+2 power", "-1 speed" (rule 1313.1).
    Bonus(Statistic, Amount),
    /// "its power is equal to ...": set before bonuses (rules 201.4, 1313.1).
    Set(Statistic, Amount),
    /// "Accuracy 1".
    Keyword(KeywordAbility),
    /// "'Pay 1 Force -> Evade 1'": an ability in quotation marks.
    Ability(Box<Ability>),
    /// "the Jedi subtype", "treat it as a Jedi" (rules 202.8, 203.5).
    Subtype(Text),
    /// "the chosen Officer's complete subtype", "the subtypes of each card in its stack": all that those cards have.
    SubtypesOf(Box<Pattern>),
    /// "treat it as Luke Skywalker": a further name.
    Name(Text),
    /// "treat it as a Dark Side card".
    Side(Side),
    /// "it is also a Ground unit": further types (rule 205.1).
    Types(Arenas),
    /// "the chosen ability", "the chosen subtype".
    Chosen(Slot),
    /// "loses ...".
    Lose(Loss),
}

/// What a card loses; having lost a keyword it cannot gain it for the duration (rule 1753.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Loss {
    /// "loses Stealth".
    Keyword(Keyword),
    /// "loses the Jedi subtype".
    Subtype(Text),
    /// "loses its activated abilities".
    Abilities(AbilityClass),
    /// "loses its game text".
    GameText,
    /// "loses the chosen ability".
    Chosen(Slot),
}

/// A class of abilities that a text speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum AbilityClass {
    /// "abilities" (rule 1301.4).
    Any,
    /// "activated abilities" (rule 1301.2).
    Activated,
    /// "Force-activated abilities", "abilities that cost 2 or more Force" (rules 1301.6, 1304.6).
    ForceActivated(Option<Range>),
    /// "triggered abilities" (rule 1301.3).
    Triggered,
    /// "Evade".
    Keyword(Keyword),
}

impl Grant {
    /// "+n power".
    pub fn power(n: impl Into<Amount>) -> Grant {
        Grant::Bonus(Statistic::Power, n.into())
    }

    /// "+n speed".
    pub fn speed(n: impl Into<Amount>) -> Grant {
        Grant::Bonus(Statistic::Speed, n.into())
    }

    /// "+n health".
    pub fn health(n: impl Into<Amount>) -> Grant {
        Grant::Bonus(Statistic::Health, n.into())
    }
}

impl From<KeywordAbility> for Grant {
    fn from(keyword: KeywordAbility) -> Grant {
        Grant::Keyword(keyword)
    }
}

impl From<Ability> for Grant {
    fn from(ability: Ability) -> Grant {
        Grant::Ability(Box::new(ability))
    }
}
