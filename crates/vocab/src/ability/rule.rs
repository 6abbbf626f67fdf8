//! What is true for a while: the changes that static abilities and lasting effects make to cards and players.
//!
//! A static ability is a `Rule<Pattern>`: it applies to whatever fits at any moment. A lasting effect is a
//! `Rule<Selector>` with a duration: it may choose. So a static ability that chooses can't be written down.

use super::{
    AbilityClass, Amount, ArenaRef, Class, Condition, Costs, Filter, Grant, Pattern, Place, Player, Pool,
    Portion, Preventable, Statistic,
};
use crate::Side;
use serde::Serialize;

/// Changes to cards or to a player, under a condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Rule<S> {
    /// "Each of your Jedi gets +1 power as long as ...".
    Cards {
        /// Who it applies to.
        who: S,
        /// What is changed.
        changes: Vec<Change>,
        /// "as long as ...", "when attacking a ..." (rule 1301.1).
        condition: Option<Condition>,
    },
    /// "Your opponent can't gain Force as long as ...".
    Players {
        /// Who it applies to.
        who: Player,
        /// Whether it's allowed, forbidden or required.
        modality: Modality,
        /// What.
        activity: PlayerActivity,
        /// "as long as ...".
        condition: Option<Condition>,
    },
}

/// One change to a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Change {
    /// "gets ...", "loses ...".
    Gets(Grant),
    /// "can attack ...", "can't retreat", "must attack".
    Modal(Modality, Activity),
    /// "can't attack this unit unless your opponent pays 2 Force": a cost for doing so (rule 1105.2).
    Unless {
        /// What can't be done.
        activity: Activity,
        /// Who may pay.
        who: Player,
        /// The cost.
        costs: Costs,
    },
    /// "costs 1 less build counter to deploy", "costs 1 more Force" (rules 703.1, 1304.5).
    Cost {
        /// Which cost.
        charge: Charge,
        /// How much more, or if negative, how much less.
        by: Amount,
        /// "can't cost less than 1".
        at_least: Option<u8>,
    },
    /// "Prevent all damage to and from this unit", "prevent 1 damage to it from Jedi" (rule 1204.2).
    Prevent {
        /// How much of each instance.
        portion: Portion,
        /// Damage to it, from it or both.
        direction: Direction,
        /// The other card, if it matters.
        other: Option<Pattern>,
    },
    /// "Damage from this unit can't be prevented" (rule 1205.1).
    DamageFrom(Preventable),
    /// "can have an extra Pilot", "can have up to 6 cards in its stack" (rules 802.2, 901.4).
    Limit(LimitOf, Limit),
}

/// Whether something is possible (rule 1312.1: "can't" beats "can").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Modality {
    /// "can", overriding the basic rules (rule 102.2).
    Can,
    /// "can only": nothing else of this sort.
    CanOnly,
    /// "can't".
    Cant,
    /// "must", as far as possible (rule 1312.2).
    Must,
}

/// What a card does or has done to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Activity {
    /// "attack", "attack units in your opponent's build zone" (rule 1105.1).
    Attack(Option<Pattern>),
    /// "be attacked", "be attacked by Jedi".
    BeAttacked(Option<Pattern>),
    /// "be disrupted" (rule 1308.5).
    BeDisrupted,
    /// "attacks from this unit can be disrupted".
    HaveAttackDisrupted,
    /// "activated abilities of this unit can be disrupted".
    HaveAbilityDisrupted(AbilityClass),
    /// "win ties for speed": act before units of the same speed (rule 1103.2).
    WinTies,
    /// "attack first during the Space battle step": act before every other unit in that step, if its player wants to
    /// (rule 1103.1).
    AttackFirst(ArenaRef),
    /// "retreat" (rule 706.5).
    Retreat,
    /// "move to another arena" (rule 205.3).
    Move,
    /// "move from the Space arena to the Ground arena" (rule 205.3).
    MoveBetween(ArenaRef, ArenaRef),
    /// "untap" in the untap step (rule 602.2).
    Untap,
    /// "stay tapped in the untap step" (rule 602.2).
    StayTapped,
    /// "be discarded", "be discarded from an arena".
    BeDiscarded(Option<Place>),
    /// "use activated abilities", "use Evade" (rule 1204.9).
    Use(AbilityClass),
    /// "gain speed".
    GainStatistic(Statistic),
    /// "lose speed".
    LoseStatistic(Statistic),
    /// "gain Stealth".
    GainAbility(AbilityClass),
    /// "lose Upkeep".
    LoseAbility(AbilityClass),
    /// "count toward controlling an arena" (rule 1501.2).
    CountTowardControl(ArenaRef),
    /// "be piloted", "be piloted by Droids" (rule 901.2).
    BePiloted(Option<Pattern>),
    /// "be piloted by a Starfighter Pilot and gets the abilities granted by that Pilot as if it were a Starfighter":
    /// for Pilots it is such a unit as well (rules 901.2, 902.3).
    BePilotedAs(Class),
    /// "be equipped to ..." (rule 1002.4).
    BeAttached(Pattern),
    /// "be on top of a stack" (rule 805.5).
    BeOnTop,
    /// "be stacked beneath ..." (rule 215.6).
    BeStackedBeneath(Pattern),
    /// "be put in a Yuuzhan Vong deck": a rule for building decks, which nothing in play asks about (rule 103.7).
    BeInDeck(Side),
    /// "be put in your supply": a rule for building decks, which nothing in play asks about (rule 302.5).
    BeInSupply,
    /// "be deployed" (rule 704.4).
    BeDeployed,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum PlayerActivity {
    /// "gain Force".
    GainForce,
    /// "draw cards".
    Draw,
    /// "play Battle cards", "deploy Jedi": play or complete such cards.
    Play(Filter),
    /// "search a deck".
    Search,
    /// "retreat units".
    Retreat,
    /// "control that arena" (rule 1501.5).
    ControlArena(ArenaRef),
    /// "look at your hand" (rule 1602.16).
    LookAt(Place),
    /// "play with the hand revealed".
    RevealHand,
    /// "build cards face-up": what lies face-down in the build zone is seen by both (rules 106.2, 702.5).
    RevealBuild,
    /// "win the game".
    Win,
    /// "lose the game" (rule 1502.5).
    Lose,
}

