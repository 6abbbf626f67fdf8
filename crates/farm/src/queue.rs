//! The queue: what a NATS server with JetStream keeps for a farm, and how jobs are looked at and stopped from anywhere.

use crate::Error;
use crate::job::{BUILD, Job, Played, digest};
use crate::kinds::Unit;
use async_nats::ConnectOptions;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::Context;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, DirectGetErrorKind, RetentionPolicy, StorageType, Stream};
use bytes::Bytes;
use flate2::Compression;
use flate2::read::{GzDecoder, GzEncoder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Read as _;
use std::time::Duration;

const WORK: &str = "FARM-WORK";
const DONE: &str = "FARM-DONE";
const JOBS: &str = "FARM-JOBS";
const PIECES: &str = "FARM-PIECES";
/// How many bytes a message has at most, besides a few words about them; less where the server allows less. A message may
/// have a megabyte, unless a server was told otherwise.
const MESSAGE: usize = 900_000;
/// How many characters of an error are reported.
const WORDS: usize = 2_000;
/// A variable with the seed of an nkey, for servers that want one.
const NKEY: &str = "DEJARIK_NATS_NKEY";
/// How large a message becomes when it is unpacked, at most.
const LARGEST: u64 = 256 << 20;

/// How long the farm waits for whom.
#[derive(Clone, Debug)]
pub struct Patience {
    /// A worker that says nothing for so long has lost its batch to another.
    pub silence: Duration,
    /// How long a batch rests before it is tried again, time by time; after that it is given up.
    pub rests: Vec<Duration>,
    /// How long a batch that is compared waits for somebody who hasn't played it, three times for each who has.
    pub others: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let rests = [5, 30, 120].map(Duration::from_secs).to_vec();
        Patience { silence: Duration::from_secs(60), rests, others: Duration::from_secs(5) }
    }
}

/// A batch to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// The id of the job.
    pub job: String,
    /// The batch.
    pub batch: u64,
    /// Tells apart how often somebody asked for it.
    pub ticket: u64,
    /// Who has played it before: a comparison needs somebody else, if there is anybody.
    pub not: Vec<String>,
}

/// What became of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What was asked for.
    pub work: Work,
    /// Who did it.
    pub worker: String,
    /// The games, or why there are none.
    pub outcome: Outcome,
}

/// The games of a batch, or why there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Played.
    Played(Played),
    /// Tried as often as it may be.
    Poison(String),
    /// Played, but what is there can't be read.
    Unreadable,
    /// Played, but the games aren't in the queue any more.
    Lost,
}

/// The first line of a report; the games follow, packed.
#[derive(Serialize, Deserialize)]
struct Head {
    work: Work,
    worker: String,
    /// Why there are no games.
    error: Option<String>,
    /// Where the games are, if they are too large for a message.
    pieces: Option<Slip>,
}

/// Something large that lies in the queue in pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slip {
    /// The digest of all of it.
    digest: String,
    /// How many pieces it has.
    pieces: usize,
}

/// Where a report lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number.
    pub number: u64,
    /// Its pieces.
    slip: Option<Slip>,
}

/// How far a job is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The id of the job.
    pub job: String,
    /// What it is, in words.
    pub title: String,
    /// How many batches it has.
    pub batches: u64,
    /// How many of them are settled.
    pub settled: u64,
    /// How many games it has.
    pub games: u64,
    /// How many batches nobody could play.
    pub poison: u64,
    /// How many batches each worker has played since the collector was started.
    pub workers: BTreeMap<String, u64>,
    /// `playing`, `done` or `stopped`.
    pub state: String,
}

/// A farm: the queue and what it keeps.
#[derive(Clone)]
pub struct Farm {
    context: Context,
    work: Stream,
    pub(crate) done: Stream,
    /// What is kept with each job: the last message of a subject is its value.
    jobs: Stream,
    /// Pieces of what is too large for a message.
    pieces: Stream,
    /// How large a message may be.
    largest: usize,
    pub(crate) patience: Patience,
}

pub(crate) fn queue(error: impl Display) -> Error {
    Error::Queue(error.to_string())
}

fn packed(text: &[u8]) -> Result<Bytes, Error> {
    let mut packed = Vec::new();
    GzEncoder::new(text, Compression::fast()).read_to_end(&mut packed).map_err(queue)?;
    Ok(packed.into())
}

fn unpacked(packed: &[u8]) -> Result<String, Error> {
    let mut text = String::new();
    GzDecoder::new(packed).take(LARGEST).read_to_string(&mut text).map_err(queue)?;
    Ok(text)
}

