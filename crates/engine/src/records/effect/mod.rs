//! What an effect that resolves knows: its source, its trigger, its choices and what its steps came to.

pub(crate) mod counters;
pub(crate) mod select;
pub(crate) mod stage;

use crate::records::bindings::{Bindings, carries_bindings};
use crate::records::id::{AbilityId, ActionId, CostId, NodeId, SelectorId};
use crate::records::list::List;
use crate::records::state::{Slot, Slot0};
use crate::records::word::Words;
use stage::{ActionStage, NodeStage, PayStage};
use vocab::{Arena, Role};

/// As many cards as are a few.
pub const FEW: usize = 5;

/// A few cards that are remembered.
pub type Objects = List<Slot0, FEW>;

/// The number of a set of cards of the state that is too large for a few, counted from 1; 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Crowd(pub u8);

impl Crowd {
    /// Whether there is none.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// As many cards as one action is done to.
pub const PICKS: usize = 32;

/// The cards that one action is done to.
pub type Picks = List<Slot0, PICKS>;

/// As many results of steps as one ability can point back to.
pub const RESULTS: usize = 3;
/// As many items of a cost as one ability can point back to.
pub const PAID: usize = 3;

/// What a step came to (rule of the card language: anaphora).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bound {
    /// The cards it had to do with.
    pub objects: Objects,
    /// Its number: a roll, an amount.
    pub number: i16,
    /// The arena that was chosen.
    pub arena: Option<Arena>,
    /// The words that were chosen.
    pub words: Words,
    /// Whether it was carried out (rule 102.4).
    pub did: bool,
    /// All of them, where there are more than a few.
    pub crowd: Crowd,
}

/// A card that was chosen when a play was announced (rule 1306.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Target {
    /// The choice.
    pub selector: SelectorId,
    /// The card.
    pub card: Slot0,
}

/// What an effect that resolves has bound so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Context {
    /// What the words of its text stand for.
    pub bindings: Bindings,
    /// Who pays at the moment.
    pub payer: Role,
    /// The ability.
    pub ability: AbilityId,
    /// The card that "for each" is at.
    pub each: Slot0,
    /// Results of named steps.
    pub results: [Bound; RESULTS],
    /// What the items of the cost were paid with.
    pub paid: [Bound; PAID],
    /// The result of the last step.
    pub last: Bound,
    /// Cards chosen for the selectors of the action that is going on.
    pub picks: [Picks; 2],
    /// The cards that "for each" goes through.
    pub round: Picks,
    /// What changes of costs add to the Force cost (rule 1304.5).
    pub surcharge: i8,
    /// The least to which they lower it.
    pub floor: i8,
    /// Whether nothing is paid for the play.
    pub waived: bool,
    /// Cards chosen when the play was announced.
    pub targets: List<Target, 8>,
    /// Whether choices were made when the play was announced.
    pub announced: bool,
    /// The chosen mode, counted from 1; 0 for none (rule 1306.4).
    pub mode: u8,
    /// Which Enhance texts were declared, as bits (rule 1722.3).
    pub enhanced: u8,
    /// Whether "each player" is the one who does what each player may do.
    pub by_each: bool,
    /// Who does what is being done, if that isn't the player whose effect it is.
    pub doer: Option<Role>,
    /// Whether a step was carried out.
    pub did_something: bool,
    /// Whether something was to retreat and could not (rule 1310.5), or a roll led to nothing.
    pub failed: bool,
    /// How many effects that triggered each other led to it (rule 1305.9).
    pub chain: u8,
    /// The place in the card's text of the Meditate whose cost is paid in place of the printed one, counted from 1; 0
    /// for none (rule 1739.1).
    pub meditate: u8,
    /// The serial of the last card that had moved when its words came to stand for their cards: a unit that has left play
    /// since then isn't there any more (rule 1306.3). 0 before the effect begins.
    pub since: u16,
}

carries_bindings!(Context);

impl Default for Context {
    fn default() -> Context {
        Context {
            bindings: Bindings::default(),
            payer: Role::Dark,
            ability: AbilityId::default(),
            each: None,
            results: [Bound::default(); RESULTS],
            paid: [Bound::default(); PAID],
            last: Bound::default(),
            picks: [Picks::default(); 2],
            round: Picks::default(),
            surcharge: 0,
            floor: 0,
            waived: false,
            targets: List::default(),
            announced: false,
            mode: 0,
            enhanced: 0,
            by_each: false,
            doer: None,
            did_something: false,
            failed: false,
            chain: 0,
            meditate: 0,
            since: 0,
        }
    }
}

impl Context {
    /// The same context when an item of the cost has been paid.
    pub(crate) fn having_paid(&self, place: u8, paid: Bound) -> Context {
        let mut context = *self;
        if let Some(item) = context.paid.get_mut(usize::from(place)) {
            *item = paid;
        }
        context
    }

    /// A context for an ability of a card.
    pub fn new(this: Slot, giver: Slot, you: Role, ability: AbilityId) -> Context {
        let bindings = Bindings { giver: Some(giver), ..Bindings::of(Some(this), you) };
        Context { bindings, payer: you, ability, ..Context::default() }
    }

    /// The same context with another X.
    pub(crate) fn with_x(&self, x: i16) -> Context {
        Context { bindings: Bindings { x, ..self.bindings }, ..*self }
    }
}

/// A stage of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// The effect of the last context resolves; then the context is gone.
    Root(NodeId),
    /// The effect has resolved.
    End,
    /// A part of an effect, and how far it is.
    Node(NodeId, NodeStage),
    /// An action, and how far it is.
    Action(ActionId, ActionStage),
    /// A selector that fills the picks with this number.
    Select(SelectorId, u8, select::Stage),
    /// A list of costs, and how far it is.
    Pay(CostId, PayStage),
    /// A list of costs of the last context; then the context is gone.
    PayAlone(CostId),
    /// Cards that an action discards, one after another: the action, which card, whether texts have stepped in.
    Discard(ActionId, u8, Asked),
    /// Cards that an action completes or plays, one after another.
    Play(ActionId, u8),
    /// Counters are put, removed or moved: how far the action is.
    Counters(ActionId, counters::Stage),
    /// The texts of a Mission or Trap, one after another (rule 207.1).
    Texts(u8),
    /// Cards that an action puts into arenas, each into one of its own.
    Enter(ActionId, u8),
}

/// Whether texts that step in before something have been asked for (rule 1310.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// Not yet.
    No,
    /// They have.
    Yes,
}
