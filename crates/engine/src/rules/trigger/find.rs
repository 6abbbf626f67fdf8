//! Finding the abilities that wait for an event.

use super::{Sort, Waiting};
use crate::facts::game::Game;
use crate::facts::matching::{Parties, binds_x, matches};
use crate::facts::now::gather::{Given, Query};
use crate::facts::now::{gather, reach, summary};
use crate::facts::text::{Scope, condition};
use crate::records::bindings::Bindings;
use crate::records::effect::Context;
use crate::records::event::{Event, What};
use crate::records::id::{AbilityId, NodeId};
use crate::records::kind::EventKind;
use crate::records::lasting::{Lasting, PAID};
use crate::records::recalled::Recalled;
use crate::records::state::{Moment, Slot, Slot0, SlotSet, Text, Where};
use crate::records::topics::Topics;
use crate::rules::change::By;
use crate::rules::keywords::{deploy, last_stand, meditate};
use crate::rules::{build, history, lasting, play};
use vocab::ability::{
    AbilityKind, Action, CardAction, Destination, Effect, Event as AbilityEvent, Frequency, Optional,
    Pattern, Period, Reference, Selector, Tense, Trigger, Wrapper,
};
use vocab::{CardType, Keyword};

/// Looks at an event: abilities that wait for it start waiting to resolve. Discards are looked at beforehand.
pub(crate) fn notice(game: &mut Game, event: Event) {
    lasting::notice(game, &event);
    play::notice(game, &event);
    let Some(kind) = EventKind::of(&event.what) else { return };
    if !matches!(event.what, What::Discarded { .. }) {
        history::notice(game, &event, kind);
        look(game, &event, kind);
    }
    play::notice_moment(game, &event, kind);
}

/// Looks at a discard while the card is still where it is discarded from (rule 1305.6).
pub(crate) fn notice_leaving(game: &mut Game, event: Event) {
    if let Some(kind) = EventKind::of(&event.what) {
        history::notice(game, &event, kind);
        look(game, &event, kind);
    }
}

fn look(game: &mut Game, event: &Event, kind: EventKind) {
    if !game.state.delayed.is_empty() {
        wake(game, event);
    }
    summary::refresh_texts(game);
    let is_awaited = summary::texts(game).events.has(kind) || !game.state.lasting.is_empty();
    let concerns_its_own_card =
        matches!(event.what, What::Stacked { .. } | What::Retreated(_) | What::Deployed { .. });
    if is_awaited || concerns_its_own_card {
        look_closely(game, event, kind, is_awaited);
    }
}

/// Whether something happens within setup, where no ability works but those of Events (rule 503.6).
fn is_of_setup(game: &Game, event: &Event) -> bool {
    game.state.moment == Moment::Setup && !matches!(event.what, What::Started(_) | What::Ended(_))
}

/// The same for an event that somebody waits for; apart, so that the usual look stays short.
#[inline(never)]
fn look_closely(game: &mut Game, event: &Event, kind: EventKind, is_awaited: bool) {
    summary::refresh_rules(game);
    let cards = if is_awaited {
        gather::cards_with(game, None, Text::Waits, |hooks| hooks.events.has(kind))
    } else {
        SlotSet::default()
    };
    let is_of_setup = is_of_setup(game, event);
    let cards = if is_of_setup { cards.and(game.state.everywhere_like(Where::EventZone)) } else { cards };
    let mut found = Found::default();
    each_active_text(game, cards, &mut |ActiveText { scope, id, lasting }| {
        let before = found.waiting.len();
        consider(scope, id, event, &mut found);
        let once = matches!(&game.catalog.ability(id).kind, AbilityKind::Triggered(triggered)
                if triggered.trigger.frequency == Frequency::Next);
        if once && found.waiting.len() > before {
            match (lasting, scope.this) {
                (Some(place), _) => found.over.push(place),
                (None, Some(card)) => found.used.push((card, id, play::Period::Stay)),
                (None, None) => {}
            }
        }
    });
    for card in cards {
        consider_trap(game, card, event, &mut found);
    }
    if !is_of_setup {
        consider_gone(game, event, &mut found);
    }
    if let (What::Deployed { who, card, .. }, false) = (event.what, is_of_setup) {
        let parties = Parties { subject: Some(card), that: Some(who), ..Parties::default() };
        for (id, giver) in deploy::texts(game, card) {
            found.waiting.extend(waiting(Scope::of_card(game, card, 0).given_by(giver), id, parties));
        }
    }
    for place in found.over.into_iter().rev() {
        game.state.lasting.remove(place);
    }
    for (card, id, period) in found.used {
        play::count_use(game, card, id, period);
    }
    for waiting in found.waiting {
        game.wait(waiting);
    }
}

