//! Fractions in lowest terms.

use std::cmp::Ordering;
use std::fmt;

/// A fraction that is not negative, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
    /// All.
    pub const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };

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

    /// The sum; `None` if its numbers are too large.
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let shared = common_divisor(self.denominator, other.denominator);
        let (own, theirs) = (other.denominator / shared, self.denominator / shared);
        let sum = self.numerator.checked_mul(own)?.checked_add(other.numerator.checked_mul(theirs)?)?;
        Fraction::new(sum, self.denominator.checked_mul(own)?)
    }

    /// The product; `None` if its numbers are too large.
    pub fn times(self, other: Fraction) -> Option<Fraction> {
        let (own, theirs) = (
            Fraction::new(self.numerator, other.denominator)?,
            Fraction::new(other.numerator, self.denominator)?,
        );
        let numerator = own.numerator.checked_mul(theirs.numerator)?;
        Fraction::new(numerator, own.denominator.checked_mul(theirs.denominator)?)
    }

    /// The nearest floating-point number.
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

fn common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { common_divisor(b, a % b) }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    /// By whole parts, then by what is left turned over: no product is needed that could be too large.
    fn cmp(&self, other: &Fraction) -> Ordering {
        let (mut one, mut two) = (*self, *other);
        loop {
            let (whole, other_whole) = (one.numerator / one.denominator, two.numerator / two.denominator);
            let (left, other_left) = (one.numerator % one.denominator, two.numerator % two.denominator);
            match whole.cmp(&other_whole) {
                Ordering::Equal => {}
                unequal => return unequal,
            }
            match (left, other_left) {
                (0, 0) => return Ordering::Equal,
                (0, _) => return Ordering::Less,
                (_, 0) => return Ordering::Greater,
                // a / b < c / d where d / c < b / a.
                (_, _) => {
                    let turned = Fraction { numerator: one.denominator, denominator: left };
                    one = Fraction { numerator: two.denominator, denominator: other_left };
                    two = turned;
                }
            }
        }
    }
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

    fn fraction(a: u128, b: u128) -> Fraction {
        Fraction::new(a, b).expect("a fraction")
    }

    #[test]
    fn fractions_are_added_multiplied_and_compared() {
        assert_eq!(fraction(1, 6).plus(fraction(1, 3)), Some(fraction(1, 2)));
        assert_eq!(fraction(2, 3).times(fraction(3, 4)), Some(fraction(1, 2)));
        assert_eq!(Fraction::ZERO.plus(Fraction::ONE), Some(Fraction::ONE));
        let large = 6_u128.pow(48);
        assert!(fraction(large / 2 + 1, large) > fraction(1, 2), "their products don't fit");
        assert_eq!(fraction(1, large).times(fraction(1, large)), None);
        for a in 0..12 {
            for b in 1..8 {
                for c in 0..12 {
                    for d in 1..8 {
                        assert_eq!(
                            fraction(a, b).cmp(&fraction(c, d)),
                            (a * d).cmp(&(c * b)),
                            "{a}/{b} {c}/{d}"
                        );
                    }
                }
            }
        }
    }

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
