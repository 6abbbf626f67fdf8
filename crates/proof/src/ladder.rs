//! The ladder: how strong the computer players are, measured over all pairs of CORE decks.
//!
//! Games come in pairs of one seed and the same decks in the same roles, in which the players change seats. Every
//! finished game is a line of a file beside the program, so that an interrupted run goes on where it was; a program
//! that has changed begins anew.

use crate::deck_pool::DeckPool;
use crate::kept::Kept;
use crate::report;
use ai::{Knowledge, Level};
use engine::state::Options;
use serde::{Deserialize, Serialize};
use sim::{Batch, Entrant, Interval, Party, Seats, wilson};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// What all chance of the ladder comes from.
const SEED: u64 = 5;

/// One of two players that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contestant {
    level: Level,
    knowledge: Knowledge,
}

/// Two players that are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Its name on the command line.
    pub name: &'static str,
    /// The player whose share is counted.
    pub first: Contestant,
    /// The other one.
    pub second: Contestant,
    /// At least this many games.
    games: u64,
    expected: Expected,
}

/// What the share of the first player must be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    /// At least this.
    AtLeast(f64),
    /// Even: one half lies within the interval.
    Even,
}

const fn at_table(level: Level) -> Contestant {
    Contestant { level, knowledge: Knowledge::Hand }
}

const fn over(name: &'static str, first: Level, second: Level, games: u64, share: f64) -> Comparison {
    let (first, second) = (at_table(first), at_table(second));
    Comparison { name, first, second, games, expected: Expected::AtLeast(share) }
}

/// What is measured.
pub const COMPARISONS: [Comparison; 10] = [
    over("skilled-learner", Level::Skilled, Level::Learner, 1_000, 0.90),
    over("gentle-learner", Level::Gentle, Level::Learner, 200, 0.80),
    over("casual-gentle", Level::Casual, Level::Gentle, 200, 0.52),
    over("casual-learner", Level::Casual, Level::Learner, 200, 0.60),
    over("skilled-casual", Level::Skilled, Level::Casual, 200, 0.60),
    over("strong-skilled", Level::Strong, Level::Skilled, 200, 0.60),
    over("master-strong", Level::Master, Level::Strong, 200, 0.60),
    over("master-skilled", Level::Master, Level::Skilled, 200, 0.75),
    Comparison {
        name: "mirror",
        first: at_table(Level::Skilled),
        second: at_table(Level::Skilled),
        games: 1_000,
        expected: Expected::Even,
    },
    Comparison {
        name: "blind",
        first: at_table(Level::Strong),
        second: Contestant { level: Level::Strong, knowledge: Knowledge::Blind },
        games: 200,
        expected: Expected::AtLeast(0.55),
    },
];

/// A finished game, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    comparison: String,
    game: u64,
    /// The first player's points: 1, 0.5 or 0.
    points: f64,
    turns: u16,
    /// Milliseconds that the first and the second player thought.
    thought: [u64; 2],
    /// Questions that they answered.
    answered: [u32; 2],
}

/// What a comparison came to.
#[derive(Clone, Copy, Debug, Default)]
struct Result_ {
    games: u64,
    points: f64,
    draws: u64,
    turns: u64,
    thought: [u64; 2],
    answered: [u64; 2],
}

