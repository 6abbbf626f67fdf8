//! Frames go on: each is stepped, asks and is answered by the part of the rules that it belongs to.

use crate::facts::game::Game;
use crate::records::decision::{Ask, Choice};
use crate::records::frame::{Flow, Frame};

impl Frame {
    /// Goes on until something is to be decided or another frame has to run.
    pub(crate) fn step(self, game: &mut Game) -> Flow {
        match self {
            Frame::Idle => Flow::Done,
            Frame::Setup(frame) => frame.step(game),
            Frame::Turn(frame) => frame.step(game),
            Frame::Build(frame) => frame.step(game),
            Frame::Battle(frame) => frame.step(game),
            Frame::Attack(frame) => frame.step(game),
            Frame::Damage(frame) => frame.step(game),
            Frame::Pop(frame) => frame.step(game),
            Frame::Play(frame) => frame.step(game),
            Frame::Effect(frame) => frame.step(game),
            Frame::Trigger(frame) => frame.step(game),
            Frame::Hand(frame) => frame.step(game),
        }
    }

    /// The question of a frame that asks, and its choices.
    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        match self {
            Frame::Idle => None,
            Frame::Setup(frame) => frame.ask(game, choices),
            Frame::Turn(frame) => frame.ask(game, choices),
            Frame::Build(frame) => frame.ask(game, choices),
            Frame::Battle(frame) => frame.ask(game, choices),
            Frame::Attack(frame) => frame.ask(game, choices),
            Frame::Damage(frame) => frame.ask(game, choices),
            Frame::Pop(frame) => frame.ask(game, choices),
            Frame::Play(frame) => frame.ask(game, choices),
            Frame::Effect(frame) => frame.ask(game, choices),
            Frame::Trigger(frame) => frame.ask(game, choices),
            Frame::Hand(frame) => frame.ask(game, choices),
        }
    }

    /// Takes the answer to its question.
    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        match self {
            Frame::Idle => Flow::Done,
            Frame::Setup(frame) => frame.chosen(game, choice),
            Frame::Turn(frame) => frame.chosen(game, choice),
            Frame::Build(frame) => frame.chosen(game, choice),
            Frame::Battle(frame) => frame.chosen(game, choice),
            Frame::Attack(frame) => frame.chosen(game, choice),
            Frame::Damage(frame) => frame.chosen(game, choice),
            Frame::Pop(frame) => frame.chosen(game, choice),
            Frame::Play(frame) => frame.chosen(game, choice),
            Frame::Effect(frame) => frame.chosen(game, choice),
            Frame::Trigger(frame) => frame.chosen(game, choice),
            Frame::Hand(frame) => frame.chosen(game, choice),
        }
    }
}
