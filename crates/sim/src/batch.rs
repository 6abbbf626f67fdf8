//! A batch: which games there are, and playing them on several threads.

use crate::record::{self, Party, Record};
use ai::{Knowledge, Level};
use engine::state::{Options, Seed};
use engine::{Catalog, Deck, Setup, SetupError};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

/// One party: a deck and who plays it.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name of the deck.
    pub name: String,
    /// The deck.
    pub deck: Deck,
    /// Who plays it.
    pub player: Level,
    /// What the player knows about its own hand.
    pub knowledge: Knowledge,
}

/// Who has the Dark Side role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seats {
    /// A and B in turn; two games in a row have the same seed.
    #[default]
    Swap,
    /// A always.
    Fixed,
}

/// Games between two parties.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The definitions.
    pub catalog: Arc<Catalog>,
    /// The first party.
    pub a: Entrant,
    /// The second party.
    pub b: Entrant,
    /// Who has which role.
    pub seats: Seats,
    /// How many games.
    pub games: u64,
    /// What all chance comes from.
    pub seed: u64,
    /// The rules that can be chosen.
    pub options: Options,
}

/// Why a batch ended before its last game: it was told to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It was not.
    No,
    /// It was.
    Yes,
}

impl Batch {
    /// A party.
    pub const fn of(&self, party: Party) -> &Entrant {
        match party {
            Party::A => &self.a,
            Party::B => &self.b,
        }
    }

    /// Who has the Dark Side role in a game.
    pub const fn dark(&self, number: u64) -> Party {
        match self.seats {
            Seats::Swap if number % 2 == 1 => Party::B,
            Seats::Swap | Seats::Fixed => Party::A,
        }
    }

    /// What the chance of a game comes from.
    pub const fn seed_of(&self, number: u64) -> u64 {
        let pair = match self.seats {
            Seats::Swap => number / 2,
            Seats::Fixed => number,
        };
        scatter(self.seed, pair)
    }

    /// The setup of a game.
    pub fn setup(&self, number: u64) -> Setup {
        let dark = self.dark(number);
        Setup {
            dark: self.of(dark).deck.clone(),
            light: self.of(dark.other()).deck.clone(),
            seed: Seed::from(self.seed_of(number)),
            options: self.options,
        }
    }

    /// Plays one game; `None` if `stop` became true meanwhile.
    pub fn play(&self, number: u64, stop: &AtomicBool) -> Result<Option<Record>, SetupError> {
        record::play(self, number, stop)
    }

    /// Plays the games that `wanted` names on this many threads, until they are played or `stop` becomes true, and hands
    /// the records over in order. Games that were going on when it stopped are not kept; later ones that are over are.
    pub fn run(
        &self,
        wanted: &[u64],
        threads: usize,
        stop: &AtomicBool,
        mut take: impl FnMut(Record),
    ) -> Result<Stop, SetupError> {
        let next = AtomicU64::new(0);
        let failed = AtomicBool::new(false);
        let mut failure = None;
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads.clamp(1, wanted.len().max(1)) {
                let sender = sender.clone();
                let (next, failed) = (&next, &failed);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                        let place = next.fetch_add(1, Ordering::Relaxed) as usize;
                        let Some(number) = wanted.get(place) else { break };
                        let played = self.play(*number, stop);
                        failed.fetch_or(played.is_err(), Ordering::Relaxed);
                        if sender.send((place, played)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut due = 0;
            for (place, played) in receiver {
                match played {
                    Ok(Some(record)) => {
                        waiting.insert(place, record);
                    }
                    Ok(None) => {}
                    Err(error) => failure = Some(error),
                }
                while let Some(record) = waiting.remove(&due) {
                    take(record);
                    due += 1;
                }
            }
            waiting.into_values().for_each(take);
        });
        match failure {
            Some(error) => Err(error),
            None if stop.load(Ordering::Relaxed) => Ok(Stop::Yes),
            None => Ok(Stop::No),
        }
    }
}

/// A number that depends on both: the finaliser of SplitMix64.
const fn scatter(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
