//! A farm on a queue of its own: workers and collectors that die, pause, lie and break, and a queue that is restarted.

#![cfg(feature = "nats")]

use ai::value::{BESIDES, IN_ARENA};
use ai::{Level, Player};
use dejarik::Cards;
use dejarik_farm::{
    Analyse, Collector, End, Error, Farm, Job, Kind, Match, Opened, Parts, Patience, Play, Played, Poison,
    Selfplay, Told, Worker, play_alone,
};
use engine::state::{Options, Seed};
use engine::{Deck, Recorder, Setup};
use parquet::file::reader::SerializedFileReader;
use parquet::record::{Row, RowAccessor as _};
use rig::{Nats, or_skip};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;
use vocab::Role;

/// Which games a job of two decks has.
fn one(games: u64, seed: u64) -> Match {
    let players = || "learner".to_string();
    Match {
        a: 0,
        b: 1,
        player_a: players(),
        player_b: players(),
        blind: [false; 2],
        fixed: false,
        games,
        seed,
    }
}

fn job(games: u64, seed: u64) -> Job {
    job_of(Kind::sim(vec![one(games, seed)]))
}

fn job_of(kind: Kind) -> Job {
    let cards = Cards::core();
    let catalog = cards.catalog().expect("a catalog");
    let deck = |name: &str| {
        let list = cards.deck(name).expect("a deck").list;
        (name.to_string(), cards.playable(&list, &catalog).expect("a playable deck"))
    };
    let decks: Vec<(String, Deck)> = ["Droid Army", "Diplomats"].map(deck).into();
    let mut job = Job::new(kind, &cards, &catalog, &decks, Options::default());
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

/// Recorded games between computer players who answer at random, and the Dark Side player's chance to win before each answer
/// and at the end, at first sight.
fn recorded(games: u64) -> (Analyse, Vec<Vec<f32>>) {
    let cards = Cards::core();
    let catalog = cards.catalog().expect("a catalog");
    let deck = |name: &str| {
        cards.playable(&cards.deck(name).expect("a deck").list, &catalog).expect("a playable deck")
    };
    let (mut analyse, mut all) = (Analyse::new(0), Vec::new());
    for game in 0..games {
        let mut chances = Vec::new();
        let (dark, light) = (deck("Droid Army"), deck("Diplomats"));
        let setup = Setup { dark, light, seed: Seed::from(game), options: Options::default() };
        let mut recorder = Recorder::new(catalog.clone(), &setup).expect("a game");
        let mut player = Player::new(Level::Learner, game);
        while let Some(ask) = recorder.game().asked() {
            let choice = player.choose(recorder.game().seat(ask.who));
            chances.push(ai::win_chance(recorder.game(), Role::Dark));
            recorder.answer(choice).expect("an offered choice");
        }
        chances.push(ai::win_chance(recorder.game(), Role::Dark));
        all.push(chances);
        analyse.add_seeded(&format!("game {game}"), recorder.replay());
    }
    (analyse, all)
}

/// The rows of a job's files.
fn rows(folder: &Path) -> Vec<Row> {
    let mut names: Vec<_> = files(folder).into_keys().filter(|name| name.ends_with(".parquet")).collect();
    names.sort();
    let read = |name: &String| {
        let file = std::fs::File::open(folder.join(name)).expect("a file");
        let reader = SerializedFileReader::new(file).expect("a Parquet file");
        reader.into_iter().map(|row| row.expect("a row")).collect::<Vec<_>>()
    };
    names.iter().flat_map(read).collect()
}

/// A job of any kind on the farm: two workers, one of whom is killed in the middle, and a queue that breaks down.
async fn as_one_process_would(kind: Kind, batch: u64) -> Vec<Row> {
    let Some(mut nats) = or_skip("the farm", Nats::start()) else { return Vec::new() };
    let mut job = job_of(kind);
    job.batch = batch;
    let folder = tempfile::tempdir().expect("a folder");
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    let [one, two] = ["one", "two"].map(|name| worker(&farm, name, Opened::play));
    let collecting = collect(&farm, &job, folder.path(), 1.0, &|_| {});
    let dying = async {
        while !farm.progress().await.is_ok_and(|jobs| jobs.iter().any(|job| job.settled > 0)) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // Nothing that it has begun is finished.
        one.1.abort();
        nats.kill();
        nats.start_again().expect("started");
        worker(&farm, "three", Opened::play)
    };
    let ((parts, end), three) = tokio::join!(collecting, dying);
    assert_eq!(end, End::Done);
    assert_eq!(parts.manifest().kind, job.kind.name());
    assert_eq!(parts.settled(), job.batches());
    drop(parts);
    assert_eq!(files(folder.path()), alone(&job));
    for (stop, task) in [two, three] {
        stop.store(true, Ordering::SeqCst);
        task.await.expect("a task").expect("worked");
    }
    rows(folder.path())
}

#[tokio::test(flavor = "multi_thread")]
async fn recorded_games_are_analysed_answer_by_answer() {
    let (analyse, chances) = recorded(12);
    let rows = as_one_process_would(Kind::Analyse(analyse), 2).await;
    if rows.is_empty() {
        return;
    }
    for (game, chances) in chances.iter().enumerate() {
        let name = format!("game {game}");
        let own: Vec<&Row> = rows.iter().filter(|row| *row.get_string(0).expect("a name") == name).collect();
        assert_eq!(own.len() + 1, chances.len(), "every answer has a row");
        for (number, (row, pair)) in own.iter().zip(chances.windows(2)).enumerate() {
            assert_eq!(row.get_int(1).expect("a number"), number as i32 + 1);
            let (dark, change) = (row.get_double(6).expect("a chance"), row.get_double(7).expect("a change"));
            assert_eq!((dark, change), (f64::from(pair[0]), f64::from(pair[1] - pair[0])));
        }
        let points: BTreeSet<i32> = own.iter().filter_map(|row| row.get_int(8).ok()).collect();
        assert_eq!(points, (1..=points.len() as i32).collect(), "turning points are numbered");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_of_games_come_with_their_numbers_and_who_won() {
    let selfplay = Selfplay { matches: vec![one(24, 8)], weaker: None };
    let rows = as_one_process_would(Kind::Selfplay(selfplay), 3).await;
    if rows.is_empty() {
        return;
    }
    let games: BTreeSet<u64> = rows.iter().map(|row| row.get_ulong(2).expect("a game")).collect();
    assert_eq!(games, (0..24).collect());
    // The same games as the simulator plays them.
    let played = job(24, 8).open().expect("a job").play(0..24, &AtomicBool::new(false));
    let records = played.expect("played").expect("all of it").records().expect("records");
    for row in &rows {
        let numbers = row.get_list(9).expect("numbers");
        assert_eq!(numbers.len(), 3 * 2 * IN_ARENA + 2 * BESIDES);
        assert!((0.0..=1.0).contains(&row.get_double(7).expect("a chance")));
        let record = &records[row.get_ulong(2).expect("a game") as usize];
        let won = record.winner.map_or(0.5, |winner| f64::from(u8::from(winner == record.dark)));
        assert_eq!(
            (row.get_double(8).expect("a result"), row.get_ulong(3).expect("a seed")),
            (won, record.seed)
        );
        assert!(row.get_int(5).expect("a turn") <= i32::from(record.turns));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_for_a_message_goes_in_pieces_and_leaves_nothing_behind() {
    // A queue whose messages are so small that neither the job nor any result is one.
    let Some(nats) = or_skip("the farm", Nats::start_with("max_payload: 4KB")) else { return };
    let mut job = job(60, 21);
    job.batch = 15;
    let folder = tempfile::tempdir().expect("a folder");
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    let workers = ["one", "two"].map(|name| worker(&farm, name, Opened::play));
    let largest = AtomicU64::new(0);
    let told = |told| {
        if let Told::Batch(_, played) = told {
            let bytes = played.units.iter().map(|unit| unit.line.len() as u64).sum();
            largest.fetch_max(bytes, Ordering::SeqCst);
        }
    };
    let (parts, end) = collect(&farm, &job, folder.path(), 1.0, &told).await;
    assert_eq!(end, End::Done);
    assert!(largest.load(Ordering::SeqCst) > 40_000, "nothing had to be cut up");
    drop(parts);
    assert_eq!(files(folder.path()), alone(&job));
    for (stop, task) in workers {
        stop.store(true, Ordering::SeqCst);
        task.await.expect("a task").expect("worked");
    }
    let client = async_nats::connect(nats.url()).await.expect("a connection");
    let pieces = async_nats::jetstream::new(client).get_stream("FARM-PIECES").await.expect("the pieces");
    let left = pieces.get_info().await.expect("a state").state.messages;
    assert_eq!(left, 0, "pieces that nobody needs");
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_and_collectors_come_and_go_and_the_files_are_those_of_one_process() {
    let Some(mut nats) = or_skip("the farm", Nats::start()) else { return };
    let job = job(120, 3);
    let folder = tempfile::tempdir().expect("a folder");
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    let workers: Vec<_> = ["one", "two"].map(|name| worker(&farm, name, Opened::play)).into();
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
    let third = worker(&farm, "three", Opened::play);
    let (parts, end) = collect(&farm, &job, folder.path(), 0.0, &|_| {}).await;
    assert_eq!(end, End::Done);
    assert_eq!(parts.counts()[&0].games(), 120);
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
fn breaks(opened: &Opened, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
    assert!(!games.contains(&17), "game 17 breaks");
    opened.play(games, stop)
}

/// Gives other games than it was asked for, for three batches; then it takes one and does nothing.
fn lies(opened: &Opened, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
    static LIES: AtomicU64 = AtomicU64::new(0);
    if LIES.fetch_add(1, Ordering::SeqCst) >= 3 {
        while !stop.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
        return Ok(None);
    }
    let others =
        if games.start == 0 { 5..5 + games.end - games.start } else { games.start - 1..games.end - 1 };
    opened.play(others, stop)
}

/// A job of each kind, of so many games.
fn of_each_kind(games: u64) -> Vec<Job> {
    let selfplay = Selfplay { matches: vec![one(games, 8)], weaker: Some("gentle".into()) };
    let kinds = [Kind::sim(vec![one(games, 5)]), Kind::ladder(vec![one(games, 6)])];
    let kinds = kinds.into_iter().chain([Kind::Analyse(recorded(games).0), Kind::Selfplay(selfplay)]);
    kinds.map(job_of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_breaks_ends_as_one_poison_batch_with_its_seeds() {
    let Some(nats) = or_skip("the farm", Nats::start()) else { return };
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    for job in of_each_kind(24) {
        let folder = tempfile::tempdir().expect("a folder");
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
        let Poison { batch, first, seeds, .. } = &manifest.poison[0];
        assert_eq!((*batch, *first, seeds.len()), (3, 15, 5));
        assert!(seeds.iter().collect::<BTreeSet<_>>().len() > 1, "games are told apart: {seeds:?}");
        assert_eq!(manifest.parts.iter().map(|part| part.games).sum::<u64>(), 19);
        drop(parts);
        // By those who don't break it is played, and then nothing is missing.
        workers.iter().for_each(|(stop, _)| stop.store(true, Ordering::SeqCst));
        for (_, task) in workers {
            task.await.expect("a task").expect("worked");
        }
        let (stop, task) = worker(&farm, "three", Opened::play);
        let (parts, end) = collect(&farm, &job, folder.path(), 0.0, &|_| {}).await;
        assert_eq!(end, End::Done);
        drop(parts);
        assert_eq!(files(folder.path()), alone(&job), "{}", job.kind.name());
        stop.store(true, Ordering::SeqCst);
        task.await.expect("a task").expect("worked");
    }
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
        ["one", "two"].map(|name| worker(&farm, name, Opened::play))
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

/// Two who play at a farm: how much they have played.
struct Pair {
    honest: AtomicU64,
    bad: AtomicU64,
}

impl Pair {
    const fn new() -> Pair {
        Pair { honest: AtomicU64::new(0), bad: AtomicU64::new(0) }
    }

    /// The honest one plays two batches and waits with the next until the other has played, too.
    fn honest(&self, opened: &Opened, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
        if self.honest.fetch_add(1, Ordering::SeqCst) >= 2 {
            while self.bad.load(Ordering::SeqCst) == 0 && !stop.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        opened.play(games, stop)
    }
}

static LIAR: Pair = Pair::new();
static MUMBLER: Pair = Pair::new();

/// Gives other games than it was asked for, every time.
fn always_lies(opened: &Opened, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
    LIAR.bad.fetch_add(1, Ordering::SeqCst);
    let first = if games.start == 0 { 1 } else { games.start - 1 };
    opened.play(first..first + games.end - games.start, stop)
}

/// Gives lines that nobody can read, now one among others and now nothing else.
fn mumbles(opened: &Opened, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
    MUMBLER.bad.fetch_add(1, Ordering::SeqCst);
    let mut played = opened.play(games.clone(), stop)?;
    for played in played.iter_mut() {
        match games.start % 3 {
            0 => played.units[1].line = "{\"game\": 7}".into(),
            1 => played.units.iter_mut().for_each(|unit| unit.line = "not a game".into()),
            _ => played.units.truncate(2),
        }
    }
    Ok(played)
}

/// A job that two workers play to its end, one of whom is no good and stays: the files, and who was named how often.
async fn beside(bad: Play, honest: Option<Play>, share: f64) -> Option<(bool, BTreeMap<String, usize>)> {
    let nats = or_skip("the farm", Nats::start())?;
    let job = job(30, 9);
    let folder = tempfile::tempdir().expect("a folder");
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    let odd = Mutex::new(BTreeMap::new());
    let told = |told| {
        if let Told::Odd(_, worker) = told {
            *odd.lock().expect("a list").entry(worker).or_default() += 1;
        }
    };
    // The honest worker is there first: what it says is heard before the other says something else.
    let mut workers = Vec::new();
    if let Some(honest) = honest {
        workers.push(worker(&farm, "honest", honest));
    }
    let collecting = collect(&farm, &job, folder.path(), share, &told);
    let playing = async {
        while honest.is_some()
            && farm.progress().await.is_ok_and(|jobs| jobs.iter().all(|job| job.workers.is_empty()))
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        worker(&farm, "bad", bad)
    };
    let ((parts, end), other) = tokio::join!(collecting, playing);
    assert_eq!((end, parts.manifest().poison.len()), (End::Done, 0));
    drop(parts);
    for (stop, task) in workers.into_iter().chain([other]) {
        stop.store(true, Ordering::SeqCst);
        task.await.expect("a task").expect("worked");
    }
    let odd = odd.into_inner().expect("a list");
    Some((files(folder.path()) == alone(&job), odd))
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lies_and_stays_convinces_nobody_by_saying_it_again() {
    let honest: Play = |opened, games, stop| LIAR.honest(opened, games, stop);
    for honest in [Some(honest), None] {
        let Some((right, odd)) = beside(always_lies, honest, 1.0).await else { return };
        assert!(right, "the files are those of one process; an honest worker: {}", honest.is_some());
        assert_eq!(odd.keys().collect::<Vec<_>>(), ["bad"], "{odd:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn results_that_cant_be_read_are_named_and_played_by_others() {
    let honest: Play = |opened, games, stop| MUMBLER.honest(opened, games, stop);
    for (honest, share) in [(Some(honest), 0.0), (None, 0.0), (None, 1.0)] {
        let Some((right, odd)) = beside(mumbles, honest, share).await else { return };
        assert!(right, "the files are those of one process; an honest worker: {}", honest.is_some());
        assert_eq!(odd.keys().collect::<Vec<_>>(), ["bad"], "{odd:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_stopped_from_anywhere_and_goes_on_when_it_is_started_again() {
    let Some(nats) = or_skip("the farm", Nats::start()) else { return };
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    let elsewhere = Farm::with(&nats.url(), patience()).await.expect("a farm");
    assert!(elsewhere.stop("nothing").await.is_err_and(|error| error.to_string().contains("no job")));
    for job in of_each_kind(22) {
        let folder = tempfile::tempdir().expect("a folder");
        // Nobody plays: it waits until it is stopped.
        let stopping = async {
            while !elsewhere.progress().await.expect("jobs").iter().any(|one| one.job == job.id()) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            elsewhere.stop(&job.id()).await.expect("stopped");
        };
        let ((parts, end), ()) = tokio::join!(collect(&farm, &job, folder.path(), 0.0, &|_| {}), stopping);
        assert_eq!(end, End::Stopped);
        drop(parts);
        let (stop, task) = worker(&farm, "one", Opened::play);
        let (parts, end) = collect(&farm, &job, folder.path(), 0.0, &|_| {}).await;
        assert_eq!(end, End::Done);
        drop(parts);
        assert_eq!(files(folder.path()), alone(&job), "{}", job.kind.name());
        stop.store(true, Ordering::SeqCst);
        task.await.expect("a task").expect("worked");
        let jobs = elsewhere.progress().await.expect("jobs");
        let own = jobs.iter().find(|one| one.job == job.id()).expect("the job");
        assert_eq!((own.state.as_str(), own.settled, own.batches), ("done", 5, 5));
        assert_eq!(own.title, job.title());
    }
}

/// Takes its time.
fn slowly(opened: &Opened, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
    std::thread::sleep(Duration::from_millis(100));
    opened.play(games, stop)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_is_stopped_while_workers_play_goes_on_and_lacks_nothing() {
    let Some(nats) = or_skip("the farm", Nats::start()) else { return };
    let job = job(200, 15);
    let folder = tempfile::tempdir().expect("a folder");
    let [farm, elsewhere] =
        [Farm::with(&nats.url(), patience()).await, Farm::with(&nats.url(), patience()).await]
            .map(|farm| farm.expect("a farm"));
    let workers = ["one", "two"].map(|name| worker(&farm, name, slowly));
    let settled = Arc::new(AtomicU64::new(0));
    let counting = settled.clone();
    let told = move |told| {
        if let Told::Batch(..) = told {
            counting.fetch_add(1, Ordering::SeqCst);
        }
    };
    let stopping = async {
        while settled.load(Ordering::SeqCst) < 3 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        elsewhere.stop(&job.id()).await.expect("stopped");
    };
    let ((parts, end), ()) = tokio::join!(collect(&farm, &job, folder.path(), 0.0, &told), stopping);
    assert_eq!(end, End::Stopped);
    let (there, missing) = (parts.settled(), parts.missing().len());
    assert!(there >= 3 && missing > 0, "{there} batches are there, {missing} aren't");
    drop(parts);
    // The workers finish what they have begun, and take nothing new: nobody wants it.
    tokio::time::sleep(Duration::from_millis(600)).await;
    let jobs = elsewhere.progress().await.expect("jobs");
    assert_eq!((jobs[0].state.as_str(), jobs[0].settled), ("stopped", there));
    let (parts, end) = collect(&farm, &job, folder.path(), 0.0, &|_| {}).await;
    assert_eq!(end, End::Done);
    drop(parts);
    assert_eq!(files(folder.path()), alone(&job));
    for (stop, task) in workers {
        stop.store(true, Ordering::SeqCst);
        task.await.expect("a task").expect("worked");
    }
}

/// How often somebody has played a batch of the job below.
static PLAYS: AtomicU64 = AtomicU64::new(0);

#[tokio::test(flavor = "multi_thread")]
async fn a_twentieth_of_the_batches_is_played_twice_if_that_is_wanted() {
    let Some(nats) = or_skip("the farm", Nats::start()) else { return };
    let mut job = job(400, 31);
    (job.batch, job.part) = (1, 40);
    let folder = tempfile::tempdir().expect("a folder");
    let farm = Farm::with(&nats.url(), patience()).await.expect("a farm");
    let counting: Play = |opened, games, stop| {
        PLAYS.fetch_add(1, Ordering::SeqCst);
        opened.play(games, stop)
    };
    let workers = ["one", "two"].map(|name| worker(&farm, name, counting));
    let (parts, end) = collect(&farm, &job, folder.path(), 0.05, &|_| {}).await;
    assert_eq!(end, End::Done);
    drop(parts);
    for (stop, task) in workers {
        stop.store(true, Ordering::SeqCst);
        task.await.expect("a task").expect("worked");
    }
    let jobs = farm.progress().await.expect("jobs");
    let heard: u64 = jobs[0].workers.values().sum();
    // Which ones depends on the job's id; how many, hardly: 20 are expected, and fewer than 4 or more than 45 once in a million.
    let twice = heard - job.batches();
    assert!((4..=45).contains(&twice), "{twice} of 400 were played twice");
    // On a machine that stands still for two seconds a batch may be given to both.
    assert!((heard..heard + 10).contains(&PLAYS.load(Ordering::SeqCst)), "nobody played in vain");
    assert_eq!(files(folder.path()), alone(&job));
}