/// Games as text: a line each, with how long the players thought before it.
fn lines(played: &Played) -> String {
    let line = |Unit { line, thought: [a, b] }: &Unit| format!("{a} {b} {line}\n");
    played.units.iter().map(line).collect()
}

/// Games from such a text; nothing if it is none.
fn played(text: &str) -> Option<Played> {
    let unit = |line: &str| {
        let (a, rest) = line.split_once(' ')?;
        let (b, line) = rest.split_once(' ')?;
        Some(Unit { line: line.into(), thought: [a.parse().ok()?, b.parse().ok()?] })
    };
    let units = text.lines().map(unit).collect::<Option<_>>()?;
    Some(Played { units })
}

/// The words of a build that can stand in a subject.
fn build_word() -> String {
    BUILD.replace('.', "_")
}

impl Farm {
    /// Connects to a queue, `nats://[user:password@]host:4222`, and makes there what isn't there yet.
    pub async fn connect(url: &str) -> Result<Farm, Error> {
        Farm::with(url, Patience::default()).await
    }

    /// The same with other patience.
    pub async fn with(url: &str, patience: Patience) -> Result<Farm, Error> {
        let place = shown(url);
        let failed = |error: &dyn Display| Error::Queue(format!("{place}: {error}"));
        let options = match std::env::var(NKEY) {
            Ok(seed) => ConnectOptions::with_nkey(seed),
            Err(_) => ConnectOptions::new(),
        };
        let client = options.name("dejarik").connect(url).await.map_err(|error| failed(&error))?;
        let largest = MESSAGE.min(client.server_info().max_payload / 10 * 9);
        let context = async_nats::jetstream::new(client);
        let work = Config {
            name: WORK.into(),
            subjects: vec!["farm.work.>".into()],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            ..Config::default()
        };
        let done = Config {
            name: DONE.into(),
            subjects: vec!["farm.done.*".into()],
            storage: StorageType::File,
            allow_direct: true,
            ..Config::default()
        };
        let jobs = Config {
            name: JOBS.into(),
            subjects: vec!["farm.jobs.*.*".into()],
            max_messages_per_subject: 1,
            storage: StorageType::File,
            allow_direct: true,
            ..Config::default()
        };
        let pieces = Config {
            name: PIECES.into(),
            subjects: vec!["farm.pieces.*.*.*".into()],
            max_messages_per_subject: 1,
            storage: StorageType::File,
            allow_direct: true,
            ..Config::default()
        };
        let work = context.get_or_create_stream(work).await.map_err(|error| failed(&error))?;
        let done = context.get_or_create_stream(done).await.map_err(|error| failed(&error))?;
        let jobs = context.get_or_create_stream(jobs).await.map_err(|error| failed(&error))?;
        let pieces = context.get_or_create_stream(pieces).await.map_err(|error| failed(&error))?;
        Ok(Farm { context, work, done, jobs, pieces, largest, patience })
    }

