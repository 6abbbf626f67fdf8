//! Appending steps: what is certain is said, what isn't is found out.

use super::drive::PASSES;
use super::message::Condition;
use super::run::Owner;
use super::{DOUBT, Refusal, ended};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use store::{AppendError, Head};
use table::{By, Misfit, Row, Stage, Step, Table};
use tokio::time::{Instant, sleep};

/// What became of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Yes,
    /// Somebody else was first.
    Conflict,
    /// Certainly not.
    No,
    /// Nobody knows.
    Unknown,
}

impl Written {
    const fn in_words(self) -> &'static str {
        match self {
            Written::Yes => "written",
            Written::Conflict => "conflict",
            Written::No => "failed",
            Written::Unknown => "unknown",
        }
    }
}

/// What became of steps.
pub enum Taken {
    /// They are on the disk and visible.
    Yes,
    /// The log has grown meanwhile: the command has to be looked at again.
    Again,
    /// They were not taken.
    No(Refusal),
}

impl Owner {
    /// Takes steps: on a copy, then on the disk, then for everybody to see.
    pub(super) async fn take(&mut self, steps: &[Step], request: u64) -> Taken {
        let Some((next, steps, trails)) = self.tried(steps, PASSES) else {
            self.set(Condition::Broken);
            return Taken::No(Refusal::Broken);
        };
        let at = (self.node.clock)();
        let row = |(step, trail): (&Step, Option<u64>)| Row { trail, ..step.to_row(at, request) };
        let rows: Vec<Row> = steps.iter().zip(trails).map(row).collect();
        let head = head(&next, at);
        #[cfg(test)]
        if self.node.hasty {
            let before = std::mem::replace(&mut self.table, next.clone());
            self.publish();
            self.table = before;
        }
        let begun = Instant::now();
        let written = self.append(&rows, head).await;
        self.node.metrics.appended(written.in_words(), begun.elapsed());
        match written {
            Written::Yes => {
                // Whoever appends goes on with the game.
                self.leads = true;
                self.node.bus.publish(&self.game, next.number);
                let back = steps.iter().any(|step| matches!(step, Step::Back { .. }));
                self.table = next;
                self.was_put(&rows);
                self.was_noticed(&rows);
                self.remember(rows);
                self.has_ended();
                // A takeback leads out of every trouble; nothing else leads out of a game that doesn't fit.
                if back || !matches!(self.condition, Condition::Broken | Condition::Frozen) {
                    self.condition = Condition::Well;
                    self.told = self.told.take().filter(|_| !back);
                }
                self.publish();
                Taken::Yes
            }
            Written::Conflict => match self.catch_up().await {
                Ok(()) => Taken::Again,
                Err(refusal) => Taken::No(refusal),
            },
            Written::No => {
                self.set(Condition::Stalled);
                Taken::No(Refusal::NotDone)
            }
            Written::Unknown => {
                self.set(Condition::Doubtful);
                Taken::No(Refusal::NotKnown)
            }
        }
    }

    /// A copy of the table after steps and what follows from them at once, all of these steps, and the trails that are kept
    /// with them; nothing if the game stumbles over them. A fault in a rule harms one table.
    ///
    /// What the table answers for a player is part of it, up to `most` answers: nobody is shown a question that is answered already.
    fn tried(&self, steps: &[Step], most: usize) -> Option<(Table, Vec<Step>, Vec<Option<u64>>)> {
        let (mut next, mut trails) = (self.table.clone(), Vec::with_capacity(steps.len()));
        let mut taken = steps.to_vec();
        let applied = catch_unwind(AssertUnwindSafe(|| {
            let mut place = 0;
            while let Some(step) = taken.get(place) {
                next.apply(step)?;
                let is_answer = matches!(step, Step::Answer { .. });
                #[cfg(test)]
                assert!(!is_answer || self.node.stumbles.as_ref() != Some(&self.game), "a planted panic");
                trails.push(if is_answer { next.kept_trail() } else { None });
                place += 1;
                let goes_on = is_answer && place >= steps.len() && place < steps.len() + most;
                if goes_on && let Some((choice, _)) = next.settled() {
                    taken.push(Step::Answer { choice, by: By::Wish });
                }
            }
            Ok::<(), Misfit>(())
        }));
        match applied {
            Ok(Ok(())) => Some((next, taken, trails)),
            Ok(Err(misfit)) => {
                tracing::error!(game = &*self.game, number = self.table.number, %misfit, "a step doesn't fit");
                None
            }
            Err(_) => {
                tracing::error!(game = &*self.game, number = self.table.number, ?steps, "the game panicked");
                None
            }
        }
    }

