//! Finding puzzles in games between computer players: sieve after sieve, and what is left becomes a file.
//!
//! Game *n* of a batch gives the same puzzles whoever plays it and however many threads there are.

mod find;
mod line;
mod picture;
mod sieve;
mod stake;
mod watch;
mod words;

pub use find::{Found, Limits, Mined, Miner};
pub use sieve::{Counts, Sieve};
pub use words::Kind;

use sim::Batch;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// All pairs of so many decks, each against itself too, by their places, with their shares of so many games. Of two decks
/// there is the one pair.
pub fn pairs(decks: usize, games: u64) -> Vec<(usize, usize, u64)> {
    let all: Vec<(usize, usize)> = match decks {
        2 => vec![(0, 1)],
        _ => (0..decks).flat_map(|a| (a..decks).map(move |b| (a, b))).collect(),
    };
    let count = all.len().max(1) as u64;
    let share = |(place, (a, b)): (usize, (usize, usize))| {
        (a, b, games / count + u64::from((place as u64) < games % count))
    };
    all.into_iter().enumerate().map(share).filter(|(_, _, games)| *games > 0).collect()
}

/// Numbers the puzzles of games in their order, each position once; `counts` become those of all games.
#[derive(Debug)]
pub struct Collected {
    /// The numbers so far.
    pub counts: Counts,
    seen: BTreeSet<String>,
    next: u32,
}

impl Collected {
    /// Nothing yet; the first puzzle gets this number.
    pub fn from(first: u32) -> Collected {
        Collected { counts: Counts::default(), seen: BTreeSet::new(), next: first }
    }

    /// Takes what came of a game, and gives the files of its puzzles: name and text.
    pub fn take(&mut self, mined: &Mined) -> Vec<(String, String)> {
        self.counts.add(&mined.counts);
        let mut files = Vec::new();
        for found in &mined.puzzles {
            if !self.seen.insert(found.key()) {
                if let Some(kind) = found.kind() {
                    self.counts.found[kind as usize] -= 1;
                }
                self.counts.remove(Sieve::Again);
                continue;
            }
            let name = format!("P{}", self.next);
            self.next += 1;
            files.push((name.clone(), found.named(&name)));
        }
        files
    }
}

/// What a thread that counts may put on its stack: a step can have hundreds of answers, one within the other.
pub const STACK: usize = 64 << 20;

/// Why no games can be mined.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum MineError {
    /// A game can't begin.
    #[error(transparent)]
    Setup(#[from] engine::SetupError),
    /// The machine gives no thread.
    #[error("no thread can be started: {0}")]
    Thread(String),
}

/// Mines games of batches on so many threads and hands over what came of each, in order. False if it was stopped.
pub fn mine(
    miner: &Miner<'_>,
    games: &[(&Batch, u64)],
    threads: usize,
    stop: &AtomicBool,
    mut take: impl FnMut(Mined),
) -> Result<bool, MineError> {
    let next = AtomicUsize::new(0);
    let mut failure = None;
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, games.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                while !stop.load(Ordering::Relaxed) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some((batch, number)) = games.get(place) else { break };
                    let mined = miner.game(batch, *number, stop);
                    let failed = mined.is_err();
                    if sender.send((place, mined)).is_err() || failed {
                        break;
                    }
                }
            };
            if let Err(error) = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                failure = Some(MineError::Thread(error.to_string()));
                stop.store(true, Ordering::Relaxed);
            }
        }
        drop(sender);
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        for (place, mined) in receiver {
            match mined {
                Ok(Some(mined)) => {
                    waiting.insert(place, mined);
                }
                Ok(None) => {}
                Err(error) => {
                    failure = Some(MineError::Setup(error));
                    stop.store(true, Ordering::Relaxed);
                }
            }
            while let Some(mined) = waiting.remove(&due) {
                take(mined);
                due += 1;
            }
        }
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(!stop.load(Ordering::Relaxed)),
    }
}
