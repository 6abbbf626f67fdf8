//! A progress bar on standard error, for people who wait.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How far a batch is.
pub struct Progress {
    started: Instant,
    shown: Option<Instant>,
    done: u64,
    total: u64,
    is_watched: bool,
}

const WIDTH: u64 = 30;

impl Progress {
    /// Nothing is done yet. The bar appears only on a terminal.
    pub fn new(total: u64) -> Progress {
        let is_watched = io::stderr().is_terminal();
        Progress { started: Instant::now(), shown: None, done: 0, total, is_watched }
    }

    /// One more game is over.
    pub fn one_more(&mut self) {
        self.done += 1;
        if self.is_watched && self.shown.is_none_or(|shown| shown.elapsed() > Duration::from_millis(100)) {
            self.shown = Some(Instant::now());
            let filled = (WIDTH * self.done / self.total.max(1)).min(WIDTH) as usize;
            let bar = format!("{}{}", "█".repeat(filled), "░".repeat(WIDTH as usize - filled));
            let rate = self.done as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
            let left = (self.total - self.done.min(self.total)) as f64 / rate.max(1e-6);
            eprint!("\r{bar} {} of {} games, {rate:.1} a second, {left:.0} s left  ", self.done, self.total);
            let _ = io::stderr().flush();
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if self.is_watched {
            eprint!("\r{}\r", " ".repeat(100));
            let _ = io::stderr().flush();
        }
    }
}
