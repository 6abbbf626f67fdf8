//! "Enhance: ... that unit gets +6 power instead": the unit that the normal effect chooses is chosen all the same.

use super::parts::selectors_of;
use vocab::Definition;
use vocab::ability::{
    Ability, AbilityKind, Action, ArenaRef, Choosable, Effect, Enhancement, Filter, Place, Reference, Rule,
    Selector, Slot, Wrapper,
};

/// An Enhance text that takes the place of the normal effect and refers to what that chooses, with the choice before it
/// (rules 1306.1, 1722.2).
pub(super) fn with_choice(definition: &Definition, ability: &Ability) -> Option<Ability> {
    let AbilityKind::Wrapper(Wrapper::Enhance(text)) = &ability.kind else { return None };
    if text.enhancement != Enhancement::Instead {
        return None;
    }
    let normal = definition.abilities.iter().find_map(|other| match &other.kind {
        AbilityKind::OneShot(play) => Some(&play.effect),
        _ => None,
    })?;
    let (slot, choice) = named_choice(normal)?;
    if !refers_to(&text.effect, slot) {
        return None;
    }
    let chosen = Effect::from(Action::Choose(Choosable::Objects(choice))).named(slot);
    let mut text = text.clone();
    text.effect = Effect::steps([chosen, text.effect]);
    Some(Ability { kind: AbilityKind::Wrapper(Wrapper::Enhance(text)), ..ability.clone() })
}

/// The first step that a later text refers to, and what it chooses.
fn named_choice(effect: &Effect) -> Option<(Slot, Selector)> {
    match effect {
        Effect::Sequence(steps) => steps.iter().find_map(named_choice),
        Effect::Named(slot, inner) => choice_in(inner).map(|choice| (*slot, choice)),
        Effect::Do { what, .. } => named_choice(what),
        _ => None,
    }
}

fn choice_in(effect: &Effect) -> Option<Selector> {
    let is_choice = |selector: &Selector| matches!(selector, Selector::Choose(_));
    match effect {
        Effect::Act(action) => selectors_of(action).into_iter().find(is_choice),
        Effect::Lasting(lasting) => match &lasting.rule {
            Rule::Cards { who, .. } => Some(who.clone()).filter(is_choice),
            Rule::Players { .. } => None,
        },
        _ => None,
    }
}

/// Whether a text acts on what a step had to do with, or in its arena, and does not write that result itself.
fn refers_to(effect: &Effect, slot: Slot) -> bool {
    match effect {
        Effect::Sequence(steps) => steps.iter().any(|step| refers_to(step, slot)),
        Effect::Named(own, inner) => *own != slot && refers_to(inner, slot),
        Effect::Do { what, then, otherwise, .. } => {
            let parts = [Some(what), then.as_ref(), otherwise.as_ref()];
            parts.into_iter().flatten().any(|part| refers_to(part, slot))
        }
        Effect::If { then, otherwise, .. } => {
            [Some(then), otherwise.as_ref()].into_iter().flatten().any(|part| refers_to(part, slot))
        }
        Effect::Act(action) => selectors_of(action).iter().any(|selector| means(selector, slot)),
        Effect::Lasting(lasting) => match &lasting.rule {
            Rule::Cards { who, .. } => means(who, slot),
            Rule::Players { .. } => false,
        },
        Effect::Unless { effect, .. } | Effect::ForEach(_, effect) | Effect::Delayed(_, effect) => {
            refers_to(effect, slot)
        }
        Effect::ChooseOne(_, modes) => modes.iter().any(|mode| refers_to(&mode.effect, slot)),
        Effect::Table(_, rows) => rows.iter().any(|row| refers_to(&row.effect, slot)),
        Effect::Keyword(..) | Effect::Pay(..) | Effect::Meanwhile(..) | Effect::ByHand => false,
    }
}

fn means(selector: &Selector, slot: Slot) -> bool {
    let is_there = |of: &Filter| of.place == Some(Place::Arena(ArenaRef::Of(Reference::Result(slot))));
    match selector {
        Selector::Known(reference) => *reference == Reference::Result(slot),
        Selector::Each(filter) => is_there(filter),
        Selector::Choose(choice) => is_there(&choice.of),
        Selector::Together(parts) => parts.iter().any(|part| means(part, slot)),
    }
}
