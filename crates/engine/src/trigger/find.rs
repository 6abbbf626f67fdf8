//! Finding the abilities that wait for an event.

use super::matching::{Parties, matches};
use super::{Sort, Waiting};
use crate::catalog::{AbilityId, Topics, kinds_of_what};
use crate::change::By;
use crate::effect::{Scope, condition};
use crate::event::{Event, What};
use crate::game::Game;
use crate::now::gather::{self, Given};
use crate::state::{Moment, Slot, Text, Where};
use crate::{build, lasting, play};
use vocab::ability::{
    AbilityKind, CardAction, Destination, Effect, Frequency, Reference, Selector, Tense, Trigger, Wrapper,
};
use vocab::{CardType, Keyword};

/// Looks at an event: abilities that wait for it start waiting to resolve. Discards are looked at beforehand.
pub(crate) fn notice(game: &mut Game, event: Event) {
    lasting::notice(game, &event);
    play::notice(game, &event);
    if !matches!(event.what, What::Discarded { .. }) {
        look(game, &event);
    }
}

/// Looks at a discard while the card is still where it is discarded from (rule 1305.6).
pub(crate) fn notice_leaving(game: &mut Game, event: Event) {
    look(game, &event);
}

fn look(game: &mut Game, event: &Event) {
    let mask = kinds_of_what(&event.what);
    if mask == 0 {
        return;
    }
    wake(game, event);
    let mut found = Found::default();
    for card in gather::speakers(game, Text::Waits, |facts| facts.events & mask != 0) {
        if may_speak(game, card) {
            gather::everything(game, card, 0, Topics::ABILITIES, &mut |given| {
                if let Given::Ability(id, giver) = given {
                    let scope = Scope::of_card(game, card, 0).given_by(giver);
                    consider(scope, id, event, &mut found);
                }
            });
        }
        consider_trap(game, card, event, &mut found);
    }
    for (place, record) in game.state.lasting.iter().enumerate() {
        let node = game.catalog.node(record.node);
        if let (Effect::Meanwhile(..), [inner]) = (&node.effect, &node.inner[..])
            && record.is_active(game, 0)
        {
            let before = found.waiting.len();
            consider(record.scope(game, 0), *inner, event, &mut found);
            let once = matches!(&game.catalog.ability(*inner).kind, AbilityKind::Triggered(triggered)
                    if triggered.trigger.frequency == Frequency::Next);
            if once && found.waiting.len() > before {
                found.over.push(place);
            }
        }
    }
    for place in found.over.into_iter().rev() {
        game.state.lasting.remove(place);
    }
    for (card, id) in found.first {
        play::count_use(game, card, id, play::Period::Turn);
    }
    for waiting in found.waiting {
        if game.state.waiting.push(waiting).is_err() {
            game.stop();
        }
    }
}

/// What an event set going.
#[derive(Default)]
struct Found {
    waiting: Vec<Waiting>,
    /// Uses of "the first time each turn".
    first: Vec<(Slot, AbilityId)>,
    /// Lasting abilities that are used up.
    over: Vec<usize>,
}

/// Whether a card may have abilities that wait: top cards, Equipment, and cards whose text works elsewhere.
pub(super) fn may_speak(game: &Game, card: Slot) -> bool {
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
    Some(Waiting {
        root,
        ability: id,
        this: scope.this,
        giver: scope.giver,
        you: scope.you,
        subject: parties.subject,
        object: parties.object,
        that: parties.that,
        that_much: parties.that_much,
        ..Waiting::default()
    })
}

