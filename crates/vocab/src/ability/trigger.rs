//! Events that trigger, are replaced, end a duration or are looked for in the history (rule 1305).
//!
//! One pattern language serves all four. For every event the *subject* is what `Reference::Subject` means, the
//! *object* what `Reference::Object` means, and *that much* the number that `Amount::ThatMuch` means.

use super::{
    AbilityClass, ArenaRef, CounterKind, Edge, Pattern, Period, Place, Player, Pool, Range, Reference, Stage,
};
use crate::Keyword;
use serde::Serialize;

/// "When ...", "whenever ...": one of these events, how often (rule 1301.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Trigger {
    /// "attacks or is attacked": any of them.
    pub events: Vec<Event>,
    /// Which of the times it happens.
    pub frequency: Frequency,
    /// "this turn", "during the battle phase": only then.
    pub during: Option<Stage>,
}

/// Which of several occurrences trigger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Frequency {
    /// "when", "whenever", "each time": every time (rule 1305.1).
    #[default]
    Every,
    /// "the first turn", "the first battle phase": the first of the game (rule 214.1).
    First,
    /// "the first time each turn".
    FirstEachTurn,
    /// "the next time": once, then it is used up.
    Next,
    /// "once per turn, when ..., you may ...": until it was used (rule 1601.11).
    Once(Period),
}

/// Where in its stack a card comes (rule 802.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Joining {
    /// "add a card to this unit's stack": on top or beneath.
    Anywhere,
    /// "stack a card beneath this unit".
    Beneath,
}

/// Something that happens; a field that is `None` matches everything.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Event {
    /// "when your build step starts", "when the turn ends" (rules 603.2, 605.2, 1102.1).
    Stage(Edge, Stage),
    /// "when the roll for build points is made" (rule 602.7); that much: the roll.
    BuildRoll,
    /// "when you deploy this unit" (rule 1602.1); subject: the unit.
    Deploys {
        /// Who deploys it.
        who: Player,
        /// What is deployed.
        what: Pattern,
        /// "using Hidden Cost".
        using: Option<Keyword>,
    },
    /// "when you complete this Location" (rule 704.9); subject: the card.
    Completes {
        /// Who completes it.
        who: Player,
        /// What is completed.
        what: Pattern,
    },
    /// "whenever you play a Battle card" (rule 1306.1); subject: the card.
    Plays {
        /// Who plays it.
        who: Player,
        /// What is played.
        what: Pattern,
    },
    /// "whenever your opponent deploys, moves or puts a unit into this arena" (rule 1705.1), or in some of these ways;
    /// subject: the unit.
    Enters {
        /// Who brings it in.
        who: Player,
        /// What comes in.
        what: Pattern,
        /// The arena it enters.
        arena: ArenaRef,
        /// In which of the ways, in the order of `Entry`.
        by: Vec<Entry>,
    },
    /// "when this unit moves to another arena" (rule 1602.3); subject: the unit.
    Moves(Pattern),
    /// "when this unit leaves its arena": for whatever other place (rules 1602.3 to 1602.5); subject: the unit.
    Leaves(Pattern),
    /// "when this unit retreats" (rule 706.4); subject: the unit.
    Retreats(Pattern),
    /// "whenever this unit attacks a Jedi" (rule 1105.5); subject: the attacker, object: the defending unit.
    Attacks {
        /// Who attacks.
        attacker: Pattern,
        /// Whom.
        defender: Option<Pattern>,
        /// "using Bombard".
        using: Option<Keyword>,
    },
    /// "whenever this unit is attacked", also by a change of defender (rule 1106.2); subject: it, object: the attacker.
    IsAttacked {
        /// Who is attacked.
        defender: Pattern,
        /// By whom.
        attacker: Option<Pattern>,
    },
    /// "when this unit's attack ends" (rule 1112.1); subject: the attacker, object: the defending unit.
    AttackEnds(Pattern),
    /// "whenever this unit damages a unit", "is damaged" (rule 1602.13); subject: the damaged unit, object: the source.
    Damage {
        /// The source of the damage (rule 1201.7).
        source: Option<Pattern>,
        /// The unit that is damaged.
        target: Option<Pattern>,
        /// "2 or more damage"; that much: the damage.
        amount: Option<Range>,
        /// "using Retaliate".
        using: Option<Keyword>,
    },
    /// "whenever damage to this unit is prevented", "whenever you prevent damage to a unit" (rule 1204.8); subject: the
    /// unit; that much: what was prevented.
    Prevents {
        /// Whose card prevents it; nobody in particular without.
        who: Option<Player>,
        /// The unit that the damage was for.
        target: Pattern,
        /// "damage done by an attack from one of your Droids": only the damage of such an attack itself.
        attacker: Option<Pattern>,
        /// "using Evade".
        using: Option<Keyword>,
    },
    /// "when this unit is discarded from the Ground arena" (rule 1602.5); subject: the card.
    Discarded {
        /// What is discarded.
        what: Pattern,
        /// Where it was.
        from: Option<Place>,
        /// Why; the object is the source of the damage, if it was damage.
        cause: Cause,
    },
    /// "whenever this unit taps" (rule 1602.11); subject: it.
    Taps(Pattern),
    /// "when this unit untaps"; subject: it.
    Untaps(Pattern),
    /// "whenever 2 or more corruption counters are put on this unit"; subject: the card; that much: the counters.
    Counters {
        /// Put or removed.
        change: CounterChange,
        /// Who does it; `None` for whatever the cause.
        who: Option<Player>,
        /// Which counters.
        kind: CounterKind,
        /// On which card.
        on: Pattern,
        /// How many at once.
        amount: Option<Range>,
    },
    /// "whenever you attach a Skill to this unit" (rule 1602.19); subject: the Equipment, object: the card under it.
    Attached(Pattern, Pattern),
    /// "when you stack a card beneath this unit" (rule 802.4); subject: the card, object: the unit.
    Stacked(Joining, Pattern, Pattern),
    /// "when you gain Force", "whenever your opponent pays Force"; that much: the amount.
    Pool {
        /// Whose.
        who: Player,
        /// Which way.
        flow: Flow,
        /// Of what.
        pool: Pool,
        /// How much at once.
        amount: Option<Range>,
    },
    /// "whenever this unit uses Evade", "uses a Force-activated ability"; subject: the unit.
    Uses(Pattern, AbilityClass),
    /// "whenever one of your units gains a Bounty" (rule 1712.1), "whenever this unit's Backfire is triggered" (rule
    /// 1709.1); subject: the unit.
    Works(Pattern, Keyword),
    /// "whenever your opponent draws a card" (rule 1305.3).
    Draws(Player),
    /// "whenever you search your deck" (rule 1602.16).
    Searches(Player),
    /// "when this attack is disrupted", "when this card is disrupted" (rule 1308.2); subject: the card.
    Disrupted(Pattern),
    /// "whenever you gain control of an arena" (rule 1501.4).
    GainsArena(Player, ArenaRef),
}

