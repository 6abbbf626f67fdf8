//! Events: everything that happens, with its cause.

use crate::records::attack::Mode;
use crate::records::decision::Spot;
use crate::records::id::AbilityId;
use crate::records::state::{Moment, Outcome, Slot, Where};
use vocab::ability::{Entry, Flow as PoolFlow, Pool};
use vocab::{Arena, Counter, DefinitionId, Keyword, Role, RuleNumber};

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

/// Who knows which card it is: Dark, Light, those who watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowers(u8);

impl Knowers {
    /// Everybody.
    pub const ALL: Knowers = Knowers(7);

    /// Dark, Light, those who watch: whether each knows it.
    pub fn new(knows: [bool; 3]) -> Knowers {
        Knowers(knows.into_iter().rev().fold(0, |bits, knows| bits << 1 | u8::from(knows)))
    }

    /// A player alone.
    pub const fn only(who: Role) -> Knowers {
        Knowers(1 << who as u8)
    }

    /// Those who are in one or the other.
    #[must_use]
    pub const fn or(self, other: Knowers) -> Knowers {
        Knowers(self.0 | other.0)
    }

    /// Whether the viewer at this place knows it.
    pub const fn has(self, place: usize) -> bool {
        self.0 & (1 << place) != 0
    }
}

/// A card of an event as it was when that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witnessed {
    /// Its slot.
    pub slot: Slot,
    /// Which card it was: a shuffle may have dealt another one to its slot since.
    pub definition: DefinitionId,
    /// Who knew that.
    pub knowers: Knowers,
}

/// An event with what was known of its cards at that moment, to be told to anybody later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// What happened.
    pub event: Event,
    /// The cards in it, as they were after it.
    pub cards: [Option<Witnessed>; 4],
    /// Who knew the card that it is about before it moved: whoever did saw it go.
    pub knew: Knowers,
    /// Force and build points of both players after it, Dark first.
    pub pools: [[u16; 2]; 2],
    /// Damage and build counters on the card that it is about, after it.
    pub counters: [u8; 2],
}

impl Told {
    /// Which card lay in a slot, if the viewer at this place could see that.
    pub fn card(&self, slot: Slot, viewer: usize) -> Option<DefinitionId> {
        let card = self.cards.iter().flatten().find(|card| card.slot == slot)?;
        let is_about_it = self.cards[0].is_some_and(|first| first.slot == slot);
        let is_known = card.knowers.has(viewer) || (is_about_it && self.knew.has(viewer));
        is_known.then_some(card.definition)
    }
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
    /// An ability of a card is not triggered again: effects trigger each other without end (rule 1305.9).
    ChainEnded(Slot),
    /// A player carries a text of a card out by hand (rule 1316.3); whether it was announced before (rule 1306.1).
    ByHand { who: Role, card: Slot, announced: bool },
    /// What was done by hand stands (rule 1316.5).
    Agreed { who: Role, card: Slot },
    /// What was done by hand was taken back: a player wanted it (rule 1316.6), or the referee could not keep track of it
    /// (rule 1316.7).
    TakenBack { who: Option<Role>, card: Slot },
    /// A contest was bid for (rule 806.2).
    Bid { who: Role, amount: u16 },
    /// The game is over.
    Over(Outcome),
}

impl What {
    /// The cards that it names, the one it is about first.
    pub fn cards(self) -> [Option<Slot>; 4] {
        let one = |card: Slot| [Some(card), None, None, None];
        let two = |card: Slot, other: Slot| [Some(card), Some(other), None, None];
        match self {
            What::Moved { card, from, to } => [Some(card), from.host(), to.host(), None],
            What::Discarded { card, from, cause } => {
                let by = match cause {
                    DiscardCause::Damage(from) | DiscardCause::AttackDamage(from) => Some(from),
                    DiscardCause::Health
                    | DiscardCause::Uniqueness
                    | DiscardCause::Player(_)
                    | DiscardCause::Rule => None,
                };
                [Some(card), from.host(), by, None]
            }
            What::Deployed { card, spot, .. } => {
                let host = match spot {
                    Spot::OnTop(unit) | Spot::Under(unit) | Spot::Pilot(unit) | Spot::Attach(unit) => {
                        Some(unit)
                    }
                    Spot::Arena(_) | Spot::BuildZone => None,
                };
                [Some(card), host, None, None]
            }
            What::Drew { card, .. }
            | What::Revealed(card)
            | What::LookedAt { card, .. }
            | What::Completed { card, .. }
            | What::Entered { unit: card, .. }
            | What::Retreated(card)
            | What::Tapped(card)
            | What::Untapped(card)
            | What::PutCounters { card, .. }
            | What::RemovedCounters { card, .. }
            | What::Used { card, .. }
            | What::Played { card, .. }
            | What::Disrupted(card)
            | What::Keyword { unit: card, .. }
            | What::Predicted { unit: card, .. }
            | What::ChainEnded(card)
            | What::ByHand { card, .. }
            | What::Agreed { card, .. }
            | What::TakenBack { card, .. }
            | What::Controlled { unit: card, .. } => one(card),
            What::Attacks { attacker, defender, .. }
            | What::Hits { attacker, defender, .. }
            | What::AttackEnded { attacker, defender } => two(attacker, defender),
            What::IsAttacked { defender, attacker } => two(defender, attacker),
            What::Pending { to, from, .. } => two(to, from),
            What::Prevented { to, by, attack, .. } => [Some(to), Some(by), attack, None],
            What::Damaged { unit, from, .. } => two(unit, from),
            What::Attached { equipment, host } | What::Detached { equipment, host } => two(equipment, host),
            What::Stacked { card, unit } => two(card, unit),
            What::NewTop { unit, top } => two(unit, top),
            What::Started(_)
            | What::Ended(_)
            | What::Shuffled(_)
            | What::Searched(_)
            | What::Pool { .. }
            | What::Rolled { .. }
            | What::Die { .. }
            | What::Rerolled { .. }
            | What::BuildRoll(_)
            | What::GainedArena { .. }
            | What::Bid { .. }
            | What::Over(_) => [None; 4],
        }
    }
}
