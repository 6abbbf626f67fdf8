//! Enhance: [cost] -> [effect]: paid when the card is announced, for more than its normal effect (rule 1722).

use crate::facts::game::Game;
use crate::records::effect::Context;
use crate::records::id::{AbilityId, NodeId};
use vocab::ability::{AbilityKind, Enhance, Enhancement, Wrapper};

/// The Enhance texts of the card that is played (rule 1722.5: at most eight).
pub(crate) fn texts(game: &Game, context: &Context) -> Vec<AbilityId> {
    let Some(card) = context.this else { return Vec::new() };
    if !matches!(game.catalog.ability(context.ability).kind, AbilityKind::OneShot(_)) {
        return Vec::new();
    }
    let is =
        |id: &AbilityId| matches!(game.catalog.ability(*id).kind, AbilityKind::Wrapper(Wrapper::Enhance(_)));
    let abilities = &game.catalog.facts(game.state.card(card).definition).abilities;
    abilities.iter().copied().filter(is).take(8).collect()
}

/// What an Enhance text says.
pub(crate) fn text(game: &Game, id: AbilityId) -> Option<&Enhance> {
    match &game.catalog.ability(id).kind {
        AbilityKind::Wrapper(Wrapper::Enhance(enhance)) => Some(enhance),
        _ => None,
    }
}

/// The Enhance texts that were declared and are paid for (rule 1722.3).
pub(crate) fn declared(game: &Game, context: &Context) -> Vec<AbilityId> {
    let is_declared = |(place, _): &(usize, AbilityId)| context.enhanced & (1 << place) != 0;
    texts(game, context).into_iter().enumerate().filter(is_declared).map(|(_, id)| id).collect()
}

/// Whether a text was paid for that keeps the card from being disrupted (rules 1722.3, 1308.5).
pub(crate) fn is_undisrupted(game: &Game, context: &Context) -> bool {
    let keeps = |id| text(game, id).is_some_and(|text| text.enhancement == Enhancement::Undisrupted);
    declared(game, context).into_iter().any(keeps)
}

/// Adds what the declared texts do to what resolves, in written order: instead of the normal effect or after it (rule
/// 1722.2). "Instead" takes the place of the normal effect alone, not of other Enhance texts (rule 1722.5).
pub(crate) fn change(game: &Game, context: &Context, roots: &mut Vec<NodeId>) {
    let declared = declared(game, context);
    let is_instead =
        |id: &AbilityId| text(game, *id).is_some_and(|text| text.enhancement == Enhancement::Instead);
    if declared.iter().any(is_instead) {
        roots.clear();
    }
    for id in declared {
        game.catalog.see(id);
        roots.extend(game.catalog.entry(id).root);
    }
}
