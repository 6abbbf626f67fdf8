//! The ability model: what card text means once it has been read.
//!
//! An [`Ability`] is plain data. Selectors, amounts, conditions, costs, events and effects are small languages of
//! their own that combine freely; whatever refers back to something mentioned before is a [`Reference`] or a [`Slot`].
//!
//! ```
//! use dejarik_vocab::Keyword;
//! use dejarik_vocab::ability::{Ability, Costs, Effect, KeywordAbility};
//!
//! // Pay 2 Force -> Evade 2
//! let evade = KeywordAbility::number(Keyword::Evade, 2).expect("Evade takes a number");
//! let ability = Ability::activated(Costs::force(2), Effect::keyword(evade));
//! assert_eq!(ability, ability.clone());
//! assert!(KeywordAbility::plain(Keyword::Evade).is_err(), "Evade without a number isn't an ability");
//! ```

mod amount;
mod cards;
mod combat;
mod condition;
mod cost;
mod counters;
mod damage;
mod disrupt;
mod duration;
mod effect;
mod filter;
mod grant;
mod hand;
mod keyword;
mod kind;
mod place;
mod quality;
mod reference;
mod rule;
mod selector;
mod steps;
mod timing;
mod trigger;
mod units;
mod wrapper;

pub use amount::{Amount, Measure, Range, Reading, Rounding, Statistic};
pub use cards::{CardAction, CostTerms, Destination, End, Face, Shown, TapState, Token};
pub use combat::{CombatAction, Dice, DiceAction};
pub use condition::{Condition, Span};
pub use cost::{Costs, Payment};
pub use counters::{CounterAction, CounterKind, Way};
pub use damage::{Damage, DamageAction, Portion, Preventable, Share};
pub use disrupt::Disruptable;
pub use duration::{Duration, Newcomers};
pub use effect::{Action, Choosable, Effect, Lasting, Mode, Optional, Pool, TableRow, Verdict};
pub use filter::{Class, Filter, Noun};
pub use grant::{AbilityClass, Grant, Loss};
pub use hand::{DRAWN, Deed, Group, HAND, MOST, Occasion, deeds, waiting};
pub use keyword::{KeywordAbility, KeywordError};
pub use kind::{AbilityKind, Equipped, Outcome, Play, Replacement, Tense, ToComplete, Trap, Triggered};
pub use place::{ArenaRef, Place};
pub use quality::{Extreme, Quality, Relation, Uniqueness};
pub use reference::{Player, Reference, Slot};
pub use rule::{Activity, Change, Charge, Direction, Limit, LimitOf, Modality, PlayerActivity, Rule};
pub use selector::{Choice, Chooser, Pattern, Quantity, Selector, Together};
pub use steps::StepAction;
pub use timing::{Edge, Period, PlayOnly, Stage, Timing, Usage};
pub use trigger::{Cause, CounterChange, Entry, Event, Flow, Frequency, Joining, Trigger};
pub use units::UnitAction;
pub use wrapper::{Enhance, Enhancement, Pilot, Upkeep, Wrapper};

use crate::Zone;
use serde::Serialize;

/// A word from the world of the cards: a card name, part of one, or a subtype.
pub type Text = Box<str>;

/// One ability, or the effect of a Battle card or Mission (rule 1301.4): one clause of a card's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Ability {
    /// Where the card must be for it to work.
    pub reach: Reach,
    /// What X is in the whole ability, cost included.
    pub x: X,
    /// What it is.
    pub kind: AbilityKind,
}

/// Where a card must be for an ability to work (rule 1314).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Reach {
    /// Where text of this keyword or card type works by itself (rules 1314.1, 1314.2, 1314.6).
    #[default]
    Usual,
    /// "If this card is in your discard pile": only there (rule 1314.4).
    Only(Zone),
    /// "Treat this card as a Jedi": in every zone (rules 202.8, 1314.3).
    Everywhere,
}

/// What the letter X stands for in an ability.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum X {
    /// Chosen when the cost is paid, or the X of the card's own build cost (rule 201.3).
    #[default]
    Chosen,
    /// "Pay X Force, up to 3": chosen up to a limit.
    ChosenUpTo(Amount),
    /// "where X is the number of ...": worked out (rule 1313.6).
    Is(Amount),
}

impl Ability {
    /// An ability that works where its kind normally works, with X not explained.
    pub fn new(kind: impl Into<AbilityKind>) -> Ability {
        Ability { reach: Reach::Usual, x: X::Chosen, kind: kind.into() }
    }

    /// "Armor": a keyword without a cost.
    pub fn keyword(keyword: KeywordAbility) -> Ability {
        Ability::new(keyword)
    }

    /// "Each of your Jedi gets ...": a static ability (rule 1303).
    pub fn static_rule(rule: Rule<Pattern>) -> Ability {
        Ability::new(AbilityKind::Static(rule))
    }

    /// "Pay 2 Force -> ...": an activated ability with the usual timing (rule 1304).
    pub fn activated(costs: Costs, effect: impl Into<Effect>) -> Ability {
        Ability::new(AbilityKind::Activated(Play::new(costs, effect)))
    }

    /// "When ..., ...": a triggered ability (rule 1305).
    pub fn triggered(trigger: impl Into<Trigger>, effect: impl Into<Effect>) -> Ability {
        Ability::new(Triggered { trigger: trigger.into(), condition: None, effect: effect.into() })
    }

    /// The text of a Mission or of a Battle card without a cost (rules 206.2, 207.1).
    pub fn one_shot(effect: impl Into<Effect>) -> Ability {
        Ability::new(AbilityKind::OneShot(Play::new(Costs::free(), effect)))
    }

    /// The same ability with another reach.
    #[must_use]
    pub fn working(mut self, reach: Reach) -> Ability {
        self.reach = reach;
        self
    }

    /// The same ability with X explained: "where X is ...".
    #[must_use]
    pub fn where_x(mut self, x: X) -> Ability {
        self.x = x;
        self
    }
}
