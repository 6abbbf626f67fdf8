//! Limits: how much one visitor may ask for, so that nobody takes the table from everybody else.

use crate::accept::Connections;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How much one visitor may ask for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Forms sent in a row.
    pub burst: f64,
    /// Forms sent per second in the long run.
    pub per_second: f64,
    /// Games started in a row.
    pub games: f64,
    /// Games started per second in the long run.
    pub games_per_second: f64,
    /// Lines said to the other player in a row.
    pub words: f64,
    /// Lines said per second in the long run.
    pub words_per_second: f64,
    /// Live connections to one game.
    pub watchers: usize,
    /// Awake games in all.
    pub live: usize,
    /// Open connections.
    pub connections: Connections,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            burst: 60.0,
            per_second: 15.0,
            games: 30.0,
            games_per_second: 0.5,
            words: 6.0,
            words_per_second: 0.4,
            watchers: 32,
            live: 20_000,
            connections: Connections { all: 4096, each: 64 },
        }
    }
}

/// What is left to a visitor.
struct Bucket {
    left: f64,
    at: Instant,
}

/// Counts what visitors ask for.
pub struct Meter {
    burst: f64,
    per_second: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

/// With more visitors than this, those with nothing to count are forgotten.
const MANY: usize = 10_000;
/// More than this are never kept.
const MOST: usize = 65_536;

impl Meter {
    /// A meter that allows this many in a row and this many per second.
    pub fn new(burst: f64, per_second: f64) -> Meter {
        Meter { burst, per_second, buckets: Mutex::default() }
    }

    /// Whether a visitor may ask for one more. With a share of 2 it is twice as much as others may.
    pub fn allows(&self, visitor: &str, share: f64, now: Instant) -> bool {
        let (burst, per_second) = (self.burst * share, self.per_second * share);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MANY {
            let (burst, rate) = (self.burst, self.per_second);
            buckets
                .retain(|_, bucket| bucket.left + now.duration_since(bucket.at).as_secs_f64() * rate < burst);
            // Still many: somebody makes them up. The count starts anew for all, and memory stays bounded.
            if buckets.len() > MOST {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(visitor.to_string()).or_insert(Bucket { left: burst, at: now });
        let earned = now.duration_since(bucket.at).as_secs_f64() * per_second;
        bucket.left = (bucket.left + earned).min(burst);
        bucket.at = now;
        if bucket.left < 1.0 {
            return false;
        }
        bucket.left -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Meter;
    use std::time::{Duration, Instant};

    #[test]
    fn a_visitor_who_asks_too_much_waits_and_others_do_not() {
        let (meter, start) = (Meter::new(2.0, 1.0), Instant::now());
        assert!(
            meter.allows("a", 1.0, start) && meter.allows("a", 1.0, start) && !meter.allows("a", 1.0, start)
        );
        assert!(meter.allows("b", 1.0, start));
        assert!((0..4).all(|_| meter.allows("kept", 2.0, start)) && !meter.allows("kept", 2.0, start));
        assert!(meter.allows("a", 1.0, start + Duration::from_secs(1)));
        assert!(!meter.allows("a", 1.0, start + Duration::from_secs(1)));
    }
}
