//! Enhance: [cost] -> [effect]: paid when the card is announced, for more than its normal effect (rule 1722).

use crate::facts::game::Game;
use crate::records::effect::Context;
use crate::records::id::{AbilityId, NodeId};
use crate::records::state::{Mark, Slot};
use vocab::CardType;
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

/// The Enhance text of a Mission, which has one at most (`support`). It's paid for when the Mission is completed.
pub(crate) fn of_mission(game: &Game, card: Slot) -> Option<AbilityId> {
    let facts = game.catalog.facts(game.state.card(card).definition);
    if game.catalog.card_type(game.state.card(card).definition) != CardType::Mission {
        return None;
    }
    facts.abilities.iter().copied().find(|id| text(game, *id).is_some())
}

/// The Enhance text of a Mission that is being completed, if it is paid for.
pub(crate) fn paid_for(game: &Game, card: Slot) -> Option<AbilityId> {
    let is_paid = game.state.card(card).marks.has(Mark::Paid);
    if is_paid { of_mission(game, card) } else { None }
}

/// Whether the Enhance text of a Mission keeps it from being disrupted (rules 1722.3, 1308.5).
pub(crate) fn keeps_mission(game: &Game, card: Slot) -> bool {
    let text = paid_for(game, card).and_then(|id| text(game, id));
    text.is_some_and(|text| text.enhancement == Enhancement::Undisrupted)
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
