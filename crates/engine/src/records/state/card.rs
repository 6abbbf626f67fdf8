//! The record of one physical card.

use super::{Slot, Slot0};
use vocab::{Arena, DefinitionId, Role};

/// Where a card is. Cards on other cards name the card they are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Where {
    /// In no zone: an unused record, or set aside (rule 301.3).
    #[default]
    Nowhere,
    /// In the deck; the order is the state's (rule 302.1).
    Deck,
    /// In the hand (rule 302.2).
    Hand,
    /// In the discard pile (rule 302.3).
    DiscardPile,
    /// Removed from the game (rule 302.4).
    Removed,
    /// Outside the game (rule 302.5).
    Supply,
    /// In the Event zone (rule 214.1).
    EventZone,
    /// In the build zone, face-down or face-up (rule 303.1).
    BuildZone,
    /// In an arena, as the top card of a unit or as a Location (rule 304.1).
    Arena(Arena),
    /// Under the top card of a stack (rule 802.1).
    Stacked(Slot),
    /// On a unit as its Pilot (rule 902.1).
    Piloting(Slot),
    /// Attached to a card as Equipment (rule 1001.3).
    Attached(Slot),
    /// Put beneath a card by an effect; not part of the stack (rule 301.4).
    Beneath(Slot),
}

impl Where {
    /// The number of its sort: places on different cards are of one sort.
    pub(crate) const fn sort(self) -> usize {
        match self {
            Where::Nowhere => 0,
            Where::Deck => 1,
            Where::Hand => 2,
            Where::DiscardPile => 3,
            Where::Removed => 4,
            Where::Supply => 5,
            Where::EventZone => 6,
            Where::BuildZone => 7,
            Where::Arena(arena) => 8 + arena as usize,
            Where::Stacked(_) => 11,
            Where::Piloting(_) => 12,
            Where::Attached(_) => 13,
            Where::Beneath(_) => 14,
        }
    }

    /// Whether cards there are in play or at least on the table, so that their counters stay (rules 304.3, 1401.5).
    pub const fn is_on_the_table(self) -> bool {
        match self {
            Where::BuildZone
            | Where::Arena(_)
            | Where::Stacked(_)
            | Where::Piloting(_)
            | Where::Attached(_)
            | Where::Beneath(_)
            | Where::EventZone => true,
            Where::Nowhere
            | Where::Deck
            | Where::Hand
            | Where::DiscardPile
            | Where::Removed
            | Where::Supply => false,
        }
    }

    /// Whether cards there have left play (rule 301.2); what lies beneath a card is not in play either (rule 301.4).
    pub const fn is_out_of_play(self) -> bool {
        !self.is_on_the_table() || matches!(self, Where::Beneath(_))
    }

    /// How many sorts there are.
    pub(super) const SORTS: usize = 15;

    /// How cards there lie on another, and on which.
    pub const fn on_card(self) -> Option<(On, Slot)> {
        match self {
            Where::Stacked(host) => Some((On::Stack, host)),
            Where::Piloting(host) => Some((On::Pilot, host)),
            Where::Attached(host) => Some((On::Equipment, host)),
            Where::Beneath(host) => Some((On::Beneath, host)),
            Where::Nowhere
            | Where::Deck
            | Where::Hand
            | Where::DiscardPile
            | Where::Removed
            | Where::Supply
            | Where::EventZone
            | Where::BuildZone
            | Where::Arena(_) => None,
        }
    }

    /// The card it is on, if it is on one.
    pub const fn host(self) -> Option<Slot> {
        match self.on_card() {
            Some((_, host)) => Some(host),
            None => None,
        }
    }

    /// The same place on another card.
    #[must_use]
    pub const fn on(self, host: Slot) -> Where {
        match self.on_card() {
            Some((On::Stack, _)) => Where::Stacked(host),
            Some((On::Pilot, _)) => Where::Piloting(host),
            Some((On::Equipment, _)) => Where::Attached(host),
            Some((On::Beneath, _)) => Where::Beneath(host),
            None => self,
        }
    }
}

/// How a card lies on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// In its stack (rule 802.1).
    Stack,
    /// As its Pilot (rule 902.1).
    Pilot,
    /// Attached to it (rule 1001.1).
    Equipment,
    /// Beneath it and not in its stack (rule 301.4).
    Beneath,
}