    /// The batches that this build can play, shared by all workers.
    pub(crate) async fn consumer(&self) -> Result<PullConsumer, Error> {
        let config = pull::Config {
            durable_name: Some(build_word()),
            filter_subject: format!("farm.work.{}.>", build_word()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.patience.silence,
            // A batch is given up by whoever gets it once too often, so that its end is told.
            max_deliver: -1,
            max_ack_pending: 10_000,
            ..pull::Config::default()
        };
        self.work.get_or_create_consumer(&build_word(), config).await.map_err(queue)
    }

    fn subject(job: &str, kind: &str) -> String {
        format!("farm.work.{}.{kind}.{job}", build_word())
    }

    /// Asks for batches.
    pub(crate) async fn ask(&self, job: &Job, wanted: &[Work]) -> Result<(), Error> {
        let subject = Farm::subject(&job.id(), job.kind.name());
        for some in wanted.chunks(256) {
            let mut sent = Vec::new();
            for work in some {
                let payload = serde_json::to_vec(work).map_err(queue)?;
                let id = format!("{}/{}/{}", work.job, work.batch, work.ticket);
                let message = PublishMessage::build().payload(payload.into()).message_id(id);
                sent.push(self.context.send_publish(subject.clone(), message).await.map_err(queue)?);
            }
            for acknowledged in sent {
                acknowledged.await.map_err(queue)?;
            }
        }
        Ok(())
    }

    /// Takes back whatever was asked for and hasn't been taken.
    pub(crate) async fn take_back(&self, job: &str) -> Result<(), Error> {
        self.work.purge().filter(format!("farm.work.*.*.{job}")).await.map(drop).map_err(queue)
    }

    /// Says what became of a batch. It is said once, however often this is called.
    pub(crate) async fn report(&self, report: &Report) -> Result<(), Error> {
        let Report { work, worker, outcome } = report;
        let (body, error) = match outcome {
            Outcome::Played(played) => match lines(played) {
                text if text.len() as u64 > LARGEST => {
                    (Bytes::new(), Some("its result is too large; use a smaller --batch".into()))
                }
                text => (packed(text.as_bytes())?, None),
            },
            Outcome::Poison(error) => (Bytes::new(), Some(error.chars().take(WORDS).collect())),
            Outcome::Unreadable | Outcome::Lost => return Ok(()),
        };
        let pieces = self.in_pieces(&work.job, &body).await?;
        let (work, worker) = (work.clone(), worker.clone());
        let id = format!("{}/{}/{}/{worker}", work.job, work.batch, work.ticket);
        let subject = format!("farm.done.{}", work.job);
        let is_here = pieces.is_none();
        let mut payload = serde_json::to_vec(&Head { work, worker, error, pieces }).map_err(queue)?;
        payload.push(b'\n');
        if is_here {
            payload.extend_from_slice(&body);
        }
        let message = PublishMessage::build().payload(payload.into()).message_id(id);
        let sent = self.context.send_publish(subject, message).await.map_err(queue)?;
        sent.await.map(drop).map_err(queue)
    }

    /// The next report of a job from a place on, and its place. A message that isn't a report has only a place.
    pub(crate) async fn next_report(
        &self,
        job: &str,
        from: u64,
    ) -> Result<Option<(Place, Option<Report>)>, Error> {
        let message = match self
            .done
            .direct_get_next_for_subject(format!("farm.done.{job}"), Some(from.max(1)))
            .await
        {
            Ok(message) => message,
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(queue(error)),
        };
        let mut place = Place { number: message.sequence, slip: None };
        let end = message.payload.iter().position(|byte| *byte == b'\n').unwrap_or(message.payload.len());
        let (head, body) = message.payload.split_at(end);
        let Ok(Head { work, worker, error, pieces }) = serde_json::from_slice(head) else {
            return Ok(Some((place, None)));
        };
        place.slip.clone_from(&pieces);
        let body = match &pieces {
            None => Some(message.payload.slice_ref(body.get(1..).unwrap_or_default())),
            Some(slip) => self.whole(job, slip).await?,
        };
        let outcome = match (error, body) {
            (Some(error), _) => Outcome::Poison(error),
            (None, None) => Outcome::Lost,
            (None, Some(body)) => {
                let games = unpacked(&body).ok().and_then(|text| played(&text));
                games.map_or(Outcome::Unreadable, Outcome::Played)
            }
        };
        Ok(Some((place, Some(Report { work, worker, outcome }))))
    }

    /// Forgets a report, which is kept elsewhere by now.
    pub(crate) async fn forget(&self, job: &str, place: &Place) -> Result<(), Error> {
        if let Some(Slip { digest, .. }) = &place.slip {
            self.pieces.purge().filter(format!("farm.pieces.{job}.{digest}.*")).await.map_err(queue)?;
        }
        self.done.delete_message(place.number).await.map(drop).map_err(queue)
    }

    /// Forgets all reports of a job that is over, and everything that lies there in pieces.
    pub(crate) async fn forget_all(&self, job: &str) -> Result<(), Error> {
        self.done.purge().filter(format!("farm.done.{job}")).await.map_err(queue)?;
        self.pieces.purge().filter(format!("farm.pieces.{job}.*.*")).await.map(drop).map_err(queue)
    }

    /// Lays something in the queue in pieces, if it is too large for a message. It is there before anybody is told of it.
    async fn in_pieces(&self, job: &str, all: &Bytes) -> Result<Option<Slip>, Error> {
        if all.len() <= self.largest {
            return Ok(None);
        }
        let digest = digest(all);
        let mut number = 0;
        let mut rest = all.clone();
        while !rest.is_empty() {
            let piece = rest.split_to(self.largest.min(rest.len()));
            let subject = format!("farm.pieces.{job}.{digest}.{number}");
            self.context.publish(subject, piece).await.map_err(queue)?.await.map_err(queue)?;
            number += 1;
        }
        Ok(Some(Slip { digest, pieces: number }))
    }

    /// What lies in the queue in pieces; nothing if it isn't whole any more.
    async fn whole(&self, job: &str, slip: &Slip) -> Result<Option<Bytes>, Error> {
        let mut all = Vec::new();
        for number in 0..slip.pieces {
            let subject = format!("farm.pieces.{job}.{}.{number}", slip.digest);
            match self.pieces.direct_get_last_for_subject(subject).await {
                Ok(message) => all.extend_from_slice(&message.payload),
                Err(error) if error.kind() == DirectGetErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(queue(error)),
            }
        }
        Ok((digest(&all) == slip.digest).then(|| all.into()))
    }

    /// What is kept with a job under a key.
    async fn kept(&self, job: &str, key: &str) -> Result<Option<Bytes>, Error> {
        match self.jobs.direct_get_last_for_subject(format!("farm.jobs.{job}.{key}")).await {
            Ok(message) => Ok(Some(message.payload)),
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
            Err(error) => Err(queue(error)),
        }
    }

    /// Keeps something with a job, instead of what was there.
    async fn put(&self, job: &str, key: &str, value: Bytes) -> Result<(), Error> {
        let sent = self.context.publish(format!("farm.jobs.{job}.{key}"), value).await.map_err(queue)?;
        sent.await.map(drop).map_err(queue)
    }

    /// Keeps a job where workers find it.
    pub(crate) async fn keep(&self, job: &Job) -> Result<(), Error> {
        let id = job.id();
        let all = packed(&serde_json::to_vec(job).map_err(queue)?)?;
        let kept = match self.in_pieces(&id, &all).await? {
            Some(slip) => serde_json::to_vec(&slip).map_err(queue)?.into(),
            None => all,
        };
        self.put(&id, "job", kept).await
    }

    /// A job by its id; nothing if nobody keeps it.
    pub(crate) async fn job(&self, id: &str) -> Result<Option<Job>, Error> {
        let Some(kept) = self.kept(id, "job").await? else { return Ok(None) };
        let all = match serde_json::from_slice::<Slip>(&kept) {
            Ok(slip) => self.whole(id, &slip).await?,
            Err(_) => Some(kept),
        };
        let Some(all) = all else { return Ok(None) };
        let job: Job = serde_json::from_str(&unpacked(&all)?).map_err(queue)?;
        // A job is what its id says, or it isn't played.
        if job.id() == id { Ok(Some(job)) } else { Err(queue(format!("job {id} isn't what its id says"))) }
    }

    /// A word that is kept with a job.
    pub(crate) async fn word(&self, job: &str, key: &str) -> Result<Option<String>, Error> {
        let found = self.kept(job, key).await?;
        Ok(found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).filter(|word| !word.is_empty()))
    }

