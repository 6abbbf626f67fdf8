//! From the numbers of a position to a chance: who is likely to hold which arena, and so who is likely to hold two.
//!
//! One small network looks at an arena from each side; the difference is how likely the Dark Side is to hold it. Both
//! sides are judged by the same weights, so nothing is believed of one that isn't believed of the other, but for the
//! advantage of the role.

use super::features::{BESIDES, Features, IN_ARENA};

/// How many things the network looks for in an arena.
pub const HIDDEN: usize = 12;

/// What the numbers weigh, fitted to the results of games (`cargo xtask fit`).
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For each thing that is looked for, what its own and the other side's numbers weigh.
    pub sees: [[f32; 2 * IN_ARENA]; HIDDEN],
    /// Where each begins.
    pub from: [f32; HIDDEN],
    /// What each says about holding the arena.
    pub says: [f32; HIDDEN],
    /// What the numbers besides the arenas weigh.
    pub besides: [f32; BESIDES],
    /// What holding two arenas weighs.
    pub two: f32,
    /// What the Dark Side role weighs.
    pub role: f32,
}

/// A bend that costs no exponential.
pub fn bend(x: f32) -> f32 {
    x / (1.0 + x.abs())
}

/// From the logarithm of the odds to a chance.
pub fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The chance to hold at least two of three arenas, kept away from certainty.
pub fn two_of([a, b, c]: [f32; 3]) -> f32 {
    (a * b + a * c + b * c - 2.0 * a * b * c).clamp(1e-4, 1.0 - 1e-4)
}

impl Weights {
    /// How an arena looks from one side.
    fn looks(&self, own: &[f32; IN_ARENA], other: &[f32; IN_ARENA]) -> f32 {
        let mut total = 0.0;
        for ((sees, from), says) in self.sees.iter().zip(&self.from).zip(&self.says) {
            let mut sum = *from;
            for i in 0..IN_ARENA {
                sum += sees[i] * own[i] + sees[IN_ARENA + i] * other[i];
            }
            total += says * bend(sum);
        }
        total
    }

    /// The logarithm of the odds that the Dark Side holds each arena.
    pub fn holds(&self, features: &Features) -> [f32; 3] {
        features.arenas.map(|arena| self.holds_arena(&arena))
    }

    /// The same of one arena, by the numbers of both sides.
    pub fn holds_arena(&self, [dark, light]: &[[f32; IN_ARENA]; 2]) -> f32 {
        self.looks(dark, light) - self.looks(light, dark)
    }

    /// The logarithm of the odds that the Dark Side wins.
    pub fn odds(&self, features: &Features) -> f32 {
        self.odds_of(self.holds(features), features)
    }

    /// The same if it's known how the arenas stand.
    pub fn odds_of(&self, holds: [f32; 3], features: &Features) -> f32 {
        let two = two_of(holds.map(chance));
        let [dark, light] = &features.besides;
        let besides: f32 =
            self.besides.iter().zip(dark.iter().zip(light)).map(|(weight, (d, l))| weight * (d - l)).sum();
        self.role + self.two * (two / (1.0 - two)).ln() + besides
    }
}