/// "When you stack this card beneath a unit", "when this unit retreats", "when you deploy this unit": the text of a card
/// that does not work where it has come to (rules 802.4, 1305.6, 1314.2, 1314.8).
fn consider_gone(game: &Game, event: &Event, found: &mut Found) {
    let (What::Stacked { card, .. } | What::Retreated(card) | What::Deployed { card, .. }) = event.what
    else {
        return;
    };
    let is_own = |wanted: &AbilityEvent| match wanted {
        AbilityEvent::Stacked(_, what, _)
        | AbilityEvent::Retreats(what)
        | AbilityEvent::Deploys { what, .. } => *what == Pattern::THIS,
        _ => false,
    };
    let is_silent = |id: AbilityId| {
        matches!(&game.catalog.ability(id).kind, AbilityKind::Triggered(text)
            if text.trigger.events.iter().any(is_own))
            && !reach::works(game, card, id)
    };
    for (id, giver) in Query::new(game, Topics::ABILITIES).looking_back().abilities(card, is_silent) {
        consider(Scope::of_card(game, card, 0).given_by(giver), id, event, found);
    }
}

/// What an event set going.
#[derive(Default)]
struct Found {
    waiting: Vec<Waiting>,
    /// Uses of "the first time each turn" and of "the next time".
    used: Vec<(Slot, AbilityId, play::Period)>,
    /// Lasting abilities that are used up.
    over: Vec<usize>,
}

/// An ability that works now, and how its text sees the table.
pub(super) struct ActiveText<'a> {
    pub scope: Scope<'a>,
    pub id: AbilityId,
    /// The place of the lasting effect that it belongs to.
    pub lasting: Option<usize>,
}

/// Hands out the abilities of these cards, and those that work by themselves for a while.
pub(super) fn each_active_text<'a>(game: &'a Game, cards: SlotSet, f: &mut dyn FnMut(ActiveText<'a>)) {
    for card in cards.iter().filter(|card| may_have_triggers(game, *card)) {
        if gather::has_lost_triggers(game, card) {
            continue;
        }
        Query::new(game, Topics::ABILITIES).everything(card, &mut |given| {
            if let Given::Ability(id, giver) = given {
                f(ActiveText { scope: Scope::of_card(game, card, 0).given_by(giver), id, lasting: None });
            }
        });
    }
    for (place, record) in game.state.lasting.iter().enumerate() {
        let node = game.catalog.node(record.node);
        if let (Effect::Meanwhile(..), [inner]) = (&node.effect, &node.inner[..])
            && record.is_active(game, 0)
        {
            f(ActiveText { scope: record.scope(game, 0), id: *inner, lasting: Some(place) });
        }
    }
}

/// Whether this is one of the times that a text means; each of them is counted when it comes.
pub(super) fn is_due_now(scope: Scope, id: AbilityId, frequency: Frequency) -> bool {
    let unused = |period| scope.this.is_none_or(|card| play::uses(scope.game, card, id, period) == 0);
    match frequency {
        Frequency::Every => true,
        // The first turn, build step or battle phase of a game is that of its first turn.
        Frequency::First => scope.game.state.turn <= 1,
        Frequency::FirstEachTurn => scope.this.is_some() && unused(play::Period::Turn),
        Frequency::Next => unused(play::Period::Stay),
        Frequency::Once(period) => unused(counted(period)),
    }
}

/// The stretch over which "once per ..." is counted (rule 1601.11).
const fn counted(period: Period) -> play::Period {
    match period {
        Period::Attack => play::Period::Attack,
        Period::Turn => play::Period::Turn,
        Period::Game => play::Period::Game,
    }
}

/// An effect that can be used once has come to its end: it counts if something was done.
pub(crate) fn count_once(game: &mut Game, context: &Context) {
    let trigger = match &game.catalog.ability(context.ability).kind {
        AbilityKind::Triggered(text) => &text.trigger,
        AbilityKind::Replacement(text) => &text.trigger,
        _ => return,
    };
    if let (Frequency::Once(period), Some(card), true) =
        (trigger.frequency, context.this, context.did_something)
    {
        play::count_use(game, card, context.ability, counted(period));
    }
}

