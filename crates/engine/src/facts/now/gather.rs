//! Everything that a card has or is given: its own text, stack, Pilots, Equipment, other cards' rules, lasting effects.

use super::permission;
use super::reach::works;
use crate::facts::catalog::Hooks;
use crate::facts::game::Game;
use crate::facts::keywords::{adapt, insert, reserves, switch};
use crate::facts::lasting;
use crate::facts::text::{Scope, condition, filter, is_in_play};
use crate::records::id::AbilityId;
use crate::records::lasting::{Lasting, VALUES};
use crate::records::state::{Slot, SlotSet, Text, Where};
use crate::records::topics::Topics;
use crate::records::word::Word;
use std::cell::OnceCell;
use vocab::ability::{AbilityClass, AbilityKind, Change, Grant, Loss, Pattern, Reference, Rule, Wrapper};
use vocab::{CardType, Role};

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

/// As deep as values are looked up within values.
pub(crate) const DEEPEST: u8 = 2;

/// Whether a card may have anything about these topics; most cards have nothing about most topics.
#[inline]
pub(crate) fn may_have(game: &Game, card: Slot, topics: Topics) -> bool {
    may_have_itself(game, card, topics) || may_be_given(game, topics)
}

#[inline]
fn may_have_itself(game: &Game, card: Slot, topics: Topics) -> bool {
    let changes = game.catalog.changes(game.state.card(card).definition);
    topics.meets(changes.or(Topics::ABILITIES)) || game.state.places.hosts().contains(card)
}

/// Whether rules of other cards or lasting effects may give cards or players anything about these topics.
#[inline]
pub(crate) fn may_be_given(game: &Game, topics: Topics) -> bool {
    game.state.places.may_rule(topics) || (!game.state.lasting.is_empty() && is_lasting(game, topics))
}

/// Whether a lasting effect is about these topics, or gives abilities that were chosen, which may be about anything.
pub(crate) fn is_lasting(game: &Game, topics: Topics) -> bool {
    let is_it =
        |record: &Lasting| game.catalog.node(record.node).topics.meets(topics) || !record.words.is_empty();
    game.state.lasting.iter().any(is_it)
}

/// Hands out everything that a card has now and that is about these topics, maybe more.
pub(crate) fn everything<'a>(
    game: &'a Game,
    card: Slot,
    depth: u8,
    topics: Topics,
    f: &mut dyn FnMut(Given<'a>),
) {
    if may_have_itself(game, card, topics) {
        direct(game, card, depth, topics, f);
    }
    if depth <= DEEPEST && may_be_given(game, topics) {
        by_rules(game, card, depth, topics, f);
        by_lasting(game, card, depth, topics, f);
    }
}

/// What a card has by itself: printed text, INSERT of its stack, Switch, Adapt, its Pilots and Equipment.
pub(crate) fn direct<'a>(
    game: &'a Game,
    card: Slot,
    depth: u8,
    topics: Topics,
    f: &mut dyn FnMut(Given<'a>),
) {
    by_itself(game, card, depth, topics, None, f);
}

/// The same; of the card's own abilities only those that are about something, quoted ones included.
fn by_itself<'a>(
    game: &'a Game,
    card: Slot,
    depth: u8,
    topics: Topics,
    about: Option<Topics>,
    f: &mut dyn FnMut(Given<'a>),
) {
    let record = game.state.card(card);
    let is_asked_for = |id| topics.meets(game.catalog.changes(id).or(Topics::ABILITIES));
    if is_asked_for(record.definition) && !has_lost_text(game, card, depth) {
        for id in &game.catalog.facts(record.definition).abilities {
            if about.is_none_or(|about| game.catalog.brief(*id).deep.meets(about))
                && !has_lost_ability(game, card, *id, depth)
            {
                own(game, card, *id, depth, topics, f);
            }
        }
    }
    if !is_in_play(game, card) || depth > DEEPEST + 1 {
        return;
    }
    for other in game.state.on(card) {
        if !is_asked_for(game.state.card(other).definition) {
            continue;
        }
        match game.state.card(other).place {
            // 1732.1: given to the top card by every card of the stack.
            Where::Stacked(_) if topics.meets(Topics::ABILITIES) => {
                for id in &game.catalog.facts(game.state.card(other).definition).abilities {
                    insert::give(game, card, other, *id, f);
                }
            }
            Where::Piloting(_) => pilot(game, card, other, depth, topics, f),
            Where::Attached(_) => equipment(game, card, other, depth, topics, f),
            _ => {}
        }
    }
}

