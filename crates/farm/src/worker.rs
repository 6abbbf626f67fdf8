//! A worker: takes a batch, plays it, says what came of it, and takes the next.

use crate::Error;
use crate::alone::words;
use crate::job::{Job, Opened, Played};
use crate::queue::{Farm, Outcome, Report, Work, queue};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep};

/// How games are played: the job, which of its games, and whether to stop.
pub type Play = fn(&Opened, Range<u64>, &AtomicBool) -> Result<Option<Played>, Error>;

/// How long a worker waits for work before it looks whether it should stop.
const WAIT: Duration = Duration::from_secs(2);
/// How often a batch is left to others, for each worker that has played it before.
const LEFT: usize = 3;
/// How long it waits for a queue that is away.
const AWAY: Duration = Duration::from_millis(500);

/// A worker on this machine.
pub struct Worker {
    /// Its name in reports.
    pub name: String,
    /// How many batches it plays at once.
    pub threads: usize,
    /// How games are played: [`Opened::play`], unless somebody tries what happens to a batch that breaks.
    pub play: Play,
}

/// The jobs that were opened last.
type Known = Arc<Mutex<HashMap<String, Arc<(Job, Opened)>>>>;
/// How many jobs are kept open.
const OPEN: usize = 8;

impl Worker {
    /// A worker on so many threads.
    pub fn new(threads: usize) -> Worker {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let host = if host.trim().is_empty() { "worker" } else { host.trim() };
        Worker { name: format!("{host}-{}", std::process::id()), threads, play: Opened::play }
    }

    /// Works until `stop` becomes true. A queue that is away for a while is waited for.
    pub async fn run(&self, farm: &Farm, stop: &Arc<AtomicBool>) -> Result<(), Error> {
        // Whoever can't even begin says so instead of waiting.
        farm.consumer().await?;
        let known = Known::default();
        let mut threads = JoinSet::new();
        for _ in 0..self.threads.max(1) {
            let one = One {
                farm: farm.clone(),
                name: self.name.clone(),
                play: self.play,
                known: known.clone(),
                stop: stop.clone(),
            };
            threads.spawn(async move {
                while !one.stop.load(Ordering::Relaxed) {
                    if let Err(error) = one.next().await {
                        tracing::warn!(%error, "no work for a moment");
                        sleep(AWAY).await;
                    }
                }
            });
        }
        while threads.join_next().await.is_some() {}
        Ok(())
    }
}

/// One thread of a worker.
struct One {
    farm: Farm,
    name: String,
    play: Play,
    known: Known,
    stop: Arc<AtomicBool>,
}

impl One {
    /// Waits for a batch and plays it.
    async fn next(&self) -> Result<(), Error> {
        let consumer = self.farm.consumer().await?;
        let mut fetched = consumer.fetch().max_messages(1).expires(WAIT).messages().await.map_err(queue)?;
        while let Some(message) = fetched.next().await {
            self.batch(message.map_err(queue)?).await?;
        }
        Ok(())
    }

    async fn batch(&self, message: Message) -> Result<(), Error> {
        let Ok(work) = serde_json::from_slice::<Work>(&message.payload) else {
            tracing::warn!("a message in the queue isn't a batch");
            return message.ack_with(AckKind::Term).await.map_err(queue);
        };
        let delivered = usize::try_from(message.info().map_err(queue)?.delivered).unwrap_or(1);
        // What is compared is left to others a few times; if there are none, it is played again here.
        let left = LEFT * work.not.len();
        if delivered <= left && work.not.contains(&self.name) {
            return message.ack_with(AckKind::Nak(Some(self.farm.patience.others))).await.map_err(queue);
        }
        let delivered = delivered.saturating_sub(left).max(1);
        let rests = &self.farm.patience.rests;
        if delivered > rests.len() + 1 {
            let error = format!("{} workers took it and said nothing more", rests.len() + 1);
            return self.finish(&message, work, Outcome::Poison(error)).await;
        }
        let job = match self.open(&work.job).await {
            Ok(Some(job)) => job,
            // Nobody wants it any more.
            Ok(None) => return message.ack_with(AckKind::Term).await.map_err(queue),
            Err(Error::Job(error)) => return self.finish(&message, work, Outcome::Poison(error)).await,
            Err(error) => return Err(error),
        };
        let (play, stop) = (self.play, self.stop.clone());
        let games = job.0.games_of(work.batch);
        let playing = tokio::task::spawn_blocking(move || play(&job.1, games, &stop));
        let played = self.meanwhile(&message, playing).await;
        let error = match played {
            Ok(Ok(Some(played))) => return self.finish(&message, work, Outcome::Played(played)).await,
            Ok(Ok(None)) => return message.ack_with(AckKind::Nak(None)).await.map_err(queue),
            Ok(Err(error)) => error.to_string(),
            Err(broken) if broken.is_panic() => words(&*broken.into_panic()),
            Err(broken) => return Err(queue(broken)),
        };
        tracing::warn!(batch = work.batch, error, "a batch broke");
        match rests.get(delivered - 1) {
            Some(rest) => message.ack_with(AckKind::Nak(Some(*rest))).await.map_err(queue),
            None => self.finish(&message, work, Outcome::Poison(error)).await,
        }
    }

    /// Says again and again that the batch is being played.
    async fn meanwhile<T>(
        &self,
        message: &Message,
        mut playing: tokio::task::JoinHandle<T>,
    ) -> Result<T, tokio::task::JoinError> {
        let mut ticks = interval(self.farm.patience.silence / 4);
        loop {
            tokio::select! {
                played = &mut playing => return played,
                _ = ticks.tick() => {
                    // If the queue doesn't hear it, another worker plays the batch too, and nothing is lost.
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    /// Says what became of a batch, however long that takes; only then is the batch taken off the queue.
    async fn finish(&self, message: &Message, work: Work, outcome: Outcome) -> Result<(), Error> {
        let report = Report { work, worker: self.name.clone(), outcome };
        while let Err(error) = self.farm.report(&report).await {
            tracing::warn!(%error, "the queue doesn't take a result");
            if self.stop.load(Ordering::Relaxed) {
                return Err(error);
            }
            sleep(AWAY).await;
        }
        // One that isn't heard makes somebody play the batch again, which harms nobody.
        if let Err(error) = message.double_ack().await {
            tracing::debug!(%error, "an acknowledgement wasn't heard");
        }
        Ok(())
    }

    async fn open(&self, id: &str) -> Result<Option<Arc<(Job, Opened)>>, Error> {
        let mut known = self.known.lock().await;
        if let Some(job) = known.get(id) {
            return Ok(Some(job.clone()));
        }
        let Some(job) = self.farm.job(id).await? else { return Ok(None) };
        let opened = tokio::task::spawn_blocking(move || job.open().map(|opened| (job, opened)));
        let opened = Arc::new(opened.await.map_err(|error| Error::Job(error.to_string()))??);
        if known.len() >= OPEN {
            known.clear();
        }
        known.insert(id.to_string(), opened.clone());
        Ok(Some(opened))
    }
}