/// "The next time" has come: the lasting effect is over, or the card has had it.
pub(super) fn use_up(game: &mut Game, this: Slot0, id: AbilityId) {
    let is_it = |record: &Lasting| record.this == this && game.catalog.node(record.node).inner.contains(&id);
    match (game.state.lasting.iter().position(is_it), this) {
        (Some(place), _) => {
            game.state.lasting.remove(place);
        }
        (None, Some(card)) => play::count_use(game, card, id, play::Period::Stay),
        (None, None) => {}
    }
}

/// Whether a card may have abilities that wait: top cards, Equipment, and cards whose text works elsewhere.
fn may_have_triggers(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    match record.place {
        Where::Arena(_) | Where::BuildZone | Where::EventZone => !record.is_face_down(),
        Where::Attached(_) => true,
        Where::Deck | Where::Hand | Where::DiscardPile | Where::Removed | Where::Supply => {
            game.catalog.facts(record.definition).works_elsewhere
        }
        Where::Nowhere | Where::Stacked(_) | Where::Piloting(_) | Where::Beneath(_) => false,
    }
}

/// An effect of an ability that starts waiting.
pub(super) fn waiting(scope: Scope, id: AbilityId, parties: Parties) -> Option<Waiting> {
    let root = scope.game.catalog.entry(id).root?;
    let events = match &scope.game.catalog.ability(id).kind {
        AbilityKind::Triggered(text) => &text.trigger.events[..],
        AbilityKind::Replacement(text) => &text.trigger.events[..],
        AbilityKind::Trap(text) => &text.trigger.events[..],
        _ => &[],
    };
    let x = if events.iter().any(binds_x) { parties.that_much } else { 0 };
    // "Whenever the chosen unit ..., it ...": what earlier steps had to do with is known while it lasts.
    let mut bound = Recalled::default();
    for (result, card) in
        (0..).zip(&scope.bound[..PAID]).filter_map(|(result, card)| Some((result, (*card)?)))
    {
        // As many as a lasting effect remembers fit.
        let _ = bound.push(result, card);
    }
    Some(Waiting {
        bound,
        root,
        ability: id,
        since: since(scope.game, id),
        bindings: Bindings { x, ..with_parties(scope, parties).bindings },
        ..Waiting::default()
    })
}

