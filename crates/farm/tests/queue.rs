//! A farm on a queue of its own: workers and collectors that die, pause, lie and break, and a queue that is restarted.

#![cfg(feature = "nats")]

use dejarik::Cards;
use dejarik_farm::{
    Collector, End, Error, Farm, Job, Kind, Match, Matches, Parts, Patience, Play, Played, Told, Worker,
    play_alone,
};
use engine::Deck;
use engine::state::Options;
use rig::{Nats, or_skip};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;

fn job(games: u64, seed: u64) -> Job {
    let cards = Cards::core();
    let catalog = cards.catalog().expect("a catalog");
    let deck = |name: &str| {
        let list = cards.deck(name).expect("a deck").list;
        (name.to_string(), cards.playable(&list, &catalog).expect("a playable deck"))
    };
    let decks: Vec<(String, Deck)> = ["Droid Army", "Diplomats"].map(deck).into();
    let players = || "learner".to_string();
    let one = Match {
        a: 0,
        b: 1,
        player_a: players(),
        player_b: players(),
        blind: [false; 2],
        fixed: false,
        games,
        seed,
    };
    let mut job = Job::new(Kind::Sim, &cards, &catalog, &decks, vec![one], Options::default());
    (job.batch, job.part) = (5, 4);
    job
}

fn patience() -> Patience {
    Patience {
        silence: Duration::from_secs(2),
        rests: vec![Duration::from_millis(50); 3],
        others: Duration::from_millis(200),
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    let parts = named.filter(|(name, _)| name.ends_with(".parquet") || name == "manifest.json");
    parts.map(|(name, path)| (name, std::fs::read(path).expect("bytes"))).collect()
}

/// What one process makes of a job.
fn alone(job: &Job) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut parts = Parts::open(folder.path(), job.clone()).expect("a folder");
    play_alone(&mut parts, 2, &AtomicBool::new(false), &|_| {}).expect("played");
    drop(parts);
    files(folder.path())
}

/// A worker in the background, and how to stop it.
fn worker(farm: &Farm, name: &str, play: Play) -> (Arc<AtomicBool>, JoinHandle<Result<(), Error>>) {
    let stop = Arc::new(AtomicBool::new(false));
    let worker = Worker { name: name.into(), threads: 1, play };
    let (farm, own) = (farm.clone(), stop.clone());
    (stop, tokio::spawn(async move { worker.run(&farm, &own).await }))
}