/// `proof ladder`.
pub fn command(options: &[&str]) -> Result<(), String> {
    let (mut only, mut games, mut farm) = (None, None, None);
    for pair in options.chunks(2) {
        match pair {
            ["--only", name] => {
                let known = COMPARISONS.iter().any(|comparison| comparison.name == *name);
                let names: Vec<&str> = COMPARISONS.iter().map(|comparison| comparison.name).collect();
                only =
                    Some(known.then_some(*name).ok_or(format!("`{name}` is none of: {}", names.join(", ")))?);
            }
            ["--games", n] => games = Some(n.parse::<u64>().map_err(|_| format!("`{n}` isn't a number"))?),
            ["--farm", url] => farm = Some(*url),
            [other, ..] => {
                return Err(format!(
                    "`{other}` is not understood; expected --only NAME, --games N or --farm nats://host:4222"
                ));
            }
            [] => {}
        }
    }
    let pool = DeckPool::load()?;
    let mut kept = Kept::open("ladder")?;
    let wanted = COMPARISONS.iter().filter(|comparison| only.is_none_or(|only| comparison.name == only));
    let mut table = heading();
    for comparison in wanted {
        let count = pairs_of(&pool, games.unwrap_or(comparison.games));
        if let Some(url) = farm {
            on_farm(url, &pool, comparison, count, &mut kept)?;
        }
        let result = run(&pool, comparison, count, &mut kept)?;
        let row = row(comparison, &result);
        print!("{row}");
        table.push_str(&row);
    }
    if only.is_none() && games.is_none() {
        println!("{}", report::write("ladder.md", &text(&pool, &table))?);
    }
    Ok(())
}

/// Whole rounds of all pairs of decks with both seats, at least this many games.
fn pairs_of(pool: &DeckPool, games: u64) -> u64 {
    let round = 2 * (pool.decks().len() * pool.decks().len()) as u64;
    if games < round { games.next_multiple_of(2) } else { games.div_ceil(round) * round }
}

