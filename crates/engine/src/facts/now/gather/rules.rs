//! The static rules in force (rule 1303): which cards have them, and what they give to a card.

use super::lasting::chosen_abilities;
use super::lying::{self, Lying, LyingRules};
use super::{DEEPEST, Given, Query, Taker, may_be_given};
use crate::facts::game::Game;
use crate::facts::now::{summary, x_of};
use crate::facts::text::{Scope, condition, filter};
use crate::records::id::AbilityId;
use crate::records::state::{Slot, SlotSet};
use crate::records::topics::Topics;
use std::cell::OnceCell;
use vocab::ability::{AbilityKind, Change, Pattern, Rule};

/// A static ability in force: the card that has it, the ability, the card that gives it.
pub(crate) type InForce = (Slot, AbilityId, Slot);

impl<'a> Query<'a> {
    /// Hands out the static abilities about these topics that a card has by itself.
    pub fn statics(self, source: Slot, f: &mut dyn FnMut(AbilityId, Slot)) {
        let (game, topics) = (self.game, self.topics);
        let own = Query { topics: Topics::ABILITIES, ..self };
        own.by_itself(source, Some(topics), &mut |given| {
            if let Given::Ability(id, giver) = given
                && game.catalog.entry(id).topics.meets(topics)
                && matches!(game.catalog.ability(id).kind, AbilityKind::Static(_))
            {
                f(id, giver);
            }
        });
        if self.depth <= DEEPEST && game.state.lasting.iter().any(|record| record.who == Some(source)) {
            for id in chosen_abilities(game, source) {
                // What it says about the card itself is handed out with the ability.
                let is_rule = match &game.catalog.ability(id).kind {
                    AbilityKind::Static(Rule::Cards { who, .. }) => *who != Pattern::THIS,
                    AbilityKind::Static(Rule::Players { .. }) => true,
                    _ => false,
                };
                if is_rule && game.catalog.entry(id).topics.meets(topics) {
                    f(id, source);
                }
            }
        }
    }

    /// What static abilities of all cards do to a card.
    pub(super) fn by_rules(self, card: Slot, f: Taker<'_, 'a>) {
        self.each_rule(Some(card), &mut |rule| self.by_rule(card, rule, f));
    }

    /// Hands out the static rules in force about these topics; for one card those that may be about it.
    pub fn each_rule(self, card: Option<Slot>, f: &mut dyn FnMut(InForce)) {
        let game = self.game;
        match summary::lying_rules(game).filter(|_| !has_chosen(game)) {
            Some(kept) => {
                debug_assert!(self.agrees(kept, card), "the rules in force changed unnoticed");
                self.each_kept(kept, card, f);
            }
            None => self.each_found(card, f),
        }
    }

    /// The same by what is kept of the rules on the table, where no abilities were chosen for cards.
    fn each_kept(self, kept: &LyingRules, card: Option<Slot>, f: &mut dyn FnMut(InForce)) {
        for Lying { source, id, affects_others, .. } in kept.about(self.topics).copied() {
            let is_meant = card.is_none_or(|card| affects_others || card == source);
            match id {
                Some(id) if is_meant && !self.has_lost_text(source) => f((source, id, source)),
                Some(_) => {}
                None if card.is_some_and(|card| card != source) && self.rules_only_itself(source) => {}
                None => self.statics(source, &mut |id, giver| f((source, id, giver))),
            }
        }
    }

    /// The same by a look at the cards.
    fn each_found(self, card: Option<Slot>, f: &mut dyn FnMut(InForce)) {
        for source in sources(self.game, self.topics) {
            if card.is_some_and(|card| card != source) && self.rules_only_itself(source) {
                continue;
            }
            self.statics(source, &mut |id, giver| f((source, id, giver)));
        }
    }

    /// Whether what is kept says the same as a look at the cards, but for rules of others about themselves.
    fn agrees(self, kept: &LyingRules, card: Option<Slot>) -> bool {
        let is_meant = |(source, id, _): &InForce| {
            let kind = &self.game.catalog.ability(*id).kind;
            let is_about_itself =
                matches!(kind, AbilityKind::Static(Rule::Cards { who, .. }) if *who == Pattern::THIS);
            !is_about_itself || card.is_none_or(|card| card == *source)
        };
        let (mut by_kept, mut by_look) = (Vec::new(), Vec::new());
        self.each_kept(kept, card, &mut |rule| by_kept.push(rule));
        self.each_found(card, &mut |rule| by_look.push(rule));
        by_kept.retain(is_meant);
        by_look.retain(is_meant);
        by_kept == by_look
    }

