//! Which cards are where, and which have texts that matter to all: sets kept beside the records, so that nobody looks
//! through all cards for a few.

use super::{ByRole, Slot, SlotSet, Where};
use crate::catalog::Topics;
use std::hash::{Hash, Hasher};
use vocab::Role;

/// The cards in each sort of place, and the cards with some sorts of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    sorts: [SlotSet; Where::SORTS],
    texts: [SlotSet; Text::ALL.len()],
    rules: [SlotSet; Topics::GROUPS.len()],
    on_the_table: SlotSet,
    hosts: SlotSet,
    controlled: ByRole<SlotSet>,
    in_force: Topics,
}

/// A sort of text that matters beyond the card that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    /// Works outside of play (rule 1314.4).
    Elsewhere,
    /// Waits for events.
    Waits,
    /// Can be played: a Battle card, or activated abilities, quoted ones included.
    Plays,
    /// Mentions Inspiration, which every other unit feels (rule 1733.1).
    Inspires,
    /// May make a health smaller than what is printed.
    Shrinks,
    /// Mentions Hidden Cost (rule 1731).
    Hides,
    /// Is that of a unique card (rule 202.2).
    Unique,
}

impl Text {
    pub(crate) const ALL: [Text; 7] =
        [Text::Elsewhere, Text::Waits, Text::Plays, Text::Inspires, Text::Shrinks, Text::Hides, Text::Unique];
}

impl Places {
    /// The cards in places of one sort.
    pub(super) const fn of(&self, place: Where) -> SlotSet {
        self.sorts[place.sort()]
    }

    pub(super) fn count(&self, sort: usize) -> usize {
        self.sorts[sort].len()
    }

    pub(super) fn moved(&mut self, card: Slot, from: Where, to: Where) {
        self.sorts[from.sort()].remove(card);
        self.sorts[to.sort()].insert(card);
        if from.is_on_the_table() != to.is_on_the_table() {
            self.on_the_table.set(card, to.is_on_the_table());
            self.look_at_rules();
        }
    }

    /// Notes on whose side a card is.
    pub(super) fn given(&mut self, card: Slot, who: Role) {
        self.controlled[who].insert(card);
        self.controlled[who.other()].remove(card);
    }

    /// The cards on a player's side, wherever they are.
    pub(super) fn controlled_by(&self, who: Role) -> SlotSet {
        self.controlled[who]
    }

    /// Notes what the static rules of cards that can speak are about.
    fn look_at_rules(&mut self) {
        let may_speak = self.on_the_table.or(self.with(Text::Elsewhere));
        self.in_force = Topics::default();
        for (group, set) in Topics::GROUPS.iter().zip(&self.rules) {
            if !set.and(may_speak).is_empty() {
                self.in_force = self.in_force.or(*group);
            }
        }
    }

    /// Whether static rules about these topics may be in force.
    pub(crate) const fn may_rule(&self, topics: Topics) -> bool {
        self.in_force.meets(topics)
    }

    /// All cards on the table.
    pub(super) const fn on_the_table(&self) -> SlotSet {
        self.on_the_table
    }

    /// The cards with a sort of text.
    pub(crate) const fn with(&self, text: Text) -> SlotSet {
        self.texts[text as usize]
    }

    /// The cards that others lie on or under.
    pub(crate) const fn hosts(&self) -> SlotSet {
        self.hosts
    }

    pub(super) fn set_host(&mut self, card: Slot, carries: bool) {
        self.hosts.set(card, carries);
    }

    /// The cards with static rules about these topics, maybe more.
    #[inline]
    pub(crate) fn ruling(&self, topics: Topics) -> SlotSet {
        let mut all = SlotSet::default();
        for (group, set) in Topics::GROUPS.iter().zip(&self.rules) {
            if group.meets(topics) {
                all = all.or(*set);
            }
        }
        all
    }

    /// Notes what a card's text is: what its static rules are about, and of which sorts it is.
    pub(crate) fn describe(&mut self, card: Slot, rules: Topics, has: impl Fn(Text) -> bool) {
        let could_speak = self.with(Text::Elsewhere).or(self.on_the_table).contains(card);
        for (group, set) in Topics::GROUPS.iter().zip(&mut self.rules) {
            set.set(card, group.meets(rules));
        }
        for (text, set) in Text::ALL.into_iter().zip(&mut self.texts) {
            set.set(card, has(text));
        }
        if could_speak || self.with(Text::Elsewhere).contains(card) {
            self.look_at_rules();
        }
    }
}

impl Hash for Places {
    /// The records say the same.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
