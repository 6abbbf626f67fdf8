//! One process that plays a job on several threads.

use crate::Error;
use crate::parts::Parts;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Plays what is missing of a job, until all is there or `stop` becomes true. `told` hears how many games are there after
/// each batch. A batch that panics is given up.
pub fn play_alone(
    parts: &mut Parts,
    threads: usize,
    stop: &AtomicBool,
    told: &(dyn Fn(u64) + Sync),
) -> Result<(), Error> {
    let job = parts.job().clone();
    let opened = job.open()?;
    let missing: BTreeSet<u64> = parts.missing();
    let settled = job.batches() - missing.len() as u64;
    told((settled * job.batch).min(job.games()));
    let next = Mutex::new(missing.into_iter());
    let shared = Mutex::new((parts, Ok(())));
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                    let taken = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(batch) = taken else { break };
                    let games = job.games_of(batch);
                    let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                        opened.play(games.clone(), stop)
                    }));
                    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    let (parts, result) = &mut *shared;
                    let done = match played {
                        Ok(Ok(Some(played))) => parts.take(batch, played),
                        Ok(Ok(None)) => break,
                        Ok(Err(error)) => Err(error),
                        Err(panic) => parts.give_up(batch, "this process".into(), words(&*panic)),
                    };
                    match done {
                        Ok(_) => told((parts.settled() * job.batch).min(job.games())),
                        Err(error) => {
                            *result = Err(error);
                            failed.store(true, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    shared.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

/// What a panic said.
pub fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".into())
}

#[cfg(test)]
mod tests {
    use super::play_alone;
    use crate::job::tests::some_job;
    use crate::parts::Parts;
    use std::fs;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn threads_and_interruptions_change_nothing() {
        let job = some_job(23);
        let [one, two] = [0, 1].map(|_| tempfile::tempdir().expect("a folder"));
        let never = AtomicBool::new(false);
        let mut parts = Parts::open(one.path(), job.clone()).expect("a folder");
        play_alone(&mut parts, 1, &never, &|_| {}).expect("played");
        let mut parts = Parts::open(two.path(), job.clone()).expect("a folder");
        let stop = AtomicBool::new(false);
        // It is told to stop when four batches are there.
        let stopping = |games: u64| stop.store(games >= 4 * 5, Ordering::Relaxed);
        play_alone(&mut parts, 2, &stop, &stopping).expect("played");
        assert!(!parts.missing().is_empty());
        drop(parts);
        let mut parts = Parts::open(two.path(), job).expect("a folder");
        play_alone(&mut parts, 3, &never, &|_| {}).expect("played");
        for number in 0..parts.manifest().parts.len() {
            let name = &parts.manifest().parts[number].file;
            let bytes = |folder: &tempfile::TempDir| fs::read(folder.path().join(name)).expect("a file");
            assert_eq!(bytes(&one), bytes(&two), "{name}");
        }
        assert_eq!(parts.counts().values().map(sim::Summary::games).sum::<u64>(), 46);
    }
}
