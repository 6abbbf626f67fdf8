//! Random answers: a small generator of our own, so that a seed means the same game for ever.

use engine::{Choice, Game, Why};

/// A generator of numbers.
#[derive(Clone, Copy, Debug)]
pub struct Numbers(u64);

/// How a random player answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// Every choice is as likely as every other.
    Even,
    /// Stopping and going back are rare: more is built, more is fought.
    Busy,
}

impl Numbers {
    /// Numbers from a seed.
    pub const fn new(seed: u64) -> Numbers {
        Numbers(seed ^ 0x5DEE_CE66)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize).checked_rem(n).unwrap_or(0)
    }

    /// An answer to the question of a game.
    pub fn answer(&mut self, game: &Game, temper: Temper) -> usize {
        let choices = game.choices();
        let stop =
            choices.iter().position(|choice| matches!(choice, Choice::Done | Choice::Back | Choice::Pass));
        let rarely = match game.asked().map(|ask| ask.why) {
            Some(Why::SetupBuild | Why::Act) => 20,
            Some(Why::Build) => 8,
            Some(Why::Retreat) => 2,
            Some(_) | None => 4,
        };
        match (temper, stop) {
            (Temper::Busy, Some(stop)) if self.below(rarely) == 0 => stop,
            (Temper::Busy | Temper::Even, _) => self.below(choices.len()),
        }
    }
}