/// Which cost is changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Charge {
    /// "to deploy": the build cost of a unit (rule 703.6).
    Deploy,
    /// "to deploy to the Space arena": the same, for what is deployed there, into a stack there included (rule 802.7).
    DeployTo(ArenaRef),
    /// "to complete": the build cost of any card.
    Complete,
    /// "to play": the Force cost of a Battle card.
    Play,
    /// "1 less Force to equip", "1 less build point to attach to this unit" (rule 1002.1): of which pool, to what.
    Equip(Pool, Option<Box<Pattern>>),
    /// "its activated abilities cost 1 more Force" (rule 1304.6).
    Activate(AbilityClass),
}

/// Which way damage goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Direction {
    /// "damage to".
    To,
    /// "damage from".
    From,
    /// "damage to and from".
    ToAndFrom,
}

/// Which limit of a card is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum LimitOf {
    /// Pilots on it (rule 901.3).
    Pilots,
    /// Cards in its stack (rule 802.2).
    StackedCards,
    /// Copies of it in play (rule 211.3).
    Copies,
    /// Copies of it in one stack (rule 215.6).
    CopiesInStack,
}

/// How a limit is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Limit {
    /// "can have up to 2", "only one copy".
    UpTo(u8),
    /// "can have an extra".
    Extra(u8),
    /// "can have any number of".
    None,
}

impl<S> Rule<S> {
    /// "A gets B, C and D."
    pub fn gets(who: impl Into<S>, grants: impl IntoIterator<Item = Grant>) -> Rule<S> {
        Rule::changes(who, grants.into_iter().map(Change::Gets))
    }

    /// Changes to cards without a condition.
    pub fn changes(who: impl Into<S>, changes: impl IntoIterator<Item = Change>) -> Rule<S> {
        Rule::Cards { who: who.into(), changes: changes.into_iter().collect(), condition: None }
    }

    /// "A can't ...".
    pub fn cant(who: impl Into<S>, activity: Activity) -> Rule<S> {
        Rule::changes(who, [Change::Modal(Modality::Cant, activity)])
    }

    /// The same rule under a condition.
    #[must_use]
    pub fn when(mut self, only: Condition) -> Rule<S> {
        match &mut self {
            Rule::Cards { condition, .. } | Rule::Players { condition, .. } => *condition = Some(only),
        }
        self
    }
}

impl Activity {
    /// Whether a text can put this modality on it. "Can be disrupted" or "must move to another arena" would change
    /// nothing, or say nothing that a player could do.
    pub const fn takes(&self, modality: Modality) -> bool {
        use Modality::{Can, CanOnly, Cant, Must};
        match self {
            Activity::Attack(None) => matches!(modality, Cant | Must),
            Activity::Attack(Some(_)) => true,
            Activity::BeAttacked(None) => matches!(modality, Can | Cant | Must),
            Activity::BeAttacked(Some(_)) => true,
            Activity::BePiloted(None) => matches!(modality, Cant),
            Activity::BePilotedAs(_) => matches!(modality, Can),
            Activity::BePiloted(Some(_)) | Activity::BeAttached(_) => {
                matches!(modality, Can | CanOnly | Cant)
            }
            Activity::Retreat => matches!(modality, Cant | Must),
            Activity::Use(_) => matches!(modality, CanOnly | Cant),
            Activity::StayTapped
            | Activity::WinTies
            | Activity::AttackFirst(_)
            | Activity::BeInDeck(_)
            | Activity::BeInSupply => {
                matches!(modality, Can)
            }
            // Of a keyword: what else a unit is given it is given by texts that say so.
            Activity::GainAbility(class) | Activity::LoseAbility(class) => {
                matches!((class, modality), (AbilityClass::Keyword(_), Cant))
            }
            Activity::BeStackedBeneath(_) => matches!(modality, Can | Cant),
            Activity::BeDisrupted
            | Activity::HaveAttackDisrupted
            | Activity::HaveAbilityDisrupted(_)
            | Activity::Move
            | Activity::MoveBetween(..)
            | Activity::Untap
            | Activity::BeDiscarded(_)
            | Activity::GainStatistic(_)
            | Activity::LoseStatistic(_)
            | Activity::CountTowardControl(_)
            | Activity::BeOnTop
            | Activity::BeDeployed => matches!(modality, Cant),
        }
    }
}

impl PlayerActivity {
    /// Whether a text can put this modality on it: a hand is revealed because it must be, everything else is forbidden.
    pub const fn takes(&self, modality: Modality) -> bool {
        match self {
            PlayerActivity::RevealHand | PlayerActivity::RevealBuild => matches!(modality, Modality::Must),
            PlayerActivity::GainForce
            | PlayerActivity::Draw
            | PlayerActivity::Play(_)
            | PlayerActivity::Search
            | PlayerActivity::LookAt(_)
            | PlayerActivity::Retreat
            | PlayerActivity::ControlArena(_)
            | PlayerActivity::Win
            | PlayerActivity::Lose => matches!(modality, Modality::Cant),
        }
    }
}
