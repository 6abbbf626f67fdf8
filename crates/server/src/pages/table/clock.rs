//! The players' clocks. The page counts down by itself; the server says what is left and from when on it is used up.

use super::Extra;
use maud::{Markup, html};
use vocab::Role;

/// The clocks of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What the Dark Side and the Light Side player have left, in milliseconds.
    pub left: [u64; 2],
    /// Who uses it up, and from when on: milliseconds since 1970.
    pub uses: Option<(Role, i64)>,
    /// What the server's clock says now.
    pub now: i64,
}

/// A player's clock.
pub fn clock(extra: &Extra, role: Role, own: bool) -> Markup {
    let Some(time) = &extra.time else { return html! {} };
    let left = time.left[role as usize];
    let from = time.uses.filter(|(who, _)| *who == role).map(|(_, from)| from);
    html! {
        p.clock.runs[from.is_some()] {
            span.vh { @if own { "Your time: " } @else { "Time left: " } }
            // Who listens isn't told every second.
            time role="timer" aria-live="off" data-left=(left) data-from=[from] data-own[own] { (words(left)) }
        }
    }
}

/// What is left, as clocks show it.
pub fn words(left: u64) -> String {
    let seconds = left.div_ceil(1000);
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{:02}", seconds % 60),
        (0, hours) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        (1, hours) => format!("1 day {hours} h"),
        (days, hours) => format!("{days} days {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_clock_says_what_is_left() {
        let shown = [0, 1, 59_000, 60_001, 3_599_000, 3_600_000, 90_000_000, 604_800_000].map(words);
        assert_eq!(shown, ["0:00", "0:01", "0:59", "1:01", "59:59", "1:00:00", "1 day 1 h", "7 days 0 h"]);
    }
}