async fn collect(
    farm: &Farm,
    job: &Job,
    folder: &Path,
    share: f64,
    told: &(dyn Fn(Told) + Send + Sync),
) -> (Parts, End) {
    let parts = Parts::open(folder, job.clone()).expect("a folder");
    let collector = Collector::new(farm.clone(), parts, share, told);
    collector.run(&AtomicBool::new(false)).await.expect("collected")
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_and_collectors_come_and_go_and_the_files_are_those_of_one_process() {
    let Some(mut nats) = or_skip("the farm", Nats::start()) else { return };
    let job = job(120, 3);
    let folder = tempfile::tempdir().expect("a folder");
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    let workers: Vec<_> = ["one", "two"].map(|name| worker(&farm, name, Matches::play)).into();
    // A collector that goes away when six batches are settled, as if it had been killed.
    let settled = Arc::new(AtomicU64::new(0));
    let counting = settled.clone();
    let told = move |told| {
        if let Told::Batch(..) = told {
            counting.fetch_add(1, Ordering::SeqCst);
        }
    };
    let (dying, dies) = (farm.clone(), settled.clone());
    let parts = Parts::open(folder.path(), job.clone()).expect("a folder");
    let never = AtomicBool::new(false);
    tokio::select! {
        ended = Collector::new(dying, parts, 0.0, &told).run(&never) => {
            panic!("it was to go away before its end: {:?}", ended.map(|(_, end)| end));
        }
        () = async { while dies.load(Ordering::SeqCst) < 6 { tokio::task::yield_now().await } } => {}
    }
    // The queue is restarted meanwhile, one worker ends, another comes.
    nats.kill();
    workers[0].0.store(true, Ordering::SeqCst);
    nats.start_again().expect("started");
    let third = worker(&farm, "three", Matches::play);
    let (parts, end) = collect(&farm, &job, folder.path(), 0.0, &|_| {}).await;
    assert_eq!(end, End::Done);
    assert_eq!(parts.counts()[0].games(), 120);
    drop(parts);
    assert_eq!(files(folder.path()), alone(&job));
    let jobs = farm.progress().await.expect("jobs");
    assert_eq!((jobs.len(), jobs[0].settled, jobs[0].state.as_str()), (1, 24, "done"));
    for (stop, task) in workers.into_iter().chain([third]) {
        stop.store(true, Ordering::SeqCst);
        task.await.expect("a task").expect("worked");
    }
}

/// Breaks at one game.
fn breaks(matches: &Matches, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
    assert!(!games.contains(&17), "game 17 breaks");
    matches.play(games, stop)
}

/// Gives other games than it was asked for, for three batches; then it takes one and does nothing.
fn lies(matches: &Matches, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
    static LIES: AtomicU64 = AtomicU64::new(0);
    if LIES.fetch_add(1, Ordering::SeqCst) >= 3 {
        while !stop.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
        return Ok(None);
    }
    let others =
        if games.start == 0 { 5..5 + games.end - games.start } else { games.start - 1..games.end - 1 };
    matches.play(others, stop)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_breaks_ends_as_one_poison_batch_with_its_seeds() {
    let Some(nats) = or_skip("the farm", Nats::start()) else { return };
    let job = job(40, 5);
    let folder = tempfile::tempdir().expect("a folder");
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    let workers = ["one", "two"].map(|name| worker(&farm, name, breaks));
    let poison = Mutex::new(Vec::new());
    let told = |told| {
        if let Told::Poison(batch, error) = told {
            poison.lock().expect("a list").push((batch, error));
        }
    };
    let (parts, end) = collect(&farm, &job, folder.path(), 1.0, &told).await;
    assert_eq!(end, End::Poison);
    assert_eq!(*poison.lock().expect("a list"), [(3, "game 17 breaks".to_string())]);
    let manifest = parts.manifest();
    assert_eq!(manifest.poison.len(), 1);
    assert_eq!(
        (manifest.poison[0].batch, manifest.poison[0].first, manifest.poison[0].seeds.len()),
        (3, 15, 5)
    );
    assert_eq!(manifest.parts.iter().map(|part| part.games).sum::<u64>(), 35);
    drop(parts);
    // By those who don't break it is played, and then nothing is missing.
    workers.iter().for_each(|(stop, _)| stop.store(true, Ordering::SeqCst));
    for (_, task) in workers {
        task.await.expect("a task").expect("worked");
    }
    let (stop, task) = worker(&farm, "three", Matches::play);
    let (parts, end) = collect(&farm, &job, folder.path(), 0.0, &|_| {}).await;
    assert_eq!(end, End::Done);
    drop(parts);
    assert_eq!(files(folder.path()), alone(&job));
    stop.store(true, Ordering::SeqCst);
    task.await.expect("a task").expect("worked");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_wrong_results_is_found_and_named_and_the_files_are_right() {
    let Some(nats) = or_skip("the farm", Nats::start()) else { return };
    let job = job(60, 9);
    let folder = tempfile::tempdir().expect("a folder");
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    let odd = Mutex::new(Vec::new());
    let heard = Arc::new(AtomicU64::new(0));
    let told = |told| match told {
        Told::Odd(_, worker) => odd.lock().expect("a list").push(worker),
        Told::Batch(..) => drop(heard.fetch_add(1, Ordering::SeqCst)),
        Told::Games(_) | Told::Poison(..) | Told::Away(_) => {}
    };
    let collecting = collect(&farm, &job, folder.path(), 1.0, &told);
    let playing = async {
        // The liar begins, and those who come after it are honest.
        let (stop, task) = worker(&farm, "liar", lies);
        let taken = || async {
            farm.progress()
                .await
                .ok()
                .is_some_and(|jobs| jobs.iter().any(|job| job.workers.get("liar") == Some(&3)))
        };
        while !taken().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        stop.store(true, Ordering::SeqCst);
        task.await.expect("a task").expect("worked");
        ["one", "two"].map(|name| worker(&farm, name, Matches::play))
    };
    let ((parts, end), workers) = tokio::join!(collecting, playing);
    assert_eq!(end, End::Done);
    drop(parts);
    workers.iter().for_each(|(stop, _)| stop.store(true, Ordering::SeqCst));
    for (_, task) in workers {
        task.await.expect("a task").expect("worked");
    }
    let odd = odd.lock().expect("a list");
    assert!(!odd.is_empty() && odd.iter().all(|worker| worker == "liar"), "{odd:?}");
    assert_eq!(files(folder.path()), alone(&job));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_stopped_from_anywhere_and_goes_on_when_it_is_started_again() {
    let Some(nats) = or_skip("the farm", Nats::start()) else { return };
    let job = job(50, 11);
    let folder = tempfile::tempdir().expect("a folder");
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    let elsewhere = Farm::with(&nats.url(), patience()).await.expect("a farm");
    assert!(elsewhere.stop("nothing").await.is_err_and(|error| error.to_string().contains("no job")));
    // Nobody plays: it waits until it is stopped.
    let stopping = async {
        while elsewhere.progress().await.expect("jobs").is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        elsewhere.stop(&job.id()).await.expect("stopped");
    };
    let ((parts, end), ()) = tokio::join!(collect(&farm, &job, folder.path(), 0.0, &|_| {}), stopping);
    assert_eq!(end, End::Stopped);
    drop(parts);
    let (stop, task) = worker(&farm, "one", Matches::play);
    let (parts, end) = collect(&farm, &job, folder.path(), 0.0, &|_| {}).await;
    assert_eq!(end, End::Done);
    drop(parts);
    assert_eq!(files(folder.path()), alone(&job));
    stop.store(true, Ordering::SeqCst);
    task.await.expect("a task").expect("worked");
}
