//! How often players are asked, and what it costs them where the table answers instead.
//!
//! Two players who look one step ahead play games at a table. Whatever the table settles is its answer; the rest is
//! asked, and counted by kind. For a sample of the settled questions a search says what the best answer was worth.

use crate::deck_pool::DeckPool;
use crate::report;
use ai::{Level, Player};
use engine::state::{ByRole, Moment, Seed};
use engine::{Choice, Decision, Game, Names, Why};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use table::setup::{GameSetup, Kind, Pace, Passing, Undo};
use table::stops::Stop;
use table::{By, Settled, Step, Table, click};
use vocab::DefinitionId;

/// What all chance comes from, if nothing else is said.
const SEED: u64 = 16;
/// The answer of the table may be so much worse than the best, in chance to win.
const POINT: f32 = 0.01;

/// Counts of one kind of question.
#[derive(Clone, Debug, Default)]
struct Kinds {
    /// All of them.
    all: u64,
    /// Those that a player is asked.
    asked: u64,
    /// Those of them that the player passed.
    passed: u64,
}

/// Counts of all games.
#[derive(Clone, Debug, Default)]
struct Count {
    games: u64,
    turns: u64,
    /// Answers that a player gave where the table settled nothing.
    questions: u64,
    /// All questions of the same games.
    all: u64,
    /// Presses of a button for what was asked.
    clicks: u64,
    /// Those of them that place units in setup.
    setup: u64,
    /// Questions that were passed, by whomever.
    passes: u64,
    kinds: BTreeMap<String, Kinds>,
    settled: BTreeMap<&'static str, u64>,
    /// How long settling took, and how often it was tried.
    time: Duration,
    /// Each of them, in microseconds.
    times: Vec<u32>,
    tried: u64,
    checks: Vec<Check>,
}

/// A settled question that was searched.
#[derive(Clone, Debug)]
struct Check {
    why: &'static str,
    kind: String,
    /// How much worse than the best answer the table's was.
    lost: f32,
    words: String,
}

/// Which questions are searched, and how long.
#[derive(Clone, Copy, Debug)]
struct Search {
    rounds: usize,
    /// One of so many questions.
    every: u64,
}

