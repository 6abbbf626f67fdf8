//! The queue: what a NATS server with JetStream keeps for a farm, and how jobs are looked at and stopped from anywhere.

use crate::job::{BUILD, Job};
use crate::{Error, Played};
use async_nats::ConnectOptions;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::Context;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, DirectGetErrorKind, RetentionPolicy, StorageType, Stream};
use bytes::Bytes;
use flate2::Compression;
use flate2::read::{GzDecoder, GzEncoder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Read as _;
use std::time::Duration;

const WORK: &str = "FARM-WORK";
const DONE: &str = "FARM-DONE";
const JOBS: &str = "FARM-JOBS";
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
    /// How long a batch that is compared waits for somebody who hasn't played it, three times.
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
    pub not: Option<String>,
}

/// What became of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// What was asked for.
    pub work: Work,
    /// Who did it.
    pub worker: String,
    /// The games, or why there are none.
    pub outcome: Outcome,
}

/// The games of a batch, or why there are none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Played.
    Played(Played),
    /// Tried as often as it may be.
    Poison(String),
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
    pub(crate) patience: Patience,
}

pub(crate) fn queue(error: impl Display) -> Error {
    Error::Queue(error.to_string())
}

fn pack(value: &impl Serialize) -> Result<Bytes, Error> {
    let text = serde_json::to_vec(value).map_err(queue)?;
    let mut packed = Vec::new();
    GzEncoder::new(&text[..], Compression::fast()).read_to_end(&mut packed).map_err(queue)?;
    Ok(packed.into())
}

pub(crate) fn unpack<T: DeserializeOwned>(packed: &[u8]) -> Result<T, Error> {
    let mut text = Vec::new();
    GzDecoder::new(packed).take(LARGEST).read_to_end(&mut text).map_err(queue)?;
    serde_json::from_slice(&text).map_err(queue)
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
        let work = context.get_or_create_stream(work).await.map_err(|error| failed(&error))?;
        let done = context.get_or_create_stream(done).await.map_err(|error| failed(&error))?;
        let jobs = context.get_or_create_stream(jobs).await.map_err(|error| failed(&error))?;
        Ok(Farm { context, work, done, jobs, patience })
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
        let Work { job, batch, ticket, .. } = &report.work;
        let message = PublishMessage::build()
            .payload(pack(report)?)
            .message_id(format!("{job}/{batch}/{ticket}/{}", report.worker));
        let sent = self.context.send_publish(format!("farm.done.{job}"), message).await.map_err(queue)?;
        sent.await.map(drop).map_err(queue)
    }

    /// The next report of a job from a place on, and its place.
    /// A message that isn't a report has only a place.
    pub(crate) async fn next_report(
        &self,
        job: &str,
        from: u64,
    ) -> Result<Option<(u64, Option<Report>)>, Error> {
        match self.done.direct_get_next_for_subject(format!("farm.done.{job}"), Some(from.max(1))).await {
            Ok(message) => Ok(Some((message.sequence, unpack(&message.payload).ok()))),
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
            Err(error) => Err(queue(error)),
        }
    }

    /// Forgets a report, which is kept elsewhere by now.
    pub(crate) async fn forget(&self, place: u64) -> Result<(), Error> {
        self.done.delete_message(place).await.map(drop).map_err(queue)
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
        self.put(&job.id(), "job", pack(job)?).await
    }

    /// A job by its id; nothing if nobody keeps it.
    pub(crate) async fn job(&self, id: &str) -> Result<Option<Job>, Error> {
        let Some(packed) = self.kept(id, "job").await? else { return Ok(None) };
        let job: Job = unpack(&packed)?;
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
    use super::{pack, shown, unpack};

    #[test]
    fn no_password_is_shown_and_what_is_packed_comes_back() {
        assert_eq!(shown("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("nats://host"), "nats://host");
        let words = vec!["a".repeat(5_000), "b".into()];
        let packed = pack(&words).expect("packed");
        assert!(packed.len() < 100);
        assert_eq!(unpack::<Vec<String>>(&packed).expect("unpacked"), words);
        assert!(unpack::<Vec<String>>(b"nonsense").is_err());
    }
}