    /// What a static ability in force does to a card.
    fn by_rule(self, card: Slot, rule: InForce, f: Taker<'_, 'a>) {
        if let Some((list, scope)) = self.applies(card, rule, &|_| true) {
            let (source, id, _) = rule;
            let quoted = self.game.catalog.inner(id);
            self.changes(list, quoted, source, scope, None, &mut |given| self.with_own(given, scope, f));
        }
    }

    /// The changes of a static ability that are such, if it applies to a card, and how they see it.
    pub(super) fn applies(
        self,
        card: Slot,
        (source, id, giver): InForce,
        is: &dyn Fn(&[Change]) -> bool,
    ) -> Option<(&'a [Change], Scope<'a>)> {
        let game = self.game;
        let AbilityKind::Static(Rule::Cards { who, changes, condition: only }) =
            &game.catalog.ability(id).kind
        else {
            return None;
        };
        // A text about its own card alone need not be read for another.
        if (*who == Pattern::THIS && source != card) || !is(changes) {
            return None;
        }
        let mut scope = Scope::of_card(game, source, self.depth + 1).given_by(giver).looking_at(card);
        scope.x = x_of(scope, id);
        scope.as_cards = filter::apply_to_cards(changes);
        let applies = filter::is_meant(scope, who, card)
            && only.as_ref().is_none_or(|only| condition::holds(scope, only));
        applies.then(|| {
            game.catalog.see(id);
            (&changes[..], scope)
        })
    }

    /// Whether all static rules that a card can have about these topics are about the card itself.
    fn rules_only_itself(self, source: Slot) -> bool {
        let state = &self.game.state;
        !self.game.catalog.rules_of_others(state.card(source).definition).meets(self.topics)
            && !state.places.hosts().contains(source)
            && !state.lasting.iter().any(|record| record.who == Some(source))
    }
}

/// The static rules about some topics that are in force, for a question about many cards: they are found once, when the
/// first of these cards may have something by them.
pub(crate) struct Rules<'a> {
    query: Query<'a>,
    found: OnceCell<Vec<InForce>>,
}

impl<'a> Rules<'a> {
    /// The rules about these topics.
    pub const fn about(game: &'a Game, topics: Topics) -> Rules<'a> {
        Rules { query: Query::new(game, topics), found: OnceCell::new() }
    }

    fn find(&self) -> Vec<InForce> {
        let mut found = Vec::new();
        self.query.each_rule(None, &mut |rule| found.push(rule));
        found
    }

    /// Hands out everything that a card has now and that is about these topics, maybe more: [`Query::everything`].
    pub fn each(&self, card: Slot, f: Taker<'_, 'a>) {
        if self.query.may_have_itself(card) {
            self.query.direct(card, f);
        }
        if self.query.may_be_given() {
            for rule in self.found.get_or_init(|| self.find()) {
                self.query.by_rule(card, *rule, f);
            }
            self.query.by_lasting(card, f);
        }
    }
}

/// The cards whose static rules about these topics can matter now.
#[inline]
pub(crate) fn sources(game: &Game, topics: Topics) -> SlotSet {
    if may_be_given(game, topics) { rule_sources(game, topics) } else { SlotSet::default() }
}

fn rule_sources(game: &Game, topics: Topics) -> SlotSet {
    let mut found: SlotSet = ruling_by_choice(game, topics).collect();
    match summary::lying_rules(game) {
        Some(kept) => kept.about(topics).for_each(|lying| found.insert(lying.source)),
        None if game.state.places.may_rule(topics) => {
            lying::each(game, topics, &mut |lying| found.insert(lying.source));
        }
        None => {}
    }
    found
}

/// Whether abilities were chosen for cards, which may be static rules.
fn has_chosen(game: &Game) -> bool {
    game.state.lasting.iter().any(|record| !record.words.is_empty())
}

/// The cards that a chosen static ability was given to: what it says about others holds for them as well.
fn ruling_by_choice(game: &Game, topics: Topics) -> impl Iterator<Item = Slot> + '_ {
    let rules = move |id: AbilityId| {
        matches!(game.catalog.ability(id).kind, AbilityKind::Static(_))
            && game.catalog.entry(id).topics.meets(topics)
    };
    let records =
        game.state.lasting.iter().filter(move |record| record.abilities(&game.state).into_iter().any(rules));
    records.filter_map(|record| record.who)
}

/// Whether a static rule or a lasting effect about these topics may be in force.
pub(crate) fn has_rules_about(game: &Game, topics: Topics) -> bool {
    !sources(game, topics).is_empty()
        || game.state.lasting.iter().any(|record| game.catalog.node(record.node).topics.meets(topics))
}
