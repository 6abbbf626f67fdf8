//! The start of a build step: Upkeep, Bounties, the draw, Damage Control and triggers, in any order (rule 603.2).

use super::price::Bill;
use super::{Frame, price};
use crate::catalog::{AbilityId, Topics};
use crate::change::By;
use crate::decision::{Ask, Choice, Why};
use crate::frame::Flow;
use crate::game::Game;
use crate::list::Full;
use crate::now::gather::{self, Given};
use crate::state::{Mark, Moment, Slot, Where};
use crate::{check, effect, trigger};
use vocab::ability::{AbilityKind, Upkeep, Wrapper};
use vocab::{Counter, Keyword, Role};

/// Something to do at the start of a build step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Item {
    /// The draw.
    #[default]
    Draw,
    /// The Upkeep of a card (rule 1760.1).
    Upkeep(Slot, AbilityId),
    /// Damage Control of a unit (rule 1716.1).
    DamageControl(Slot),
    /// A Bounty that was earned: the unit and the ability (rule 1712.1).
    Bounty(Slot, AbilityId),
    /// Everything that triggers when the build step starts.
    Triggers,
}

/// A build step begins: what is to do is listed, unless it has been done this turn (rule 603.3).
pub(super) fn begin(game: &mut Game, who: Role) -> Flow {
    for card in game.state.on_the_table() {
        // 205.3, 903.1: each may be moved once per build step.
        game.unmark(card, Mark::Moved);
    }
    game.state.todo.clear();
    if game.state.players[who].steps.build_started {
        game.state.moment = Moment::BuildStep(who);
        return Flow::next(Frame::Choose(who));
    }
    game.state.players[who].steps.build_started = true;
    game.begin(Moment::BuildStep(who), By::rule(603, 2));
    if list(game, who).is_err() {
        game.stop();
    }
    Flow::next(Frame::Items(who))
}

/// Lists what is to do.
fn list(game: &mut Game, who: Role) -> Result<(), Full> {
    let mut todo = game.state.todo;
    todo.push(Item::Draw)?;
    for card in game.state.on_the_table() {
        for ability in upkeeps(game, who, card) {
            todo.push(Item::Upkeep(card, ability))?;
        }
        if may_control_damage(game, who, card) {
            todo.push(Item::DamageControl(card))?;
        }
    }
    for bounty in game.state.bounties.iter().filter(|bounty| bounty.who == who) {
        todo.push(Item::Bounty(bounty.unit, bounty.ability))?;
    }
    game.state.bounties.retain(|bounty| bounty.who != who);
    if !game.state.waiting.is_empty() {
        todo.push(Item::Triggers)?;
    }
    game.state.todo = todo;
    Ok(())
}

/// The Upkeeps of a top card: in arenas, the build zone and while piloting (rule 1760.4).
fn upkeeps(game: &Game, who: Role, card: Slot) -> Vec<AbilityId> {
    let record = game.state.card(card);
    let works = match record.place {
        Where::Arena(_) | Where::Piloting(_) => true,
        Where::BuildZone => !record.is_face_down(),
        Where::Nowhere
        | Where::Deck
        | Where::Hand
        | Where::DiscardPile
        | Where::Removed
        | Where::Supply
        | Where::EventZone
        | Where::Stacked(_)
        | Where::Attached(_)
        | Where::Beneath(_) => false,
    };
    if !works || record.controller != who {
        return Vec::new();
    }
    // Also what Pilots, Equipment, other cards and lasting effects give it.
    let mut found = Vec::new();
    gather::everything(game, card, 0, Topics::ABILITIES, &mut |given| {
        if let Given::Ability(id, _) = given {
            found.push(id);
        }
    });
    found.retain(|id| upkeep(game, *id).is_some());
    found
}

fn upkeep(game: &Game, id: AbilityId) -> Option<&Upkeep> {
    match &game.catalog.ability(id).kind {
        AbilityKind::Wrapper(Wrapper::Upkeep(upkeep)) => Some(upkeep),
        _ => None,
    }
}

/// Damage Control works in arenas alone (rule 1716.2).
fn may_control_damage(game: &Game, who: Role, card: Slot) -> bool {
    let record = game.state.card(card);
    let is_there = matches!(record.place, Where::Arena(_)) && record.controller == who && record.damage > 0;
    is_there && game.is_unit(card) && game.now(card).value(Keyword::DamageControl) > 0
}

