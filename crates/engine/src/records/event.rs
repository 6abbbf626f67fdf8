//! Events: everything that happens, with its cause.

use crate::records::attack::Mode;
use crate::records::decision::Spot;
use crate::records::id::AbilityId;
use crate::records::state::{Moment, Outcome, Slot, Where};
use vocab::ability::{Entry, Flow as PoolFlow, Pool};
use vocab::{Arena, Counter, Keyword, Role, RuleNumber};

/// Something that happened, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub what: What,
    /// The rule that made it happen.
    pub rule: RuleNumber,
    /// The card or ability that made it happen.
    pub cause: Option<Slot>,
}

/// Why a card was discarded (rules 1207.2, 1602.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiscardCause {
    /// Damage, by these sources (up to two are remembered).
    Damage(Slot),
    /// Damage of the attack itself by this unit.
    AttackDamage(Slot),
    /// Its health fell (rule 1207.5).
    Health,
    /// Uniqueness (rule 801.2).
    Uniqueness,
    /// An effect or cost of this player.
    Player(Role),
    /// Something else: a Mission is over, a completion was disrupted, another Location came.
    Rule,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are the parties named in the line above them")]
pub enum What {
    /// A stage of the game started.
    Started(Moment),
    /// A stage of the game ended.
    Ended(Moment),
    /// A card went from one place to another.
    Moved { card: Slot, from: Where, to: Where },
    /// A card was drawn.
    Drew { who: Role, card: Slot },
    /// A player's deck was shuffled.
    Shuffled(Role),
    /// A player searched a deck (rule 1602.16).
    Searched(Role),
    /// A card was shown to both players.
    Revealed(Slot),
    /// A player looked at a card.
    LookedAt { who: Role, card: Slot },
    /// A card was completed (rule 704), with this X if that is its cost (rule 201.3).
    Completed { who: Role, card: Slot, x: u8 },
    /// A unit was deployed (rule 704.9).
    Deployed { who: Role, card: Slot, spot: Spot, using: Option<Keyword> },
    /// A unit entered an arena by being deployed, moved or put (rule 1705.1).
    Entered { who: Role, unit: Slot, arena: Arena, by: Entry },
    /// A unit retreated.
    Retreated(Slot),
    /// A card was tapped.
    Tapped(Slot),
    /// A card was untapped.
    Untapped(Slot),
    /// Counters were put on a card.
    PutCounters { card: Slot, kind: Counter, amount: u8, who: Role },
    /// Counters were removed from a card.
    RemovedCounters { card: Slot, kind: Counter, amount: u8, who: Role },
    /// Force or build points changed.
    Pool { who: Role, flow: PoolFlow, pool: Pool, amount: u16 },
    /// Dice were rolled; the dice follow as `Die`.
    Rolled { who: Role, dice: u8 },
    /// One die of a roll.
    Die { natural: u8 },
    /// A die was rolled again.
    Rerolled { from: u8, to: u8 },
    /// An attack was declared (rule 1105.1).
    Attacks { attacker: Slot, defender: Slot, mode: Mode },
    /// A unit is attacked (rules 1105.5, 1106.2).
    IsAttacked { defender: Slot, attacker: Slot },
    /// The hits of an attack were counted (rule 1107.9).
    Hits { attacker: Slot, defender: Slot, hits: u8 },
    /// Damage is pending (rule 1202.1).
    Pending { to: Slot, from: Slot, amount: u8 },
    /// Damage was prevented; damage of an attack itself names the attacker.
    Prevented { to: Slot, amount: u8, by: Slot, using: Option<Keyword>, attack: Option<Slot> },
    /// A unit was damaged: counters were placed as a result of damage (rule 1602.13).
    Damaged { unit: Slot, from: Slot, amount: u8, using: Option<Keyword> },
    /// A card was discarded.
    Discarded { card: Slot, from: Where, cause: DiscardCause },
    /// An attack ended (rule 1112).
    AttackEnded { attacker: Slot, defender: Slot },
    /// An ability was used.
    Used { card: Slot, ability: AbilityId },
    /// A card was played from the hand.
    Played { who: Role, card: Slot },
    /// A play, completion or attack was disrupted (rule 1308.2).
    Disrupted(Slot),
    /// A keyword did something (the timeline names it).
    Keyword { unit: Slot, keyword: Keyword, value: i16 },
    /// A prediction was made (rule 1727.1).
    Predicted { unit: Slot, hits: u8 },
    /// An Equipment was attached.
    Attached { equipment: Slot, host: Slot },
    /// An Equipment was detached.
    Detached { equipment: Slot, host: Slot },
    /// A card joined a stack (rule 802.4).
    Stacked { card: Slot, unit: Slot },
    /// Another card of a stack became its top card; what was known as `unit` is now `top` (rules 803.2, 805.1).
    NewTop { unit: Slot, top: Slot },
    /// A player gained control of a unit (rule 105.4).
    Controlled { unit: Slot, who: Role },
    /// The roll for build points was made (rule 602.7).
    BuildRoll(u8),
    /// A player gained control of an arena (rule 1501.4).
    GainedArena { who: Role, arena: Arena },
    /// A contest was bid for (rule 806.2).
    Bid { who: Role, amount: u16 },
    /// The game is over.
    Over(Outcome),
}
