//! Damage and dice of damage that are divided among units (rules 1203.5, 1311.8).

use super::{Frame, Hit, Instance, Preventability, deal};
use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::records::play::Period;
use crate::records::pop::Chance;
use crate::records::state::Slot;
use crate::rules::change::By;
use crate::rules::keywords::{accuracy, armor};
use crate::rules::{play, pop};

/// Damage that the source's controller divides; all of it.
pub(crate) fn deal_divided(
    game: &mut Game,
    from: Slot,
    to: &[Slot],
    amount: u8,
    preventable: Preventability,
) -> crate::records::frame::Frame {
    prepare(game, from, to, preventable);
    if let Some(sequence) = game.state.sequences.last_mut() {
        sequence.rest = amount;
    }
    Frame::Divide(0).into()
}

/// Dice of damage that are rolled first; then the hits are divided (rule 1203.5).
pub(crate) fn dice_divided(
    game: &mut Game,
    from: Slot,
    to: &[Slot],
    dice: u8,
    preventable: Preventability,
) -> crate::records::frame::Frame {
    prepare(game, from, to, preventable);
    let who = source::controller(game, from);
    let rolled = game.roll(who, dice.min(super::roll::DICE), By::card(from, 1203, 5));
    if let Some(sequence) = game.state.sequences.last_mut()
        && rolled.iter().any(|natural| sequence.dice.push(*natural).is_err())
    {
        game.stop();
    }
    Frame::RolledTogether.into()
}

fn prepare(game: &mut Game, from: Slot, to: &[Slot], preventable: Preventability) {
    let hits: Vec<Hit> = to.iter().map(|to| Hit { to: *to, from, amount: 0, preventable }).collect();
    deal(game, &hits);
}

/// 1203.3: effects that reroll any dice.
pub(super) fn rolled_together() -> Flow {
    Flow::push(Frame::Count, pop::Frame::new(Chance::Reroll))
}

/// Armor changes the roll only if all units have it (rule 1203.5).
pub(super) fn count(game: &mut Game) -> Flow {
    play::period_ends(game, Period::Roll);
    let needed = game.state.instances().iter().map(|instance| armor::needed(game, instance.to)).min();
    if let (Some(needed), Some(sequence)) = (needed, game.state.sequences.last_mut()) {
        sequence.rest = accuracy::hits(&sequence.dice, 0, needed);
        sequence.dice.clear();
    }
    Flow::next(Frame::Divide(0))
}

/// Unit by unit; the last one gets what is left.
pub(super) fn divide(game: &mut Game, index: u8) -> Flow {
    let left = game.state.instances().len().saturating_sub(usize::from(index));
    let Some(sequence) = game.state.sequences.last_mut() else { return Flow::Done };
    if left > 1 && sequence.rest > 0 {
        return Flow::Ask;
    }
    let rest = std::mem::take(&mut sequence.rest);
    if let Some(instance) = game.state.instances_mut().get_mut(usize::from(index)) {
        instance.amount = rest;
    }
    Flow::next(Frame::Start)
}

pub(super) fn ask(game: &Game, index: u8, choices: &mut Vec<Choice>) -> Option<Ask> {
    let sequence = game.state.sequences.last()?;
    let instance = game.state.instances().get(usize::from(index))?;
    choices.extend((0..=sequence.rest).map(Choice::Number));
    if index > 0 {
        choices.push(Choice::Back);
    }
    Some(Ask::new(source::controller(game, instance.from), Why::Divide, 1311, 8).about(instance.to))
}

pub(super) fn chosen(game: &mut Game, index: u8, choice: Choice) -> Flow {
    let Some(rest) = game.state.sequences.last().map(|sequence| sequence.rest) else { return Flow::Done };
    let (rest, next) = match choice {
        Choice::Number(amount) => {
            let amount = amount.min(rest);
            if let Some(instance) = game.state.instances_mut().get_mut(usize::from(index)) {
                instance.amount = amount;
            }
            (rest - amount, index + 1)
        }
        _ => {
            let given = |instance: &mut Instance| std::mem::take(&mut instance.amount);
            let back: u8 = game.state.instances_mut().iter_mut().map(given).sum();
            (rest + back, 0)
        }
    };
    if let Some(sequence) = game.state.sequences.last_mut() {
        sequence.rest = rest;
    }
    Flow::next(Frame::Divide(next))
}
