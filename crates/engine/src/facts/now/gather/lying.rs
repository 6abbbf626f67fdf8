//! The static rules of the cards that lie on the table: found once, and the same for as long as nothing moves.

use super::active::hosts;
use crate::facts::game::Game;
use crate::facts::now::reach::works;
use crate::records::id::AbilityId;
use crate::records::list::{Full, List};
use crate::records::state::{Slot, SlotSet, Text, Where};
use crate::records::topics::Topics;

/// As many of them as are kept; where there are more, they are found anew for each question.
const KEPT: usize = 32;

/// A static rule that lies on the table, or a card that may have some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lying {
    /// The card that has it.
    pub source: Slot,
    /// The rule; `None` if what the card has doesn't follow from where it lies alone: something that lies on it may give it
    /// rules, its text has to be opened first, or it works outside of play.
    pub id: Option<AbilityId>,
    /// What it is about.
    pub topics: Topics,
    /// Whether it may affect other cards than the one that has it, or players.
    pub affects_others: bool,
}

/// The static rules on the table, in the order in which they are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LyingRules {
    list: List<Lying, KEPT>,
    topics: Topics,
}

impl LyingRules {
    /// The rules on the table now; `None` if there are too many to keep.
    pub fn of(game: &Game) -> Option<LyingRules> {
        let mut found = LyingRules::default();
        let mut is_full = false;
        each(game, Topics::ALL, &mut |lying| {
            found.topics = found.topics.or(lying.topics);
            is_full |= found.list.push(lying) == Err(Full);
        });
        (!is_full).then_some(found)
    }

    /// What they are about, all of them.
    pub const fn topics(&self) -> Topics {
        self.topics
    }

    /// Those about some topics.
    pub fn about(&self, topics: Topics) -> impl Iterator<Item = &Lying> {
        let is_any = self.topics.meets(topics);
        let list = if is_any { &self.list[..] } else { &[] };
        list.iter().filter(move |lying| lying.topics.meets(topics))
    }
}

/// Hands out the static rules about some topics that lie on the table, in the order of the cards and their texts.
pub(super) fn each(game: &Game, topics: Topics, f: &mut dyn FnMut(Lying)) {
    let state = &game.state;
    for source in sources(game, topics) {
        let facts = game.catalog.facts(state.card(source).definition);
        let is_by_itself = state.on_the_table().contains(source) && !is_given_rules(game, source);
        match facts.plain_rules.as_ref().filter(|_| is_by_itself) {
            Some(rules) => {
                for rule in rules.iter().filter(|rule| rule.topics.meets(topics)) {
                    if works(game, source, rule.id) {
                        let (topics, affects_others) = (rule.topics, rule.affects_others);
                        f(Lying { source, id: Some(rule.id), topics, affects_others });
                    }
                }
            }
            None => f(Lying { source, id: None, topics: all_topics(game, source), affects_others: true }),
        }
    }
}

/// Whether something that lies on a card may give it static rules.
fn is_given_rules(game: &Game, card: Slot) -> bool {
    let gives =
        |on: Slot| game.catalog.facts(game.state.card(on).definition).quoted_rules != Topics::default();
    game.state.on(card).any(|on| gives(on) || is_given_rules(game, on))
}

/// What the static rules of a card, and of all that lies on it, are about.
fn all_topics(game: &Game, card: Slot) -> Topics {
    let own = game.catalog.rules(game.state.card(card).definition);
    game.state.on(card).fold(own, |all, on| all.or(all_topics(game, on)))
}

/// The cards with static rules about these topics that lie where they can matter.
fn sources(game: &Game, topics: Topics) -> SlotSet {
    let state = &game.state;
    let mut found = SlotSet::default();
    let candidates = state.places.ruling(topics);
    let elsewhere = candidates.and(state.places.with(Text::Elsewhere));
    for card in candidates.and(state.on_the_table()).or(elsewhere) {
        if !game.catalog.rules(state.card(card).definition).meets(topics) {
            continue;
        }
        if elsewhere.contains(card) {
            found.insert(card);
        }
        match state.card(card).place {
            Where::Arena(_) | Where::BuildZone | Where::EventZone => {
                if !state.card(card).is_face_down() {
                    found.insert(card);
                }
            }
            Where::Stacked(_) | Where::Piloting(_) => hosts(game, card).for_each(|host| found.insert(host)),
            Where::Attached(_) => {
                found.insert(card);
                hosts(game, card).for_each(|host| found.insert(host));
            }
            Where::Nowhere
            | Where::Deck
            | Where::Hand
            | Where::DiscardPile
            | Where::Removed
            | Where::Supply
            | Where::Beneath(_) => {}
        }
    }
    found
}
