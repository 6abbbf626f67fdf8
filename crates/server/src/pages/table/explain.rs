//! The words of what asks: what a yes means, and what stands behind a numbered option.

use super::offer::{ability_text, capital};
use super::sight::Sight;
use engine::state::Slot;
use engine::{AbilityId, Decision, Why};
use lang::Setting;
use vocab::Keyword;
use vocab::ability::{Ability, AbilityKind, Effect, Mode, Play, Upkeep, Wrapper};

/// The ability whose effect asks, with the card that has it.
fn asking(sight: &Sight, decision: &Decision) -> Option<(Slot, AbilityId)> {
    match decision.why {
        Why::Optional | Why::PayOrNot | Why::Choose | Why::Mode | Why::X | Why::Pay => {
            sight.seen.sight().asking()
        }
        Why::PlayEvent
        | Why::PullResource
        | Why::Mulligan
        | Why::SetupBuild
        | Why::SetupPartial
        | Why::BuildCounters
        | Why::BuildStepStart
        | Why::Build
        | Why::Destination
        | Why::Retreat
        | Why::PlayOrPass
        | Why::NextUnit
        | Why::Act
        | Why::Bid
        | Why::Order
        | Why::Keyword(_)
        | Why::Prevent
        | Why::Divide
        | Why::Equip
        | Why::Untap
        | Why::ByHand
        | Why::Agree => None,
    }
}

/// The text of the ability that asks, in card English.
pub fn words(sight: &Sight, decision: &Decision) -> Option<String> {
    let (card, ability) = asking(sight, decision)?;
    Some(ability_text(sight, card, ability).replace("->", "→"))
}

/// What an option with a number stands for.
pub fn option(sight: &Sight, decision: &Decision, number: u8) -> Option<String> {
    let seen = sight.seen.sight();
    let place = usize::from(number);
    if decision.why == Why::Mode {
        let (card, ability) = asking(sight, decision)?;
        let mode = modes(&seen.catalog().ability(ability).kind)?.get(place)?.clone();
        let Mode { costs, effect, timing } = mode;
        let alone = Ability::new(AbilityKind::OneShot(Play { costs, effect, timing }));
        return written(sight, card, alone);
    }
    let source = decision.source?;
    let Why::Keyword(keyword) = decision.why else { return None };
    match keyword {
        Keyword::Velocity => {
            let value = *seen.instances(source, Keyword::Velocity).get(place / 2)?;
            let value = if number.is_multiple_of(2) { value } else { -value };
            Some(format!("{value:+} speed"))
        }
        Keyword::Upkeep => {
            let Wrapper::Upkeep(Upkeep::Costs(costs)) = only(sight, source, Keyword::Upkeep)? else {
                return None;
            };
            let one = Wrapper::Upkeep(Upkeep::Costs(vec![costs.get(place)?.clone()]));
            written(sight, source, Ability::new(AbilityKind::Wrapper(one)))
        }
        // The ways of completing a card are numbered by their place in its text.
        Keyword::AlternativeCost | Keyword::Meditate => {
            written(sight, source, sight.known(source)?.abilities.get(place)?.clone())
        }
        Keyword::Adapt => {
            let Wrapper::Adapt(texts) = only(sight, source, Keyword::Adapt)? else { return None };
            let one = Wrapper::Adapt(vec![texts.get(place)?.clone()]);
            written(sight, source, Ability::new(AbilityKind::Wrapper(one)))
        }
        _ => {
            // Which of several instances of damage a prevention is for.
            let damage = sight.view.pending.get(place)?;
            Some(format!("{} damage to {}", damage.amount, sight.name_of(damage.to)))
        }
    }
}

/// The wrapper of a keyword on a card that has just one of it: with several it is not known which is meant.
fn only<'a>(sight: &Sight<'a>, card: Slot, keyword: Keyword) -> Option<&'a Wrapper> {
    let definition = sight.known(card)?;
    let mut found = definition.abilities.iter().filter_map(|ability| match &ability.kind {
        AbilityKind::Wrapper(wrapper) if wrapper.keyword() == keyword => Some(wrapper),
        _ => None,
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// An ability in card English, without the keyword that stands before it.
fn written(sight: &Sight, card: Slot, ability: Ability) -> Option<String> {
    let definition = sight.known(card)?;
    let setting = Setting::new(definition.card_type, &definition.name, sight.world.cards.lexicon());
    let text = lang::render(&[ability], &setting, sight.world.cards.lexicon()).ok()?;
    let bare = text.strip_prefix("Upkeep: ").or_else(|| text.strip_prefix("Adapt: ")).unwrap_or(&text);
    Some(capital(bare.trim_end_matches('.')).replace("->", "→"))
}

/// The options of the first "choose one" of an ability.
fn modes(kind: &AbilityKind) -> Option<&[Mode]> {
    match kind {
        AbilityKind::Activated(play) | AbilityKind::OneShot(play) => modes_of(&play.effect),
        AbilityKind::Triggered(triggered) => modes_of(&triggered.effect),
        AbilityKind::Keyword(_)
        | AbilityKind::Static(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_)
        | AbilityKind::Wrapper(_) => None,
    }
}

fn modes_of(effect: &Effect) -> Option<&[Mode]> {
    match effect {
        Effect::ChooseOne(_, modes) => Some(modes),
        Effect::Sequence(steps) => steps.iter().find_map(modes_of),
        Effect::Named(_, inner) | Effect::ForEach(_, inner) | Effect::Unless { effect: inner, .. } => {
            modes_of(inner)
        }
        Effect::Do { what, then, otherwise, .. } => modes_of(what)
            .or_else(|| then.as_deref().and_then(modes_of))
            .or_else(|| otherwise.as_deref().and_then(modes_of)),
        Effect::If { then, otherwise, .. } => {
            modes_of(then).or_else(|| otherwise.as_deref().and_then(modes_of))
        }
        Effect::Act(_)
        | Effect::Keyword(..)
        | Effect::Lasting(_)
        | Effect::Pay(..)
        | Effect::Table(..)
        | Effect::Delayed(..)
        | Effect::Meanwhile(..)
        | Effect::ByHand => None,
    }
}
