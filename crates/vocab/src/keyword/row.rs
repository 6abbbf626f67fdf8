//! The columns of the keyword table: what each keyword is, as typed data.

use super::Keyword;
use crate::RuleNumber;
use serde::Serialize;

/// One row of the table; each keyword's row lives in the file named after it.
#[derive(Debug)]
pub struct Row {
    /// The keyword.
    pub keyword: Keyword,
    /// Its name on cards.
    pub name: &'static str,
    /// Its section in chapter 17; the rulings are the rules there.
    pub section: u16,
    /// How several instances on one unit combine; `None` if the table gives no class (rule 1302.8).
    pub class: Option<Combination>,
    /// Static, activated or triggered.
    pub nature: Nature,
    /// What follows the name.
    pub parameter: Parameter,
    /// The step in which it acts: where it is played, triggers or is looked up.
    pub step: Step,
    /// The later step in which what it set up happens; `None` if everything happens in `step`.
    pub resolves: Option<Step>,
    /// Where the card must be for it to work (rule 1314).
    pub works_in: Places,
    /// Which cards can have it.
    pub limits: &'static [Limit],
    /// What it does, in one sentence of at most 18 words.
    pub plain: &'static str,
    /// A tiny example with real numbers.
    pub example: &'static str,
    /// The whole definition of the current edition, in our own words.
    pub definition: &'static str,
    /// The older edition, for the 33 keywords of the sheets (chapter 18).
    pub sheets: Option<Sheets>,
}

/// How several instances of a keyword on one unit combine (rules 1302.1 to 1302.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Combination {
    /// Each instance works on its own.
    Layered,
    /// The numbers are added and work as one.
    Cumulative,
    /// More instances add nothing.
    Isolated,
    /// One instance is selected for each use.
    Selective,
}

impl Combination {
    /// What the class means, in a few words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Combination::Layered => "each instance works on its own",
            Combination::Cumulative => "values are added into one",
            Combination::Isolated => "a second instance adds nothing",
            Combination::Selective => "one instance is selected for each use",
        }
    }
}

/// The kind of effect (rules 1301.1 to 1301.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Nature {
    /// Works as long as its condition is true.
    Static,
    /// Static, and begins with a trigger (Adapt, Consume, Velocity).
    StaticWithTrigger,
    /// Played, with a cost before the arrow.
    Activated,
    /// Happens by itself when its event happens.
    Triggered,
}

/// What follows the name of the keyword on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Parameter {
    /// Nothing: `Armor`.
    None,
    /// A number: `Evade X`.
    Number,
    /// A number with a sign: `Accuracy X` or `Accuracy -X`.
    SignedNumber,
    /// An effect that happens: `Bounty: [effect]`.
    Effect,
    /// An ability that the card has: `Reserves: [ability]`.
    Ability,
    /// A cost that replaces another or falls due: `Alternative Cost: [cost]`, `Upkeep: [cost]`.
    Cost,
    /// A text that the unit has, ability or not (rule 1802.29): `INSERT: [effect]`.
    Text,
    /// An additional cost and what it buys: `Enhance: [cost -> effect]`.
    CostAndEffect,
    /// A number and a condition: `Reduced Cost X: If [condition]`.
    NumberAndCondition,
    /// Kinds of cards: `Stack: [list]`.
    CardList,
    /// Texts to choose from: `Adapt: [A/B/...]`.
    Alternatives,
    /// One text for each arena of the type line: `Switch: [A/B/C]`.
    OnePerArena,
    /// Subtypes before it, abilities after it: `[subtype] Pilot. The [subtype] gets: ...`.
    SubtypesAndAbilities,
}

/// The step of the game in which a keyword acts; the rulebook section is in the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Step {
    /// Whenever a value is looked up (1313): no step of its own.
    Always,
    /// Playing a card (1306), by completing it (704.2) or from the discard pile (1739.1).
    Play,
    /// Working out and paying the cost of a card (703, 704; for Battle cards 1306.1).
    Completion,
    /// Adding cards to a stack and what a stack gives (chapter 8).
    Stacking,
    /// The start of the controller's build step (603.2).
    BuildStepStart,
    /// During the controller's build step (603.5).
    BuildStep,
    /// Right after a unit is deployed (704.2).
    Deployment,
    /// Right after a unit enters an arena (1705.3).
    Entering,
    /// The start of the arena's battle step (1102.1).
    BattleStepStart,
    /// Declaring the attack: targets, power and costs (1105).
    Declaration,
    /// The attack POP (1106.1).
    AttackPop,
    /// Predictions, once the defending unit is final (1106.5).
    Prediction,
    /// The number of attack dice and their first roll (1107.1 to 1107.4).
    Roll,
    /// Rerolls (1107.6, 1107.7).
    Reroll,
    /// The final dice: counting hits, natural numbers, comparing predictions (1107.9 to 1107.11).
    Hits,
    /// Pending damage (1108).
    PendingDamage,
    /// Damage prevention (1109, 1204).
    Prevention,
    /// Damage placement (1110).
    Placement,
    /// Unit discard (1111).
    Discard,
    /// The attack end (1112).
    AttackEnd,
    /// After the attack (1113).
    AfterAttack,
}

