//! Every awake game has one owner: a task that nobody can cancel.
//!
//! Handlers only send messages and look at published shots. The owner applies a command to a copy of its table, appends
//! the steps to the store, and only then makes the copy the table and publishes it: durable, then visible. A request
//! that is cut off anywhere leaves the game either before the command or after it.

mod append;
mod clock;
mod command;
mod drive;
mod message;
#[cfg(test)]
mod nodes;
mod outcome;
mod presence;
#[cfg(test)]
mod questions;
mod registry;
mod run;
#[cfg(test)]
mod simulation;
mod talk;
mod teach;
#[cfg(test)]
mod times;

pub use append::head;
pub use clock::Time;
pub use command::Command;
pub use message::{Order, Refusal, Shot, State};
pub use outcome::outcome;
pub use presence::Absence;
pub use registry::{Handle, Registry};
pub use talk::Remark;
pub use teach::Coached;

use crate::metrics::Metrics;
use crate::pool::Think;
use crate::world::World;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;
use store::{Bus, Store};
use table::Table;

/// What all owners of a server share.
pub struct Node {
    /// Cards and decks.
    pub world: Arc<World>,
    /// Where games are kept.
    pub store: Arc<dyn Store>,
    /// The way to other servers on the same store.
    pub bus: Arc<dyn Bus>,
    /// Who thinks for the computer.
    pub thinkers: Arc<dyn Think>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Milliseconds since 1970.
    pub clock: fn() -> i64,
    /// How many games may be awake.
    pub awake: usize,
    /// The version of the rules that games are played under here.
    pub rules: u32,
    /// What is known of the other servers on the same store, and whether this one is about to go.
    pub others: Others,
    /// A planted fault: steps are shown before they are on the disk. The simulation has to notice.
    #[cfg(test)]
    pub hasty: bool,
    /// Another: the rules panic over every answer in this game.
    #[cfg(test)]
    pub stumbles: Option<store::GameId>,
}

/// What a server knows of the others on the same store.
#[derive(Debug, Default)]
pub struct Others {
    /// The newest rules that one of them plays under; 0 if there are none.
    newest: AtomicU32,
    /// Whether this server takes no new tables, because it will stop.
    drains: AtomicBool,
}

impl Others {
    /// The rules of those that are there.
    pub fn are(&self, rules: &[u32]) {
        self.newest.store(rules.iter().copied().max().unwrap_or(0), Ordering::Relaxed);
    }

    /// Whether one of them plays under rules that are at least as new as these.
    pub fn know(&self, rules: u32) -> bool {
        self.newest.load(Ordering::Relaxed) >= rules
    }

    /// This server will stop.
    pub fn drain(&self) {
        self.drains.store(true, Ordering::Relaxed);
    }

    /// Whether this server will stop.
    pub fn is_draining(&self) -> bool {
        self.drains.load(Ordering::Relaxed)
    }
}

impl Node {
    /// Whether new tables are set up here: not on a server that will stop, or beside one with newer rules.
    pub fn takes_tables(&self) -> bool {
        !self.others.is_draining() && !self.others.know(self.rules + 1)
    }
}

/// What players are told about a game that was ended without a result: because it no longer fits the rules, or because
/// its player has set up newer lab tables.
fn ended(table: &Table) -> &'static str {
    if table.setup.scratch.is_some() {
        "This lab table made room for a newer one: you can have two at once."
    } else {
        "This game was ended without a result."
    }
}

/// How many messages wait for an owner at most; one more is told that the table is busy.
const MAILBOX: usize = 32;
/// A game that nobody looks at and that has nothing to do goes to rest after this long.
const REST: Duration = Duration::from_secs(120);
/// How long the computer waits before an attack, so that people can follow.
const PAUSE: Duration = Duration::from_millis(650);
/// How long an owner tries to find out whether an append was written.
const DOUBT: Duration = Duration::from_secs(10);
/// How often an owner whose store failed tries again by itself.
const RETRY: Duration = Duration::from_secs(2);
