//! Frames: what is going on, as a stack of small values. Each module has its own kinds.

use crate::decision::{Ask, Choice};
use crate::game::Game;
use crate::{attack, battle, build, damage, effect, play, pop, setup, trigger, turn};

/// One thing that is going on; the frames under it wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Frame {
    /// Nothing: an unused place.
    #[default]
    Idle,
    /// Preparation and setup (chapter 5).
    Setup(setup::Frame),
    /// The order of the turn (chapter 6).
    Turn(turn::Frame),
    /// Build and retreat steps, completing, stacks, Pilots, Equipment (chapters 7 to 10).
    Build(build::Frame),
    /// Battle phase and battle steps, contested units (chapters 8 and 11).
    Battle(battle::Frame),
    /// One attack (chapter 11).
    Attack(attack::Frame),
    /// A damage sequence (chapter 12).
    Damage(damage::Frame),
    /// A play-or-pass chance (rule 1307).
    Pop(pop::Frame),
    /// Playing a card or an ability: choices, costs, disrupt, resolution (rule 1306).
    Play(play::Frame),
    /// An effect that resolves (chapter 13).
    Effect(effect::Frame),
    /// Triggered effects that wait (rule 1305.4).
    Trigger(trigger::Frame),
}

/// What a frame does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It becomes another frame.
    Next(Frame),
    /// It waits as the first frame while the second runs above it.
    Push(Frame, Frame),
    /// It is finished.
    Done,
    /// It waits for an answer; it stays as it is.
    Ask,
}

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
        }
    }
}

/// Lets a module's frame be used where a frame is wanted.
macro_rules! frames {
    ($($module:ident => $variant:ident),*) => {$(
        impl From<$module::Frame> for Frame {
            fn from(frame: $module::Frame) -> Frame {
                Frame::$variant(frame)
            }
        }
    )*};
}

frames! {
    setup => Setup, turn => Turn, build => Build, battle => Battle, attack => Attack, damage => Damage,
    pop => Pop, play => Play, effect => Effect, trigger => Trigger
}

impl Flow {
    /// It becomes another frame.
    pub fn next(frame: impl Into<Frame>) -> Flow {
        Flow::Next(frame.into())
    }

    /// It waits as `stay` while `above` runs.
    pub fn push(stay: impl Into<Frame>, above: impl Into<Frame>) -> Flow {
        Flow::Push(stay.into(), above.into())
    }
}
