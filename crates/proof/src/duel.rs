//! Two players against each other over all pairs of decks: for measuring a change before it's kept.

use crate::contestant::Contestant;
use crate::deck_pool::DeckPool;
use crate::kept::Kept;
use engine::state::{ByRole, Options, Outcome, Seed};
use engine::{Game, Setup};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use vocab::{Edition, Role};

/// A game, as it is kept. The first player is the one whose share is counted.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    players: [String; 2],
    decks: String,
    seed: u64,
    game: u64,
    /// The first player's points: 1, 0.5 or 0.
    points: f64,
    /// Microseconds that each thought, and questions that each answered.
    thought: [u64; 2],
    answered: [u64; 2],
}

/// `proof duel A B`.
pub fn command(first: &str, second: &str, options: &[&str]) -> Result<(), String> {
    let players = [Contestant::read(first)?, Contestant::read(second)?];
    let (mut games, mut seed, mut decks, mut keep, mut seconds) = (200, 1, None, None, u64::MAX);
    for pair in options.chunks(2) {
        let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` isn't a number"));
        match pair {
            ["--games", n] => games = number(n)?.next_multiple_of(2),
            ["--seed", n] => seed = number(n)?,
            ["--seconds", n] => seconds = number(n)?,
            ["--keep", file] => keep = Some(Path::new(*file)),
            ["--decks", folder] => decks = Some(Path::new(*folder)),
            [other, ..] => {
                return Err(format!(
                    "unknown option `{other}`; expected --games N, --seed S, --seconds T, --keep FILE or --decks FOLDER"
                ));
            }
            [] => {}
        }
    }
    let pool = match decks {
        Some(decks) => DeckPool::of_folder(decks.parent().unwrap_or(decks), decks)?,
        None => DeckPool::load()?,
    };
    let names = players.map(|player| player.to_string());
    let folder = if decks.is_some() { "folder" } else { "CORE" };
    let mut kept = match keep {
        Some(file) => Kept::at(file)?,
        None => Kept::open("duel")?,
    };
    let is_own = |line: &&Line| {
        line.players == names && line.decks == folder && line.seed == seed && line.game < games
    };
    let done: BTreeSet<u64> = kept.lines.iter().filter(is_own).map(|line| line.game).collect();
    let missing: Vec<u64> = (0..games).filter(|game| !done.contains(game)).collect();
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((&mut kept, None::<String>));
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while started.elapsed().as_secs() < seconds {
                    let Some(number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    let played = play(&pool, players, *number, seed);
                    let Ok(mut shared) = shared.lock() else { return };
                    let (kept, failure) = &mut *shared;
                    let (players, decks) = (names.clone(), folder.to_string());
                    let line = played.map(|line| Line { players, decks, ..line });
                    if let Err(reason) = line.and_then(|line| kept.keep(line)) {
                        failure.get_or_insert(reason);
                        next.store(missing.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    if let Some(reason) = shared.into_inner().map_err(|_| "a game broke off".to_string())?.1 {
        return Err(reason);
    }
    let lines: Vec<&Line> = kept.lines.iter().filter(is_own).collect();
    println!("{first} against {second}: {}", told(&lines));
    if (lines.len() as u64) < games {
        println!("{} of {games} games; the same command goes on", lines.len());
    }
    Ok(())
}

/// Share, interval and times. Two games of one seed are a pair: what the seed gives one player it gives the other too, so
/// the interval is that of the pairs.
fn told(lines: &[&Line]) -> String {
    let mut pairs: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for line in lines {
        pairs.entry(line.game / 2).or_default().push(line.points);
    }
    let whole: Vec<f64> =
        pairs.values().filter(|pair| pair.len() == 2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
    let n = whole.len().max(1) as f64;
    let mean = whole.iter().sum::<f64>() / n;
    let half = 1.96 * (whole.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / n / n).sqrt();
    let time = |of: usize| {
        let thought: u64 = lines.iter().map(|line| line.thought[of]).sum();
        let answered: u64 = lines.iter().map(|line| line.answered[of]).sum();
        thought as f64 / 1_000.0 / answered.max(1) as f64
    };
    format!(
        "{} games, {:.1} % ({:.1} to {:.1}); {:.2} and {:.2} ms a decision",
        2 * whole.len(),
        100.0 * mean,
        100.0 * (mean - half),
        100.0 * (mean + half),
        time(0),
        time(1),
    )
}

/// How long this thread has been computing: what other programs do meanwhile doesn't count.
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Games `2 n` and `2 n + 1` have the same decks in the same roles and the same seed; the players change seats.
fn play(pool: &DeckPool, players: [Contestant; 2], number: u64, seed: u64) -> Result<Line, String> {
    let decks = pool.decks();
    let pair = number / 2;
    let deck = |place: u64| decks[(place % decks.len() as u64) as usize].1.clone();
    let chance = seed.wrapping_mul(1_000_003).wrapping_add(pair);
    let setup = Setup {
        dark: deck(pair),
        light: deck(pair / decks.len() as u64),
        seed: Seed::from(chance),
        options: Options { edition: Edition::Current, ..Options::default() },
    };
    // Which of the two players has the role.
    let of = |who: Role| (who as usize + number as usize) % 2;
    let mut seats = ByRole::from_fn(|who| players[of(who)].sit(chance ^ (0x5EED + of(who) as u64)));
    let mut game = Game::new(pool.catalog.clone(), &setup).map_err(|error| error.to_string())?;
    let (mut thought, mut answered) = ([Duration::ZERO; 2], [0; 2]);
    while let Some(ask) = game.asked() {
        let started = thread_time();
        let index = seats[ask.who].choose(game.seat(ask.who));
        thought[of(ask.who)] += thread_time().saturating_sub(started);
        answered[of(ask.who)] += 1;
        game.answer(index).map_err(|error| error.to_string())?;
        game.forget_events();
    }
    let points = match game.outcome() {
        Some(Outcome::Won(who, _)) if of(who) == 0 => 1.0,
        Some(Outcome::Won(..)) => 0.0,
        Some(Outcome::Draw(_) | Outcome::Stopped) | None => 0.5,
    };
    let thought = thought.map(|thought| thought.as_micros() as u64);
    let (players, decks) = Default::default();
    Ok(Line { players, decks, seed, game: number, points, thought, answered })
}
