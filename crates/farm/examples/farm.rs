//! A farm of real processes, with everything that happens to one: `cargo xtask farm`.
//!
//! Three workers play random games. One is killed with -9 half way, one stands still for 90 seconds and goes on, the queue is
//! killed and started again, and so is the collector. The files must be those of one process, byte for byte. A second job
//! has a batch that panics. Then one worker and two workers play the same games against the clock.

use dejarik::Cards;
use dejarik_farm::{End, Error, Farm, Job, Kind, Match, Opened, Parts, Patience, Played, Told, Worker};
use engine::state::Options;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::{Duration, Instant};

type Done<T> = Result<T, String>;

/// The game at which workers of the second job break.
const BREAKS: u64 = 777;
/// How long a worker stands still.
const PAUSE: Duration = Duration::from_secs(90);

fn job(games: u64, seed: u64, player: &str, batch: u64) -> Done<Job> {
    let cards = Cards::core();
    let catalog = cards.catalog().map_err(|error| error.to_string())?;
    let mut decks = Vec::new();
    for name in ["Droid Army", "Diplomats"] {
        let list = cards.deck(name).map_err(|error| error.to_string())?.list;
        decks.push((name.to_string(), cards.playable(&list, &catalog).map_err(|error| error.to_string())?));
    }
    let (player_a, player_b) = (player.to_string(), player.to_string());
    let one = Match { a: 0, b: 1, player_a, player_b, blind: [false; 2], fixed: false, games, seed };
    let mut job = Job::new(Kind::sim(vec![one]), &cards, &catalog, &decks, Options::default());
    (job.batch, job.part) = (batch, 8);
    Ok(job)
}

fn breaks(opened: &Opened, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
    assert!(!games.contains(&BREAKS), "game {BREAKS} breaks");
    opened.play(games, stop)
}

/// The usual patience; batches that break rest for a shorter time, so that nobody waits for them.
fn patience() -> Patience {
    Patience { rests: vec![Duration::from_secs(1); 3], ..Patience::default() }
}

async fn work(url: &str, name: &str, how: &str) -> Result<(), Error> {
    let farm = Farm::with(url, patience()).await?;
    let mut worker = Worker::new(1);
    worker.name = name.into();
    if how == "breaks" {
        worker.play = breaks;
    }
    worker.run(&farm, &Arc::new(AtomicBool::new(false))).await
}

async fn collect(url: &str, folder: &Path, job: Job) -> Result<End, Error> {
    let parts = Parts::open(folder, job)?;
    let told = |told| match told {
        Told::Games(_) | Told::Batch(..) => {}
        Told::Odd(..) | Told::Poison(..) | Told::Away(_) => eprintln!("collector: {told:?}"),
    };
    let (_, end) = dejarik_farm::collect(url, parts, 0.01, None, &told, &Arc::default()).await?;
    Ok(end)
}

/// What a folder holds, the manifest included.
fn files(folder: &Path) -> Done<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".parquet") || name == "manifest.json" {
            files.insert(name, std::fs::read(entry.path()).map_err(|error| error.to_string())?);
        }
    }
    Ok(files)
}

/// A process that ends with this.
struct Own(Child);

