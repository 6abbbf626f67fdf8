//! Picking dice for an effect, die by die: of the attack, or of the roll of damage whose reroll chance it is.

use super::{Fact, Frame, Stage};
use crate::facts::game::Game;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::rules::change::By;
use vocab::Role;

/// "Reroll up to 2 attack dice": the player picks that many dice, which are rerolled together (rule 1107.7).
pub(crate) fn reroll_dice(
    game: &mut Game,
    who: Role,
    least: u8,
    most: u8,
) -> Option<crate::records::frame::Frame> {
    begin(game, who, least, most, 0)
}

/// "Change one die to a 6" (rule 1107.7, third stage).
pub(crate) fn change_dice(
    game: &mut Game,
    who: Role,
    least: u8,
    most: u8,
    to: u8,
) -> Option<crate::records::frame::Frame> {
    begin(game, who, least, most, to.clamp(1, 6))
}

/// "Roll 1 more attack die": added to the attack dice (rules 1107.5, 1107.7); how many there was room for.
pub(crate) fn more_dice(game: &mut Game, dice: u8) -> i16 {
    let is_rerolling = game.state.attack().is_some_and(|attack| attack.stage == Stage::Rerolling);
    if is_rerolling && damage_dice(game).is_none() { super::add_dice(game, dice).len() as i16 } else { 0 }
}

/// As many dice as there are if there are fewer (rule 1311.7).
fn begin(game: &mut Game, who: Role, least: u8, most: u8, to: u8) -> Option<crate::records::frame::Frame> {
    let dice = dice(game).len() as u8;
    game.state.picked = 0;
    if least >= dice {
        // All of them, or none: there is nothing to choose.
        game.state.picked = (0..dice).fold(0, |all, die| all | 1 << die);
        apply(game, to, By::rule(1107, 7));
        return None;
    }
    Some(Frame::Pick { who, least, most: most.min(dice), to }.into())
}

/// Whether there are dice that can be rerolled now.
pub(crate) fn has_dice(game: &Game) -> bool {
    !dice(game).is_empty()
}

/// The dice that can be rerolled now: of a roll of damage that is going on, otherwise of the attack.
fn dice(game: &Game) -> &[u8] {
    match (damage_dice(game), game.state.attack()) {
        (Some(dice), _) => dice,
        (None, Some(attack)) => &attack.dice,
        (None, None) => &[],
    }
}

/// The dice of damage that are being rolled.
fn damage_dice(game: &Game) -> Option<&[u8]> {
    game.state.sequences.last().map(|sequence| &sequence.dice[..]).filter(|dice| !dice.is_empty())
}

pub(super) fn ask(game: &Game, who: Role, least: u8, most: u8, choices: &mut Vec<Choice>) -> Option<Ask> {
    list(game.state.picked, dice(game).len() as u8, (least, most), choices);
    Some(Ask::new(who, Why::Choose, 1107, 7))
}

/// The dice that can still be picked, the end and the way back.
pub(crate) fn list(picked: u64, dice: u8, (least, most): (u8, u8), choices: &mut Vec<Choice>) {
    let count = picked.count_ones();
    if count >= u32::from(least) {
        choices.push(Choice::Done);
    }
    if count < u32::from(most) {
        choices.extend((0..dice).filter(|die| picked & (1 << die) == 0).map(Choice::Die));
    }
    if picked != 0 {
        choices.push(Choice::Back);
    }
}

pub(super) fn chosen(game: &mut Game, to: u8, choice: Choice) -> Flow {
    pick(game, to, choice, By::rule(1107, 7))
}

/// One step of picking: a die, back to the first, or the end.
pub(crate) fn pick(game: &mut Game, to: u8, choice: Choice, by: By) -> Flow {
    match choice {
        Choice::Die(die) => game.state.picked |= 1 << die,
        Choice::Back => game.state.picked = 0,
        _ => {
            apply(game, to, by);
            return Flow::Done;
        }
    }
    Flow::Ask
}

/// All picked dice are rerolled, or changed, together; their old results are forgotten (rule 1107.8).
fn apply(game: &mut Game, to: u8, by: By) {
    let picked = std::mem::take(&mut game.state.picked);
    let of_attack = damage_dice(game).is_none();
    let is_hidden = of_attack && game.state.attack().is_some_and(|attack| attack.facts.has(Fact::Hidden));
    for index in (0..dice(game).len()).filter(|index| picked & (1 << index) != 0) {
        let Some(from) = dice(game).get(index).copied() else { continue };
        let result = match (to, is_hidden) {
            (0, true) => game.reroll_hidden(),
            (0, false) => game.reroll(from, by),
            (to, true) => to,
            (to, false) => game.turn_die(from, to, by),
        };
        set(game, index, result);
    }
}

fn set(game: &mut Game, index: usize, natural: u8) {
    let dice: Option<&mut [u8]> = if damage_dice(game).is_none() {
        game.state.attacks.last_mut().map(|attack| &mut attack.dice[..])
    } else {
        game.state.sequences.last_mut().map(|sequence| &mut sequence.dice[..])
    };
    if let Some(die) = dice.and_then(|dice| dice.get_mut(index)) {
        *die = natural;
    }
}
