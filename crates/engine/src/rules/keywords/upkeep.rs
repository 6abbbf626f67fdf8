//! Upkeep: [cost or effect]: what a card's controller pays or gets when his or her build step starts (rule 1760).

use crate::facts::game::Game;
use crate::facts::now::gather::Query;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame;
use crate::records::frame::Flow;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::records::topics::Topics;
use crate::rules::build::price;
use crate::rules::build::price::Bill;
use crate::rules::change::By;
use crate::rules::{build, effect};
use vocab::ability::{AbilityKind, Upkeep, Wrapper};
use vocab::{Keyword, Role};

/// The Upkeeps of a top card: in arenas, the build zone and while piloting (rule 1760.4).
pub(crate) fn due(game: &Game, who: Role, card: Slot) -> Vec<AbilityId> {
    let record = game.state.card(card);
    // "This unit loses Upkeep" takes all of them away.
    if !record.lies_open_or_pilots() || record.controller != who || !game.has(card, Keyword::Upkeep) {
        return Vec::new();
    }
    // Also what Pilots, Equipment, other cards and lasting effects give it.
    let found = Query::new(game, Topics::ABILITIES).abilities(card, |id| upkeep(game, id).is_some());
    found.into_iter().map(|(id, _)| id).collect()
}

fn upkeep(game: &Game, id: AbilityId) -> Option<&Upkeep> {
    match &game.catalog.ability(id).kind {
        AbilityKind::Wrapper(Wrapper::Upkeep(upkeep)) => Some(upkeep),
        _ => None,
    }
}

/// Pays an Upkeep that can be paid, or lets its effect happen (rules 1760.2, 1760.3, 1760.7).
pub(crate) fn begin(game: &mut Game, who: Role, card: Slot, ability: AbilityId) -> Option<frame::Frame> {
    match upkeep(game, ability) {
        Some(Upkeep::Costs(_)) if !payable(game, who, card, ability).is_empty() => {
            Some(build::Frame::Upkeep(who, card, ability).into())
        }
        Some(Upkeep::Effect(_)) => effect::resolve_ability(game, card, ability, who),
        Some(Upkeep::Costs(_)) | None => None,
    }
}

/// The costs of an Upkeep that can be paid.
fn payable(game: &Game, who: Role, card: Slot, ability: AbilityId) -> Vec<u8> {
    let options = match upkeep(game, ability) {
        Some(Upkeep::Costs(costs)) => costs.len() as u8,
        Some(Upkeep::Effect(_)) | None => 0,
    };
    (0..options)
        .filter(|option| price::can_pay(game, who, card, Bill { option: *option, ..Bill::of(ability) }))
        .collect()
}

pub(crate) fn ask(
    game: &Game,
    who: Role,
    card: Slot,
    ability: AbilityId,
    choices: &mut Vec<Choice>,
) -> Option<Ask> {
    choices.extend(payable(game, who, card, ability).into_iter().map(Choice::Option));
    Some(Ask::new(who, Why::Keyword(Keyword::Upkeep), 1760, 2).about(card))
}

/// Pays one of the costs of an Upkeep.
pub(crate) fn pay(game: &mut Game, who: Role, card: Slot, ability: AbilityId, option: u8) -> Flow {
    match price::pay(game, who, card, Bill { option, ..Bill::of(ability) }, By::card(card, 1760, 1)) {
        Some(paying) => Flow::Next(paying),
        None => Flow::Done,
    }
}
