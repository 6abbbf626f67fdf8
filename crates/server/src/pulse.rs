//! The server's pulse: a timer that should ring four times a second. How late it rings is how late everything else is.

use crate::metrics::Metrics;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How often the timer should ring.
const EVERY: Duration = Duration::from_millis(250);
/// A server that is later than this shouldn't be sent anybody new. Two seconds are no short hiccup of a busy machine.
const TOO_LATE: Duration = Duration::from_secs(2);

/// When the timer rings next, and how late it rang last.
#[derive(Clone, Copy)]
struct Beat {
    due: Instant,
    late: Duration,
}

/// The pulse of a server; without any until somebody lets it beat.
#[derive(Default)]
pub struct Pulse {
    last: Mutex<Option<Beat>>,
}

impl Pulse {
    fn last(&self) -> MutexGuard<'_, Option<Beat>> {
        // Every change under this lock is one assignment.
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Beats for ever, and counts how late each beat comes.
    pub async fn beat(self: Arc<Pulse>, metrics: Arc<Metrics>) {
        let mut late = Duration::ZERO;
        loop {
            let due = Instant::now() + EVERY;
            *self.last() = Some(Beat { due, late });
            sleep_until(due).await;
            late = due.elapsed();
            metrics.lagged(late);
        }
    }

    /// How late the server is: as late as its last beat was, or as the next one is by now.
    pub fn late(&self) -> Duration {
        let last = *self.last();
        last.map_or(Duration::ZERO, |beat| beat.late.max(beat.due.elapsed()))
    }

    /// Why nobody new should come, if the server is too late.
    pub fn in_words(&self) -> Option<String> {
        let late = self.late();
        (late > TOO_LATE)
            .then(|| format!("the server has too much to do: it is {:.1} seconds behind", late.as_secs_f64()))
    }
}
