//! The record of a damage sequence.

use crate::records::id::AbilityId;
use crate::records::list::{Full, List};
use crate::records::state::{Slot, Slot0, State, Where};
use vocab::{Arena, Keyword, Role};

/// Whether damage can be prevented (rule 1205).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Preventability {
    /// By which keywords.
    pub(crate) by: By,
    /// By which cards: the number of their description in the catalog, from 1; 0 for all.
    pub(crate) from: u8,
}

/// The keywords that prevent damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum By {
    /// All, and texts without a keyword.
    #[default]
    All,
    /// None, but for a unit with Fortitude.
    Nothing,
    /// Only these, as far as nothing else stops them.
    Only(Keyword, Option<Keyword>),
}

impl By {
    pub(crate) fn of(keywords: &[Keyword]) -> By {
        match *keywords {
            [] => By::Nothing,
            [only] => By::Only(only, None),
            // More than two are refused by `support`.
            [first, second, ..] => By::Only(first, Some(second)),
        }
    }

    pub(crate) fn allows(self, using: Option<Keyword>) -> bool {
        match self {
            By::All => true,
            By::Nothing => false,
            By::Only(first, second) => using.is_some() && (using == Some(first) || using == second),
        }
    }
}

impl Preventability {
    /// It can.
    pub const YES: Preventability = Preventability { by: By::All, from: 0 };
    /// It can't.
    pub const NO: Preventability = Preventability { by: By::Nothing, from: 0 };

    /// Both: what one of them forbids is forbidden.
    pub fn and(self, other: Preventability) -> Preventability {
        let by = match (self.by, other.by) {
            (By::All, other) | (other, By::All) => other,
            (By::Nothing, _) | (_, By::Nothing) => By::Nothing,
            (By::Only(first, second), other) => {
                let open = [Some(first), second].into_iter().flatten().filter(|one| other.allows(Some(*one)));
                By::of(&open.collect::<Vec<Keyword>>())
            }
        };
        match (self.from, other.from) {
            (0, from) | (from, 0) => Preventability { by, from },
            (one, other) if one == other => Preventability { by, from: one },
            // Two texts that name different cards: only what both mean could prevent it, and nothing is.
            (_, _) => Preventability::NO,
        }
    }
}

/// What damage comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An ability, a card.
    #[default]
    Other,
    /// The attack, to its defending unit (rule 1201.2).
    Attack,
    /// The attack, to the second unit of Overkill (rule 1740.4).
    Overkill,
    /// Deflect (rule 1717.5).
    Deflected,
}

/// What became of the unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It is there.
    #[default]
    Standing,
    /// It is going to be discarded in the discard step of the sequence.
    Doomed,
    /// It was discarded in the discard step of the sequence.
    Discarded,
    /// Something else happened to it instead of the discard (rule 1111.3).
    Spared,
}

/// One amount from one source to one unit at one time (rule 1201.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The unit that it is done to.
    pub to: Slot,
    /// The unit or card that does it.
    pub from: Slot,
    /// What is pending; after placement what was done.
    pub amount: u8,
    /// Dice that have to be rolled for it (rule 1203).
    pub dice: u8,
    /// What it comes from.
    pub kind: Kind,
    /// The keyword by which it is done.
    pub using: Option<Keyword>,
    /// Whether it can be prevented.
    pub preventable: Preventability,
    /// Where the unit is, or was when it fell: pending damage goes along with it (rule 1114.2).
    pub at: Where,
    /// Who controlled the unit.
    pub who: Role,
    /// What became of it.
    pub fate: Fate,
}

impl Default for Instance {
    fn default() -> Instance {
        Instance {
            to: Slot::default(),
            from: Slot::default(),
            amount: 0,
            dice: 0,
            kind: Kind::Other,
            using: None,
            preventable: Preventability::YES,
            at: Where::Nowhere,
            who: Role::Dark,
            fate: Fate::Standing,
        }
    }
}

