//! Decisions: who is asked, what for, and the finite list of choices.

use crate::records::attack::Mode;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::records::word::Word;
use vocab::{Arena, Counter, Keyword, Role, RuleNumber};

/// A question of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who is asked.
    pub who: Role,
    /// What for.
    pub why: Why,
    /// The rule that asks.
    pub rule: RuleNumber,
    /// The card it is about.
    pub source: Option<Slot>,
    /// What can be answered; the answer is an index into it.
    pub choices: Vec<Choice>,
}

/// The frame's part of a question; the choices are listed beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Who is asked.
    pub who: Role,
    /// What for.
    pub why: Why,
    /// The rule that asks.
    pub rule: RuleNumber,
    /// The card it is about.
    pub source: Option<Slot>,
}

impl Ask {
    /// A question that is about no card.
    pub const fn new(who: Role, why: Why, section: u16, rule: u8) -> Ask {
        Ask { who, why, rule: RuleNumber::new(section, rule), source: None }
    }

    /// The same question about a card.
    #[must_use]
    pub const fn about(mut self, source: Slot) -> Ask {
        self.source = Some(source);
        self
    }
}

/// Where a card can be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// Into an arena.
    Arena(Arena),
    /// Into the build zone.
    BuildZone,
    /// On top of a unit's stack (rule 803.2).
    OnTop(Slot),
    /// Under the top card of a unit (rule 803.1).
    Under(Slot),
    /// Onto a unit as its Pilot (rule 704.6).
    Pilot(Slot),
    /// Onto a card as Equipment (rule 1002.1).
    Attach(Slot),
}

/// One possible answer. The meaning of a choice depends on nothing but its own data and the reason of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Do nothing in this chance (rule 1307.1).
    Pass,
    /// No more of it.
    Done,
    /// Yes.
    Yes,
    /// No.
    No,
    /// Back to the first step of a choice made of several.
    Back,
    /// This card.
    Card(Slot),
    /// This card to that place.
    Put(Slot, Spot),
    /// An activated ability of a card in play.
    Use(Slot, AbilityId),
    /// A card from the hand or another zone: a Battle card, a Trap, a completion.
    Play(Slot),
    /// Complete a card at a price other than its build cost (rules 1704.1, 1731.1).
    PlayBy(Slot, Keyword),
    /// What this keyword of a card has waiting comes next (rules 1112.2, 1305.4).
    Keyword(Slot, Keyword),
    /// Attack this unit.
    Attack(Slot, Mode),
    /// This die, counted from 0.
    Die(u8),
    /// This number.
    Number(u8),
    /// The option with this number, counted from 0.
    Option(u8),
    /// This arena.
    Arena(Arena),
    /// This kind of counter.
    Counter(Counter),
    /// This subtype or card type.
    Word(Word),
    /// This ability printed on a card.
    Ability(Slot, AbilityId),
}

impl Choice {
    /// The card that a choice is about, if it is about one.
    pub const fn card(self) -> Option<Slot> {
        match self {
            Choice::Card(card)
            | Choice::Put(card, _)
            | Choice::Use(card, _)
            | Choice::Play(card)
            | Choice::PlayBy(card, _)
            | Choice::Keyword(card, _)
            | Choice::Attack(card, _)
            | Choice::Ability(card, _) => Some(card),
            Choice::Pass
            | Choice::Done
            | Choice::Yes
            | Choice::No
            | Choice::Back
            | Choice::Die(_)
            | Choice::Number(_)
            | Choice::Option(_)
            | Choice::Arena(_)
            | Choice::Counter(_)
            | Choice::Word(_) => None,
        }
    }
}

/// What a question is for. A new card may need a new reason, hardly ever a new kind of choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// An Event from the supply (rule 502.4).
    PlayEvent,
    /// A Resource to pull (rule 502.5).
    PullResource,
    /// Cards to exchange in the mulligan (rule 502.7).
    Mulligan,
    /// A card to put in setup, or to stop (rule 503.1).
    SetupBuild,
    /// A card to build partially when stopping (rule 504.3).
    SetupPartial,
    /// How many build counters to put.
    BuildCounters,
    /// What to do first at the start of the build step (rule 603.2).
    BuildStepStart,
    /// What to do in the build step (rule 603.5).
    Build,
    /// Where a completed card goes (rule 704.4).
    Destination,
    /// Which units retreat (rule 706.1).
    Retreat,
    /// A play-or-pass chance (rule 1307.1).
    PlayOrPass,
    /// Which of several tied units acts (rule 1103.3).
    NextUnit,
    /// What the acting unit does (rule 1104.1).
    Act,
    /// A bid for a contested unit (rule 806.2).
    Bid,
    /// Which of several comes first (rules 806.5, 1112.2, 1305.4).
    Order,
    /// Whether to use something optional.
    Optional,
    /// A price to pay or not (rule 1105.2).
    PayOrNot,
    /// The use of a keyword: amounts, targets, dice, predictions.
    Keyword(Keyword),
    /// Cards that an effect chooses (rule 1311.1).
    Choose,
    /// A mode of "choose one" (rule 1306.4).
    Mode,
    /// The value of X (rule 1304.8).
    X,
    /// How something is paid.
    Pay,
    /// How much damage is prevented (rule 1204.6).
    Prevent,
    /// How a number is divided (rule 1311.8).
    Divide,
    /// What is equipped with an Equipment (rule 1002.1).
    Equip,
    /// Whether a unit that may stay tapped untaps (rule 602.2).
    Untap,
    /// What is done by hand (rule 1316.3).
    ByHand,
    /// Whether what was done by hand stands (rule 1316.5).
    Agree,
}

impl Why {
    /// Whether a step or a unit asks for something of its own, and nothing is going on besides.
    pub const fn is_of_step(self) -> bool {
        match self {
            Why::Act
            | Why::NextUnit
            | Why::Build
            | Why::Retreat
            | Why::SetupBuild
            | Why::SetupPartial
            | Why::BuildStepStart
            | Why::Mulligan => true,
            Why::PlayOrPass
            | Why::PlayEvent
            | Why::PullResource
            | Why::BuildCounters
            | Why::Destination
            | Why::Bid
            | Why::Order
            | Why::Optional
            | Why::PayOrNot
            | Why::Keyword(_)
            | Why::Choose
            | Why::Mode
            | Why::X
            | Why::Pay
            | Why::Prevent
            | Why::Divide
            | Why::Equip
            | Why::Untap
            | Why::ByHand
            | Why::Agree => false,
        }
    }
}

/// Why an answer was not taken; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The game is over.
    #[error("the game is over: there is nothing to answer")]
    GameOver,
    /// There is no such choice.
    #[error("there is no choice {index}; the question has {choices}, counted from 0")]
    NoSuchChoice {
        /// What was answered.
        index: usize,
        /// How many choices there are.
        choices: usize,
    },
}
