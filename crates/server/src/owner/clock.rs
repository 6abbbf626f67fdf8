//! Time: how long a question has waited, what its answer uses up, and when a player's time has run out (rule 1502.13).
//!
//! The server alone counts. What an answer used up is a step of the log beside it, so what is left follows from the log.
//! A fault never costs time: after one the question that waits is asked anew, and that is a step, too.

use super::append::Taken;
use super::message::Condition;
use super::run::Owner;
use engine::state::ByRole;
use std::time::Duration;
use table::clock::Clock;
use table::{By, Row, Step};
use tokio::time::Instant;
use vocab::Role;

/// After a fault the question that waits has so much more time for nothing, in milliseconds.
const ANEW: u32 = 20_000;
/// A question that waits no longer than this when a server takes a game over isn't asked anew.
const FRESH: u64 = 3000;
/// Whoever can't end a game whose time has run out tries again after so long.
const AGAIN: Duration = Duration::from_secs(2);

/// How long the question that waits has waited. The wall clock may be set meanwhile: only what was before this server opened
/// the game is taken from it.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    from: Instant,
    /// How long it had waited by then, in milliseconds.
    before: u64,
    /// What costs nothing besides the time that never does.
    free: u64,
    /// Whether a fault came in between: then it costs nothing at all.
    pub fault: bool,
}

/// The clocks of a table as they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// What each player has left, in milliseconds, when the question was put.
    pub left: ByRole<u64>,
    /// Who uses it up, and from when on: milliseconds since 1970.
    pub uses: Option<(Role, i64)>,
}

impl Waits {
    /// The question that a log put last, as the wall clock has it.
    pub fn since(rows: &[Row], now: i64) -> Waits {
        let at = rows.iter().rev().find(|row| row.asks()).map_or(now, |row| row.at);
        Waits { before: u64::try_from(now - at).unwrap_or(0), ..Waits::new(rows) }
    }

    /// The question that these rows put, which everybody can see from now on.
    fn new(rows: &[Row]) -> Waits {
        let anew = rows.iter().rev().find(|row| row.asks()).filter(|row| row.kind == "ask-anew");
        let free = anew.map_or(0, |row| u64::from(row.value));
        Waits { from: Instant::now(), before: 0, free, fault: false }
    }

    fn millis(&self, until: Instant) -> u64 {
        let since = until.saturating_duration_since(self.from);
        self.before + u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    /// How much of the time costs nothing.
    fn for_nothing(&self, clock: Clock) -> u64 {
        u64::from(clock.free) * 1000 + self.free
    }

    /// What is used up by a moment.
    fn used(&self, clock: Clock, until: Instant) -> u64 {
        self.millis(until).saturating_sub(self.for_nothing(clock))
    }

    /// What is used up of so much time. If the wall clock has it that nothing was left before this server opened the game,
    /// somebody has set it, or nobody kept the time: whoever did would have ended the game. Then only what was seen here counts.
    fn used_of(&self, left: u64, clock: Clock, until: Instant) -> u64 {
        let used = self.used(clock, until);
        if used > left && !clock.is_slow() { Waits { before: 0, ..*self }.used(clock, until) } else { used }
    }
}

impl Owner {
    /// Rows that are in the log now may have put another question.
    pub(super) fn was_put(&mut self, rows: &[Row]) {
        if rows.iter().any(Row::asks) {
            self.waits = Waits::new(rows);
        }
    }

    /// Whose time is used up, the clock, and what is left.
    fn uses_time(&self) -> Option<(Role, Clock, u64)> {
        let (role, clock) = self.table.uses_time()?;
        Some((role, clock, self.table.left(role)?))
    }

    /// Whether somebody's minutes run: then the game stays awake.
    pub(super) fn runs(&self) -> bool {
        self.table.uses_time().is_some_and(|(_, clock)| !clock.is_slow())
    }

    /// The steps of a command that arrived at a moment, with the time that it used up; if there wasn't as much, it has run out.
    pub(super) fn with_time(&self, mut steps: Vec<Step>, arrived: Instant) -> Vec<Step> {
        let ends = |step: &Step| matches!(step, Step::Answer { by: By::Person, .. } | Step::Back { .. });
        let Some((role, clock, left)) = self.uses_time() else { return steps };
        if self.waits.fault || !steps.iter().any(ends) {
            return steps;
        }
        match self.waits.used_of(left, clock, arrived) {
            0 => steps,
            used if used > left => vec![Step::RunOut { role }],
            used => {
                let millis = u32::try_from(used).unwrap_or(u32::MAX);
                steps.insert(0, Step::Spent { role, millis });
                steps
            }
        }
    }

    /// Asks anew after a fault, and ends the game of whoever has no time left.
    pub(super) async fn keep_time(&mut self) {
        if self.condition != Condition::Well || self.table.uses_time().is_none() {
            return;
        }
        // Whoever takes a game over from a server that is gone doesn't know since when.
        let led = self.leads;
        if self.runs() && !self.leads().await {
            return;
        }
        let taken_over = self.runs() && !led && self.waits.millis(Instant::now()) > FRESH;
        let Some((role, clock, left)) = self.uses_time() else { return };
        let step = if self.waits.fault || taken_over {
            Step::AskAnew { free: ANEW }
        } else if self.waits.used_of(left, clock, Instant::now()) > left {
            Step::RunOut { role }
        } else {
            return;
        };
        if let Taken::No(refusal) = self.take(&[step], 0).await {
            tracing::warn!(game = &*self.game, ?refusal, "the clock can't be kept");
        }
    }

    /// When to look at the clock again.
    pub(super) fn bell(&self) -> Option<Instant> {
        let (_, clock, left) = self.uses_time().filter(|_| self.condition == Condition::Well)?;
        let all = self.waits.for_nothing(clock) + left + 1;
        let now = Instant::now();
        let rest = Duration::from_millis(all.saturating_sub(self.waits.millis(now)));
        Some(now + if rest.is_zero() { AGAIN } else { rest })
    }

    /// The clocks as they are shown.
    pub(super) fn time(&self) -> Option<Time> {
        let [Some(dark), Some(light)] = Role::ALL.map(|role| self.table.left(role)) else { return None };
        let uses = self.table.uses_time().filter(|_| self.condition == Condition::Well && !self.waits.fault);
        let uses = uses.map(|(role, clock)| {
            let ahead = i64::try_from(self.waits.for_nothing(clock)).unwrap_or(i64::MAX);
            let behind = i64::try_from(self.waits.millis(Instant::now())).unwrap_or(i64::MAX);
            (role, (self.node.clock)().saturating_add(ahead).saturating_sub(behind))
        });
        let left = ByRole::from_fn(|role| if role == Role::Dark { dark } else { light });
        Some(Time { left, uses })
    }
}
