//! The start of a build step: Upkeep, Bounties, the draw, Damage Control and triggers, in any order (rule 603.2).

use super::Frame;
use crate::facts::game::Game;
use crate::records::build::Item;
use crate::records::damage::Bounty;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::list::Full;
use crate::records::state::{Mark, Moment};
use crate::records::trigger::{Sort, Waiting};
use crate::rules::change::By;
use crate::rules::keywords::{damage_control, upkeep};
use crate::rules::{check, effect, trigger};
use vocab::{Keyword, Role, RuleNumber};

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
        for ability in upkeep::due(game, who, card) {
            todo.push(Item::Upkeep(card, ability))?;
        }
        if damage_control::is_due(game, who, card) {
            todo.push(Item::DamageControl(card))?;
        }
    }
    for bounty in game.state.bounties.iter().filter(|bounty| bounty.who == who) {
        let Bounty { unit, giver, ability, fallen, .. } = *bounty;
        todo.push(Item::Bounty { unit, giver, ability, fallen })?;
    }
    game.state.bounties.retain(|bounty| bounty.who != who);
    // 1307.10: that the opponent has a Trap whose moment this is may not be known; it comes after everything else.
    let is_known = |waiting: &Waiting| waiting.sort != Sort::Trap || waiting.you == who;
    if game.state.waiting.iter().any(is_known) {
        todo.push(Item::Triggers)?;
    }
    game.state.todo = todo;
    Ok(())
}

/// Goes on with what is to do; when nothing is left the player acts.
pub(super) fn next(game: &mut Game, who: Role) -> Flow {
    check::settle(game);
    if game.state.todo.is_empty() {
        return Flow::push(Frame::Begun(who), trigger::Frame::Resolve);
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
    let Some(item) = game.state.todo.get(index).copied() else { return Flow::Ask };
    game.state.todo.remove(index);
    let stay = Frame::Items(who);
    match item {
        Item::Draw => {
            game.draw(who, By::rule(603, 2));
            // What a draw triggers waits for the triggers of the start, so that their order stays open.
            Flow::next(stay)
        }
        Item::Upkeep(card, ability) => match upkeep::begin(game, who, card, ability) {
            Some(above) => Flow::push(stay, above),
            None => Flow::next(stay),
        },
        Item::DamageControl(unit) if damage_control::is_due(game, who, unit) => {
            Flow::push(stay, Frame::DamageControl(who, unit))
        }
        // The unit has left its arena meanwhile.
        Item::DamageControl(_) => Flow::next(stay),
        Item::Bounty { unit, giver, ability, fallen } => {
            let gained = What::Keyword { unit, keyword: Keyword::Bounty, value: 1 };
            game.note(gained, RuleNumber::new(603, 2), Some(unit));
            match effect::resolve_ability(game, unit, ability, who) {
                Some(bonus) => {
                    // 1712.3: who gave it may have left with the unit; "the discarded unit" of its text.
                    game.with_context(|context| {
                        (context.giver, context.subject) = (Some(giver), Some(fallen));
                    });
                    Flow::push(stay, bonus)
                }
                None => Flow::next(stay),
            }
        }
        Item::Triggers => Flow::push(stay, trigger::Frame::Resolve),
    }
}