/// Goes on with what is to do; when nothing is left the player acts.
pub(super) fn next(game: &mut Game, who: Role) -> Flow {
    check::settle(game);
    if game.state.todo.is_empty() {
        return Flow::push(Frame::Choose(who), trigger::Frame::Resolve);
    }
    Flow::Ask
}

pub(super) fn ask(game: &Game, who: Role, choices: &mut Vec<Choice>) -> Option<Ask> {
    choices.extend((0..game.state.todo.len() as u8).map(Choice::Option));
    Some(Ask::new(who, Why::BuildStepStart, 603, 2))
}

/// Does one of the things to do.
pub(super) fn chosen(game: &mut Game, who: Role, item: u8) -> Flow {
    let index = usize::from(item);
    if index >= game.state.todo.len() {
        return Flow::Ask;
    }
    let stay = Frame::Items(who);
    match game.state.todo.remove(index) {
        Item::Draw => {
            game.draw(who, By::rule(603, 2));
            // What a draw triggers waits for the triggers of the start, so that their order stays open.
            Flow::next(stay)
        }
        Item::Upkeep(card, ability) => begin_upkeep(game, who, card, ability),
        Item::DamageControl(unit) if may_control_damage(game, who, unit) => {
            Flow::push(stay, Frame::DamageControl(who, unit))
        }
        // The unit has left its arena meanwhile.
        Item::DamageControl(_) => Flow::next(stay),
        Item::Bounty(card, ability) => match effect::resolve_ability(game, card, ability, who) {
            Some(bonus) => Flow::push(stay, bonus),
            None => Flow::next(stay),
        },
        Item::Triggers => Flow::push(stay, trigger::Frame::Resolve),
    }
}

/// Pays an Upkeep that can be paid, or lets its effect happen (rules 1760.2, 1760.3, 1760.7).
fn begin_upkeep(game: &mut Game, who: Role, card: Slot, ability: AbilityId) -> Flow {
    let stay = Frame::Items(who);
    match upkeep(game, ability) {
        Some(Upkeep::Costs(_)) if !payable(game, who, card, ability).is_empty() => {
            Flow::push(stay, Frame::Upkeep(who, card, ability))
        }
        Some(Upkeep::Effect(_)) => match effect::resolve_ability(game, card, ability, who) {
            Some(above) => Flow::push(stay, above),
            None => Flow::next(stay),
        },
        Some(Upkeep::Costs(_)) | None => Flow::next(stay),
    }
}

/// The costs of an Upkeep that can be paid.
fn payable(game: &Game, who: Role, card: Slot, ability: AbilityId) -> Vec<u8> {
    let options = match upkeep(game, ability) {
        Some(Upkeep::Costs(costs)) => costs.len() as u8,
        Some(Upkeep::Effect(_)) | None => 0,
    };
    (0..options).filter(|option| price::can_pay(game, who, card, Bill { ability, option: *option })).collect()
}

pub(super) fn ask_upkeep(
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
pub(super) fn pay(game: &mut Game, who: Role, card: Slot, ability: AbilityId, option: u8) -> Flow {
    match price::pay(game, who, card, Bill { ability, option }, By::card(card, 1760, 1)) {
        Some(paying) => Flow::Next(paying),
        None => Flow::Done,
    }
}

pub(super) fn ask_damage_control(
    game: &Game,
    who: Role,
    unit: Slot,
    choices: &mut Vec<Choice>,
) -> Option<Ask> {
    let most = u8::try_from(game.now(unit).value(Keyword::DamageControl)).unwrap_or(0);
    let most = most.min(game.state.card(unit).damage);
    choices.extend((0..=most).map(Choice::Number));
    Some(Ask::new(who, Why::Keyword(Keyword::DamageControl), 1716, 1).about(unit))
}

/// Removes damage counters by Damage Control.
pub(super) fn control(game: &mut Game, who: Role, unit: Slot, counters: u8) -> Flow {
    game.remove_counters(unit, Counter::Damage, counters, who, By::card(unit, 1716, 1));
    Flow::Done
}
