//! Predictions of the number of hits (rules 1106.5, 1107.11).

use super::{Fact, Frame, Prediction, parties};
use crate::facts::game::Game;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::rules::keywords::{foresight, forewarning, shields};
use crate::rules::trigger;
use vocab::{Keyword, Role, RuleNumber};

/// The predictions that can be made: DS's first, Foresight before Forewarning (rule 1106.5).
fn due(game: &Game) -> Vec<Prediction> {
    let Some((attacker, defender)) = parties(game) else { return Vec::new() };
    let own = |unit: Slot, keyword: Keyword, abilities: Vec<(AbilityId, Slot)>| {
        abilities.into_iter().map(move |(ability, giver)| Prediction {
            unit,
            ability,
            giver,
            keyword,
            hits: 0,
        })
    };
    let foresights = own(attacker, Keyword::Foresight, foresight::abilities(game, attacker));
    let forewarnings = own(defender, Keyword::Forewarning, forewarning::abilities(game, defender));
    let mut due: Vec<Prediction> = foresights.chain(forewarnings).collect();
    due.sort_by_key(|prediction| game.state.card(prediction.unit).controller == Role::Light);
    due
}

pub(super) fn step(game: &Game, index: u8) -> Flow {
    if usize::from(index) < due(game).len() { Flow::Ask } else { Flow::next(Frame::Roll) }
}

/// More than the dice that are expected can be guessed: effects may add some.
const SPARE: i16 = 4;

pub(super) fn ask(game: &Game, index: u8, choices: &mut Vec<Choice>) -> Option<Ask> {
    let prediction = *due(game).get(usize::from(index))?;
    let attack = game.state.attack()?;
    let fury = game.value(attack.attacker, Keyword::Fury);
    let dice = game.attack_power(attack.attacker, attack.mode) - shields::value(game, attack.defender);
    let most = (dice.max(0) + fury + SPARE).clamp(0, crate::records::attack::DICE as i16) as u8;
    choices.push(Choice::Pass);
    choices.extend((0..=most).map(Choice::Number));
    let who = game.state.card(prediction.unit).controller;
    Some(Ask::new(who, Why::Keyword(prediction.keyword), 1106, 5).about(prediction.unit))
}

pub(super) fn chosen(game: &mut Game, index: u8, choice: Choice) -> Flow {
    if let (Choice::Number(hits), Some(prediction)) = (choice, due(game).get(usize::from(index)).copied()) {
        let full = game
            .state
            .attacks
            .last_mut()
            .is_some_and(|attack| attack.predictions.push(Prediction { hits, ..prediction }).is_err());
        if full {
            game.stop();
        }
        game.note(What::Predicted { unit: prediction.unit, hits }, RuleNumber::new(1106, 5), None);
    }
    Flow::next(Frame::Predict(index + 1))
}

/// Compares one prediction with the hits (rule 1107.11); with hidden dice when they are shown (rule 1902.25).
pub(super) fn compare(game: &mut Game, index: u8) -> Flow {
    let Some(attack) = game.state.attack() else { return Flow::Done };
    let Some(prediction) = attack.predictions.get(usize::from(index)).copied() else {
        // Hidden dice are shown within the damage sequence of the attack, which goes on.
        let number = Some(attack.number);
        let is_shown_late = game.state.sequences.last().is_some_and(|sequence| sequence.attack == number);
        return if is_shown_late { Flow::Done } else { Flow::next(Frame::OverkillTo) };
    };
    let right = prediction.hits == attack.hits && !attack.facts.has(Fact::Hidden);
    let next = Frame::Compare(index + 1);
    if !right || forewarning::waits_for_damage(game, &prediction) {
        return Flow::next(next);
    }
    foresight::earn(game, prediction);
    Flow::push(next, trigger::Frame::Resolve)
}