    /// Keeps a word with a job.
    pub(crate) async fn say(&self, job: &str, key: &str, word: String) -> Result<(), Error> {
        self.put(job, key, word.into()).await
    }

    /// How far all jobs are.
    pub async fn progress(&self) -> Result<Vec<Progress>, Error> {
        let mut jobs = Vec::new();
        let mut next = 1;
        loop {
            match self.jobs.direct_get_next_for_subject("farm.jobs.*.progress", Some(next)).await {
                Ok(message) => {
                    next = message.sequence + 1;
                    jobs.push(serde_json::from_slice(&message.payload).map_err(queue)?);
                }
                Err(error) if error.kind() == DirectGetErrorKind::NotFound => return Ok(jobs),
                Err(error) => return Err(queue(error)),
            }
        }
    }

    /// Stops a job: what hasn't been begun isn't played. Started again, it goes on.
    pub async fn stop(&self, job: &str) -> Result<(), Error> {
        if self.word(job, "progress").await?.is_none() {
            return Err(queue(format!("there's no job {job}")));
        }
        self.say(job, "stop", "yes".into()).await?;
        self.take_back(job).await
    }
}

/// An address without its password.
fn shown(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => url.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{lines, packed, played, shown, unpacked};
    use crate::job::Played;
    use crate::kinds::Unit;

    #[test]
    fn no_password_is_shown_and_what_is_packed_comes_back() {
        assert_eq!(shown("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("nats://host"), "nats://host");
        let words = "a".repeat(5_000);
        let short = packed(words.as_bytes()).expect("packed");
        assert!(short.len() < 100);
        assert_eq!(unpacked(&short).expect("unpacked"), words);
        assert!(unpacked(b"nonsense").is_err());
    }

    #[test]
    fn games_are_the_same_after_the_way_through_the_queue() {
        let unit = |line: &str, thought| Unit { line: line.into(), thought };
        let games = Played { units: vec![unit(r#"{"a": "b c"}"#, [7, 0]), unit("[]", [1, 12])] };
        assert_eq!(played(&lines(&games)), Some(games));
        assert_eq!(played(""), Some(Played::default()));
        assert_eq!(played("7 x {}"), None);
    }
}