/// Plays what is missing on all cores; the result of all games of the comparison.
fn run(
    pool: &DeckPool,
    comparison: &Comparison,
    games: u64,
    kept: &mut Kept<Line>,
) -> Result<Result_, String> {
    let is_own = |line: &&Line| line.comparison == comparison.name && line.game < games;
    let done: BTreeMap<u64, ()> = kept.lines.iter().filter(is_own).map(|line| (line.game, ())).collect();
    let missing: Vec<u64> = (0..games).filter(|game| !done.contains_key(game)).collect();
    if done.len() as u64 + missing.len() as u64 > missing.len() as u64 {
        eprintln!("{}: {} of {games} games are there already", comparison.name, done.len());
    }
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((&mut *kept, None::<String>));
    let never = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(game) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let played = play(pool, comparison, *game, &never);
                    let Ok(mut shared) = shared.lock() else { return };
                    let (kept, failure) = &mut *shared;
                    if let Err(reason) = played.and_then(|line| kept.keep(line)) {
                        failure.get_or_insert(reason);
                        next.store(missing.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let failure = shared.into_inner().map_err(|_| "a game broke off".to_string())?.1;
    match failure {
        Some(reason) => Err(format!("{}: {reason}", comparison.name)),
        None => Ok(count(kept.lines.iter().filter(is_own))),
    }
}

/// Without the feature there are no farms.
#[cfg(not(feature = "farm"))]
fn on_farm(url: &str, _: &DeckPool, _: &Comparison, _: u64, _: &mut Kept<Line>) -> Result<(), String> {
    Err(format!("{url}: this build knows no farms; it needs the feature `farm`"))
}

/// Has a farm play the comparison, and keeps what is missing here.
#[cfg(feature = "farm")]
fn on_farm(
    url: &str,
    pool: &DeckPool,
    comparison: &Comparison,
    games: u64,
    kept: &mut Kept<Line>,
) -> Result<(), String> {
    let words = |error: farm::Error| error.to_string();
    let job = farm_job(pool, comparison, games);
    let size = job.batch;
    let folder = std::env::temp_dir().join(format!("dejarik-ladder-{}", job.id()));
    // A collector that is started again is told of batches that were played before, but not of files that were written: the
    // folder begins anew, and what was played meanwhile is in the queue or played again.
    if folder.is_dir() {
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let parts = farm::Parts::open(&folder, job).map_err(words)?;
    let heard = Mutex::new(Vec::new());
    let told = |told| match told {
        farm::Told::Batch(batch, played) => {
            // What can't be read is missing at the end.
            let games = (batch * size..).zip(played.records().unwrap_or_default());
            let lines = games.map(|(game, record)| line(comparison, game, &record));
            heard.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(lines);
        }
        farm::Told::Games(_) => {}
        other @ (farm::Told::Odd(..) | farm::Told::Poison(..) | farm::Told::Away(_)) => {
            eprintln!("farm: {other:?}");
        }
    };
    let worker = farm::Worker::new(thread::available_parallelism().map_or(1, usize::from));
    let stop = std::sync::Arc::default();
    let collected = farm::block_on(farm::collect(url, parts, 0.01, Some(worker), &told, &stop));
    let (_, end) = collected.and_then(|collected| collected).map_err(words)?;
    let heard = heard.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    for line in heard {
        if !kept.lines.iter().any(|known| known.comparison == line.comparison && known.game == line.game) {
            kept.keep(line)?;
        }
    }
    std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    if end == farm::End::Done { Ok(()) } else { Err(format!("the farm didn't play all games: {end:?}")) }
}

/// The games of a comparison as a job.
#[cfg(feature = "farm")]
fn farm_job(pool: &DeckPool, comparison: &Comparison, games: u64) -> farm::Job {
    let decks = pool.decks();
    let matches = (0..games).map(|game| {
        let pair = (game / 2) as usize;
        let players = seated(comparison, game);
        farm::Match {
            a: pair % decks.len(),
            b: pair / decks.len() % decks.len(),
            player_a: players[0].level.name().to_string(),
            player_b: players[1].level.name().to_string(),
            blind: players.map(|player| player.knowledge == Knowledge::Blind),
            fixed: true,
            games: 1,
            seed: SEED.wrapping_add(pair as u64),
        }
    });
    let kind = farm::Kind::ladder(matches.collect());
    farm::Job::new(kind, &dejarik::Cards::core(), &pool.catalog, decks, Options::default())
}

/// Who sits where in a game: the players change seats in every other one.
const fn seated(comparison: &Comparison, game: u64) -> [Contestant; 2] {
    if game % 2 == 1 { [comparison.second, comparison.first] } else { [comparison.first, comparison.second] }
}

/// Game `2 n` and `2 n + 1` have the same decks in the same roles and the same seed; the players change seats.
fn play(pool: &DeckPool, comparison: &Comparison, game: u64, never: &AtomicBool) -> Result<Line, String> {
    let decks = pool.decks();
    let pair = (game / 2) as usize;
    let players = seated(comparison, game);
    let entrant = |deck: usize, Contestant { level, knowledge }: Contestant| {
        let (name, deck) = &decks[deck];
        Entrant { name: name.clone(), deck: deck.clone(), player: level, knowledge }
    };
    let batch = Batch {
        catalog: pool.catalog.clone(),
        a: entrant(pair % decks.len(), players[0]),
        b: entrant(pair / decks.len() % decks.len(), players[1]),
        seats: Seats::Fixed,
        games: 1,
        seed: SEED.wrapping_add(pair as u64),
        options: Options::default(),
    };
    let record = batch.play(0, never).map_err(|error| error.to_string())?.ok_or("a game was stopped")?;
    Ok(line(comparison, game, &record))
}

/// What is kept of a game.
fn line(comparison: &Comparison, game: u64, record: &sim::Record) -> Line {
    let (first, second) = if game % 2 == 1 { (Party::B, Party::A) } else { (Party::A, Party::B) };
    Line {
        comparison: comparison.name.to_string(),
        game,
        points: record.winner.map_or(0.5, |winner| if winner == first { 1.0 } else { 0.0 }),
        turns: record.turns,
        thought: [record.thought[first as usize], record.thought[second as usize]],
        answered: [record.answered[first as usize], record.answered[second as usize]],
    }
}

fn count<'a>(lines: impl Iterator<Item = &'a Line>) -> Result_ {
    let mut result = Result_::default();
    for line in lines {
        result.games += 1;
        result.points += line.points;
        result.draws += u64::from(line.points == 0.5);
        result.turns += u64::from(line.turns);
        for of in 0..2 {
            result.thought[of] += line.thought[of];
            result.answered[of] += u64::from(line.answered[of]);
        }
    }
    result
}

fn heading() -> String {
    "| comparison | games | drawn | won by the first | 95 % interval | expected | holds | turns | ms a decision |\n\
     |---|---|---|---|---|---|---|---|---|\n"
        .to_string()
}

fn row(comparison: &Comparison, result: &Result_) -> String {
    let share = result.points / result.games.max(1) as f64;
    let Interval { low, high } = wilson(result.points, result.games);
    let (expected, holds) = match comparison.expected {
        Expected::AtLeast(least) => (format!("at least {:.0} %", 100.0 * least), share >= least),
        Expected::Even => ("even".to_string(), (low..=high).contains(&0.5)),
    };
    let thought =
        [0, 1].map(|of| format!("{:.1}", result.thought[of] as f64 / result.answered[of].max(1) as f64));
    let mut row = String::new();
    let _ = writeln!(
        row,
        "| {} against {} | {} | {} | {:.1} % | {:.1} to {:.1} % | {expected} | {} | {:.1} | {} |",
        words(comparison.first),
        words(comparison.second),
        result.games,
        result.draws,
        100.0 * share,
        100.0 * low,
        100.0 * high,
        if holds { "yes" } else { "no" },
        result.turns as f64 / result.games.max(1) as f64,
        thought.join(" and "),
    );
    row
}

fn words(Contestant { level, knowledge }: Contestant) -> String {
    match knowledge {
        Knowledge::Hand => level.to_string(),
        Knowledge::Blind => format!("{level}, blind to its own hand"),
    }
}

fn text(pool: &DeckPool, table: &str) -> String {
    let names: Vec<&str> = pool.decks().iter().map(|(name, _)| name.as_str()).collect();
    let levels: Vec<String> =
        Level::ALL.iter().map(|level| format!("- `{level}`: {}", level.description())).collect();
    format!(
        "# How strong the computer players are\n\n\
         Written by `cargo xtask ladder`; do not edit. It plays on all cores and resumes where it was interrupted.\n\n\
         {table}\n\
         Games come in pairs: the same decks in the same roles, the same seed, and the players change seats. The pairs go \
         through all pairs of the CORE decks ({}) in whole rounds. A draw is half a win; intervals are Wilson's. The last \
         column is the time that the first and the second player took for an answer on the machine that wrote this, with \
         whatever else it was doing; the strength does not depend on it, because searches are limited by rounds.\n\n\
         The levels:\n\n{}\n",
        names.join(", "),
        levels.join("\n")
    )
}

#[cfg(all(test, feature = "farm"))]
mod tests {
    use super::{COMPARISONS, Line, on_farm, run};
    use crate::deck_pool::DeckPool;
    use crate::kept::Kept;

    #[test]
    fn a_farm_plays_the_games_of_the_ladder() {
        let Some(nats) = rig::or_skip("the ladder on a farm", rig::Nats::start()) else { return };
        let pool = DeckPool::load().expect("decks");
        let comparison = COMPARISONS.iter().find(|one| one.name == "gentle-learner").expect("a comparison");
        let folder = tempfile::tempdir().expect("a folder");
        let open = |name: &str| Kept::<Line>::at(&folder.path().join(name)).expect("a file");
        let (mut here, mut there) = (open("here"), open("there"));
        run(&pool, comparison, 6, &mut here).expect("played");
        on_farm(&nats.url(), &pool, comparison, 6, &mut there).expect("played");
        let games = |kept: &Kept<Line>| {
            let mut games: Vec<_> = kept
                .lines
                .iter()
                .map(|line| (line.game, line.points.to_bits(), line.turns, line.answered))
                .collect();
            games.sort_unstable();
            games
        };
        assert_eq!(games(&there), games(&here));
        assert_eq!(here.lines.len(), 6);
    }
}
