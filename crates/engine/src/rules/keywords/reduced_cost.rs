//! Reduced Cost X: [condition]: the card's cost is X if the condition is met (rule 1748).
//!
//! The build cost of built cards (`build::cost`), the Force cost of Battle cards (`play::offers`, rule 1748.2). What
//! else makes the card cheaper, and its place in a stack, counts on top of it (rule 1748.4); Hidden Cost takes the
//! current cost, and so the reduced one (rule 1748.6).

use crate::facts::game::Game;
use crate::records::state::Slot;
use crate::rules::effect;
use vocab::ability::{AbilityKind, Wrapper};
use vocab::{Keyword, Role};

/// The smallest Reduced Cost whose condition is met when the cost is paid (rules 1748.3, 1748.5).
pub(crate) fn cost(game: &Game, who: Role, card: Slot) -> Option<u8> {
    let facts = game.catalog.facts(game.state.card(card).definition);
    if !facts.mentions.contains(Keyword::ReducedCost) {
        return None;
    }
    let costs = facts.by_itself.iter().filter_map(|id| match &game.catalog.ability(*id).kind {
        AbilityKind::Wrapper(Wrapper::ReducedCost(cost, condition)) => {
            let holds = effect::holds(game, card, who, condition);
            holds.then(|| {
                game.catalog.see(*id);
                *cost
            })
        }
        _ => None,
    });
    costs.min()
}
