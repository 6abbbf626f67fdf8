//! What the collector has heard of each batch, and what follows from it. Whatever the queue promises, a batch counts once.

use crate::job::{Played, digest};
use std::collections::{BTreeMap, BTreeSet};

/// Who plays a batch when nobody else is there.
pub const COLLECTOR: &str = "the collector";

/// Somebody's result of a batch.
struct Vote {
    worker: String,
    /// Whether it's a second result of the collector, or of the worker beside it, which may have one.
    again: bool,
    ticket: u64,
    digest: String,
    /// Nothing if the games were written already when the batch came into doubt.
    played: Option<Played>,
}

/// What follows from a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet: the batch is to be compared, and the other result is missing.
    Wait,
    /// The games are these; workers that said something else are named.
    Settled {
        /// The games.
        played: Box<Played>,
        /// Who was wrong.
        odd: Vec<String>,
    },
    /// Results differ: somebody else has to play it too.
    Differ,
    /// Whoever has given a result before has given another: nobody else is there.
    Alone,
    /// It was settled before, and this is the same.
    Known,
}

/// Which batches are compared, and what was heard of those that aren't settled.
///
/// Two results agree if they come from two workers: what one says twice is said once. The collector and the worker beside it
/// are the exception, since whoever collects trusts its own machine; a second run of it finds faulty memory.
pub struct Ledger {
    job: String,
    /// Of ten thousand batches, so many are played twice.
    share: u64,
    votes: BTreeMap<u64, Vec<Vote>>,
    /// Workers whose result of a batch can't be read.
    refused: BTreeMap<u64, BTreeSet<String>>,
    /// Batches with results that differ: two must agree.
    doubted: BTreeSet<u64>,
    /// The worker beside the collector.
    own: Option<String>,
}

impl Ledger {
    /// A ledger of a job; the share of batches that are compared, between 0 and 1.
    pub fn new(job: &str, share: f64) -> Ledger {
        let share = (share.clamp(0.0, 1.0) * 10_000.0).round() as u64;
        Ledger {
            job: job.to_string(),
            share,
            votes: BTreeMap::new(),
            refused: BTreeMap::new(),
            doubted: BTreeSet::new(),
            own: None,
        }
    }

    /// Names the worker beside the collector.
    pub fn trust(&mut self, own: &str) {
        self.own = Some(own.to_string());
    }

    /// Whether a batch is played twice on purpose: always the same ones.
    pub fn is_compared(&self, batch: u64) -> bool {
        let hash = digest(format!("{}/{batch}", self.job).as_bytes());
        u64::from_str_radix(&hash[..8], 16).unwrap_or(0) % 10_000 < self.share
    }

    /// Who has given a result of a batch about which nothing is settled: the next one has to come from somebody else.
    pub fn voters(&self, batch: u64) -> Vec<String> {
        let voted = self.votes.get(&batch).into_iter().flatten().map(|vote| &vote.worker);
        let all: BTreeSet<&String> = voted.chain(self.refused.get(&batch).into_iter().flatten()).collect();
        all.into_iter().cloned().collect()
    }

    /// Hears a result that can't be read.
    pub fn refuse(&mut self, batch: u64, worker: &str) -> Verdict {
        let was_here = self.voters(batch).iter().any(|voter| voter == worker);
        self.refused.entry(batch).or_default().insert(worker.to_string());
        if was_here { Verdict::Alone } else { Verdict::Wait }
    }

    /// Forgets what was said of a batch.
    pub fn forget(&mut self, batch: u64) {
        self.votes.remove(&batch);
        self.refused.remove(&batch);
        self.doubted.remove(&batch);
    }

    fn needed(&self, batch: u64) -> usize {
        if self.is_compared(batch) || self.doubted.contains(&batch) { 2 } else { 1 }
    }

