//! Which cards are where, and which have texts that matter to all: sets kept beside the records, so that nobody looks
//! through all cards for a few.

use super::{ByRole, Card, Slot, SlotSet, Where};
use crate::records::topics::Topics;
use std::hash::{Hash, Hasher};
use vocab::Role;

/// The cards in each sort of place, and the cards with some sorts of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    sorts: [SlotSet; Where::SORTS],
    /// For each sort of text, and for each group of topics that static rules are about.
    texts: [SlotSet; Texts::SORTS],
    on_the_table: SlotSet,
    hosts: SlotSet,
    hurt: SlotSet,
    controlled: ByRole<SlotSet>,
    in_force: Topics,
    text_version: u32,
    layout: u32,
    arenas: u32,
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
    /// May make a health smaller than what is printed, or is that of a unit with no printed health.
    Shrinks,
    /// Mentions Hidden Cost (rule 1731).
    Hides,
    /// Is that of a unique card (rule 202.2).
    Unique,
    /// May say that a unit does not count toward control (rule 1501.2).
    Counts,
    /// Looks back on what has happened (rule 1601.10).
    LooksBack,
}

impl Text {
    pub(crate) const ALL: [Text; 9] = [
        Text::Elsewhere,
        Text::Waits,
        Text::Plays,
        Text::Inspires,
        Text::Shrinks,
        Text::Hides,
        Text::Unique,
        Text::Counts,
        Text::LooksBack,
    ];
}

/// The sorts of text that a card has, and the groups of topics that its static rules are about, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Texts(u32);

impl Texts {
    const SORTS: usize = Text::ALL.len() + Topics::GROUPS.len();

    pub(crate) fn new(rules: Topics, has: impl Fn(Text) -> bool) -> Texts {
        let texts = Text::ALL.into_iter().map(has);
        let groups = Topics::GROUPS.iter().map(|group| group.meets(rules));
        Texts(texts.chain(groups).zip(0..).fold(0, |bits, (is, bit)| bits | u32::from(is) << bit))
    }
}

impl Places {
    /// The cards in places of one sort.
    pub(super) const fn of(&self, place: Where) -> SlotSet {
        self.sorts[place.sort()]
    }

    pub(super) fn count(&self, sort: usize) -> usize {
        self.sorts[sort].len()
    }

    /// A number that changes whenever a card moves on, to or from the table, and whenever one changes sides, is turned over
    /// or becomes another.
    pub(crate) const fn layout(&self) -> u32 {
        self.layout
    }

    /// A number that changes whenever a card comes to an arena or leaves it, and whenever one changes sides, is turned over
    /// or becomes another.
    pub(crate) const fn arenas(&self) -> u32 {
        self.arenas
    }

    /// Something about a card changes that does not follow from where it is.
    const fn changed(&mut self) {
        self.layout = self.layout.wrapping_add(1);
        self.arenas = self.arenas.wrapping_add(1);
    }

    /// A number that changes whenever other texts become active: a card comes to the table or leaves it, or becomes another.
    pub(crate) const fn text_version(&self) -> u32 {
        self.text_version
    }

    /// A card was turned over.
    pub(crate) const fn turned(&mut self) {
        self.changed();
    }

    /// A card comes into the game, with these sorts of text.
    pub(super) fn bring(&mut self, card: Slot, record: &Card, texts: Texts) {
        self.changed();
        self.sorts[record.place.sort()].insert(card);
        self.controlled[record.controller].insert(card);
        self.hurt.set(card, record.damage > 0);
        SlotSet::turn_each(&mut self.texts, card, texts.0);
        if record.place.is_on_the_table() || self.with(Text::Elsewhere).contains(card) {
            self.on_the_table.set(card, record.place.is_on_the_table());
            self.look_at_rules();
        }
    }

    pub(super) fn moved(&mut self, card: Slot, from: Where, to: Where) {
        self.sorts[from.sort()].remove(card);
        self.sorts[to.sort()].insert(card);
        if from.is_on_the_table() || to.is_on_the_table() {
            self.moved_on_the_table(card, from, to);
        }
    }

    fn moved_on_the_table(&mut self, card: Slot, from: Where, to: Where) {
        self.layout = self.layout.wrapping_add(1);
        if matches!((from, to), (Where::Arena(_), _) | (_, Where::Arena(_))) {
            self.arenas = self.arenas.wrapping_add(1);
        }
        if from.is_on_the_table() != to.is_on_the_table() {
            self.on_the_table.set(card, to.is_on_the_table());
            self.look_at_rules();
        }
    }

    /// Notes on whose side a card is.
    pub(super) fn given(&mut self, card: Slot, who: Role) {
        if !self.controlled[who].contains(card) {
            self.changed();
            self.controlled[who].insert(card);
            self.controlled[who.other()].remove(card);
        }
    }

    /// The cards on a player's side, wherever they are.
    pub(super) fn controlled_by(&self, who: Role) -> SlotSet {
        self.controlled[who]
    }

    /// Each group of topics with the cards whose static rules are about it.
    fn rules(&self) -> impl Iterator<Item = (&Topics, &SlotSet)> {
        Topics::GROUPS.iter().zip(&self.texts[Text::ALL.len()..])
    }

    /// Other texts are active: notes what their static rules are about.
    fn look_at_rules(&mut self) {
        self.text_version = self.text_version.wrapping_add(1);
        let active = self.on_the_table.or(self.with(Text::Elsewhere));
        let in_force = self.rules().filter(|(_, set)| !set.and(active).is_empty());
        self.in_force = in_force.fold(Topics::default(), |all, (group, _)| all.or(*group));
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

    /// The cards with damage counters.
    pub(crate) const fn hurt(&self) -> SlotSet {
        self.hurt
    }

    pub(super) fn set_hurt(&mut self, card: Slot, is_hurt: bool) {
        self.hurt.set(card, is_hurt);
    }

    /// The cards with static rules about these topics, maybe more.
    #[inline]
    pub(crate) fn ruling(&self, topics: Topics) -> SlotSet {
        let mut all = SlotSet::default();
        for (group, set) in self.rules() {
            if group.meets(topics) {
                all = all.or(*set);
            }
        }
        all
    }

    /// Notes what a card's text was and what it is now.
    pub(crate) fn describe(&mut self, card: Slot, was: Texts, is: Texts) {
        let was_active = self.on_the_table.contains(card) || self.with(Text::Elsewhere).contains(card);
        self.changed();
        SlotSet::turn_each(&mut self.texts, card, was.0 ^ is.0);
        if was_active || self.with(Text::Elsewhere).contains(card) {
            self.look_at_rules();
        }
    }
}

impl Hash for Places {
    /// The records say the same.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