/// Since when the words of a triggered text stand for their cards. A text about a discard speaks of the card where that goes
/// (rules 807.4, 1737.1), and is noticed before: it looks when it resolves.
fn since(game: &Game, id: AbilityId) -> u16 {
    let is_of_discard = match &game.catalog.ability(id).kind {
        AbilityKind::Triggered(text) => text.trigger.events.iter().any(is_discard),
        AbilityKind::Replacement(text) => text.trigger.events.iter().any(is_discard),
        AbilityKind::Trap(text) => text.trigger.events.iter().any(is_discard),
        AbilityKind::Wrapper(_) => true,
        AbilityKind::Keyword(_)
        | AbilityKind::Static(_)
        | AbilityKind::Activated(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::ToComplete(_) => false,
    };
    if is_of_discard { 0 } else { game.state.now() }
}

/// Whether a text waits for a discard.
pub(crate) const fn is_discard(event: &AbilityEvent) -> bool {
    matches!(event, AbilityEvent::Discarded { .. })
}

fn consider(scope: Scope, id: AbilityId, event: &Event, found: &mut Found) {
    let game = scope.game;
    match &game.catalog.ability(id).kind {
        AbilityKind::Triggered(triggered) => {
            if is_attached_trait(scope, id) || is_its_own_doing(scope, id, event) {
                return;
            }
            let Some(parties) = triggers(scope, &triggered.trigger, event) else { return };
            let scope = with_parties(scope, parties);
            // 1305.5: checked now and again when it resolves.
            if triggered.condition.as_ref().is_some_and(|only| !condition::holds(scope, only)) {
                return;
            }
            if !is_due_now(scope, id, triggered.trigger.frequency) {
                return;
            }
            if let (Frequency::FirstEachTurn, Some(card)) = (triggered.trigger.frequency, scope.this) {
                let use_of_turn = (card, id, play::Period::Turn);
                if found.used.contains(&use_of_turn) {
                    return;
                }
                found.used.push(use_of_turn);
            }
            found.waiting.extend(waiting(scope, id, parties));
        }
        AbilityKind::Wrapper(Wrapper::LastStand(_)) => {
            if let Some(card) = scope.this.filter(|card| last_stand::is_due(*card, &event.what)) {
                let parties = Parties { subject: Some(card), ..Parties::default() };
                found.waiting.extend(waiting(scope, id, parties));
            }
        }
        AbilityKind::Wrapper(_)
        | AbilityKind::Keyword(_)
        | AbilityKind::Static(_)
        | AbilityKind::Activated(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => {}
    }
}

pub(super) fn with_parties(mut scope: Scope, parties: Parties) -> Scope {
    scope.subject = parties.subject;
    scope.object = parties.object;
    scope.that = parties.that;
    scope.that_much = parties.that_much;
    scope
}

/// The parties of an event if it is one that a trigger names, at a time that it names.
pub(super) fn triggers(scope: Scope, trigger: &Trigger, event: &Event) -> Option<Parties> {
    if trigger.during.is_some_and(|stage| !condition::is_during(scope, stage)) {
        return None;
    }
    trigger.events.iter().find_map(|wanted| matches(scope, wanted, event))
}

/// Whether the effect of the ability itself put or removed these counters, or made these cards or points come or go: that
/// does not trigger it again (rule 1305.8).
fn is_its_own_doing(scope: Scope, id: AbilityId, event: &Event) -> bool {
    let is_kind = matches!(
        event.what,
        What::PutCounters { .. }
            | What::RemovedCounters { .. }
            | What::Pool { .. }
            | What::Drew { .. }
            | What::Tapped(_)
            | What::Untapped(_)
    );
    is_kind && scope.game.state.contexts.last().is_some_and(|own| own.ability == id && own.this == scope.this)
}

/// A Trait that lies on a unit does not move when its trigger happens again (rule 210.5), or has happened to several
/// units at once. Other Equipment that attaches itself moves only where its text leaves that to its player.
pub(super) fn is_attached_trait(scope: Scope, id: AbilityId) -> bool {
    let game = scope.game;
    if scope.this.is_some_and(|card| gather::is_loose_equipment(game, card)) {
        return false;
    }
    let may_move = scope.this.is_some_and(|card| {
        let definition = game.state.card(card).definition;
        matches!(game.catalog.card_type(definition), CardType::Equipment(_))
            && !game.catalog.facts(definition).has_subtype("Trait")
    });
    game.catalog.entry(id).root.is_some_and(|root| attaches_this(game, root, may_move))
}

/// Whether a text attaches its own card to a unit.
pub(super) fn attaches_itself(game: &Game, id: AbilityId) -> bool {
    game.catalog.entry(id).root.is_some_and(|root| attaches_this(game, root, false))
}

/// Whether one of the steps attaches the card itself, whatever else happens: "gain 2 Force and attach this Trait to ...".
/// What is optional doesn't count for a card that may move.
fn attaches_this(game: &Game, id: NodeId, may_move: bool) -> bool {
    let node = game.catalog.node(id);
    match &node.effect {
        Effect::Act(Action::Cards(CardAction::Put(
            Selector::Known(Reference::This),
            Destination::AttachedTo(_),
        ))) => true,
        Effect::Do { optional: Optional::May(_), .. } if may_move => false,
        _ => node.kids.iter().any(|kid| attaches_this(game, *kid, may_move)),
    }
}

/// Whether a Trap can be completed if its moment comes: it has enough build counters, or it can be meditated (rules
/// 212.2, 1739.2).
pub(super) fn is_trap_ready(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    matches!(game.catalog.card_type(record.definition), CardType::Trap)
        && match record.place {
            Where::BuildZone => record.is_face_down() && build::trap_is_ready(game, record.controller, card),
            Where::DiscardPile => meditate::can_spring(game, card),
            Where::Nowhere
            | Where::Deck
            | Where::Hand
            | Where::Removed
            | Where::Supply
            | Where::EventZone
            | Where::Arena(_)
            | Where::Stacked(_)
            | Where::Piloting(_)
            | Where::Attached(_)
            | Where::Beneath(_) => false,
        }
}

/// A Trap whose moment comes (rule 212.2).
fn consider_trap(game: &Game, card: Slot, event: &Event, found: &mut Found) {
    if !is_trap_ready(game, card) {
        return;
    }
    let record = game.state.card(card);
    let facts = game.catalog.facts(record.definition);
    for id in &facts.abilities {
        if let AbilityKind::Trap(trap) = &game.catalog.ability(*id).kind {
            let scope = Scope::of_card(game, card, 0);
            if let (Tense::Happens, Some(parties)) = (trap.tense, triggers(scope, &trap.trigger, event)) {
                let scope = with_parties(scope, parties);
                if trap.condition.as_ref().is_none_or(|only| condition::holds(scope, only)) {
                    let ready = waiting(scope, *id, parties);
                    found.waiting.extend(ready.map(|ready| Waiting { sort: Sort::Trap, ..ready }));
                }
            }
        }
    }
}

/// The attack that is going on did not happen, and so what waits for its end never happens (rule 1308.7).
pub(crate) fn forget_attack(game: &mut Game) {
    let attack = game.state.attacks.len() as u8;
    for place in (0..game.state.delayed.len()).rev() {
        let delayed = game.state.delayed[place];
        let for_its_end = matches!(&game.catalog.node(delayed.node).effect, Effect::Delayed(events, _)
            if events.iter().any(|event| matches!(event, AbilityEvent::AttackEnds(_))));
        if for_its_end && delayed.attack == attack {
            game.state.delayed.remove(place);
        }
    }
}

/// Delayed effects whose event has happened start waiting to resolve.
fn wake(game: &mut Game, event: &Event) {
    for place in (0..game.state.delayed.len()).rev() {
        let delayed = game.state.delayed[place];
        let waits = delayed.waiting;
        let parties = match &game.catalog.node(delayed.node).effect {
            Effect::Delayed(events, _) => {
                let scope = Scope::of_bindings(game, waits.bindings, 0);
                // "When the attack ends" means the attack in which it was made.
                let other_attack = matches!(event.what, What::AttackEnded { .. })
                    && delayed.attack != 0
                    && delayed.attack != game.state.attacks.len() as u8;
                let found = events.iter().find_map(|wanted| matches(scope, wanted, event));
                found.filter(|_| !other_attack)
            }
            _ => None,
        };
        if let Some(parties) = parties {
            game.state.delayed.remove(place);
            let mut ready = waits;
            ready.subject = waits.subject.or(parties.subject);
            ready.object = waits.object.or(parties.object);
            ready.that_much = if waits.that_much == 0 { parties.that_much } else { waits.that_much };
            game.wait(ready);
        }
    }
}

/// The Foresights or Forewarnings of a unit, each with its own prediction, and the cards that give them (rule 1727.4).
pub(crate) fn earned_by(game: &Game, unit: Slot, keyword: Keyword) -> Vec<(AbilityId, Slot)> {
    wrappers(game, unit, &|wrapper| wrapper.keyword() == keyword)
}

fn wrappers(game: &Game, unit: Slot, is: &dyn Fn(&Wrapper) -> bool) -> Vec<(AbilityId, Slot)> {
    let is_it = |id| matches!(&game.catalog.ability(id).kind, AbilityKind::Wrapper(wrapper) if is(wrapper));
    Query::new(game, Topics::ABILITIES).abilities(unit, is_it)
}

/// A keyword of a unit that asks when a battle step starts begins to wait (rule 1102.1).
pub(crate) fn wait_for_keyword(game: &mut Game, unit: Slot, sort: Sort) {
    let you = game.state.card(unit).controller;
    game.wait(Waiting::of(sort, Some(unit), you));
}

/// The choice which of too many Pilots leave a unit begins to wait, once (rule 904.5).
pub(crate) fn wait_for_pilots(game: &mut Game, unit: Slot) {
    let is_it = |waiting: &Waiting| waiting.sort == Sort::Pilots && waiting.this == Some(unit);
    if !game.state.waiting.iter().any(is_it) {
        wait_for_keyword(game, unit, Sort::Pilots);
    }
}

/// The effect of a keyword with a body was earned: it waits to resolve (rules 1727.1, 1728.1).
pub(crate) fn earn(game: &mut Game, unit: Slot, giver: Slot, id: AbilityId) {
    let ready = waiting(Scope::of_card(game, unit, 0).given_by(giver), id, Parties::default());
    if let Some(ready) = ready {
        game.wait(ready);
    }
}

/// The reason of what a Trap does.
pub(super) const fn by_trap(card: Slot) -> By {
    By::card(card, 212, 3)
}