/// The record of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// What card it is.
    pub definition: DefinitionId,
    /// Who started the game with it (rule 105.1).
    pub owner: Role,
    /// On whose side it is (rule 105.1).
    pub controller: Role,
    /// Where it is.
    pub place: Where,
    /// Small facts.
    pub marks: Marks,
    /// Damage counters; on the top card for the whole unit (rule 1401.6).
    pub damage: u8,
    /// Build counters.
    pub build: u8,
    /// When it came to where it is: later cards have larger numbers (rule 801.2).
    pub arrived: u16,
    /// The unit with which it was discarded, as a card of its stack, or detached, as its Equipment: until it moves again (rules 807.3,
    /// 807.4).
    pub left_with: Slot0,
}

/// A set of small facts about a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks(u8);

/// A small fact about a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mark {
    /// Tapped (rule 204.5).
    Tapped = 1,
    /// Face-down: partially built (rule 204.1), or beneath a card.
    FaceDown = 2,
    /// Has been moved between arenas, or as a Pilot, in this build step (rules 205.3, 903.1).
    Moved = 4,
    /// Its Equip cost has been paid this turn (rule 1002.2), or that of its Enhance as it is completed (rule 1722.3).
    Paid = 8,
    /// Stays tapped in the next untap step (rule 602.3).
    SkipsUntap = 16,
    /// Was played by Meditate: removed instead of discarded (rule 1739.3).
    Meditated = 32,
    /// Has attacked this turn (rule 1759.2).
    Attacked = 64,
    /// Has changed its speed by Velocity without Stealth and gains none this turn (rule 1761.6).
    Exposed = 128,
}

impl Marks {
    /// Whether the fact holds.
    pub const fn has(self, mark: Mark) -> bool {
        self.0 & mark as u8 != 0
    }

    /// Makes the fact hold.
    pub fn set(&mut self, mark: Mark) {
        self.0 |= mark as u8;
    }

    /// Makes the fact not hold.
    pub fn clear(&mut self, mark: Mark) {
        self.0 &= !(mark as u8);
    }
}

impl Card {
    /// A card that is nowhere yet.
    pub const fn new(definition: DefinitionId, owner: Role) -> Card {
        Card {
            definition,
            owner,
            controller: owner,
            place: Where::Nowhere,
            marks: Marks(0),
            damage: 0,
            build: 0,
            arrived: 0,
            left_with: None,
        }
    }

    /// Becomes a new object elsewhere, without counters and marks (rules 304.2, 1401.5), its owner's again (105.3).
    pub fn leave_play(&mut self, to: Where) {
        *self = Card { place: to, arrived: self.arrived, ..Card::new(self.definition, self.owner) };
    }

    /// Goes under another card, where it is no unit: what was on the unit is gone.
    pub fn lie_under(&mut self, to: Where) {
        let (controller, meditated) = (self.controller, self.marks.0 & Mark::Meditated as u8);
        self.leave_play(to);
        (self.controller, self.marks) = (controller, Marks(meditated));
    }

    /// Whether it was set aside, so that it is in no zone (rule 301.3); a card that is being played lies face-up.
    pub fn is_set_aside(&self) -> bool {
        self.place == Where::Nowhere && self.is_face_down()
    }

    /// Becomes the top card of a unit in place of `old`: what is on the unit stays on it (rules 802.5, 805.3).
    pub(crate) fn take_over(&mut self, old: &mut Card) {
        let (own, others) = (self.marks.0 & Mark::Meditated as u8, old.marks.0 & !(Mark::Meditated as u8));
        let new = Card { marks: Marks(own | others), definition: self.definition, owner: self.owner, ..*old };
        let meditated = Marks(old.marks.0 & Mark::Meditated as u8);
        let under =
            Card { marks: meditated, controller: old.controller, ..Card::new(old.definition, old.owner) };
        (*self, *old) = (new, under);
    }

    /// Whether it is tapped.
    pub const fn is_tapped(&self) -> bool {
        self.marks.has(Mark::Tapped)
    }

    /// Whether it lies open in an arena or a build zone, or pilots a unit: where abilities of units work at all (rules
    /// 902.2, 1314.1, 1314.2).
    pub const fn lies_open_or_pilots(&self) -> bool {
        match self.place {
            Where::Arena(_) | Where::BuildZone => !self.is_face_down(),
            Where::Piloting(_) => true,
            Where::Nowhere
            | Where::Deck
            | Where::Hand
            | Where::DiscardPile
            | Where::Removed
            | Where::Supply
            | Where::EventZone
            | Where::Stacked(_)
            | Where::Attached(_)
            | Where::Beneath(_) => false,
        }
    }

    /// Whether it lies face-down.
    pub const fn is_face_down(&self) -> bool {
        self.marks.has(Mark::FaceDown)
    }
}