    /// Hears a result. `written` is the digest of the batch if it has been written already.
    pub fn hear(
        &mut self,
        batch: u64,
        worker: &str,
        ticket: u64,
        played: Played,
        written: Option<&str>,
    ) -> Verdict {
        let digest = played.digest();
        let was_here = self.voters(batch).iter().any(|voter| voter == worker);
        let votes = self.votes.entry(batch).or_default();
        if let Some(written) = written {
            if written == digest {
                self.forget(batch);
                return Verdict::Known;
            }
            // What was written is one of the results; whose it was isn't known any more.
            votes.push(Vote {
                worker: "what was written".into(),
                again: false,
                ticket: 0,
                digest: written.into(),
                played: None,
            });
        }
        let is_known = votes.iter().any(|vote| vote.worker == worker && vote.ticket == ticket);
        if !is_known {
            let again = was_here && (worker == COLLECTOR || self.own.as_deref() == Some(worker));
            votes.push(Vote { worker: worker.into(), again, ticket, digest, played: Some(played) });
        }
        if votes.iter().any(|vote| vote.digest != votes[0].digest) {
            self.doubted.insert(batch);
        }
        let needed = self.needed(batch);
        let votes = self.votes.entry(batch).or_default();
        let voices = |digest: &str| {
            let same = votes.iter().filter(|vote| vote.digest == digest);
            same.map(|vote| (&vote.worker, vote.again)).collect::<BTreeSet<_>>().len()
        };
        match votes.iter().find(|vote| vote.played.is_some() && voices(&vote.digest) >= needed) {
            Some(vote) => {
                let wrong = votes.iter().filter(|other| other.digest != vote.digest);
                let odd: BTreeSet<&String> = wrong.map(|other| &other.worker).collect();
                let odd = odd.into_iter().cloned().collect();
                let played = Box::new(vote.played.clone().unwrap_or_default());
                self.forget(batch);
                Verdict::Settled { played, odd }
            }
            None if was_here && !is_known => Verdict::Alone,
            None if self.doubted.contains(&batch) => Verdict::Differ,
            None => Verdict::Wait,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{COLLECTOR, Ledger, Verdict};
    use crate::job::Played;
    use crate::job::tests::some_job;
    use std::sync::atomic::AtomicBool;

    fn games(first: u64) -> Played {
        let job = some_job(10);
        let never = AtomicBool::new(false);
        job.open().expect("a job").play(first..first + 2, &never).expect("played").expect("all of it")
    }

    fn settled(verdict: Verdict, played: &Played) -> Vec<String> {
        match verdict {
            Verdict::Settled { played: settled, odd } => {
                assert_eq!(settled.digest(), played.digest());
                odd
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_result_is_enough_unless_the_batch_is_compared() {
        let good = games(0);
        let mut ledger = Ledger::new("job", 0.0);
        assert!(settled(ledger.hear(3, "a", 1, good.clone(), None), &good).is_empty());
        assert_eq!(ledger.hear(3, "b", 1, good.clone(), Some(&good.digest())), Verdict::Known);
        let mut ledger = Ledger::new("job", 1.0);
        assert!(ledger.voters(3).is_empty());
        assert_eq!(ledger.hear(3, "a", 1, good.clone(), None), Verdict::Wait);
        assert_eq!(
            ledger.hear(3, "a", 1, good.clone(), None),
            Verdict::Wait,
            "the same result again is no second one"
        );
        assert_eq!(ledger.voters(3), ["a"]);
        assert!(settled(ledger.hear(3, "b", 2, good.clone(), None), &good).is_empty());
    }

    #[test]
    fn a_third_decides_and_the_odd_one_is_named() {
        let (good, bad) = (games(0), games(2));
        let mut ledger = Ledger::new("job", 1.0);
        assert_eq!(ledger.hear(3, "liar", 1, bad.clone(), None), Verdict::Wait);
        assert_eq!(ledger.hear(3, "a", 2, good.clone(), None), Verdict::Differ);
        assert_eq!(settled(ledger.hear(3, "b", 3, good.clone(), None), &good), ["liar"]);
        // What is written already can turn out to be wrong.
        let mut ledger = Ledger::new("job", 0.0);
        assert_eq!(ledger.hear(3, "a", 1, good.clone(), Some(&bad.digest())), Verdict::Differ);
        assert_eq!(settled(ledger.hear(3, "b", 2, good.clone(), None), &good), ["what was written"]);
        // Or right.
        assert_eq!(ledger.hear(3, "liar", 1, bad, Some(&good.digest())), Verdict::Differ);
        assert_eq!(settled(ledger.hear(3, "b", 2, good.clone(), None), &good), ["liar"]);
    }

    #[test]
    fn who_says_the_same_again_is_heard_once_whoever_came_first() {
        let (good, bad) = (games(0), games(2));
        let mut ledger = Ledger::new("job", 1.0);
        assert_eq!(ledger.hear(3, "a", 1, good.clone(), None), Verdict::Wait);
        assert_eq!(ledger.hear(3, "liar", 2, bad.clone(), None), Verdict::Differ);
        assert_eq!(ledger.voters(3), ["a", "liar"]);
        for ticket in 3..6 {
            assert_eq!(ledger.hear(3, "liar", ticket, bad.clone(), None), Verdict::Alone);
        }
        assert_eq!(settled(ledger.hear(3, COLLECTOR, 6, good.clone(), None), &good), ["liar"]);
        assert!(ledger.voters(3).is_empty(), "nothing is left of it");
        // Without contradiction it's the same: nobody confirms oneself.
        let mut ledger = Ledger::new("job", 1.0);
        assert_eq!(ledger.hear(3, "liar", 1, bad.clone(), None), Verdict::Wait);
        assert_eq!(ledger.hear(3, "liar", 2, bad.clone(), None), Verdict::Alone);
        assert_eq!(ledger.hear(3, COLLECTOR, 3, good.clone(), None), Verdict::Differ);
        assert_eq!(settled(ledger.hear(3, COLLECTOR, 4, good.clone(), None), &good), ["liar"]);
        // A worker that says now this, now that, is two voices for nothing.
        let mut ledger = Ledger::new("job", 1.0);
        assert_eq!(ledger.hear(3, "a", 1, bad, None), Verdict::Wait);
        assert_eq!(ledger.hear(3, "a", 2, good.clone(), None), Verdict::Alone);
        assert_eq!(settled(ledger.hear(3, "b", 3, good.clone(), None), &good), ["a"]);
    }

    #[test]
    fn the_worker_beside_the_collector_may_confirm_itself_once() {
        let (good, bad) = (games(0), games(2));
        let mut ledger = Ledger::new("job", 1.0);
        ledger.trust("own");
        assert_eq!(ledger.hear(3, "own", 1, good.clone(), None), Verdict::Wait);
        assert!(settled(ledger.hear(3, "own", 2, good.clone(), None), &good).is_empty());
        assert_eq!(ledger.hear(3, "own", 1, bad.clone(), None), Verdict::Wait);
        assert_eq!(ledger.hear(3, "own", 2, good.clone(), None), Verdict::Alone);
        assert_eq!(
            ledger.hear(3, "own", 2, good.clone(), None),
            Verdict::Differ,
            "heard again, not said again"
        );
        // Twice right and once wrong by itself: whoever is asked next decides.
        assert_eq!(settled(ledger.hear(3, "b", 3, good.clone(), None), &good), ["own"]);
        assert_eq!(ledger.hear(4, "own", 1, good.clone(), None), Verdict::Wait);
        assert_eq!(ledger.hear(4, "liar", 2, bad, None), Verdict::Differ);
        assert_eq!(settled(ledger.hear(4, "own", 3, good.clone(), None), &good), ["liar"]);
    }

    #[test]
    fn who_cant_be_read_is_no_voice_and_isnt_asked_again() {
        let good = games(0);
        let mut ledger = Ledger::new("job", 0.0);
        assert_eq!(ledger.refuse(3, "mumbler"), Verdict::Wait);
        assert_eq!(ledger.voters(3), ["mumbler"]);
        assert_eq!(ledger.refuse(3, "mumbler"), Verdict::Alone);
        assert!(settled(ledger.hear(3, "a", 1, good.clone(), None), &good).is_empty());
        assert!(ledger.voters(3).is_empty());
    }

    #[test]
    fn the_share_that_is_compared_is_about_the_share_that_was_asked_for() {
        let count = |share| (0..10_000).filter(|batch| Ledger::new("job", share).is_compared(*batch)).count();
        assert_eq!((count(0.0), count(1.0)), (0, 10_000));
        assert!((50..200).contains(&count(0.01)), "{}", count(0.01));
    }
}