/// A prevention ability that was used on an instance (rule 1204.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Use {
    /// Whose ability.
    pub unit: Slot,
    /// Which.
    pub ability: AbilityId,
    /// On which instance.
    pub instance: u8,
}

/// Prevention declared while the dice are hidden (rule 1715.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Declared {
    /// Whose ability, or the card that prevents.
    pub by: Slot,
    /// Which ability.
    pub ability: Option<AbilityId>,
    /// To which unit damage is prevented.
    pub to: Slot,
    /// By which keyword.
    pub using: Option<Keyword>,
    /// How much at most.
    pub amount: u8,
    /// Where deflected damage goes (rule 1717.1).
    pub target: Slot0,
}

/// A set of instances, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Aim([u8; 3]);

impl Aim {
    /// The set of these bits.
    pub const fn of(bits: u32) -> Aim {
        let [first, second, third, _] = bits.to_le_bytes();
        Aim([first, second, third])
    }

    /// Its bits.
    pub const fn bits(self) -> u32 {
        let Aim([first, second, third]) = self;
        u32::from_le_bytes([first, second, third, 0])
    }
}

/// As many instances of damage as there can be in all sequences together.
pub const INSTANCES: usize = 28;

/// As many as one sequence can have: they are told apart by bits.
const OF_ONE: usize = 24;

/// A damage sequence (rule 1202.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sequence {
    /// The place of its first instance among those of all sequences.
    pub(crate) first: u8,
    /// The number of the attack whose damage it is.
    pub attack: Option<u16>,
    /// Prevention that has been used.
    pub uses: List<Use, 16>,
    /// The dice that are being rolled, natural.
    pub dice: List<u8, 24>,
    /// The instance that they are rolled for.
    pub rolling: u8,
    /// What is left to be divided (rule 1311.8).
    pub rest: u8,
    /// The ability with which prevention is being played.
    pub using: Option<AbilityId>,
    /// Instances before this one cannot be prevented any more (rule 1715.8).
    pub closed: u8,
    /// Texts have stepped in before the instances before this one; later ones have been deflected (rule 1202.4).
    pub joined: u8,
    /// The instances that the prevention being played is aimed at (rule 1204.4).
    pub aimed: Aim,
    /// Whether the counters have been put (rule 1110.1).
    pub placed: bool,
}

impl State {
    /// The instances of the innermost sequence.
    pub fn instances(&self) -> &[Instance] {
        self.sequences.last().map_or(&[], |sequence| &self.instances[usize::from(sequence.first)..])
    }

    /// The same, to be changed.
    pub(crate) fn instances_mut(&mut self) -> &mut [Instance] {
        match self.sequences.last() {
            Some(sequence) => &mut self.instances[usize::from(sequence.first)..],
            None => &mut [],
        }
    }

    /// The instances of the sequence of an attack whose counters have not been put yet.
    pub(crate) fn instances_of_attack(&mut self, number: u16) -> &mut [Instance] {
        let is_it = |sequence: &Sequence| sequence.attack == Some(number) && !sequence.placed;
        let Some(place) = self.sequences.iter().position(is_it) else { return &mut [] };
        let first = usize::from(self.sequences[place].first);
        let next = self.sequences.get(place + 1).map_or(self.instances.len(), |next| next.first.into());
        &mut self.instances[first..next]
    }

    /// Begins a sequence within those that are going on.
    pub(crate) fn begin_sequence(&mut self, instances: &[Instance], attack: Option<u16>) -> Result<(), Full> {
        let first = self.instances.len() as u8;
        self.sequences.push(Sequence { first, attack, ..Sequence::default() })?;
        instances.iter().try_for_each(|instance| self.add_instance(*instance))
    }

    /// Adds an instance to the innermost sequence.
    pub(crate) fn add_instance(&mut self, instance: Instance) -> Result<(), Full> {
        if self.instances().len() >= OF_ONE {
            return Err(Full);
        }
        self.instances.push(instance)
    }

