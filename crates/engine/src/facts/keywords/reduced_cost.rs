//! Reduced Cost: the least that a card may cost (rule 1748).

use vocab::Definition;
use vocab::ability::{AbilityKind, Wrapper};

/// The least of a card's printed cost and its Reduced Costs, as if every condition were met.
pub(crate) fn least(definition: &Definition) -> u8 {
    let reduced = definition.abilities.iter().filter_map(|ability| match &ability.kind {
        AbilityKind::Wrapper(Wrapper::ReducedCost(cost, _)) => Some(*cost),
        _ => None,
    });
    reduced.fold(definition.cost.points().unwrap_or(0), u8::min)
}
