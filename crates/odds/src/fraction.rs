//! Fractions in lowest terms.

use std::fmt;

/// A fraction that is not negative, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    /// In lowest terms; `None` for a denominator of 0.
    pub fn new(numerator: u128, denominator: u128) -> Option<Fraction> {
        let divisor = common_divisor(numerator, denominator);
        (denominator > 0)
            .then(|| Fraction { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// Above the line.
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// Below the line.
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    /// Whether people would read it: at most six digits below the line.
    pub const fn is_short(self) -> bool {
        self.denominator < 1_000_000
    }

    /// The nearest floating-point number.
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

fn common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { common_divisor(b, a % b) }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    #[test]
    fn fractions_are_in_lowest_terms() {
        let text = |a, b| Fraction::new(a, b).map(|fraction| fraction.to_string());
        assert_eq!(text(6, 36).as_deref(), Some("1/6"));
        assert_eq!(text(12, 6).as_deref(), Some("2"));
        assert_eq!(text(0, 216).as_deref(), Some("0"));
        assert_eq!(text(1, 0), None);
        assert!(Fraction::new(1, 999_999).is_some_and(Fraction::is_short));
        assert!(Fraction::new(1, 1_000_000).is_some_and(|fraction| !fraction.is_short()));
    }
}
