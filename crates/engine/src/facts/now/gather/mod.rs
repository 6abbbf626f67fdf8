//! Everything that a card has or is given: its own text, stack, Pilots, Equipment, other cards' rules, lasting effects.
//!
//! Whatever the way, an ability becomes an entry of one list with the card that gives it ([`Given`]). `own` finds what a
//! card has by itself and by what lies on it, `rules` what static texts give it, `lasting` what lasts, and `lost` what is
//! taken away; `open` alone decides whether an ability works where the card is, and opens what wraps other texts.

mod active;
mod lasting;
mod lost;
mod lying;
mod open;
mod own;
mod rules;

pub(crate) use active::{active_texts, cards_with, is_given_by_lasting};
pub(crate) use lost::{has_lost_text, has_lost_triggers};
pub(crate) use lying::LyingRules;
pub(crate) use rules::{Rules, has_rules_about, sources};

use crate::facts::game::Game;
use crate::facts::now::summary;
use crate::facts::text::Scope;
use crate::records::id::AbilityId;
use crate::records::lasting::Lasting;
use crate::records::state::{Slot, Where};
use crate::records::topics::Topics;
use vocab::CardType;
use vocab::ability::{Change, Grant};

/// One thing that a card has.
#[derive(Clone, Copy)]
pub(crate) enum Given<'a> {
    /// An ability, and the card that gives it.
    Ability(AbilityId, Slot),
    /// A grant that quotes no ability, and how its amount is read.
    Grant(&'a Grant, Scope<'a>, Option<i16>),
    /// Another change.
    Change(&'a Change, Scope<'a>),
}

/// Takes what a card has, one thing after another.
pub(crate) type Taker<'f, 'a> = &'f mut dyn FnMut(Given<'a>);

/// As deep as values are looked up within values. Two cards whose texts ask about each other come to an end so; texts
/// that build on each other need a few steps: whether a unit inspires may depend on a subtype that it is given.
pub(crate) const DEEPEST: u8 = 5;

/// A question about what cards have.
#[derive(Clone, Copy)]
pub(crate) struct Query<'a> {
    game: &'a Game,
    /// What it is about: texts about anything else are not read.
    topics: Topics,
    /// How deep within other values it is asked.
    depth: u8,
    /// Whether Adapts are handed out as they stand, in place of the texts that were chosen.
    keeps_adapts: bool,
    /// Whether abilities are handed out that do not work where the card is.
    looks_back: bool,
}

impl<'a> Query<'a> {
    /// A question about these topics.
    pub const fn new(game: &'a Game, topics: Topics) -> Query<'a> {
        Query { game, topics, depth: 0, keeps_adapts: false, looks_back: false }
    }

    /// The same, asked within other values.
    pub const fn at(self, depth: u8) -> Query<'a> {
        Query { depth, ..self }
    }

    /// The same, with Adapts as they stand.
    pub const fn keeping_adapts(self) -> Query<'a> {
        Query { keeps_adapts: true, ..self }
    }

    /// The same, with abilities that worked where the card has come from (rule 1305.6).
    pub const fn looking_back(self) -> Query<'a> {
        Query { looks_back: true, ..self }
    }

    /// Hands out everything that a card has now and that is about these topics, maybe more.
    pub fn everything(self, card: Slot, f: Taker<'_, 'a>) {
        if self.may_have_itself(card) {
            self.direct(card, f);
        }
        self.by_others(card, f);
    }

    /// What rules and lasting effects give to a card, wherever it is.
    pub fn by_others(self, card: Slot, f: Taker<'_, 'a>) {
        if self.depth <= DEEPEST && self.may_be_given() {
            self.by_rules(card, f);
            self.by_lasting(card, f);
        }
    }

    /// What rules do to a card that is not in play: those about cards (rule 1314.3).
    pub fn elsewhere(self, card: Slot, f: Taker<'_, 'a>) {
        if self.depth <= DEEPEST && may_rule(self.game, self.topics) {
            self.by_rules(card, f);
        }
    }

    /// The abilities that a card has and that are such, each with the card that gives it.
    pub fn abilities(self, card: Slot, is: impl Fn(AbilityId) -> bool) -> Vec<(AbilityId, Slot)> {
        let mut found = Vec::new();
        self.everything(card, &mut |given| {
            if let Given::Ability(id, giver) = given
                && is(id)
            {
                found.push((id, giver));
            }
        });
        found
    }

    #[inline]
    fn may_have_itself(self, card: Slot) -> bool {
        let changes = self.game.catalog.changes(self.game.state.card(card).definition);
        self.topics.meets(changes.or(Topics::ABILITIES)) || self.game.state.places.hosts().contains(card)
    }

    #[inline]
    fn may_be_given(self) -> bool {
        may_be_given(self.game, self.topics)
    }
}

/// Whether a card may have anything about these topics; most cards have nothing about most topics.
#[inline]
pub(crate) fn may_have(game: &Game, card: Slot, topics: Topics) -> bool {
    Query::new(game, topics).may_have_itself(card) || may_be_given(game, topics)
}

/// Whether rules of other cards or lasting effects may give cards or players anything about these topics.
#[inline]
pub(crate) fn may_be_given(game: &Game, topics: Topics) -> bool {
    may_rule(game, topics) || (!game.state.lasting.is_empty() && is_lasting(game, topics))
}

/// Whether a static rule about these topics may be in force; the groups of topics alone settle most questions.
#[inline]
fn may_rule(game: &Game, topics: Topics) -> bool {
    game.state.places.may_rule(topics)
        && summary::lying_rules(game).is_none_or(|kept| kept.topics().meets(topics))
}

/// Whether a lasting effect is about these topics, or gives abilities that were chosen, which may be about anything.
pub(crate) fn is_lasting(game: &Game, topics: Topics) -> bool {
    let is_it =
        |record: &Lasting| game.catalog.node(record.node).topics.meets(topics) || !record.words.is_empty();
    game.state.lasting.iter().any(is_it)
}

/// Whether a card is an Equipment that no unit has yet.
pub(crate) fn is_loose_equipment(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    record.place == Where::BuildZone
        && matches!(game.catalog.card_type(record.definition), CardType::Equipment(_))
}
