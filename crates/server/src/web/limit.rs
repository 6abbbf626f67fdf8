//! Limits: how much one visitor may ask for, so that nobody takes the table from everybody else.

use super::cost::Cost;
use super::seat::Visitor;
use crate::accept::Connections;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How much one visitor may ask for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// What a visitor may ask for in a row, counted in pages; heavier requests cost more.
    pub budget: f64,
    /// What comes back of it each second.
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
            budget: 1200.0,
            per_second: 120.0,
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

    /// Whether a visitor may ask for one more.
    pub fn allows(&self, visitor: &str, share: f64, now: Instant) -> bool {
        self.draws(visitor, 1.0, share, now)
    }

    /// Takes a cost from what is left to a visitor, if it is enough. With a share of 2 it is twice as much as others have.
    pub fn draws(&self, visitor: &str, cost: f64, share: f64, now: Instant) -> bool {
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
        if bucket.left < cost {
            return false;
        }
        bucket.left -= cost;
        true
    }

    /// Gives a cost back for which nothing was done.
    fn give_back(&self, visitor: &str, cost: f64) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = buckets.get_mut(visitor) {
            bucket.left += cost;
        }
    }
}

/// A network address may ask for as much as so many visitors: a household, a school.
const HOUSEHOLD: f64 = 4.0;

/// The budgets that all requests are drawn from: the visitor's own, and that of the network address, so that nobody gets
/// more by becoming somebody new.
pub struct Budgets {
    visitors: Meter,
    addresses: Meter,
}

impl Budgets {
    /// Budgets of so many pages in a row and per second.
    pub fn new(budget: f64, per_second: f64) -> Budgets {
        Budgets { visitors: Meter::new(budget, per_second), addresses: Meter::new(budget, per_second) }
    }

    /// Draws the cost of a request; `false` if the visitor or the address has asked for too much. An address of this
    /// computer may be a proxy's and isn't counted. Whoever has been known for a while isn't slowed down by others at the
    /// same address.
    pub fn draw(&self, visitor: &Visitor, cost: Cost, now: Instant) -> bool {
        let cost = cost.pages();
        let who = visitor.holder.as_deref().unwrap_or(&visitor.origin);
        if !self.visitors.draws(who, cost, visitor.share(), now) {
            return false;
        }
        let counts = !visitor.local && !self.addresses.draws(&visitor.origin, cost, HOUSEHOLD, now);
        if counts && !visitor.settled {
            self.visitors.give_back(who, cost);
            return false;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::cost::Cost;
    use super::super::seat::Visitor;
    use super::super::settings::Settings;
    use super::{Budgets, Meter};
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

    fn visitor(holder: Option<&str>, origin: &str, settled: bool) -> Visitor {
        Visitor {
            holder: holder.map(str::to_string),
            token: None,
            kept: settled,
            settled,
            origin: origin.into(),
            local: origin == "127.0.0.1",
            secure: false,
            settings: Settings::default(),
            learned: Default::default(),
            script: false,
        }
    }

    #[test]
    fn heavy_requests_are_drawn_from_the_visitor_and_from_the_address() {
        let (budgets, now) = (Budgets::new(100.0, 10.0), Instant::now());
        let draws = |who: &Visitor, cost: Cost| budgets.draw(who, cost, now);
        let mira = visitor(Some("mira"), "192.0.2.1", false);
        assert!(draws(&mira, Cost::Lab) && draws(&mira, Cost::Lab) && !draws(&mira, Cost::Page));
        assert!(draws(&mira, Cost::Nothing), "what costs nothing is never refused");
        let settled = visitor(Some("settled"), "192.0.2.1", true);
        assert!((0..2).all(|_| draws(&settled, Cost::Lab)));
        // Others at the address have what is left of it, and whoever takes new names gets no more than that.
        let new = |number: usize| visitor(Some(&format!("new{number}")), "192.0.2.1", false);
        let granted = (0..50).filter(|number| draws(&new(*number), Cost::Lab)).count();
        assert_eq!(granted, 4, "400 for the address, 200 of them gone");
        assert!(!draws(&visitor(None, "192.0.2.1", false), Cost::Page));
        assert!((0..2).all(|_| draws(&settled, Cost::Lab)) && !draws(&settled, Cost::Page));
        // Somebody elsewhere, and everybody behind a proxy on this computer, notices nothing.
        assert!(draws(&visitor(None, "192.0.2.2", false), Cost::Lab));
        assert!((0..50).all(|number| {
            draws(&visitor(Some(&format!("local{number}")), "127.0.0.1", false), Cost::Lab)
        }));
        // A refused request costs nothing: half a second later a page is paid for.
        assert!(!budgets.draw(&mira, Cost::Lab, now + Duration::from_millis(500)));
        assert!(budgets.draw(&mira, Cost::Page, now + Duration::from_millis(500)));
    }
}
