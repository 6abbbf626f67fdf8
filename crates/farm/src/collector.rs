//! The collector: asks for the batches of a job, hears what became of them, and writes the files.
//!
//! It keeps nothing that isn't in the folder or in the queue: one that was killed is started again and goes on.

use crate::Error;
use crate::alone::words;
use crate::job::Played;
use crate::ledger::{COLLECTOR, Ledger, Verdict};
use crate::parts::Parts;
use crate::queue::{Farm, Outcome, Place, Progress, Report, Work, queue};
use crate::worker::Worker;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How often the collector looks for reports when there are none.
const LOOK: Duration = Duration::from_millis(50);
/// How often it says how far the job is, and looks whether it should stop.
const SAY: Duration = Duration::from_secs(1);
/// How long it waits for a queue that is away.
const AWAY: Duration = Duration::from_millis(500);

/// How a collector ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games are there.
    Done,
    /// All but those of batches that nobody could play.
    Poison,
    /// It was stopped.
    Stopped,
    /// Another collector has taken the job over.
    TakenOver,
}

/// What a collector tells whoever started it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// So many games are settled.
    Games(u64),
    /// A batch is settled: its number and its games. It may be told again by a collector that was started again.
    Batch(u64, Box<Played>),
    /// A worker gave a result that two others contradict, or one that can't be read: the batch, and the worker.
    Odd(u64, String),
    /// Nobody can play a batch: its number, and why.
    Poison(u64, String),
    /// The queue is away, and why.
    Away(String),
}

/// Collects a job from the queue at an address, and plays too if there is a worker.
pub async fn collect(
    url: &str,
    parts: Parts,
    share: f64,
    worker: Option<Worker>,
    told: &(dyn Fn(Told) + Send + Sync),
    stop: &Arc<AtomicBool>,
) -> Result<(Parts, End), Error> {
    let farm = Farm::connect(url).await?;
    let done = Arc::new(AtomicBool::new(false));
    let mut collector = Collector::new(farm.clone(), parts, share, told);
    if let Some(worker) = &worker {
        collector.ledger.trust(&worker.name);
    }
    let playing = worker.map(|worker| {
        let (queue, done) = (farm.clone(), done.clone());
        tokio::spawn(async move { worker.run(&queue, &done).await })
    });
    let collected = collector.run(stop).await;
    // What it was playing when everything was there is of no further use.
    done.store(true, Ordering::Relaxed);
    if let Some(playing) = playing {
        playing.await.map_err(queue)??;
    }
    collected
}

/// The collector of a job.
pub struct Collector<'a> {
    farm: Farm,
    parts: Parts,
    id: String,
    ledger: Ledger,
    told: &'a (dyn Fn(Told) + Send + Sync),
    /// Tells this collector from others, and its tickets.
    session: u64,
    tickets: u64,
    /// How many results are on their way, by batch.
    asked: BTreeMap<u64, usize>,
    /// Where the reports of batches lie that aren't written yet.
    places: BTreeMap<u64, Vec<Place>>,
    workers: BTreeMap<String, u64>,
    /// The place of the next report.
    next: u64,
}

