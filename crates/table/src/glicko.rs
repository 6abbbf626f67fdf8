//! Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013): pure arithmetic, for players and for
//! puzzles, which are rated as if they played against whoever tries them.

use serde::{Deserialize, Serialize};

/// What turns a rating into the scale on which the system works.
const SCALE: f64 = 173.7178;
/// How much volatility can change from one period to the next.
const TAU: f64 = 0.5;
/// How exactly the new volatility is found.
const NEAR: f64 = 0.000_001;
/// A search for the volatility that goes on longer than this has lost its way.
const MOST: usize = 200;

/// How strong somebody is, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating: 1500 for a new player.
    pub rating: f64,
    /// How far the rating may be off.
    pub deviation: f64,
    /// How much results are expected to vary.
    pub volatility: f64,
}

impl Rating {
    /// Somebody of whom nothing is known, believed to be this strong.
    pub const fn new(rating: f64) -> Rating {
        Rating { rating, deviation: 350.0, volatility: 0.06 }
    }

    /// The rating after a period: who was met, each with the score against them (1 won, ½ drawn, 0 lost).
    #[must_use]
    pub fn after(self, results: &[(Rating, f64)]) -> Rating {
        let (mu, phi) = ((self.rating - 1500.0) / SCALE, self.deviation / SCALE);
        if results.is_empty() {
            return self.rested();
        }
        let (mut information, mut surprise) = (0.0, 0.0);
        for (other, score) in results {
            let weight = weight(other.deviation / SCALE);
            let expected = expected(mu, (other.rating - 1500.0) / SCALE, weight);
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        let variance = 1.0 / information.max(f64::MIN_POSITIVE);
        let volatility = volatility(self.volatility, phi, variance, variance * surprise);
        let before = phi.hypot(volatility);
        let phi = 1.0 / (1.0 / (before * before) + 1.0 / variance).sqrt();
        Rating {
            rating: SCALE * (mu + phi * phi * surprise) + 1500.0,
            deviation: (SCALE * phi).min(350.0),
            volatility,
        }
    }

    /// The rating after a period without a game: as high as before, and less sure.
    #[must_use]
    pub fn rested(self) -> Rating {
        let deviation = SCALE * (self.deviation / SCALE).hypot(self.volatility);
        Rating { deviation: deviation.min(350.0), ..self }
    }

    /// The chance to win against another.
    pub fn chance(self, other: Rating) -> f64 {
        let both = self.deviation.hypot(other.deviation) / SCALE;
        expected((self.rating - 1500.0) / SCALE, (other.rating - 1500.0) / SCALE, weight(both))
    }
}

/// What a result against somebody of this deviation counts.
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (std::f64::consts::PI * std::f64::consts::PI)).sqrt()
}

/// The expected score.
fn expected(mu: f64, other: f64, weight: f64) -> f64 {
    1.0 / (1.0 + (-weight * (mu - other)).exp())
}

/// The new volatility: the root of Glickman's f, by the Illinois algorithm (step 5 of his paper).
fn volatility(sigma: f64, phi: f64, variance: f64, change: f64) -> f64 {
    let usual = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let all = phi * phi + variance + e;
        e * (change * change - all) / (2.0 * all * all) - (x - usual) / (TAU * TAU)
    };
    let mut low = usual;
    let mut high = if change * change > phi * phi + variance {
        (change * change - phi * phi - variance).ln()
    } else {
        let below = (1..=MOST).map(|step| usual - step as f64 * TAU).find(|x| f(*x) >= 0.0);
        below.unwrap_or(usual - MOST as f64 * TAU)
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..MOST {
        if (high - low).abs() <= NEAR {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = f(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::Rating;

    fn of(rating: f64, deviation: f64) -> Rating {
        Rating { deviation, ..Rating::new(rating) }
    }

    #[test]
    fn glickmans_example_comes_out() {
        let results = [(of(1400.0, 30.0), 1.0), (of(1550.0, 100.0), 0.0), (of(1700.0, 300.0), 0.0)];
        let after = of(1500.0, 200.0).after(&results);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn whoever_rests_is_less_sure_and_no_stronger() {
        let before = of(1500.0, 50.0);
        let after = before.after(&[]);
        assert_eq!((after, after.rating), (before.rested(), 1500.0));
        // Glickman: the new deviation is the root of the sum of squares.
        let wanted = (50.0_f64 * 50.0 + (0.06 * 173.7178_f64).powi(2)).sqrt();
        assert!((after.deviation - wanted).abs() < 1e-9);
        assert_eq!(of(1500.0, 350.0).rested().deviation, 350.0, "nobody is less sure than a newcomer");
    }

    #[test]
    fn surprises_move_a_rating_more_and_nothing_breaks_it() {
        let own = of(1500.0, 200.0);
        let gain = |other: f64| own.after(&[(of(other, 60.0), 1.0)]).rating - own.rating;
        assert!(gain(1300.0) > 0.0 && gain(1500.0) > gain(1300.0) && gain(1700.0) > gain(1500.0));
        let (strong, weak) = (of(1700.0, 50.0), of(1500.0, 50.0));
        assert!((strong.chance(weak) + weak.chance(strong) - 1.0).abs() < 1e-12);
        assert!(strong.chance(weak) > 0.7 && strong.chance(weak) < 0.8);
        let mut rating = Rating::new(1000.0);
        for number in 0..500 {
            rating = rating.after(&[(of(3000.0, 30.0), f64::from(number % 2))]);
            assert!(rating.rating.is_finite() && rating.deviation > 0.0 && rating.volatility > 0.0);
        }
    }
}
