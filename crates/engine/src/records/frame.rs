//! Frames: what is going on, as a stack of small values. Each part of the rules has its own kinds.

use super::{attack, battle, build, damage, effect, hand, play, pop, setup, trigger, turn};

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
    /// A text that is carried out by hand (rule 1316).
    Hand(hand::Frame),
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
    pop => Pop, play => Play, effect => Effect, trigger => Trigger, hand => Hand
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
