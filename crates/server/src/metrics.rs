//! What the server counts about itself, in the words of Prometheus.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::time::Duration;

/// Labels: their names and their values. Every value is one of a few: nothing that clients make up becomes one.
type Labels<const N: usize> = [(&'static str, String); N];

/// All counts.
pub struct Metrics {
    registry: Registry,
    requests: Family<Labels<2>, Counter>,
    request_seconds: Histogram,
    appends: Family<Labels<1>, Counter>,
    append_seconds: Histogram,
    awake: Gauge,
    owners: Family<Labels<1>, Gauge>,
    lag_seconds: Histogram,
    waiting: Family<Labels<1>, Gauge>,
    /// How many live streams are open.
    pub streams: Gauge,
    /// Requests that were refused because their visitor asks too much.
    pub refused: Counter,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("dejarik");
        // From a tenth of a millisecond to about six seconds.
        let seconds = || Histogram::new(exponential_buckets(0.0001, 3.0, 11));
        let metrics = Metrics {
            requests: Family::default(),
            request_seconds: seconds(),
            appends: Family::default(),
            append_seconds: seconds(),
            awake: Gauge::default(),
            owners: Family::default(),
            lag_seconds: seconds(),
            waiting: Family::default(),
            streams: Gauge::default(),
            refused: Counter::default(),
            registry: Registry::default(),
        };
        registry.register("requests", "Requests, by route and status", metrics.requests.clone());
        registry.register(
            "request_seconds",
            "From a request to its answer, not counting live streams",
            metrics.request_seconds.clone(),
        );
        registry.register("appends", "Appends to logs, by outcome", metrics.appends.clone());
        registry.register("append_seconds", "How long an append takes", metrics.append_seconds.clone());
        registry.register("awake_games", "Games that have an owner", metrics.awake.clone());
        registry.register("owners", "Owners of games, by how their tables are", metrics.owners.clone());
        registry.register(
            "lag_seconds",
            "How late a timer rings that should ring four times a second",
            metrics.lag_seconds.clone(),
        );
        registry.register("waiting_work", "Pieces of heavy work waiting, by class", metrics.waiting.clone());
        registry.register("live_streams", "Open live streams", metrics.streams.clone());
        registry.register(
            "too_much",
            "Requests refused because their visitor or address asks for too much",
            metrics.refused.clone(),
        );
        Metrics { registry, ..metrics }
    }
}

impl Metrics {
    /// A request was answered: its route as the program writes it, never the path that a client sent.
    pub fn answered(&self, route: &str, status: u16, took: Duration) {
        let labels = [("route", route.to_string()), ("status", status.to_string())];
        self.requests.get_or_create(&labels).inc();
        self.request_seconds.observe(took.as_secs_f64());
    }

    /// An append has ended.
    pub fn appended(&self, outcome: &'static str, took: Duration) {
        self.appends.get_or_create(&[("outcome", outcome.to_string())]).inc();
        self.append_seconds.observe(took.as_secs_f64());
    }

    /// A timer rang so late.
    pub fn lagged(&self, late: Duration) {
        self.lag_seconds.observe(late.as_secs_f64());
    }

    /// Everything as text, with what is true at the moment: how many games are awake, how many owners are how, and how
    /// much work of each class waits.
    pub fn text(
        &self,
        awake: usize,
        owners: &[(&'static str, usize)],
        waiting: &[(&'static str, usize)],
    ) -> String {
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        self.awake.set(number(awake));
        for (state, owners) in owners {
            self.owners.get_or_create(&[("state", (*state).to_string())]).set(number(*owners));
        }
        for (class, work) in waiting {
            self.waiting.get_or_create(&[("class", (*class).to_string())]).set(number(*work));
        }
        let mut text = String::new();
        // Writing to a string doesn't fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Metrics;
    use std::time::Duration;

    #[test]
    fn counts_are_told_in_the_words_of_prometheus() {
        let metrics = Metrics::default();
        metrics.answered("/t/{game}", 200, Duration::from_millis(2));
        metrics.answered("/t/{game}", 200, Duration::from_millis(3));
        metrics.answered("/t/{game}", 404, Duration::from_millis(1));
        metrics.lagged(Duration::from_millis(1));
        metrics.appended("conflict", Duration::from_millis(1));
        metrics.streams.inc();
        metrics.refused.inc();
        let text = metrics.text(7, &[("well", 6), ("frozen", 1)], &[("think", 2)]);
        for line in [
            "dejarik_requests_total{route=\"/t/{game}\",status=\"200\"} 2",
            "dejarik_requests_total{route=\"/t/{game}\",status=\"404\"} 1",
            "dejarik_request_seconds_count 3",
            "dejarik_owners{state=\"well\"} 6",
            "dejarik_owners{state=\"frozen\"} 1",
            "dejarik_lag_seconds_count 1",
            "dejarik_appends_total{outcome=\"conflict\"} 1",
            "dejarik_awake_games 7",
            "dejarik_waiting_work{class=\"think\"} 2",
            "dejarik_live_streams 1",
            "dejarik_too_much_total 1",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }

    /// A panel over something that isn't counted would stay empty, and nobody would notice.
    #[test]
    fn the_dashboard_shows_what_is_counted() {
        let metrics = Metrics::default();
        metrics.answered("/", 200, Duration::from_millis(2));
        metrics.appended("done", Duration::from_millis(1));
        let text = metrics.text(7, &[("well", 6)], &[("think", 2)]);
        let dashboard = include_str!("../../../packaging/grafana.json");
        let parsed: serde_json::Value = serde_json::from_str(dashboard).expect("JSON");
        assert!(parsed["panels"].as_array().is_some_and(|panels| panels.len() >= 10));
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words = dashboard.split(|c: char| !is_word(c)).filter(|word| word.starts_with("dejarik_"));
        let mut count = 0;
        for word in words {
            let is_told = text.lines().any(|line| line.split(|c: char| !is_word(c)).next() == Some(word));
            assert!(is_told, "{word} is shown but not counted");
            count += 1;
        }
        assert!(count > 10);
    }
}