fn consider(scope: Scope, id: AbilityId, event: &Event, found: &mut Found) {
    let game = scope.game;
    match &game.catalog.ability(id).kind {
        AbilityKind::Triggered(triggered) => {
            if is_attached_trait(scope, &triggered.effect) {
                return;
            }
            let Some(parties) = triggers(scope, &triggered.trigger, event) else { return };
            let scope = with_parties(scope, parties);
            // 1305.5: checked now and again when it resolves.
            if triggered.condition.as_ref().is_some_and(|only| !condition::holds(scope, only)) {
                return;
            }
            // The first turn, build step or battle phase of a game is that of its first turn.
            if triggered.trigger.frequency == Frequency::First && game.state.turn > 1 {
                return;
            }
            if triggered.trigger.frequency == Frequency::FirstEachTurn {
                let Some(card) = scope.this else { return };
                let counted = found.first.contains(&(card, id));
                if counted || play::uses(game, card, id, play::Period::Turn) > 0 {
                    return;
                }
                found.first.push((card, id));
            }
            found.waiting.extend(waiting(scope, id, parties));
        }
        AbilityKind::Wrapper(Wrapper::Deploy(_)) => {
            if let What::Deployed { who, card, .. } = event.what {
                // 1718.4: not during setup.
                if Some(card) == scope.this && game.state.moment != Moment::Setup {
                    let parties = Parties { subject: Some(card), that: Some(who), ..Parties::default() };
                    found.waiting.extend(waiting(scope, id, parties));
                }
            }
        }
        AbilityKind::Wrapper(Wrapper::LastStand(_)) => {
            if let What::Discarded { card, from: Where::Arena(_), .. } = event.what
                && Some(card) == scope.this
            {
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

/// A Trait that lies on a unit does not move when its trigger happens again (rule 210.5).
fn is_attached_trait(scope: Scope, effect: &Effect) -> bool {
    let attaches = matches!(
        effect,
        Effect::Act(vocab::ability::Action::Cards(CardAction::Put(
            Selector::Known(Reference::This),
            Destination::AttachedTo(_)
        )))
    );
    attaches && !scope.this.is_some_and(|card| gather::is_loose_equipment(scope.game, card))
}

/// A Trap that has enough build counters when its moment comes (rule 212.2).
fn consider_trap(game: &Game, card: Slot, event: &Event, found: &mut Found) {
    let record = game.state.card(card);
    let is_built = record.place == Where::BuildZone
        && record.is_face_down()
        && matches!(game.catalog.card_type(record.definition), CardType::Trap);
    if !is_built || !build::trap_is_ready(game, record.controller, card) {
        return;
    }
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

/// Delayed effects whose event has happened start waiting to resolve.
fn wake(game: &mut Game, event: &Event) {
    for place in (0..game.state.delayed.len()).rev() {
        let delayed = game.state.delayed[place];
        let waits = delayed.waiting;
        let parties = match &game.catalog.node(delayed.node).effect {
            Effect::Delayed(events, _) => {
                let mut scope = Scope::of_nobody(game, waits.you, 0);
                (scope.this, scope.giver) = (waits.this, waits.giver);
                (scope.subject, scope.object) = (waits.subject, waits.object);
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
            let subject = waits.subject.or(parties.subject);
            let object = waits.object.or(parties.object);
            let that_much = if waits.that_much == 0 { parties.that_much } else { waits.that_much };
            let ready = Waiting { subject, object, that_much, ..waits };
            if game.state.waiting.push(ready).is_err() {
                game.stop();
            }
        }
    }
}

/// The Foresights or Forewarnings of a unit, each with its own prediction, and the cards that give them (rule 1727.4).
pub(crate) fn earned_by(game: &Game, unit: Slot, keyword: Keyword) -> Vec<(AbilityId, Slot)> {
    wrappers(game, unit, &|wrapper| wrapper.keyword() == keyword)
}

fn wrappers(game: &Game, unit: Slot, is: &dyn Fn(&Wrapper) -> bool) -> Vec<(AbilityId, Slot)> {
    let mut found = Vec::new();
    gather::everything(game, unit, 0, Topics::ABILITIES, &mut |given| {
        if let Given::Ability(id, giver) = given
            && matches!(&game.catalog.ability(id).kind, AbilityKind::Wrapper(wrapper) if is(wrapper))
        {
            found.push((id, giver));
        }
    });
    found
}

/// The effect of a keyword with a body was earned: it waits to resolve (rules 1727.1, 1728.1).
pub(crate) fn earn(game: &mut Game, unit: Slot, giver: Slot, id: AbilityId) {
    let ready = waiting(Scope::of_card(game, unit, 0).given_by(giver), id, Parties::default());
    if ready.is_some_and(|ready| game.state.waiting.push(ready).is_err()) {
        game.stop();
    }
}

/// The reason of what a Trap does.
pub(super) const fn by_trap(card: Slot) -> By {
    By::card(card, 212, 3)
}
