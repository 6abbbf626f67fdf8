//! Effects: what happens when an ability resolves. `Effect` combines, `Action` does one thing.

use super::{
    Ability, AbilityClass, Amount, ArenaRef, CardAction, CombatAction, Condition, Costs, CounterAction,
    DamageAction, DiceAction, Duration, Event, Filter, KeywordAbility, Newcomers, Noun, Pattern, Player,
    Quantity, Range, Rule, Selector, Slot, StepAction, Timing, UnitAction,
};
use serde::Serialize;

/// What happens, in the order written (rule 102.4: as much as possible).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Effect {
    /// "A, then B. C."
    Sequence(Vec<Effect>),
    /// A step whose objects, number or success are referred to later; it writes this slot.
    Named(Slot, Box<Effect>),
    /// One thing that is done.
    Act(Action),
    /// "Evade 2", "Equip to a Jedi": the keyword is used; the filter narrows what it can be used on.
    Keyword(KeywordAbility, Option<Box<Filter>>),
    /// "That unit gets +2 power until end of turn": a rule that lasts (rule 1301.5).
    Lasting(Box<Lasting>),
    /// "You may A. If you do, B. If not, C." (rules 102.4, 1305.1)
    Do {
        /// Whether A is optional, and who decides.
        optional: Optional,
        /// A.
        what: Box<Effect>,
        /// B: only if A was done.
        then: Option<Box<Effect>>,
        /// C: only if A was not done.
        otherwise: Option<Box<Effect>>,
    },
    /// "If A, B. Otherwise, C."
    If {
        /// A, checked at this moment.
        condition: Condition,
        /// B.
        then: Box<Effect>,
        /// C.
        otherwise: Option<Box<Effect>>,
    },
    /// "Choose one: A. Or: B." (rule 1306.4)
    ChooseOne(Player, Vec<Mode>),
    /// "A unless your opponent pays 2 Force": that player's choice, made before A (rule 1204.10).
    Unless {
        /// Who may pay.
        who: Player,
        /// What.
        costs: Costs,
        /// What happens if it isn't paid.
        effect: Box<Effect>,
    },
    /// "Pay 2 Force": a payment within an effect, in full or not at all (rule 102.6).
    Pay(Player, Costs),
    /// "Roll a die. If you roll 1 or 2, A. If you roll 3 or more, B.": the first row that fits happens.
    Table(Player, Vec<TableRow>),
    /// "For each Jedi, ...": once for every card that fits, called `Reference::Each` inside.
    ForEach(Pattern, Box<Effect>),
    /// "When your next build step starts, ...": waits for the first of these events, once (rules 207.3, 1112.1).
    Delayed(Vec<Event>, Box<Effect>),
    /// "Until end of turn, whenever ..., ...": an ability that works on its own, whatever happens to its source.
    Meanwhile(Box<Ability>, Duration),
    /// A text that isn't enforced: its controller carries it out by plain actions (rule 1316.3).
    ByHand,
}

/// Whether something is optional (rule 1305.1), and who does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Optional {
    /// It is done if possible.
    Must,
    /// "your opponent discards that card": it is done if possible, and by that player.
    By(Player),
    /// "you may", "your opponent may".
    May(Player),
}

/// One option of "choose one", with its own cost and timing (rule 1306.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Mode {
    /// "pay 2 Force -> ...".
    pub costs: Costs,
    /// What happens.
    pub effect: Effect,
    /// "Play only ...".
    pub timing: Timing,
}

/// One row of a die table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct TableRow {
    /// "If you roll a 1 or 2".
    pub roll: Range,
    /// What happens then.
    pub effect: Effect,
}

/// A rule that an effect sets up for a while.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Lasting {
    /// What is true.
    pub rule: Rule<Selector>,
    /// For how long.
    pub duration: Duration,
    /// Whether "each of your units" includes the ones that arrive later.
    pub newcomers: Newcomers,
}

/// One thing that is done, as an effect or as a cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Action {
    /// Damage done, prevented or changed.
    Damage(DamageAction),
    /// Counters put, removed or moved.
    Counters(CounterAction),
    /// Cards drawn, searched, put, discarded...
    Cards(CardAction),
    /// Units tapped, untapped, retreated...
    Units(UnitAction),
    /// Attacks made, changed, ended or disrupted.
    Combat(CombatAction),
    /// Dice rolled, rerolled or changed.
    Dice(DiceAction),
    /// Steps added to the turn.
    Steps(StepAction),
    /// "Gain 2 Force", "your opponent gains 1 build point" (rules 1602.9, 1602.10).
    Gain(Player, Pool, Amount),
    /// "Your opponent loses 2 Force" (rules 1602.9, 1602.10).
    Lose(Player, Pool, Amount),
    /// "Choose one of your units", "choose an arena": the choice is the result of the step (rule 1311).
    Choose(Choosable),
    /// "You win the game" (rule 1502.4).
    EndGame(Player, Verdict),
}

