//! Shares with their 95 % interval.

use serde::Serialize;

/// Where a share is likely to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The normal quantile of a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval for `wins` of `games`; everything if there are no games.
pub fn wilson(wins: f64, games: u64) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = games as f64;
    let share = wins / n;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    Interval { low: ((middle - half) / scale).max(0.0), high: ((middle + half) / scale).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::{Interval, wilson};

    #[test]
    fn the_interval_is_wilsons() {
        // Figures of the literature: 81 of 263 is 0.2553 to 0.3662.
        let Interval { low, high } = wilson(81.0, 263);
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5, "{low} {high}");
        assert_eq!(wilson(0.0, 0), Interval { low: 0.0, high: 1.0 });
        assert_eq!(wilson(0.0, 10).low, 0.0);
        assert!(wilson(10.0, 10).low > 0.7 && wilson(10.0, 10).high > 0.999);
    }
}