impl Step {
    /// The step in words.
    pub const fn name(self) -> &'static str {
        match self {
            Step::Always => "whenever a value is looked up",
            Step::Play => "playing the card",
            Step::Completion => "completing the card",
            Step::Stacking => "stacking",
            Step::BuildStepStart => "start of your build step",
            Step::BuildStep => "your build step",
            Step::Deployment => "deployment",
            Step::Entering => "a unit enters the arena",
            Step::BattleStepStart => "start of the battle step",
            Step::Declaration => "declaring the attack",
            Step::AttackPop => "attack POP",
            Step::Prediction => "predictions",
            Step::Roll => "rolling attack dice",
            Step::Reroll => "rerolls",
            Step::Hits => "counting hits",
            Step::PendingDamage => "pending damage",
            Step::Prevention => "damage prevention",
            Step::Placement => "damage placement",
            Step::Discard => "unit discard",
            Step::AttackEnd => "attack end",
            Step::AfterAttack => "after the attack",
        }
    }
}

/// Where a card must be for its keyword to work (rule 1314): a small set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Places(u8);

impl Places {
    /// The top card of a unit in an arena.
    pub const ARENA: Places = Places(1);
    /// Face-up or face-down in the build zone.
    pub const BUILD_ZONE: Places = Places(2);
    /// In its owner's discard pile.
    pub const DISCARD_PILE: Places = Places(4);
    /// In the hand, when it is played or completed.
    pub const HAND: Places = Places(8);
    /// Beneath the top card of a stack.
    pub const UNDER_TOP: Places = Places(16);
    /// On a unit as its Pilot.
    pub const PILOTING: Places = Places(32);
    /// Attached to a card, as Equipment is.
    pub const ATTACHED: Places = Places(64);

    /// Both sets together.
    pub const fn and(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// Whether all of `other` is in this set.
    pub const fn include(self, other: Places) -> bool {
        self.0 & other.0 == other.0
    }

    /// The places in words.
    pub fn names(self) -> Vec<&'static str> {
        [
            (Places::ARENA, "arena"),
            (Places::BUILD_ZONE, "build zone"),
            (Places::HAND, "hand"),
            (Places::DISCARD_PILE, "discard pile"),
            (Places::UNDER_TOP, "under the top card of a stack"),
            (Places::PILOTING, "while piloting"),
            (Places::ATTACHED, "attached to a card"),
        ]
        .into_iter()
        .filter_map(|(place, name)| self.include(place).then_some(name))
        .collect()
    }
}

impl Serialize for Places {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.names())
    }
}

/// A limit to the cards that can have a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Limit {
    /// A non-unique card can't have it, printed or gained.
    UniqueOnly,
    /// Needs more than one arena on the type line.
    MultiArenaOnly,
    /// Found on Equipment.
    EquipmentOnly,
    /// Found on cards with a build cost.
    BuiltCardsOnly,
}

impl Limit {
    /// The limit in words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Limit::UniqueOnly => "a non-unique card cannot have it",
            Limit::MultiArenaOnly => "only on units with more than one arena",
            Limit::EquipmentOnly => "only on Equipment",
            Limit::BuiltCardsOnly => "only on cards that are built",
        }
    }
}

/// The entry of the older sheets.
#[derive(Debug)]
pub struct Sheets {
    /// Its own definition if it differs; `None` if both editions mean the same (rule 1801.4).
    pub definition: Option<&'static str>,
    /// The differences in table 1802 that are about this keyword.
    pub differences: &'static [Difference],
}

impl Sheets {
    /// The same in both editions.
    pub const SAME: Sheets = Sheets { definition: None, differences: &[] };
}

/// One difference between the editions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Difference {
    /// Its number in table 1802.
    pub rule: RuleNumber,
    /// What the older sheets say.
    pub sheets: &'static str,
    /// What the current table says.
    pub current: &'static str,
    /// What changes in play.
    pub in_play: &'static str,
}
