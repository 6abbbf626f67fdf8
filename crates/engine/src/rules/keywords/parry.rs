//! Parry X: a natural 1 among the final attack dice prevents up to X damage of the attack (rule 1742).

use crate::facts::game::Game;
use crate::records::damage::{Instance, Kind};
use crate::records::decision::{Ask, Choice, Why};
use crate::records::state::Slot;
use crate::rules::damage;
use crate::rules::keywords::fortitude;
use vocab::{Edition, Keyword};

/// The attack's damage to its defending unit and how much of it Parry can prevent (rules 1742.5, 1742.8).
fn due(game: &Game) -> Option<(Instance, u8)> {
    let (sequence, attack) = (game.state.sequences.last()?, game.state.attack()?);
    if sequence.attack != Some(attack.number) || !attack.shows(1) {
        return None;
    }
    let instance = game.state.instances().iter().find(|instance| instance.kind == Kind::Attack)?;
    let is_possible = instance.preventable.allows(game, instance.from, instance.to, Some(Keyword::Parry))
        || fortitude::helps(game, instance.to, instance.to);
    let most = (attack.values.parry.max(0) as u8).min(instance.amount);
    (is_possible && most > 0).then_some((*instance, most))
}

/// Whose Parry waits with the other prevention that happens by itself, and for which instance (rules 1109.1, 1742.4).
pub(crate) fn waits(game: &Game) -> Option<(Slot, u8)> {
    let sequence = game.state.sequences.last()?;
    let (instance, _) = due(game)?;
    let index = game.state.instances().iter().position(|one| one.kind == Kind::Attack)? as u8;
    (index >= sequence.joined).then_some((instance.to, index))
}

/// The current edition lets the controller prevent less (rules 1742.9, 1802.21).
pub(crate) fn is_asked(game: &Game) -> bool {
    match game.state.options.edition {
        Edition::Current => due(game).is_some(),
        Edition::Sheets => false,
    }
}

pub(crate) fn ask(game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
    let (instance, most) = due(game)?;
    choices.extend((0..=most).map(Choice::Number));
    let who = game.state.card(instance.to).controller;
    Some(Ask::new(who, Why::Keyword(Keyword::Parry), 1742, 9).about(instance.to))
}

pub(crate) fn chosen(game: &mut Game, choice: Choice) {
    if let (Choice::Number(amount), Some((instance, _))) = (choice, due(game)) {
        damage::prevent_attack(game, amount, instance.to, Keyword::Parry);
    }
}

/// Without a choice: as much as possible.
pub(crate) fn resolve(game: &mut Game) {
    if let Some((instance, most)) = due(game) {
        damage::prevent_attack(game, most, instance.to, Keyword::Parry);
    }
}