    /// Appends rows. In doubt the same append is tried again: the number and the request make that safe, even if the
    /// first attempt is written late.
    async fn append(&mut self, rows: &[Row], head: Head) -> Written {
        let (at, begun) = (self.table.number, Instant::now());
        let (mut doubted, mut pause) = (false, Duration::from_millis(50));
        loop {
            match self.node.store.append(&self.game, at, rows.to_vec(), head.clone()).await {
                Ok(()) => return Written::Yes,
                Err(AppendError::Conflict { .. }) if doubted => {
                    if let Ok(tail) = self.node.store.tail(&self.game, at).await {
                        let ours = |(own, found): (&Row, &Row)| own == found || own.is_same_request(found);
                        let all = tail.len() >= rows.len() && rows.iter().zip(&tail).all(ours);
                        return if all { Written::Yes } else { Written::Conflict };
                    }
                }
                Err(AppendError::Conflict { .. }) => return Written::Conflict,
                Err(AppendError::Failed(error)) => {
                    tracing::warn!(game = &*self.game, at, %error, "an append failed");
                    if !doubted {
                        return Written::No;
                    }
                }
                Err(AppendError::Doubt(error)) => {
                    tracing::warn!(game = &*self.game, at, %error, "an append is in doubt");
                    doubted = true;
                }
            }
            if begun.elapsed() >= DOUBT {
                return Written::Unknown;
            }
            // Many owners doubt at once: they don't all ask again at once.
            let spread = u64::from(at).wrapping_mul(37).wrapping_add(self.game.len() as u64) % 25;
            sleep(pause + Duration::from_millis(spread)).await;
            pause = (pause * 2).min(Duration::from_secs(2));
        }
    }

    /// Stops a game that was ended without a result, and says so.
    fn has_ended(&mut self) {
        if self.table.abandoned {
            self.condition = Condition::Frozen;
            self.told = Some(ended(&self.table).into());
        }
    }

    /// Reads what the log has more than the table, and applies it.
    pub(super) async fn catch_up(&mut self) -> Result<(), Refusal> {
        let tail = match self.node.store.tail(&self.game, self.table.number).await {
            Ok(tail) => tail,
            Err(error) => {
                tracing::warn!(game = &*self.game, %error, "the log can't be read");
                self.set(Condition::Doubtful);
                return Err(Refusal::NotKnown);
            }
        };
        let newer = |row: &Row| matches!(row.step(), Ok(Step::Carried { rules }) if rules > self.node.rules);
        let carried = tail.iter().any(newer);
        if !tail.is_empty() {
            let steps: Result<Vec<Step>, _> = tail.iter().map(Row::step).collect();
            let next = steps.ok().and_then(|steps| self.tried(&steps, 0));
            let Some((next, ..)) = next else {
                self.set(Condition::Broken);
                return Err(Refusal::Broken);
            };
            self.table = next;
            self.leads = false;
            self.was_put(&tail);
            self.was_noticed(&tail);
            self.remember(tail);
            self.has_ended();
        }
        if carried {
            // A server with newer rules has found that the game means the same under them. Here nobody can know that.
            self.leaves = true;
            return Err(Refusal::Elsewhere);
        }
        if matches!(self.condition, Condition::Stalled | Condition::Doubtful) {
            self.condition = Condition::Well;
        }
        self.publish();
        Ok(())
    }
}

/// What lists and the next start of the server need to know.
pub fn head(table: &Table, at: i64) -> Head {
    let over = table.is_over() || table.abandoned;
    // Minutes run on whether anybody looks or not.
    let (uses, begun) = (table.uses_time(), table.stage() == Stage::Begun);
    let runs = uses.is_some_and(|(_, clock)| !clock.is_slow());
    // Days do, too, but nobody stays awake for them.
    let wakes = uses.filter(|_| !runs).and_then(|(role, clock)| {
        let left = u64::from(clock.free) * 1000 + table.left(role)? + 1;
        Some(at.saturating_add(i64::try_from(left).ok()?))
    });
    let asks = table.asked().filter(|_| begun && !over);
    let due = !over && (runs || table.computer_asked().is_some());
    Head { note: table.note(), over, due, asks, wakes, at }
}
