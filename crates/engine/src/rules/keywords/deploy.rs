//! Deploy: [effect]: what happens when a player deploys this unit (rule 1718).

use crate::facts::game::Game;
use crate::facts::now::gather;
use crate::facts::now::gather::Query;
use crate::records::id::AbilityId;
use crate::records::state::{Moment, Slot, Where};
use crate::records::topics::Topics;
use vocab::ability::{AbilityKind, Wrapper};

/// The Deploy texts of a card that is deployed, with the cards that give them: wherever it goes (rule 1718.2), each of
/// them (rule 1718.5), but none in setup (rule 1718.4).
pub(crate) fn texts(game: &Game, card: Slot) -> Vec<(AbilityId, Slot)> {
    if game.state.moment == Moment::Setup || gather::has_lost_triggers(game, card) {
        return Vec::new();
    }
    let is_deploy =
        |id: &AbilityId| matches!(game.catalog.ability(*id).kind, AbilityKind::Wrapper(Wrapper::Deploy(_)));
    let record = game.state.card(card);
    // 802.4: within a stack or on a unit it isn't a unit of its own, and has what is printed on it.
    if matches!(record.place, Where::Stacked(_) | Where::Piloting(_)) {
        let printed = game.catalog.facts(record.definition).abilities.iter().copied();
        return printed.filter(is_deploy).map(|id| (id, card)).collect();
    }
    Query::new(game, Topics::ABILITIES).abilities(card, |id| is_deploy(&id))
}
