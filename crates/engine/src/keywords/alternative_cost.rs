//! Alternative Cost: [cost]: paid in place of all build counters (rule 1704).
//!
//! It is a way to complete a card (`build::way`): the counters on the card do not matter, each Alternative Cost is a
//! way of its own (rule 1704.7), and the price is paid like others of the build step (`build::price`).

use vocab::ability::{Ability, AbilityKind, Wrapper};

/// Whether an ability is an Alternative Cost.
pub(crate) const fn is_it(ability: &Ability) -> bool {
    matches!(ability.kind, AbilityKind::Wrapper(Wrapper::AlternativeCost(_)))
}
