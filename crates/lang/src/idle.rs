//! Choices that nothing uses: whatever was to be done with them stands in words that weren't read.

use vocab::ability::{Ability, AbilityKind, Action, Effect, Outcome, Upkeep, Wrapper};

/// Whether an ability has something chosen that nothing uses.
pub fn chooses_in_vain(ability: &Ability) -> bool {
    match &ability.kind {
        AbilityKind::OneShot(play) | AbilityKind::Activated(play) => is_idle(&play.effect),
        AbilityKind::Triggered(triggered) => is_idle(&triggered.effect),
        AbilityKind::Replacement(replacement) => match &replacement.outcome {
            Outcome::Instead(effect) | Outcome::First(effect) => is_idle(effect),
        },
        AbilityKind::Trap(trap) => is_idle(&trap.effect),
        AbilityKind::Wrapper(wrapper) => match wrapper {
            Wrapper::Bounty(effect)
            | Wrapper::Deploy(effect)
            | Wrapper::Foresight(effect)
            | Wrapper::Forewarning(effect)
            | Wrapper::LastStand(effect) => is_idle(effect),
            Wrapper::Upkeep(Upkeep::Effect(effect)) => is_idle(effect),
            Wrapper::Enhance(enhance) => is_idle(&enhance.effect),
            Wrapper::Insert(inner) | Wrapper::Reserves(inner) => chooses_in_vain(inner),
            Wrapper::Adapt(_)
            | Wrapper::AlternativeCost(_)
            | Wrapper::Pilot(_)
            | Wrapper::ReducedCost(..)
            | Wrapper::Stack(_)
            | Wrapper::Switch(_)
            | Wrapper::Upkeep(Upkeep::Costs(_)) => false,
        },
        AbilityKind::Keyword(_)
        | AbilityKind::Static(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::ToComplete(_) => false,
    }
}

/// Whether a step chooses something and has no slot for it.
fn is_idle(effect: &Effect) -> bool {
    let any = |effect: &Option<Box<Effect>>| effect.as_deref().is_some_and(is_idle);
    match effect {
        Effect::Act(action) => matches!(action, Action::Choose(_)),
        Effect::Named(_, inner) => !matches!(**inner, Effect::Act(_)) && is_idle(inner),
        Effect::Sequence(steps) => steps.iter().any(is_idle),
        Effect::Do { what, then, otherwise, .. } => is_idle(what) || any(then) || any(otherwise),
        Effect::If { then, otherwise, .. } => is_idle(then) || any(otherwise),
        Effect::ChooseOne(_, modes) => modes.iter().any(|mode| is_idle(&mode.effect)),
        Effect::Unless { effect, .. } | Effect::ForEach(_, effect) | Effect::Delayed(_, effect) => {
            is_idle(effect)
        }
        Effect::Table(_, rows) => rows.iter().any(|row| is_idle(&row.effect)),
        Effect::Meanwhile(ability, _) => chooses_in_vain(ability),
        Effect::Keyword(..) | Effect::Lasting(_) | Effect::Pay(..) | Effect::ByHand => false,
    }
}