fn own<'a>(
    game: &'a Game,
    card: Slot,
    id: AbilityId,
    depth: u8,
    topics: Topics,
    f: &mut dyn FnMut(Given<'a>),
) {
    let is_asked_for = topics.meets(game.catalog.brief(id).topics.or(Topics::ABILITIES));
    if !is_asked_for || !works(game, card, id) {
        return;
    }
    if game.catalog.brief(id).is_plain {
        return f(Given::Ability(id, card));
    }
    if let AbilityKind::Wrapper(Wrapper::Reserves(_)) = &game.catalog.ability(id).kind {
        return reserves::give(game, card, card, id, f);
    }
    give(game, card, id, depth, f);
}

/// Hands out an ability that is the card's own, or that was chosen for it: "this unit" is this one. Of Reserves that were
/// chosen the body is handed out by [`with_own`].
fn give<'a>(game: &'a Game, card: Slot, id: AbilityId, depth: u8, f: &mut dyn FnMut(Given<'a>)) {
    match &game.catalog.ability(id).kind {
        AbilityKind::Wrapper(Wrapper::Insert(_)) => insert::give(game, card, card, id, f),
        AbilityKind::Wrapper(Wrapper::Switch(texts)) => {
            if let Some(place) = switch::text_of(game, card) {
                one_text(game, card, id, texts, place, depth, f);
            }
        }
        AbilityKind::Wrapper(Wrapper::Adapt(texts)) => {
            for place in adapt::chosen_texts(game, card, id, depth) {
                one_text(game, card, id, texts, place, depth, f);
            }
        }
        AbilityKind::Wrapper(_)
        | AbilityKind::Keyword(_)
        | AbilityKind::Static(_)
        | AbilityKind::Activated(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => f(Given::Ability(id, card)),
    }
}

/// One of several texts between slashes.
fn one_text<'a>(
    game: &'a Game,
    card: Slot,
    id: AbilityId,
    texts: &'a [Vec<Grant>],
    place: usize,
    depth: u8,
    f: &mut dyn FnMut(Given<'a>),
) {
    let mut quoted = game.catalog.inner(id).iter();
    for (number, text) in texts.iter().enumerate() {
        for grant in text {
            let inner = if matches!(grant, Grant::Ability(_)) { quoted.next() } else { None };
            if number == place {
                game.catalog.see(id);
                hand_out(grant, inner, card, Scope::of_card(game, card, depth), f);
            }
        }
    }
}

fn hand_out<'a>(
    grant: &'a Grant,
    inner: Option<&AbilityId>,
    giver: Slot,
    scope: Scope<'a>,
    f: &mut dyn FnMut(Given<'a>),
) {
    match inner {
        Some(inner) => f(Given::Ability(*inner, giver)),
        None => f(Given::Grant(grant, scope, None)),
    }
}

/// What a Pilot gives: to the unit alone, once for each subtype (rules 902.3, 902.4).
fn pilot<'a>(
    game: &'a Game,
    unit: Slot,
    pilot: Slot,
    depth: u8,
    topics: Topics,
    f: &mut dyn FnMut(Given<'a>),
) {
    if !matches!(game.state.card(unit).place, Where::Arena(_)) || has_lost_text(game, pilot, depth) {
        return;
    }
    for id in &game.catalog.facts(game.state.card(pilot).definition).abilities {
        if let AbilityKind::Wrapper(Wrapper::Pilot(text)) = &game.catalog.ability(*id).kind
            && game.catalog.entry(*id).topics.meets(topics)
        {
            let scope = Scope::of_card(game, unit, depth).given_by(pilot);
            let fits = |class| filter::is_of_class(scope, class, unit);
            let passes = |class| permission::is_piloted_as(game, unit, class, depth);
            if text.of.is_empty() || text.of.iter().any(fits) || text.of.iter().any(passes) {
                game.catalog.see(*id);
                let mut quoted = game.catalog.inner(*id).iter();
                for grant in &text.gets {
                    let inner = if matches!(grant, Grant::Ability(_)) { quoted.next() } else { None };
                    hand_out(grant, inner, pilot, scope, f);
                }
            }
        }
    }
}

/// What an Equipment gives to the card it is on (rules 1001.3, 1001.4).
fn equipment<'a>(
    game: &'a Game,
    host: Slot,
    equipment: Slot,
    depth: u8,
    topics: Topics,
    f: &mut dyn FnMut(Given<'a>),
) {
    if has_lost_text(game, equipment, depth) {
        return;
    }
    for id in &game.catalog.facts(game.state.card(equipment).definition).abilities {
        if let AbilityKind::Equipped(text) = &game.catalog.ability(*id).kind
            && game.catalog.entry(*id).topics.meets(topics)
        {
            let scope = Scope::of_card(game, equipment, depth + 1).looking_at(host);
            let applies = filter::fits(scope, &text.who, host)
                && text.condition.as_ref().is_none_or(|only| condition::holds(scope, only));
            if applies {
                game.catalog.see(*id);
                changes(&text.changes, game.catalog.inner(*id), equipment, scope, None, f);
            }
        }
    }
}

fn changes<'a>(
    list: &'a [Change],
    quoted: &[AbilityId],
    giver: Slot,
    scope: Scope<'a>,
    fixed: Option<[i8; VALUES]>,
    f: &mut dyn FnMut(Given<'a>),
) {
    let mut quoted = quoted.iter();
    let mut fixed = fixed.into_iter().flatten();
    for change in list {
        let value = if lasting::amount_of(change).is_some() { fixed.next().map(i16::from) } else { None };
        match change {
            Change::Gets(Grant::Ability(_)) => {
                let is_adapt = |id: AbilityId| {
                    matches!(scope.game.catalog.ability(id).kind, AbilityKind::Wrapper(Wrapper::Adapt(_)))
                };
                match (quoted.next(), scope.each) {
                    (Some(inner), Some(card)) if is_adapt(*inner) => {
                        give(scope.game, card, *inner, scope.depth, f);
                    }
                    (Some(inner), _) => f(Given::Ability(*inner, giver)),
                    (None, _) => {}
                }
            }
            Change::Gets(grant @ Grant::Chosen(slot)) => {
                f(Given::Grant(grant, scope, None));
                for word in scope.game.state.words(scope.words(*slot)).iter() {
                    if let (Word::Ability(id), Some(card)) = (word, scope.each) {
                        chosen(scope.game, card, *id, scope.depth, f);
                    }
                }
            }
            Change::Gets(grant) => f(Given::Grant(grant, scope, value)),
            Change::Modal(..)
            | Change::Unless { .. }
            | Change::Cost { .. }
            | Change::Prevent { .. }
            | Change::DamageFrom(_)
            | Change::Limit(..) => f(Given::Change(change, scope)),
        }
    }
}

/// Hands out an ability of another card that was chosen for this one. Of a Pilot ability the unit gets what it would get
/// from the Pilot (rule 902.8).
fn chosen<'a>(game: &'a Game, card: Slot, id: AbilityId, depth: u8, f: &mut dyn FnMut(Given<'a>)) {
    let AbilityKind::Wrapper(Wrapper::Pilot(text)) = &game.catalog.ability(id).kind else {
        return give(game, card, id, depth, f);
    };
    game.catalog.see(id);
    let mut quoted = game.catalog.inner(id).iter();
    for grant in &text.gets {
        let inner = if matches!(grant, Grant::Ability(_)) { quoted.next() } else { None };
        hand_out(grant, inner, card, Scope::of_card(game, card, depth), f);
    }
}

/// The Adapts that a card gets from its Equipment; beyond a bound of looking up none.
pub(crate) fn adapts_of_equipment(game: &Game, card: Slot, depth: u8) -> Vec<AbilityId> {
    let mut found = Vec::new();
    if depth > DEEPEST + 1 {
        return found;
    }
    let is_adapt =
        |id: &AbilityId| matches!(game.catalog.ability(*id).kind, AbilityKind::Wrapper(Wrapper::Adapt(_)));
    for other in game.state.at(Where::Attached(card)) {
        for id in &game.catalog.facts(game.state.card(other).definition).abilities {
            let inner = game.catalog.inner(*id);
            if let AbilityKind::Equipped(text) = &game.catalog.ability(*id).kind
                && inner.iter().any(is_adapt)
                && !has_lost_text(game, other, depth)
            {
                let scope = Scope::of_card(game, other, depth + 1).looking_at(card);
                if filter::fits(scope, &text.who, card)
                    && text.condition.as_ref().is_none_or(|only| condition::holds(scope, only))
                {
                    found.extend(inner.iter().copied().filter(is_adapt));
                }
            }
        }
    }
    found
}

/// The abilities of other cards that were chosen for a card.
pub(crate) fn chosen_abilities(game: &Game, card: Slot) -> Vec<AbilityId> {
    let records = game.state.lasting.iter().filter(|record| !record.words.is_empty());
    let gets = |list: &[Change]| list.iter().any(|change| matches!(change, Change::Gets(Grant::Chosen(_))));
    records
        .filter(|record| gets(record.changes(game, card, 1)))
        .flat_map(|record| record.abilities(&game.state))
        .collect()
}

/// Hands out what a card is given, what a static ability among it says about the card ("gets 'This unit gets ...'"), and
/// the body of Reserves in the build zone (rule 1749.1).
fn with_own<'a>(given: Given<'a>, scope: Scope<'a>, f: &mut dyn FnMut(Given<'a>)) {
    f(given);
    let (Given::Ability(id, giver), Some(card)) = (given, scope.each) else { return };
    let game = scope.game;
    match &game.catalog.ability(id).kind {
        AbilityKind::Static(Rule::Cards { who: Pattern::Known(who), changes: list, condition })
            if (*who == Reference::This || (*who == Reference::Giver && giver == card))
                && scope.depth <= DEEPEST + 1 =>
        {
            let mut own = Scope::of_card(game, card, scope.depth).given_by(giver).looking_at(card);
            own.x = super::x_of(own, id);
            if condition.as_ref().is_none_or(|only| condition::holds(own, only)) {
                game.catalog.see(id);
                changes(list, game.catalog.inner(id), giver, own, None, f);
            }
        }
        AbilityKind::Wrapper(Wrapper::Reserves(_)) => reserves::give(game, card, giver, id, f),
        _ => {}
    }
}

