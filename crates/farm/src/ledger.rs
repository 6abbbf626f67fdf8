//! What the collector has heard of each batch, and what follows from it. Whatever the queue promises, a batch counts once.

use crate::job::{Played, digest};
use std::collections::{BTreeMap, BTreeSet};

/// Somebody's result of a batch.
struct Vote {
    worker: String,
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
    /// It was settled before, and this is the same.
    Known,
}

/// Which batches are compared, and what was heard of those that aren't settled.
pub struct Ledger {
    job: String,
    /// Of ten thousand batches, so many are played twice.
    share: u64,
    votes: BTreeMap<u64, Vec<Vote>>,
    /// Batches with results that differ: two must agree.
    doubted: BTreeSet<u64>,
}

impl Ledger {
    /// A ledger of a job; the share of batches that are compared, between 0 and 1.
    pub fn new(job: &str, share: f64) -> Ledger {
        let share = (share.clamp(0.0, 1.0) * 10_000.0).round() as u64;
        Ledger { job: job.to_string(), share, votes: BTreeMap::new(), doubted: BTreeSet::new() }
    }

    /// Whether a batch is played twice on purpose: always the same ones.
    pub fn is_compared(&self, batch: u64) -> bool {
        let hash = digest(format!("{}/{batch}", self.job).as_bytes());
        u64::from_str_radix(&hash[..8], 16).unwrap_or(0) % 10_000 < self.share
    }

    /// How many results somebody should be asked for of a batch about which nothing is settled. The second one is asked for
    /// when the first is there: it has to come from somebody else.
    pub fn missing(&self, batch: u64) -> usize {
        let heard = self.votes.get(&batch).map_or(0, Vec::len);
        if heard == 0 { 1 } else { self.needed(batch).saturating_sub(heard).max(1) }
    }

    /// Who gave the first result of a batch about which nothing is settled.
    pub fn first(&self, batch: u64) -> Option<&str> {
        self.votes.get(&batch)?.first().map(|vote| vote.worker.as_str())
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
        let votes = self.votes.entry(batch).or_default();
        if let Some(written) = written {
            if written == digest {
                self.votes.remove(&batch);
                return Verdict::Known;
            }
            // What was written is one of the results; whose it was isn't known any more.
            let before =
                Vote { worker: "what was written".into(), ticket: 0, digest: written.into(), played: None };
            votes.push(before);
        }
        if !votes.iter().any(|vote| vote.worker == worker && vote.ticket == ticket) {
            votes.push(Vote { worker: worker.into(), ticket, digest, played: Some(played) });
        }
        if votes.iter().any(|vote| vote.digest != votes[0].digest) {
            self.doubted.insert(batch);
        }
        let needed = self.needed(batch);
        let votes = self.votes.entry(batch).or_default();
        let agreed = votes.iter().find(|vote| {
            let same = votes.iter().filter(|other| other.digest == vote.digest).count();
            same >= needed && vote.played.is_some()
        });
        match agreed {
            Some(vote) => {
                let (right, played) = (vote.digest.clone(), vote.played.clone().unwrap_or_default());
                let wrong = votes.iter().filter(|other| other.digest != right);
                let odd = wrong.map(|other| other.worker.clone()).collect();
                self.votes.remove(&batch);
                self.doubted.remove(&batch);
                Verdict::Settled { played: Box::new(played), odd }
            }
            None if self.doubted.contains(&batch) => Verdict::Differ,
            None => Verdict::Wait,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ledger, Verdict};
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
        assert_eq!((ledger.missing(3), ledger.first(3)), (1, None));
        assert_eq!(ledger.hear(3, "a", 1, good.clone(), None), Verdict::Wait);
        assert_eq!(
            ledger.hear(3, "a", 1, good.clone(), None),
            Verdict::Wait,
            "the same result again is no second one"
        );
        assert_eq!((ledger.missing(3), ledger.first(3)), (1, Some("a")));
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
    fn the_share_that_is_compared_is_about_the_share_that_was_asked_for() {
        let count = |share| (0..10_000).filter(|batch| Ledger::new("job", share).is_compared(*batch)).count();
        assert_eq!((count(0.0), count(1.0)), (0, 10_000));
        assert!((50..200).contains(&count(0.01)), "{}", count(0.01));
    }
}
