//! A progress bar on standard error, for people who wait. It appears on a terminal only, and only after a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::time::{Duration, Instant};

/// How far the games are.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
}

/// Shorter batches stay quiet.
const QUIET: Duration = Duration::from_secs(1);

/// What the bar looks like: `[=====>    ] 40 of 100 games, 12.5/s, 5s left`.
const LOOK: &str = "[{bar:30}] {human_pos} of {human_len} games, {rate}/s, {eta} left";

impl Progress {
    /// Nothing is done yet.
    pub fn new(total: u64) -> Progress {
        let style = ProgressStyle::with_template(LOOK).unwrap_or_else(|_| ProgressStyle::default_bar());
        // The bar's own rate has four decimals.
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A line of progress that can't be written is no loss.
            let _ = write!(out, "{:.1}", state.per_sec());
        };
        let style = style.with_key("rate", rate);
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        Progress { bar: bar.with_style(style.progress_chars("=> ")), started: Instant::now() }
    }

    /// One more game is over.
    pub fn one_more(&self) {
        self.bar.inc(1);
        self.draw();
    }

    fn draw(&self) {
        if self.bar.is_hidden() && self.started.elapsed() > QUIET {
            // Nothing is drawn if standard error isn't a terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// So many games are over.
    #[cfg(feature = "parquet")]
    pub fn at(&self, games: u64) {
        self.bar.set_position(games);
        self.draw();
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
