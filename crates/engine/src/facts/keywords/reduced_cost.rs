//! Reduced Cost: the least that a card may cost (rule 1748).

use vocab::Cost;
use vocab::ability::{Ability, AbilityKind, Wrapper};

/// The least of a card's printed cost and the Reduced Costs among its abilities, as if every condition were met.
pub(crate) fn least<'a>(printed: Cost, abilities: impl Iterator<Item = &'a Ability>) -> u8 {
    let reduced = abilities.filter_map(|ability| match &ability.kind {
        AbilityKind::Wrapper(Wrapper::ReducedCost(cost, _)) => Some(*cost),
        _ => None,
    });
    reduced.fold(printed.points().unwrap_or(0), u8::min)
}