/// What a player has an amount of (rules 104.1, 104.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Pool {
    /// "Force".
    Force,
    /// "build points".
    BuildPoints,
}

/// How the game ends for a player (rule 1502.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Verdict {
    /// "wins the game".
    Wins,
    /// "loses the game".
    Loses,
}

/// What can be chosen without doing anything to it yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Choosable {
    /// "one of your units": the selector says who chooses.
    Objects(Selector),
    /// "an arena", "the Space or Ground arena".
    Arena(Player, ArenaRef),
    /// "a subtype".
    Subtype(Player),
    /// "a card type".
    CardType(Player),
    /// "name a unit card": one of the names of such cards.
    Name(Player, Noun),
    /// "a number from 0 to 6": from, to.
    Number(Player, u8, u8),
    /// "an activated ability on one of your units", "up to 2 abilities on it", "each ability on it": that many of each card.
    Ability(AbilityClass, Selector, Quantity),
}

impl Effect {
    /// "A. B. C."
    pub fn steps(steps: impl IntoIterator<Item = Effect>) -> Effect {
        Effect::Sequence(steps.into_iter().collect())
    }

    /// The same effect, with its result in a slot.
    #[must_use]
    pub fn named(self, slot: Slot) -> Effect {
        Effect::Named(slot, Box::new(self))
    }

    /// "Evade 2", used.
    pub const fn keyword(ability: KeywordAbility) -> Effect {
        Effect::Keyword(ability, None)
    }

    /// "Gain n Force."
    pub fn gain_force(n: impl Into<Amount>) -> Effect {
        Action::Gain(Player::You, Pool::Force, n.into()).into()
    }

    /// "... until end of turn" and the like; only those in play are concerned (rule 1309.9).
    pub fn lasting(rule: Rule<Selector>, duration: Duration) -> Effect {
        Effect::Lasting(Box::new(Lasting { rule, duration, newcomers: Newcomers::Excluded }))
    }

    /// "You may ..."
    pub fn may(what: impl Into<Effect>) -> Effect {
        let optional = Optional::May(Player::You);
        Effect::Do { optional, what: Box::new(what.into()), then: None, otherwise: None }
    }

    /// "You may A. If you do, B."
    pub fn may_then(what: impl Into<Effect>, then: impl Into<Effect>) -> Effect {
        let optional = Optional::May(Player::You);
        Effect::Do {
            optional,
            what: Box::new(what.into()),
            then: Some(Box::new(then.into())),
            otherwise: None,
        }
    }

    /// "When A happens next, B."
    pub fn delayed(event: Event, effect: impl Into<Effect>) -> Effect {
        Effect::Delayed(vec![event], Box::new(effect.into()))
    }

    /// "If A, B."
    pub fn when(condition: Condition, then: impl Into<Effect>) -> Effect {
        Effect::If { condition, then: Box::new(then.into()), otherwise: None }
    }

    /// "... unless A pays B."
    #[must_use]
    pub fn unless(self, who: Player, costs: Costs) -> Effect {
        Effect::Unless { who, costs, effect: Box::new(self) }
    }
}

impl Mode {
    /// An option without a cost or timing of its own.
    pub fn new(effect: impl Into<Effect>) -> Mode {
        Mode { costs: Costs::free(), effect: effect.into(), timing: Timing::usual() }
    }
}

/// Lets every family of actions be used where an action or an effect is wanted.
macro_rules! family {
    ($($action:ident => $variant:ident),*) => {$(
        impl From<$action> for Action {
            fn from(action: $action) -> Action {
                Action::$variant(action)
            }
        }

        impl From<$action> for Effect {
            fn from(action: $action) -> Effect {
                Effect::Act(Action::$variant(action))
            }
        }
    )*};
}

family! {
    DamageAction => Damage,
    CounterAction => Counters,
    CardAction => Cards,
    UnitAction => Units,
    CombatAction => Combat,
    DiceAction => Dice,
    StepAction => Steps
}

impl From<Action> for Effect {
    fn from(action: Action) -> Effect {
        Effect::Act(action)
    }
}