    /// Ends the innermost sequence; its instances as they are in the end.
    pub(crate) fn end_sequence(&mut self) -> Vec<Instance> {
        let done = self.instances().to_vec();
        self.sequences.pop();
        done.iter().for_each(|_| {
            self.instances.pop();
        });
        done
    }
}

/// A bonus that waits for the next build step of a player (rule 1712.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounty {
    /// Who gets it.
    pub who: Role,
    /// Whose Bounty it was.
    pub unit: Slot,
    /// The card that gives the Bounty.
    pub giver: Slot,
    /// The Bounty ability.
    pub ability: AbilityId,
    /// The unit that was discarded.
    pub fallen: Slot,
}

impl Default for Bounty {
    fn default() -> Bounty {
        let unit = Slot::default();
        Bounty { who: Role::Dark, unit, giver: unit, ability: AbilityId::default(), fallen: unit }
    }
}

/// A stage of a damage sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// Dice of damage for the next unit (rule 1203.4).
    RollNext,
    /// They have been rolled.
    Rolled,
    /// Dice that will be divided have been rolled (rule 1203.5).
    RolledTogether,
    /// Their hits are counted.
    Count,
    /// What this unit gets of what is divided (rule 1311.8).
    Divide(u8),
    /// "Would" effects apply (rule 1108.3).
    Start,
    /// Damage is pending (rule 1202.1).
    Pending,
    /// Static and triggered prevention (rules 1109.1, 1204.2).
    ByItself,
    /// A Parry resolves (rule 1742.1).
    Parry,
    /// What the damage triggers before it is done.
    Triggers,
    /// The damage prevention POP begins (rule 1204.2).
    Prevention,
    /// Hidden dice are shown (rule 1715.1).
    Show,
    /// They are open and final.
    Shown,
    /// What they would do is known, and pending.
    Open,
    /// What was declared is applied (rule 1715.8).
    Apply,
    /// Damage that was deflected joins the sequence: texts step in before it (rules 1202.4, 1717.6).
    Join,
    /// Texts that prevent it by themselves.
    Joined,
    /// It has joined the sequence.
    Settled,
    /// All damage that was declared to be deflected has joined the sequence.
    Applied,
    /// Counters are put (rule 1110.1).
    Place,
    /// The Surge of this unit, this much, resolves (rule 1757.1).
    Surge(Slot, u8),
    /// The chance for units that would be discarded (rule 1110.4).
    WouldBeDiscarded,
    /// Replacements apply (rule 1111.3).
    Replace,
    /// Units are discarded (rule 1111.1).
    Discard,
    /// An Area Damage resolves (rule 1706.1).
    AreaDamage {
        /// Whose.
        from: Slot,
        /// Who decides.
        who: Role,
        /// Where.
        arena: Arena,
        /// How many dice.
        dice: u8,
    },
    /// The damage that was done is left for the frame below.
    Report(u8),
    /// A prevention keyword resolves: on which instance.
    Choose {
        /// Whose.
        unit: Slot,
        /// Which keyword.
        keyword: Keyword,
        /// Its value.
        value: u8,
    },
    /// How much it prevents, or where the damage is deflected to.
    Amount {
        /// Whose.
        unit: Slot,
        /// Which keyword.
        keyword: Keyword,
        /// Its value.
        value: u8,
        /// On which instance.
        instance: u8,
    },
    /// The same while dice are hidden.
    Declare {
        /// Whose.
        unit: Slot,
        /// Which keyword.
        keyword: Keyword,
        /// Its value.
        value: u8,
        /// For which unit.
        to: Slot,
    },
    /// Texts prevent this instance of damage by themselves (rule 1204.2); where their order matters, it is decided how much
    /// (rule 1109.5).
    ByText(u8),
}
