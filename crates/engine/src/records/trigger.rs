//! Triggered effects that wait, and what would happen (rules 1305, 1310).

use super::bindings::{Bindings, carries_bindings};
use super::event::DiscardCause;
use super::id::{AbilityId, NodeId};
use super::list::Full;
use super::recalled::Recalled;
use super::state::{Slot, Slot0, State, Where};
use vocab::ability::Pool;
use vocab::{Keyword, Role};

/// What kind of effect waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A triggered effect, or a delayed one.
    #[default]
    Effect,
    /// A Trap that may be completed now (rule 212.2).
    Trap,
    /// Its subject is to be discarded, and texts may step in (rule 1310.2).
    Due(DiscardCause),
    /// A player is to gain this much, and texts may step in.
    Gain(Pool),
    /// Something can be played directly after what has happened (rule 1601.2).
    Chance,
    /// Damage that this keyword stored for the attack end: `this` does it to the subject (rule 1112.1).
    Stored(Keyword),
    /// What damage triggered by this keyword of `this`: to or for the bound cards (rules 1110.3, 1111.2).
    Keyword(Keyword),
    /// One of the Adapts of a unit (rule 1703.1).
    Adapt(u8),
    /// The Velocity of a unit (rule 1761.1).
    Velocity,
    /// Too many Pilots on a unit (rule 904.5).
    Pilots,
    /// What prevents damage to a unit by itself, while it is pending (rule 1204.2).
    ByItself,
}

/// How far within other things something began to wait, as one number: there is a lot that may wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Depth(u8);

impl Depth {
    /// Within this many damage sequences, of which there are three at most, and at the end of a chain of this many effects.
    pub(crate) const fn new(level: u8, chain: u8) -> Depth {
        let chain = if chain < 63 { chain } else { 63 };
        Depth(chain << 2 | level & 3)
    }

    /// How many damage sequences were going on: it waits for later ones to be over (rule 1202.3).
    pub const fn level(self) -> u8 {
        self.0 & 3
    }

    /// How many effects that triggered each other led to it (rule 1305.9).
    pub const fn chain(self) -> u8 {
        self.0 >> 2
    }
}

/// A triggered effect that waits to resolve (rule 1305.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    /// The effect.
    pub root: NodeId,
    /// The ability that it belongs to.
    pub ability: AbilityId,
    /// What the words of its text stand for.
    pub bindings: Bindings,
    /// What it is.
    pub sort: Sort,
    /// How far within other things it began to wait.
    pub depth: Depth,
    /// Cards that earlier steps of a delayed effect had to do with, or that a keyword concerns.
    pub bound: Recalled,
    /// When its words came to stand for their cards, as in `Context`.
    pub since: u16,
}

impl Default for Waiting {
    fn default() -> Waiting {
        Waiting {
            root: NodeId::default(),
            ability: AbilityId::default(),
            bindings: Bindings::default(),
            sort: Sort::Effect,
            depth: Depth::default(),
            bound: Recalled::default(),
            since: 0,
        }
    }
}

carries_bindings!(Waiting);

impl Waiting {
    /// Something of a sort that has no text of its own, for a player.
    pub(crate) fn of(sort: Sort, this: Slot0, you: Role) -> Waiting {
        Waiting { sort, bindings: Bindings { giver: None, ..Bindings::of(this, you) }, ..Waiting::default() }
    }
}

/// An effect that waits for an event, such as the end of the attack (rule 1112.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Delayed {
    /// The part of an effect that names the events.
    pub node: NodeId,
    /// The attack in which it was made, counted from 1; 0 outside of attacks.
    pub attack: u8,
    /// What then waits to resolve.
    pub waiting: Waiting,
}

/// Resolving what waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// All waiting effects resolve: DS's first, each player's in the order he or she chooses (rule 1305.4).
    Resolve,
    /// A player is asked whether to complete a Trap: the last context is its (rule 212.3).
    Trap,
    /// This many of the extra prices of the Trap were paid; then it can be disrupted (rules 207.4, 704.2).
    TrapPaid(u8),
    /// The Trap was revealed; its disrupt chance is over.
    TrapTried,
    /// The Trap has resolved.
    TrapDone,
    /// Texts step in before what would happen, one after another (rule 1310.2).
    Would,
    /// One of them has resolved: the last context is its (rule 1310.1).
    Replaced,
    /// A card from this place is discarded, unless something else took the place of that.
    Due(Slot, DiscardCause, Where),
    /// The chance directly after what has happened is over (rule 1601.2).
    Chance,
    /// A player gains, unless something else took the place of that.
    Gains(Role, Pool, u16),
}

/// What would happen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum About {
    /// The damage of the sequence that is going on, before it is pending (rule 1108.3).
    #[default]
    Damage,
    /// The same while it is pending: prevention that happens by itself (rule 1109.1).
    Pending,
    /// Units that damage would get discarded (rule 1111.3).
    Fallen,
    /// The attack that is about to be declared (rule 1105.1).
    Attack,
    /// A card would be discarded for this reason.
    Discard(Slot, DiscardCause),
    /// The roll for build points would be made (rule 602.5).
    BuildRoll,
    /// A player would gain this much.
    Gain(Role, Pool, u16),
    /// A player would complete a card: it has been revealed and paid for (rule 704.2).
    Complete(Role, Slot),
    /// A unit's moment to act has come: a text may say whom it attacks (rule 1104.5).
    Act(Slot),
    /// A text made it attack this unit.
    Led(Slot),
}

/// Events that would happen together, and what has been applied to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Would {
    /// What would happen.
    pub about: About,
    /// Which of the events a text is about at the moment.
    pub at: u8,
    /// Whether that text changed the event in place of replacing it.
    pub changed: bool,
    /// Whether the event does not happen.
    pub replaced: bool,
    /// Who says which text comes first: everybody sees who is asked, whatever lies face-down.
    pub asked: Option<Role>,
    /// The place of the first text that was applied to them, among those applied to anything.
    first: u8,
}

/// A text that has stepped in, for each can apply once to one event: the event, the card and the ability (rule 1310.2).
pub type Applied = (u8, Slot0, AbilityId);

impl State {
    /// Something would happen, before which texts step in.
    pub(crate) fn begin_would(&mut self, about: About) -> Result<(), Full> {
        let first = self.applied.len() as u8;
        self.would.push(Would { about, first, ..Would::default() })
    }

    /// The texts that have been applied to what would happen innermost.
    pub fn applied(&self) -> &[Applied] {
        self.would.last().map_or(&[], |would| &self.applied[usize::from(would.first)..])
    }

    /// The same, to be changed.
    pub(crate) fn applied_mut(&mut self) -> &mut [Applied] {
        let first = self.would.last().map_or(self.applied.len(), |would| usize::from(would.first));
        &mut self.applied[first..]
    }

    /// No more texts step in before it.
    pub(crate) fn end_would(&mut self) {
        let Some(would) = self.would.pop() else { return };
        while self.applied.len() > usize::from(would.first) {
            self.applied.pop();
        }
    }
}