impl<'a> Collector<'a> {
    /// A collector that compares a share of the batches, between 0 and 1.
    pub fn new(
        farm: Farm,
        parts: Parts,
        share: f64,
        told: &'a (dyn Fn(Told) + Send + Sync),
    ) -> Collector<'a> {
        let id = parts.job().id();
        let mut random = [0; 8];
        // Without chance from the system, two collectors that began at different times are still told apart.
        if getrandom::fill(&mut random).is_err() {
            random = u64::from(std::process::id()).to_le_bytes();
        }
        let ledger = Ledger::new(&id, share);
        Collector {
            farm,
            parts,
            id,
            ledger,
            told,
            session: u64::from_le_bytes(random),
            tickets: 0,
            asked: BTreeMap::new(),
            places: BTreeMap::new(),
            workers: BTreeMap::new(),
            next: 0,
        }
    }

    /// Collects until all games are there, or until it is stopped.
    pub async fn run(mut self, stop: &AtomicBool) -> Result<(Parts, End), Error> {
        // Whoever can't even begin says so instead of waiting.
        self.farm.consumer().await?;
        self.farm.keep(self.parts.job()).await?;
        self.farm.say(&self.id, "stop", String::new()).await?;
        self.farm.say(&self.id, "collector", self.session.to_string()).await?;
        self.farm.take_back(&self.id).await?;
        self.tell_games();
        let mut said = None;
        let mut away = false;
        let end = loop {
            let step = self.step(stop, &mut said).await;
            match step {
                Ok(Some(end)) => break end,
                Ok(None) => away = false,
                Err(Error::Queue(error)) => {
                    if !away {
                        (self.told)(Told::Away(error));
                    }
                    away = true;
                    if stop.load(Ordering::Relaxed) {
                        break End::Stopped;
                    }
                    sleep(AWAY).await;
                }
                Err(error) => return Err(error),
            }
        };
        Ok((self.parts, end))
    }

    /// Hears what there is to hear, asks for what is missing, and says how far it is.
    async fn step(&mut self, stop: &AtomicBool, said: &mut Option<Instant>) -> Result<Option<End>, Error> {
        let mut heard = false;
        while let Some((place, report)) = self.farm.next_report(&self.id, self.next).await? {
            heard = true;
            let next = place.number + 1;
            match report {
                Some(report) => self.hear(place, report, stop).await?,
                None => self.farm.forget(&self.id, &place).await?,
            }
            self.next = next;
        }
        self.ask().await?;
        let missing = self.parts.missing();
        let is_due = said.is_none_or(|last| last.elapsed() >= SAY);
        if missing.is_empty() {
            let poison = !self.parts.manifest().poison.is_empty();
            self.farm.take_back(&self.id).await?;
            self.farm.forget_all(&self.id).await?;
            self.say(if poison { "poison" } else { "done" }).await?;
            return Ok(Some(if poison { End::Poison } else { End::Done }));
        }
        if stop.load(Ordering::Relaxed) || is_due && self.farm.word(&self.id, "stop").await?.is_some() {
            self.farm.take_back(&self.id).await?;
            self.say("stopped").await?;
            return Ok(Some(End::Stopped));
        }
        if is_due {
            let own = self.session.to_string();
            if self.farm.word(&self.id, "collector").await?.is_some_and(|other| other != own) {
                return Ok(Some(End::TakenOver));
            }
            self.say("playing").await?;
            *said = Some(Instant::now());
        }
        if !heard {
            sleep(LOOK).await;
        }
        Ok(None)
    }

    /// Asks for results that are missing and that nobody has been asked for.
    async fn ask(&mut self) -> Result<(), Error> {
        let mut wanted = Vec::new();
        for batch in self.parts.missing() {
            // One result at a time: the next has to come from somebody who isn't known yet.
            if self.asked.get(&batch).copied().unwrap_or(0) == 0 {
                self.tickets += 1;
                let ticket = self.session.wrapping_add(self.tickets);
                wanted.push(Work { job: self.id.clone(), batch, ticket, not: self.ledger.voters(batch) });
            }
        }
        self.farm.ask(self.parts.job(), &wanted).await?;
        for work in wanted {
            *self.asked.entry(work.batch).or_default() += 1;
        }
        Ok(())
    }

    async fn hear(&mut self, place: Place, report: Report, stop: &AtomicBool) -> Result<(), Error> {
        let Report { work: Work { batch, ticket, .. }, worker, outcome } = report;
        if let Some(asked) = self.asked.get_mut(&batch) {
            *asked = asked.saturating_sub(1);
        }
        if batch >= self.parts.job().batches() {
            return self.farm.forget(&self.id, &place).await;
        }
        if outcome == Outcome::Lost {
            // Somebody else is asked for it.
            return self.farm.forget(&self.id, &place).await;
        }
        let games = self.parts.job().games_of(batch);
        let written = match outcome {
            Outcome::Played(played) if self.parts.opened().can_be_read(games, &played) => {
                self.places.entry(batch).or_default().push(place);
                *self.workers.entry(worker.clone()).or_default() += 1;
                self.played(batch, &worker, ticket, played, stop).await?
            }
            // It is of no use to anybody; somebody else is asked.
            Outcome::Played(_) | Outcome::Unreadable => {
                self.farm.forget(&self.id, &place).await?;
                (self.told)(Told::Odd(batch, worker.clone()));
                if !self.parts.missing().contains(&batch)
                    || self.ledger.refuse(batch, &worker) != Verdict::Alone
                {
                    return Ok(());
                }
                self.decide(batch, stop).await?
            }
            Outcome::Poison(error) => {
                self.places.entry(batch).or_default().push(place);
                if self.parts.missing().contains(&batch) {
                    self.give_up(batch, worker, error)?
                } else {
                    Vec::new()
                }
            }
            Outcome::Lost => Vec::new(),
        };
        for batch in written {
            for place in self.places.remove(&batch).unwrap_or_default() {
                self.farm.forget(&self.id, &place).await?;
            }
        }
        Ok(())
    }

    /// What follows from a result: the batches that were written.
    async fn played(
        &mut self,
        batch: u64,
        worker: &str,
        ticket: u64,
        played: Played,
        stop: &AtomicBool,
    ) -> Result<Vec<u64>, Error> {
        let is_waiting = self.parts.waits(batch);
        let known = self.parts.digest_of(batch).map(str::to_string);
        match self.ledger.hear(batch, worker, ticket, played, known.as_deref()) {
            Verdict::Wait => Ok(Vec::new()),
            // Its report has no further use.
            Verdict::Known => Ok(if is_waiting { Vec::new() } else { vec![batch] }),
            Verdict::Differ => {
                if known.is_some() {
                    self.parts.strike_out(batch)?;
                }
                Ok(Vec::new())
            }
            Verdict::Alone => self.decide(batch, stop).await,
            Verdict::Settled { played, odd } => self.settle(batch, *played, odd),
        }
    }

    fn settle(&mut self, batch: u64, played: Played, odd: Vec<String>) -> Result<Vec<u64>, Error> {
        odd.into_iter().for_each(|worker| (self.told)(Told::Odd(batch, worker)));
        (self.told)(Told::Batch(batch, Box::new(played.clone())));
        let written = self.parts.take(batch, played)?;
        self.tell_games();
        Ok(written)
    }

    fn give_up(&mut self, batch: u64, worker: String, error: String) -> Result<Vec<u64>, Error> {
        (self.told)(Told::Poison(batch, error.clone()));
        self.ledger.forget(batch);
        self.parts.give_up(batch, worker, error)
    }

    /// Nobody is there who hasn't played a batch: the collector plays it itself, and a second time if nobody has said the same.
    /// A batch that comes out differently even here is given up.
    async fn decide(&mut self, batch: u64, stop: &AtomicBool) -> Result<Vec<u64>, Error> {
        let voters = self.ledger.voters(batch);
        for _ in 0..2 {
            let error = match self.play(batch, stop).await {
                Ok(Ok(Some(played))) => {
                    self.tickets += 1;
                    let ticket = self.session.wrapping_add(self.tickets);
                    if let Verdict::Settled { played, odd } =
                        self.ledger.hear(batch, COLLECTOR, ticket, played, None)
                    {
                        return self.settle(batch, *played, odd);
                    }
                    continue;
                }
                // It was stopped: when it's started again it comes to this again.
                Ok(Ok(None)) => return Ok(Vec::new()),
                Ok(Err(error)) => error.to_string(),
                Err(broken) if broken.is_panic() => words(&*broken.into_panic()),
                Err(broken) => return Err(queue(broken)),
            };
            return self.give_up(batch, COLLECTOR.into(), error);
        }
        let error = format!("it comes out differently every time, at {} and here", voters.join(", "));
        self.give_up(batch, COLLECTOR.into(), error)
    }

    /// Plays a batch here.
    async fn play(
        &self,
        batch: u64,
        stop: &AtomicBool,
    ) -> Result<Result<Option<Played>, Error>, tokio::task::JoinError> {
        let (opened, games) = (self.parts.opened().clone(), self.parts.job().games_of(batch));
        let halt = Arc::new(AtomicBool::new(false));
        let own = halt.clone();
        let mut playing = tokio::task::spawn_blocking(move || opened.play(games, &own));
        loop {
            tokio::select! {
                played = &mut playing => return played,
                () = sleep(LOOK) => halt.store(stop.load(Ordering::Relaxed), Ordering::Relaxed),
            }
        }
    }

    fn tell_games(&self) {
        let job = self.parts.job();
        (self.told)(Told::Games((self.parts.settled() * job.batch).min(job.games())));
    }

    /// Says how far the job is.
    async fn say(&self, state: &str) -> Result<(), Error> {
        let job = self.parts.job();
        let progress = Progress {
            job: self.id.clone(),
            title: job.title(),
            batches: job.batches(),
            settled: self.parts.settled(),
            games: job.games(),
            poison: self.parts.manifest().poison.len() as u64,
            workers: self.workers.clone(),
            state: state.into(),
        };
        self.farm.say(&self.id, "progress", serde_json::to_string(&progress).map_err(queue)?).await
    }
}
