//! The words of what asks: what a yes means, and what stands behind a numbered option.

use super::offer::{ability_text, capital};
use super::sight::Sight;
use engine::state::Slot;
use engine::{AbilityId, Decision, Meaning, Why};
use lang::Setting;
use vocab::ability::Ability;

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
    match sight.seen.sight().option(number)? {
        Meaning::Words(words) => Some(capital(&words)),
        Meaning::Ability(ability) => {
            let card = asking(sight, decision).map(|(card, _)| card).or(decision.source)?;
            written(sight, card, *ability)
        }
    }
}

/// An ability in card English, without the keyword that stands before it.
fn written(sight: &Sight, card: Slot, ability: Ability) -> Option<String> {
    let definition = sight.known(card)?;
    let setting = Setting::new(definition.card_type, &definition.name, sight.world.cards.lexicon());
    let text = lang::render(&[ability], &setting, sight.world.cards.lexicon()).ok()?;
    let bare = text.strip_prefix("Upkeep: ").or_else(|| text.strip_prefix("Adapt: ")).unwrap_or(&text);
    Some(capital(bare.trim_end_matches('.')).replace("->", "→"))
}
