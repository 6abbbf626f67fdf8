//! Lucky X: once per attack by or on this unit up to X attack dice are rerolled together (rule 1738).

use crate::facts::game::Game;
use crate::records::attack::{Attack, Fact, Frame, Stage};
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::records::state::Slot;
use crate::rules::attack;
use crate::rules::change::By;
use vocab::{Keyword, Role};

/// The units whose Lucky a player can use in the reroll POP (rules 1738.2, 1738.5).
pub(crate) fn offers(game: &Game, who: Role, choices: &mut Vec<Choice>) {
    let Some(attack) = game.state.attack() else { return };
    if attack.stage != Stage::Rerolling || attack.dice.is_empty() {
        return;
    }
    let defender = Some(attack.defender).filter(|unit| *unit != attack.attacker);
    for unit in [Some(attack.attacker), defender].into_iter().flatten() {
        let is_used = attack.lucky.contains(&Some(unit));
        if !is_used && game.state.card(unit).controller == who && value(game, unit) > 0 {
            choices.push(Choice::Card(unit));
        }
    }
}

fn value(game: &Game, unit: Slot) -> u8 {
    game.value(unit, Keyword::Lucky).clamp(0, 64) as u8
}

/// Begins to use it.
pub(crate) fn begin(game: &mut Game, unit: Slot) -> Option<crate::records::frame::Frame> {
    let attack = game.state.attacks.last_mut()?;
    *attack.lucky.iter_mut().find(|place| place.is_none())? = Some(unit);
    game.state.picked = 0;
    Some(Frame::Lucky(unit).into())
}

/// Whether the dice are hidden from the player who uses this unit's Lucky.
fn is_blind(game: &Game, attack: &Attack, unit: Slot) -> bool {
    let controller = |unit: Slot| game.state.card(unit).controller;
    attack.facts.has(Fact::Hidden) && controller(unit) != controller(attack.attacker)
}

/// Die by die; with hidden dice only how many (rule 1715.5).
pub(crate) fn ask(game: &Game, unit: Slot, choices: &mut Vec<Choice>) -> Option<Ask> {
    let attack = game.state.attack()?;
    let most = value(game, unit).min(attack.dice.len() as u8);
    if is_blind(game, attack, unit) {
        choices.extend((0..=most).map(Choice::Number));
    } else {
        attack::list_dice(game.state.picked, attack.dice.len() as u8, (0, most), choices);
    }
    Some(question(game, unit))
}

fn question(game: &Game, unit: Slot) -> Ask {
    let who = game.state.card(unit).controller;
    Ask::new(who, Why::Keyword(Keyword::Lucky), 1738, 3).about(unit)
}

pub(crate) fn chosen(game: &mut Game, unit: Slot, choice: Choice) -> Flow {
    if let (Choice::Number(number), Some(attack)) = (choice, game.state.attacks.last_mut()) {
        attack.blind_lucky = number;
        return Flow::Done;
    }
    attack::pick_dice(game, 0, choice, By::card(unit, 1738, 3))
}

/// Hidden dice have been shown: exactly as many as were declared are picked (rule 1715.5).
pub(crate) fn ask_shown(game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
    let attack = game.state.attack()?;
    let dice = attack.dice.len() as u8;
    let declared = attack.blind_lucky.min(dice);
    attack::list_dice(game.state.picked, dice, (declared, declared), choices);
    Some(question(game, attack.defender))
}

pub(crate) fn shown_chosen(game: &mut Game, choice: Choice) -> Flow {
    match game.state.attack().map(|attack| attack.defender) {
        Some(unit) => attack::pick_dice(game, 0, choice, By::card(unit, 1715, 5)),
        None => Flow::Done,
    }
}