/// `proof questions`.
pub fn command(options: &[&str]) -> Result<(), String> {
    let (mut games, mut seed, mut decks, mut rounds, mut every) = (300, SEED, None, 0, 10);
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` isn't a number"));
    for pair in options.chunks(2) {
        match pair {
            ["--games", n] => games = number(n)?,
            ["--seed", n] => seed = number(n)?,
            ["--decks", folder] => decks = Some(Path::new(*folder)),
            ["--search", n] => rounds = number(n)? as usize,
            ["--every", n] => every = number(n)?.max(1),
            [other, ..] => {
                return Err(format!(
                    "unknown option `{other}`; expected --games N, --seed S, --decks FOLDER, --search ROUNDS or --every N"
                ));
            }
            [] => {}
        }
    }
    let pool = match decks {
        Some(decks) => DeckPool::of_folder(decks.parent().unwrap_or(decks), decks)?,
        None => DeckPool::load()?,
    };
    let search = Search { rounds, every };
    let count = run(&pool, games, seed, search)?;
    let name = if decks.is_some() { "the folder’s decks" } else { "the CORE decks" };
    let text = told(&count, name, search);
    println!("{text}");
    if rounds > 0 {
        let command = format!(
            "cargo xtask questions --games {games} --seed {seed} --search {rounds} --every {every}{}",
            if decks.is_some() { " --decks FOLDER" } else { "" }
        );
        println!("{}", report::write("questions.md", &written(&command, &text))?);
    }
    Ok(())
}

fn run(pool: &DeckPool, games: u64, seed: u64, search: Search) -> Result<Count, String> {
    let next = AtomicU64::new(0);
    let shared = Mutex::new((Count::default(), None::<String>));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let played = play(pool, number, seed, search);
                    let Ok(mut shared) = shared.lock() else { return };
                    match played {
                        Ok(count) => shared.0.add(count),
                        Err(reason) => {
                            shared.1.get_or_insert(reason);
                            next.store(games, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    let (count, failure) = shared.into_inner().map_err(|_| "a game broke off".to_string())?;
    failure.map_or(Ok(count), Err)
}

/// The table of a game: decks that go together by their names play each other, and all in turn.
fn laid(pool: &DeckPool, number: u64, seed: u64) -> Result<Table, String> {
    let decks = pool.decks();
    let deck = |place: u64| &decks[(place % decks.len() as u64) as usize];
    let (dark, light) = (deck(number), deck(number + 1 + number / decks.len() as u64));
    let player = |(name, deck): &(String, engine::Deck)| {
        let name_of = |id: &DefinitionId| pool.catalog.definition(*id).to_string();
        table::setup::Player {
            name: name.clone(),
            kind: Kind::Person,
            deck: name.clone(),
            cards: Names {
                cards: deck.cards.iter().map(name_of).collect(),
                supply: deck.supply.iter().map(name_of).collect(),
            },
            by_hand: Default::default(),
        }
    };
    let setup = GameSetup {
        edition: "current".into(),
        seed: Seed::from(seed.wrapping_mul(1_000_003).wrapping_add(number)),
        chance: Default::default(),
        roles: Default::default(),
        rules: 0,
        pocket: None,
        dark: player(dark),
        light: player(light),
        pace: Pace::Instant,
        undo: Undo::Agreed,
        passing: Passing::AtOnce,
        from: None,
        scratch: None,
        watching: Default::default(),
        lesson: None,
        conditions: Default::default(),
    };
    Table::new(pool.catalog.clone(), setup, &[]).map_err(|error| error.to_string())
}

fn play(pool: &DeckPool, number: u64, seed: u64, search: Search) -> Result<Count, String> {
    let mut table = laid(pool, number, seed)?;
    let mut players = ByRole::from_fn(|who| Player::new(Level::Skilled, number ^ (0x5EED + who as u64)));
    let mut count = Count { games: 1, ..Count::default() };
    // What is left of the buttons that the last press may have been.
    let mut open: ByRole<Vec<Vec<u16>>> = ByRole::default();
    let mut settled_so_far = number;
    while let Some(decision) = table.game.decision() {
        let who = decision.who;
        let started = processor();
        let settled = table.settled();
        let took = processor().saturating_sub(started);
        count.time += took;
        count.times.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
        count.tried += 1;
        let kind = count.kinds.entry(kind(&table.game, &decision)).or_default();
        kind.all += 1;
        count.all += 1;
        let (choice, by) = match settled {
            Some((choice, why)) => {
                *count.settled.entry(why.words()).or_default() += 1;
                // Where nothing else could be answered there's nothing to search.
                settled_so_far += u64::from(why != Settled::Only);
                if search.rounds > 0 && why != Settled::Only && settled_so_far.is_multiple_of(search.every) {
                    count.checks.extend(check(&table.game, &decision, choice, why, search.rounds));
                }
                (choice, By::Wish)
            }
            None => {
                let choice = players[who].choose(table.game.seat(who));
                kind.asked += 1;
                kind.passed += u64::from(is_pass(decision.choices[choice]));
                count.questions += 1;
                (u16::try_from(choice).map_err(|error| error.to_string())?, By::Person)
            }
        };
        count.passes += u64::from(is_pass(decision.choices[usize::from(choice)]));
        let mut tails = tails(&open[who], choice);
        if tails.is_empty() && by == By::Person {
            count.clicks += 1;
            count.setup += u64::from(table.game.whole().moment == Moment::Setup);
            tails = self::tails(&click::paths(&table.game, who), choice);
        }
        open[who] = tails;
        table.apply(&Step::Answer { choice, by }).map_err(|error| error.to_string())?;
    }
    count.turns = u64::from(table.game.whole().turn);
    Ok(count)
}

/// How long this thread has had a processor: a machine that is busy with other things makes nothing look slow.
fn processor() -> Duration {
    static CLOCK: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let had = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let had = had.and_then(|text| text.split(' ').next()?.parse().ok()).map(Duration::from_nanos);
    had.unwrap_or_else(|| CLOCK.get_or_init(Instant::now).elapsed())
}

/// What is left of the runs of choices that begin with this one. One that is over leaves an empty run behind, which no
/// further choice continues.
fn tails(runs: &[Vec<u16>], choice: u16) -> Vec<Vec<u16>> {
    let fitting = runs.iter().filter(|run| run.first() == Some(&choice));
    fitting.map(|run| run[1..].to_vec()).collect()
}

const fn is_pass(choice: Choice) -> bool {
    matches!(choice, Choice::Pass | Choice::Done | Choice::No)
}

fn kind(game: &Game, decision: &Decision) -> String {
    match (decision.why, game.chance()) {
        (Why::PlayOrPass, Some(chance)) => format!("play or pass: {}", Stop::of(chance).word()),
        (Why::Keyword(keyword), _) => format!("keyword: {keyword}"),
        (why, _) => format!("{why:?}"),
    }
}

/// Searches a settled question: how much worse than the best answer is the table's?
fn check(game: &Game, decision: &Decision, choice: u16, why: Settled, rounds: usize) -> Option<Check> {
    let lost = ai::regret(game.seat(decision.who), usize::from(choice), rounds)?;
    let words = format!(
        "turn {}, {:?}: {}",
        game.whole().turn,
        decision.why,
        game.label(*decision.choices.get(usize::from(choice))?)
    );
    Some(Check { why: why.words(), kind: kind(game, decision), lost, words })
}

impl Count {
    fn add(&mut self, other: Count) {
        self.games += other.games;
        self.turns += other.turns;
        self.questions += other.questions;
        self.all += other.all;
        self.clicks += other.clicks;
        self.setup += other.setup;
        self.passes += other.passes;
        for (kind, number) in other.kinds {
            let own = self.kinds.entry(kind).or_default();
            own.all += number.all;
            own.asked += number.asked;
            own.passed += number.passed;
        }
        for (why, number) in other.settled {
            *self.settled.entry(why).or_default() += number;
        }
        self.time += other.time;
        self.times.extend(other.times);
        self.tried += other.tried;
        self.checks.extend(other.checks);
    }
}

fn told(count: &Count, name: &str, search: Search) -> String {
    // Both players are counted: a game is two games of a player.
    let each = |number: u64| number as f64 / (2 * count.games.max(1)) as f64;
    let turn = |number: u64| number as f64 / (2 * count.turns.max(1)) as f64;
    // A card and its counters have been one button from the beginning.
    let before = count.all - count.kinds.get("BuildCounters").map_or(0, |kind| kind.all);
    // One press for each player.
    let placed = count.clicks - count.setup + count.setup.min(2 * count.games);
    let left = count.kinds.values().map(|kind| kind.passed).sum();
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} games of {name}, {:.1} turns each. For one player:\n\n\
         | | a game | a turn |\n|---|---|---|\n\
         | questions of the rules, all of them asked before | {:.1} | {:.1} |\n\
         | clicks before, with counters paid in one | {:.1} | {:.1} |\n\
         | asked | {:.1} | {:.1} |\n\
         | clicks | {:.1} | {:.1} |\n\
         | clicks, if the table is told to place the first units | {:.1} | {:.1} |\n\
         | passes before | {:.1} | {:.1} |\n\
         | passes that are left | {:.1} | {:.1} |\n",
        count.games,
        count.turns as f64 / count.games.max(1) as f64,
        each(count.all),
        turn(count.all),
        each(before),
        turn(before),
        each(count.questions),
        turn(count.questions),
        each(count.clicks),
        turn(count.clicks),
        each(placed),
        turn(placed),
        each(count.passes),
        turn(count.passes),
        each(left),
        turn(left),
    );
    text.push_str(
        "| kind | all | asked | share of what is asked | passed of those |\n|---|---|---|---|---|\n",
    );
    let mut kinds: Vec<(&String, &Kinds)> = count.kinds.iter().collect();
    kinds.sort_by_key(|(_, kind)| std::cmp::Reverse(kind.asked));
    for (name, kind) in kinds {
        let _ = writeln!(
            text,
            "| {name} | {:.1} | {:.1} | {:.0} % | {:.0} % |",
            each(kind.all),
            each(kind.asked),
            100.0 * kind.asked as f64 / count.questions.max(1) as f64,
            100.0 * kind.passed as f64 / kind.asked.max(1) as f64,
        );
    }
    text.push_str("\n| answered by the table | a game |\n|---|---|\n");
    for (why, number) in &count.settled {
        let _ = writeln!(text, "| {why} | {:.1} |", each(*number));
    }
    if search.rounds > 0 {
        text.push_str(&checked(&count.checks, search));
    }
    let mut times = count.times.clone();
    times.sort_unstable();
    let part = |of: f64| times.get((times.len() as f64 * of) as usize).copied().unwrap_or(0);
    eprintln!(
        "settling a question took {:.0} µs in the mean, half of them at most {} µs, 99 % at most {} µs",
        count.time.as_secs_f64() * 1e6 / count.tried.max(1) as f64,
        part(0.5),
        part(0.99),
    );
    text
}

fn checked(checks: &[Check], search: Search) -> String {
    let mut by: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for check in checks {
        let own = by.entry(check.why).or_default();
        own.0 += 1;
        own.1 += u64::from(check.lost > POINT);
    }
    let worse: Vec<&Check> = checks.iter().filter(|check| check.lost > POINT).collect();
    let mut text = format!(
        "\nOne settled question in {} was searched with {} rounds: {} questions, the table’s answer at most one point of win \
         chance worse than the best in {:.2} % of them. Where the search found a better one, both were compared on 200 deals with \
         the same hidden cards and dice; questions with only one answer aren’t counted.\n\n| answered by the table | searched | more than a point worse |\n|---|---|---|\n",
        search.every,
        search.rounds,
        checks.len(),
        100.0 * (checks.len() - worse.len()) as f64 / checks.len().max(1) as f64
    );
    for (why, (all, worse)) in by {
        let _ = writeln!(text, "| {why} | {all} | {worse} |");
    }
    if !worse.is_empty() {
        text.push_str("\nThe exceptions:\n\n");
        for check in worse.iter().take(40) {
            let _ = writeln!(
                text,
                "- {:.1} points: {} ({}), {}",
                100.0 * check.lost,
                check.words,
                check.kind,
                check.why
            );
        }
    }
    text
}

fn written(command: &str, text: &str) -> String {
    format!(
        "# How often players are asked\n\n\
         Written by `{command}`; do not edit.\n\n\
         Two players who look one step ahead play each other. What the table answers for a player is its answer; \
         everything else is asked. A click is one press of a button of the page, which may stand for several answers.\n\n{text}"
    )
}
