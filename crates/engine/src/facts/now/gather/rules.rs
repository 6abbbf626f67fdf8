//! The static rules in force (rule 1303): which cards have them, and what they give to a card.

use super::active::hosts;
use super::lasting::chosen_abilities;
use super::{DEEPEST, Given, Query, Taker, may_be_given};
use crate::facts::game::Game;
use crate::facts::now::{OF_VALUES, summary, x_of};
use crate::facts::text::{Scope, condition, filter};
use crate::records::id::AbilityId;
use crate::records::state::{Slot, SlotSet, Text, Where};
use crate::records::topics::Topics;
use std::cell::OnceCell;
use vocab::ability::{AbilityKind, Change, Pattern, Rule};

/// A static ability in force: the card that has it, the ability, the card that gives it.
pub(super) type InForce = (Slot, AbilityId, Slot);

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
        for source in sources(self.game, self.topics) {
            if source != card && self.rules_only_itself(source) {
                continue;
            }
            self.statics(source, &mut |id, giver| self.by_rule(card, (source, id, giver), f));
        }
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
        for source in sources(self.query.game, self.query.topics) {
            self.query.statics(source, &mut |id, giver| found.push((source, id, giver)));
        }
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
    let state = &game.state;
    let mut found: SlotSet = ruling_by_choice(game, topics).collect();
    if !state.places.may_rule(topics) {
        return found;
    }
    // What values come from is asked for all the time.
    match summary::value_sources(game).filter(|_| topics == OF_VALUES) {
        Some(kept) => {
            debug_assert_eq!(kept, lying_sources(game, topics), "the rules in force changed unnoticed");
            found = found.or(kept);
        }
        None => found = found.or(lying_sources(game, topics)),
    }
    found
}

/// The cards with static rules about these topics that lie where they can matter: the same for as long as nothing moves.
pub(crate) fn lying_sources(game: &Game, topics: Topics) -> SlotSet {
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