/// Hands out the static abilities about these topics that a card has by itself.
pub(crate) fn statics(
    game: &Game,
    source: Slot,
    depth: u8,
    topics: Topics,
    f: &mut dyn FnMut(AbilityId, Slot),
) {
    by_itself(game, source, depth, Topics::ABILITIES, Some(topics), &mut |given| {
        if let Given::Ability(id, giver) = given
            && game.catalog.entry(id).topics.meets(topics)
            && matches!(game.catalog.ability(id).kind, AbilityKind::Static(_))
        {
            f(id, giver);
        }
    });
    if depth <= DEEPEST && game.state.lasting.iter().any(|record| record.who == Some(source)) {
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

/// The cards that have, or are given by what lies on them, a text of this sort that can matter now; all that can have
/// texts where somebody gives such texts to others. Of one player's cards all are found, of the opponent's maybe not.
pub(crate) fn cards_with(
    game: &Game,
    side: Option<Role>,
    text: Text,
    is: impl Fn(&Hooks) -> bool,
) -> SlotSet {
    let state = &game.state;
    let mut given = is_given_by_lasting(game, &is);
    let mut found = SlotSet::default();
    for card in state.places.with(text).and(active_texts(game, side)) {
        let record = state.card(card);
        let facts = game.catalog.facts(record.definition);
        if is(&facts.hooks) {
            given |= is(&facts.given_hooks);
            found.insert(card);
            record.place.host().into_iter().for_each(|host| found.insert(host));
        }
    }
    if given { active_texts(game, None) } else { found }
}

/// The cards whose texts can be active, as far as they matter to one player's cards.
pub(crate) fn active_texts(game: &Game, side: Option<Role>) -> SlotSet {
    let state = &game.state;
    let active = state.on_the_table().or(state.places.with(Text::Elsewhere));
    match side {
        // What lies on a player's card may be the opponent's; so may be what gives abilities to all.
        Some(who) if !state.places.may_rule(Topics::ABILITIES) => {
            active.and(state.controlled_by(who).or(state.carried()))
        }
        Some(_) | None => active,
    }
}

/// Whether a lasting effect gives such a text.
pub(crate) fn is_given_by_lasting(game: &Game, is: &impl Fn(&Hooks) -> bool) -> bool {
    game.state.lasting.iter().any(|record| {
        is(&game.catalog.node(record.node).given)
            || (!record.words.is_empty()
                && record.abilities(&game.state).into_iter().any(|id| is(&game.catalog.hooks(id))))
    })
}

/// The static rules about some topics that are in force, for a question about many cards: they are found once, when the
/// first of these cards may have something by them.
pub(crate) struct Rules<'a> {
    game: &'a Game,
    topics: Topics,
    /// Each with the card that has it and the card that gives it.
    found: OnceCell<Vec<(Slot, AbilityId, Slot)>>,
}

impl<'a> Rules<'a> {
    /// The rules about these topics.
    pub const fn about(game: &'a Game, topics: Topics) -> Rules<'a> {
        Rules { game, topics, found: OnceCell::new() }
    }

    fn find(&self) -> Vec<(Slot, AbilityId, Slot)> {
        let mut found = Vec::new();
        for source in sources(self.game, self.topics) {
            statics(self.game, source, 0, self.topics, &mut |id, giver| found.push((source, id, giver)));
        }
        found
    }

    /// Hands out everything that a card has now and that is about these topics, maybe more: [`everything`].
    pub fn each(&self, card: Slot, f: &mut dyn FnMut(Given<'a>)) {
        if may_have_itself(self.game, card, self.topics) {
            direct(self.game, card, 0, self.topics, f);
        }
        if may_be_given(self.game, self.topics) {
            for rule in self.found.get_or_init(|| self.find()) {
                by_rule(self.game, card, 0, *rule, f);
            }
            by_lasting(self.game, card, 0, self.topics, f);
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
            Where::Stacked(host) | Where::Piloting(host) => found.insert(host),
            Where::Attached(host) => {
                found.insert(card);
                found.insert(host);
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

/// What rules do to a card that is not in play: those about cards (rule 1314.3).
pub(super) fn elsewhere<'a>(
    game: &'a Game,
    card: Slot,
    depth: u8,
    topics: Topics,
    f: &mut dyn FnMut(Given<'a>),
) {
    if depth <= DEEPEST && game.state.places.may_rule(topics) {
        by_rules(game, card, depth, topics, f);
    }
}

/// What static abilities of all cards do to a card (rule 1303).
fn by_rules<'a>(game: &'a Game, card: Slot, depth: u8, topics: Topics, f: &mut dyn FnMut(Given<'a>)) {
    for source in sources(game, topics) {
        if source != card && rules_only_itself(game, source, topics) {
            continue;
        }
        statics(game, source, depth, topics, &mut |id, giver| {
            by_rule(game, card, depth, (source, id, giver), f);
        });
    }
}

/// What a static ability that one card has and another may give does to a card.
fn by_rule<'a>(
    game: &'a Game,
    card: Slot,
    depth: u8,
    (source, id, giver): (Slot, AbilityId, Slot),
    f: &mut dyn FnMut(Given<'a>),
) {
    if let AbilityKind::Static(Rule::Cards { who, changes: list, condition: only }) =
        &game.catalog.ability(id).kind
    {
        // A text about its own card alone need not be read for another.
        if *who == Pattern::THIS && source != card {
            return;
        }
        let mut scope = Scope::of_card(game, source, depth + 1).given_by(giver).looking_at(card);
        scope.x = super::x_of(scope, id);
        scope.as_cards = filter::apply_to_cards(list);
        let applies = filter::is_meant(scope, who, card)
            && only.as_ref().is_none_or(|only| condition::holds(scope, only));
        if applies {
            game.catalog.see(id);
            let quoted = game.catalog.inner(id);
            changes(list, quoted, source, scope, None, &mut |given| with_own(given, scope, f));
        }
    }
}

/// Whether all static rules that a card can have about these topics are about the card itself.
fn rules_only_itself(game: &Game, source: Slot, topics: Topics) -> bool {
    let state = &game.state;
    !game.catalog.rules_of_others(state.card(source).definition).meets(topics)
        && !state.places.hosts().contains(source)
        && !state.lasting.iter().any(|record| record.who == Some(source))
}

/// What lasting effects do to a card (rule 1309).
fn by_lasting<'a>(game: &'a Game, card: Slot, depth: u8, topics: Topics, f: &mut dyn FnMut(Given<'a>)) {
    for record in &*game.state.lasting {
        if !game.catalog.node(record.node).topics.meets(topics) {
            continue;
        }
        let list = record.changes(game, card, depth + 1);
        if !list.is_empty() {
            let giver = record.this.unwrap_or(card);
            let quoted = &game.catalog.node(record.node).inner;
            let scope = record.scope(game, depth + 1).looking_at(card);
            changes(list, quoted, giver, scope, Some(record.values), &mut |given| with_own(given, scope, f));
        }
    }
}

/// Whether a static rule or a lasting effect about these topics may be in force.
pub(crate) fn has_rules_about(game: &Game, topics: Topics) -> bool {
    !sources(game, topics).is_empty()
        || game.state.lasting.iter().any(|record| game.catalog.node(record.node).topics.meets(topics))
}

/// Whether a text took a card's game text, or all its abilities.
#[inline]
pub(crate) fn has_lost_text(game: &Game, card: Slot, depth: u8) -> bool {
    game.catalog.takes_text()
        && has_lost(game, card, depth, &|loss| {
            matches!(loss, Loss::GameText | Loss::Abilities(AbilityClass::Any))
        })
}

/// Whether a text took this ability from a card: "that unit loses the chosen ability".
fn has_lost_ability(game: &Game, card: Slot, id: AbilityId, depth: u8) -> bool {
    let is_it = |change: &Change| matches!(change, Change::Gets(Grant::Lose(Loss::Chosen(_))));
    depth <= DEEPEST
        && game.state.lasting.iter().any(|record| {
            !record.words.is_empty()
                && record.abilities(&game.state).contains(&id)
                && record.changes(game, card, depth + 1).iter().any(is_it)
        })
}

/// Whether a text took a card's triggered abilities.
pub(crate) fn has_lost_triggers(game: &Game, card: Slot) -> bool {
    let is_it = |loss: &Loss| matches!(loss, Loss::Abilities(AbilityClass::Any | AbilityClass::Triggered));
    has_lost(game, card, 0, &is_it)
}

/// Whether a lasting effect or a rule takes this from a card. Beyond a bound of looking up no rule does: so two cards
/// that take each other's text come to an end.
fn has_lost(game: &Game, card: Slot, depth: u8, is_it: &dyn Fn(&Loss) -> bool) -> bool {
    if !game.catalog.takes_text() || depth > DEEPEST {
        return false;
    }
    let takes = |list: &[Change]| {
        list.iter().any(|change| matches!(change, Change::Gets(Grant::Lose(loss)) if is_it(loss)))
    };
    let by_effect = game.state.lasting.iter().any(|record| {
        game.catalog.node(record.node).topics.meets(Topics::TEXT)
            && takes(record.changes(game, card, depth + 1))
    });
    if by_effect {
        return true;
    }
    let mut lost = false;
    for source in sources(game, Topics::TEXT) {
        if source == card {
            continue;
        }
        statics(game, source, depth + 1, Topics::TEXT, &mut |id, giver| {
            if let AbilityKind::Static(Rule::Cards { who, changes: list, condition: only }) =
                &game.catalog.ability(id).kind
                && takes(list)
            {
                let scope = Scope::of_card(game, source, depth + 1).given_by(giver).looking_at(card);
                if filter::is_meant(scope, who, card)
                    && only.as_ref().is_none_or(|only| condition::holds(scope, only))
                {
                    game.catalog.see(id);
                    lost = true;
                }
            }
        });
    }
    lost
}

/// Whether a card is an Equipment that is no unit's yet.
pub(crate) fn is_loose_equipment(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    record.place == Where::BuildZone
        && matches!(game.catalog.card_type(record.definition), CardType::Equipment(_))
}
