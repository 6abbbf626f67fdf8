//! Dice of damage (rule 1203).

use super::Frame;
use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::records::play::Period;
use crate::records::pop::Chance;
use crate::rules::change::By;
use crate::rules::keywords::{accuracy, armor};
use crate::rules::{play, pop};

/// As many dice as one roll of damage can have.
pub(super) const DICE: u8 = 24;

/// The instances whose dice have not been rolled.
fn unrolled(game: &Game) -> Vec<u8> {
    let waiting = game.state.instances().iter().enumerate().filter(|(_, instance)| instance.dice > 0);
    waiting.map(|(index, _)| index as u8).collect()
}

pub(super) fn next(game: &Game) -> Flow {
    if unrolled(game).is_empty() { Flow::next(Frame::Start) } else { Flow::Ask }
}

/// 1203.4: the effect's controller chooses the order of the units.
pub(super) fn ask(game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
    let (instances, waiting) = (game.state.instances(), unrolled(game));
    let from = instances.get(usize::from(*waiting.first()?))?.from;
    let unit = |index: &u8| instances.get(usize::from(*index)).map(|instance| instance.to);
    choices.extend(waiting.iter().filter_map(unit).map(Choice::Card));
    Some(Ask::new(source::controller(game, from), Why::Order, 1203, 4).about(from))
}

pub(super) fn chosen(game: &mut Game, choice: Choice) -> Flow {
    let Choice::Card(unit) = choice else { return Flow::Ask };
    let waits = |instance: &super::Instance| instance.to == unit && instance.dice > 0;
    let Some(index) = game.state.instances().iter().position(waits) else { return Flow::Ask };
    let instance = &mut game.state.instances_mut()[index];
    let (from, dice) = (instance.from, std::mem::take(&mut instance.dice).min(DICE));
    if let Some(sequence) = game.state.sequences.last_mut() {
        sequence.rolling = index as u8;
        sequence.dice.clear();
    }
    let who = source::controller(game, from);
    let rolled = game.roll(who, dice, By::card(from, 1203, 1));
    if let Some(sequence) = game.state.sequences.last_mut()
        && rolled.iter().any(|natural| sequence.dice.push(*natural).is_err())
    {
        game.stop();
    }
    // 1203.3: effects that reroll any dice.
    Flow::push(Frame::Rolled, pop::Frame::new(Chance::Reroll))
}

/// Each 4 is a hit, each 5 against Armor (rule 1203.1). Nothing else changes these dice (rule 1203.2).
pub(super) fn rolled(game: &mut Game) -> Flow {
    play::period_ends(game, Period::Roll);
    let Some(sequence) = game.state.sequences.last() else { return Flow::Done };
    let index = usize::from(sequence.rolling);
    let Some(unit) = game.state.instances().get(index).map(|one| one.to) else { return Flow::Done };
    let needed = armor::needed(game, unit);
    if let Some(sequence) = game.state.sequences.last_mut() {
        // 1702.6: Accuracy does not count.
        let hits = accuracy::hits(&sequence.dice, 0, needed);
        sequence.dice.clear();
        game.state.instances_mut()[index].amount = hits;
    }
    Flow::next(Frame::RollNext)
}