/// How a unit comes into an arena (rules 1602.1 to 1602.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Entry {
    /// "deploys".
    Deployed,
    /// "moves".
    Moved,
    /// "puts".
    Put,
}

impl Entry {
    /// All of them, in their order.
    pub const ALL: [Entry; 3] = [Entry::Deployed, Entry::Moved, Entry::Put];
}

/// Why a card is discarded (rules 1207.2, 1603.8).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Cause {
    /// For whatever reason.
    Any,
    /// "damage from a Jedi causes".
    DamageFrom(Box<Pattern>),
    /// "damage from this unit's attack causes".
    AttackDamageFrom(Box<Pattern>),
    /// "whenever you discard": by the effect or cost of that player.
    By(Player),
}

/// Which way counters go (rule 1401.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum CounterChange {
    /// "put on", "added".
    Put,
    /// "removed from".
    Removed,
}

/// Which way Force or build points go; paying is not losing (rules 102.6, 1602.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Flow {
    /// "gain".
    Gain,
    /// "lose".
    Lose,
    /// "pay", "spend".
    Pay,
}

impl Trigger {
    /// "whenever A or B".
    pub const fn any(events: Vec<Event>) -> Trigger {
        Trigger { events, frequency: Frequency::Every, during: None }
    }

    /// The same trigger for other occurrences.
    #[must_use]
    pub const fn occurring(mut self, frequency: Frequency) -> Trigger {
        self.frequency = frequency;
        self
    }
}

impl From<Event> for Trigger {
    fn from(event: Event) -> Trigger {
        Trigger::any(vec![event])
    }
}

impl Event {
    /// "when you deploy this unit".
    pub fn you_deploy(what: impl Into<Pattern>) -> Event {
        Event::Deploys { who: Player::You, what: what.into(), using: None }
    }

    /// "whenever A attacks".
    pub fn attacks(attacker: impl Into<Pattern>) -> Event {
        Event::Attacks { attacker: attacker.into(), defender: None, using: None }
    }

    /// "whenever A damages B".
    pub fn damages(source: impl Into<Pattern>, target: impl Into<Pattern>) -> Event {
        Event::Damage { source: Some(source.into()), target: Some(target.into()), amount: None, using: None }
    }

    /// "when A is discarded", from wherever and for whatever reason.
    pub fn discarded(what: impl Into<Pattern>) -> Event {
        Event::Discarded { what: what.into(), from: None, cause: Cause::Any }
    }

    /// "when the attack ends": the one that is going on.
    pub const ATTACK_ENDS: Event = Event::AttackEnds(Pattern::Known(Reference::Attacker));

    /// "when your build step starts".
    pub const YOUR_BUILD_STEP_STARTS: Event = Event::Stage(Edge::Start, Stage::BuildStep(Player::You));
}