impl Own {
    fn start(arguments: &[&str]) -> Done<Own> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let started = Command::new(program).args(arguments).stdin(Stdio::null()).spawn();
        started.map(Own).map_err(|error| error.to_string())
    }

    fn signal(&self, signal: &str) -> Done<()> {
        let sent = Command::new("kill").args([signal, &self.0.id().to_string()]).status();
        sent.map_err(|error| error.to_string()).map(drop)
    }

    fn kill(&mut self) {
        // One that has ended needs no killing.
        let _ = (self.0.kill(), self.0.wait());
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How many batches of a job are in files.
fn written(folder: &Path) -> usize {
    let text = std::fs::read(folder.join("manifest.json")).unwrap_or_default();
    let manifest: Option<dejarik_farm::Manifest> = serde_json::from_slice(&text).ok();
    manifest.map_or(0, |manifest| manifest.parts.iter().map(|part| part.batches.len()).sum())
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) -> Done<()> {
    let begun = Instant::now();
    while !is_so() {
        if begun.elapsed() > Duration::from_secs(400) {
            return Err(format!("it takes too long: {what}"));
        }
        sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// Everything that happens to a farm; what to say of it.
fn faults(games: u64, folder: &Path) -> Done<String> {
    let job = job(games, 3, "learner", 20)?;
    let alone = folder.join("alone");
    let begun = Instant::now();
    let mut parts = Parts::open(&alone, job.clone()).map_err(|error| error.to_string())?;
    dejarik_farm::play_alone(&mut parts, 1, &AtomicBool::new(false), &|_| {})
        .map_err(|error| error.to_string())?;
    drop(parts);
    eprintln!("one process: {:.1} s", begun.elapsed().as_secs_f64());
    let mut nats = rig::Nats::start().map_err(|missing| missing.to_string())?;
    let (url, shared) = (nats.url(), folder.join("shared"));
    let place = shared.to_string_lossy().into_owned();
    let number = games.to_string();
    let collector = || Own::start(&["collect", &url, &place, &number]);
    let worker = |name: &str| Own::start(&["work", &url, name, "slowly"]);
    let mut collecting = collector()?;
    let workers = [worker("first")?, worker("second")?, worker("third")?];
    let batches = usize::try_from(job.batches()).unwrap_or(usize::MAX);
    until("a fifth", || written(&shared) * 5 >= batches)?;
    workers[0].signal("-STOP")?;
    let paused = Instant::now();
    until("half", || written(&shared) * 2 >= batches)?;
    workers[1].signal("-KILL")?;
    collecting.kill();
    nats.kill();
    nats.start_again()?;
    let mut collecting = collector()?;
    // One worker is left while another stands still; the killed one isn't started again.
    sleep(PAUSE.saturating_sub(paused.elapsed()));
    workers[0].signal("-CONT")?;
    let mut ended = None;
    until("the end", || {
        ended = collecting.0.try_wait().ok().flatten();
        ended.is_some()
    })?;
    if !ended.is_some_and(|status| status.success()) {
        return Err("the collector failed".into());
    }
    let (own, others) = (files(&alone)?, files(&shared)?);
    if own != others {
        return Err("the files of the farm aren't those of one process".into());
    }
    let bytes: usize = own.values().map(Vec::len).sum();
    Ok(format!(
        "| {games} games in {batches} batches; one of three workers killed with -9, one stopped for {} s, queue killed and \
         restarted, collector killed | {} files, {bytes} bytes, equal to those of one process |\n",
        PAUSE.as_secs(),
        own.len()
    ))
}

/// A batch that panics.
fn poison(folder: &Path) -> Done<String> {
    let nats = rig::Nats::start().map_err(|missing| missing.to_string())?;
    let (url, place) = (nats.url(), folder.join("poison"));
    let _workers =
        [Own::start(&["work", &url, "first", "breaks"])?, Own::start(&["work", &url, "second", "breaks"])?];
    let mut collecting = Own::start(&["collect", &url, &place.to_string_lossy(), "1000"])?;
    let status = collecting.0.wait().map_err(|error| error.to_string())?;
    let text = std::fs::read(place.join("manifest.json")).map_err(|error| error.to_string())?;
    let manifest: dejarik_farm::Manifest =
        serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let games: u64 = manifest.parts.iter().map(|part| part.games).sum();
    match &manifest.poison[..] {
        [one]
            if (one.first..one.first + one.games).contains(&BREAKS)
                && games == 980
                && status.code() == Some(1) =>
        {
            Ok(format!(
                "| 1000 games, of which game {BREAKS} panics | one poison batch (games {} to {}: {}), {games} games written, \
                 status 1 |\n",
                one.first,
                one.first + one.games - 1,
                one.error
            ))
        }
        other => Err(format!("{} poison batches, {games} games, {status}", other.len())),
    }
}

/// Processor seconds of a process so far.
fn processor(own: &Own) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", own.0.id())).unwrap_or_default();
    let after = text.rsplit(')').next().unwrap_or_default();
    let ticks: f64 =
        after.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// Seconds that so many workers of one thread need for the same games: on the clock, and of processors.
fn timed(workers: usize, folder: &Path) -> Done<(f64, f64)> {
    let nats = rig::Nats::start().map_err(|missing| missing.to_string())?;
    let (url, place) = (nats.url(), folder.join(format!("speed-{workers}")));
    let own: Done<Vec<Own>> = (0..workers)
        .map(|number| Own::start(&["work", &url, &format!("worker{number}"), "slowly"]))
        .collect();
    let own = own?;
    let begun = Instant::now();
    let mut collecting = Own::start(&["speed", &url, &place.to_string_lossy()])?;
    let status = collecting.0.wait().map_err(|error| error.to_string())?;
    let took = begun.elapsed().as_secs_f64();
    if status.success() {
        Ok((took, own.iter().map(processor).sum()))
    } else {
        Err(format!("the collector failed: {status}"))
    }
}

/// How much faster two workers must be than one, where there are two cores.
const WANTED: f64 = 1.6;

fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("unknown").to_string()
}

fn speed(folder: &Path) -> Done<String> {
    // Each twice, in turn, so that whatever else the machine does meets both.
    let mut best = [(f64::MAX, 0.0); 2];
    for round in ["a", "b"] {
        for workers in [1, 2] {
            let timed = timed(workers, &folder.join(round))?;
            if timed.0 < best[workers - 1].0 {
                best[workers - 1] = timed;
            }
        }
    }
    let [(one, one_processor), (two, two_processor)] = best;
    if one / two < WANTED {
        return Err(format!(
            "two workers were {:.2} times as fast as one ({one:.1} s and {two:.1} s; {one_processor:.1} s and {two_processor:.1} s \
             of processors), and {WANTED} is what was promised for two cores; the machine's load is {}",
            one / two,
            load()
        ));
    }
    Ok(format!(
        "| the same games by one worker of one thread, and by two (the better of two runs each) | {one:.1} s and {two:.1} s on \
         the clock: {:.2} times; {one_processor:.1} s and {two_processor:.1} s of processors, so with two cores to themselves \
         they would be {:.2} times as fast (calculated) |\n",
        one / two,
        2.0 * one_processor / two_processor
    ))
}

const HEAD: &str = "\
# The farm

Written by `cargo xtask farm`: real processes on one machine, a queue of their own (nats-server with JetStream), games of the
CORE decks ([docs/SIMULATOR.md](../SIMULATOR.md) says how a farm works). A fault found would have ended the command.

| what | result |
|---|---|
";

fn all(report: Option<&str>) -> Done<()> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (mut text, before) = (HEAD.to_string(), load());
    for row in [faults(20_000, folder.path()), poison(folder.path()), speed(folder.path())] {
        let row = row?;
        print!("{row}");
        text.push_str(&row);
    }
    if let Some(file) = report {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let _ = write!(
            text,
            "\n{cores} cores. The machine's load was {before} before and {} at the end.\n",
            load()
        );
        std::fs::write(file, text).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

/// What a second worker adds, and nothing else: an error if it's too little.
fn scaling() -> Done<()> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    print!("{}", speed(folder.path())?);
    Ok(())
}

fn main() -> Done<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ended = |end: Result<Result<End, Error>, Error>| match end.and_then(|end| end) {
        Ok(End::Done) => Ok(()),
        Ok(_) => std::process::exit(1),
        Err(error) => Err(error.to_string()),
    };
    match words[..] {
        ["work", url, name, how] => dejarik_farm::block_on(work(url, name, how))
            .and_then(|done| done)
            .map_err(|error| error.to_string()),
        ["collect", url, folder, games] => {
            let games = games.parse().map_err(|_| format!("`{games}` isn't a number"))?;
            ended(dejarik_farm::block_on(collect(url, &PathBuf::from(folder), job(games, 3, "learner", 20)?)))
        }
        ["speed", url, folder] => {
            ended(dejarik_farm::block_on(collect(url, &PathBuf::from(folder), job(1_200, 5, "skilled", 50)?)))
        }
        ["--report", file] => all(Some(file)),
        ["--scaling"] => scaling(),
        [] => all(None),
        _ => Err("expected nothing, --scaling, or --report FILE".into()),
    }
}
