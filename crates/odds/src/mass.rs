//! Weights of outcomes: chances as floating-point numbers, or whole numbers of equally likely rolls.

/// The weight of an outcome.
pub trait Mass: Copy + PartialEq {
    /// Nothing.
    const ZERO: Self;
    /// This many sixths of the weight: what a die that has to show one of this many faces leaves of it.
    fn sixths(self, faces: u32) -> Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The difference; never below nothing.
    fn minus(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
    /// A small whole number.
    fn whole(n: u32) -> Self;
    /// The weight of one roll of this many dice.
    fn one_roll(dice: u32) -> Self;
}

impl Mass for f64 {
    const ZERO: f64 = 0.0;

    fn sixths(self, faces: u32) -> f64 {
        self * (f64::from(faces) / 6.0)
    }

    fn plus(self, other: f64) -> f64 {
        self + other
    }

    fn minus(self, other: f64) -> f64 {
        (self - other).max(0.0)
    }

    fn times(self, other: f64) -> f64 {
        self * other
    }

    fn whole(n: u32) -> f64 {
        f64::from(n)
    }

    fn one_roll(dice: u32) -> f64 {
        6_f64.powi(-(dice as i32))
    }
}

/// The number of dice that whole numbers can follow: all rolls of this many, times a damage of 200, fit into 128 bits.
pub const EXACT_DICE: u32 = 46;

/// How many of the 6^46 rolls of 46 dice; the dice that an attack does not roll are rolled beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolls(pub u128);

impl Mass for Rolls {
    const ZERO: Rolls = Rolls(0);

    // Exact: a weight is a multiple of six for every die that may still be rolled.
    fn sixths(self, faces: u32) -> Rolls {
        Rolls(self.0 / 6 * u128::from(faces))
    }

    fn plus(self, other: Rolls) -> Rolls {
        Rolls(self.0 + other.0)
    }

    fn minus(self, other: Rolls) -> Rolls {
        Rolls(self.0 - other.0)
    }

    fn times(self, other: Rolls) -> Rolls {
        Rolls(self.0 * other.0)
    }

    fn whole(n: u32) -> Rolls {
        Rolls(u128::from(n))
    }

    fn one_roll(dice: u32) -> Rolls {
        Rolls(6_u128.pow(EXACT_DICE.saturating_sub(dice)))
    }
}
