//! Two players against each other over all pairs of decks: for measuring a change before it's kept.

use crate::deck_pool::DeckPool;
use crate::first::First;
use ai::{Level, Plan, Player, Reach};
use engine::state::{ByRole, Options, Outcome, Seed};
use engine::{Game, Seat, Setup};
use sim::wilson;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use vocab::{Edition, Role};

/// A player, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Contestant {
    /// One of the levels.
    Level(Level),
    /// A search of this many rounds: `turn:200`, or `step:200` for one that looks no further than the battle step.
    Search(Plan),
    /// The search of version 0.1 with this many rounds: `first:400`.
    First(usize),
}

impl Contestant {
    fn read(name: &str) -> Result<Contestant, String> {
        let rounds = |n: &str| n.parse::<usize>().map_err(|_| format!("`{n}` isn't a number of rounds"));
        match name.split_once(':') {
            None => name.parse().map(Contestant::Level).map_err(|error: ai::UnknownLevel| error.to_string()),
            Some(("turn", n)) => {
                Ok(Contestant::Search(Plan { reach: Reach::Turn, ..Plan::rounds(rounds(n)?) }))
            }
            Some(("step", n)) => {
                Ok(Contestant::Search(Plan { reach: Reach::Step, ..Plan::rounds(rounds(n)?) }))
            }
            Some(("first", n)) => Ok(Contestant::First(rounds(n)?)),
            Some((other, _)) => {
                Err(format!("there's no player `{other}`: expected a level, turn:N, step:N or first:N"))
            }
        }
    }

    fn sit(self, seed: u64) -> Sitting {
        match self {
            Contestant::Level(level) => Sitting::Now(Player::new(level, seed)),
            Contestant::Search(plan) => Sitting::Now(Player::searching(plan, ai::Knowledge::Hand, seed)),
            Contestant::First(rounds) => Sitting::First(First::new(rounds, seed)),
        }
    }
}

/// A player at a table.
enum Sitting {
    Now(Player),
    First(First),
}

impl Sitting {
    fn choose(&mut self, seat: Seat<'_>) -> usize {
        match self {
            Sitting::Now(player) => player.choose(seat),
            Sitting::First(player) => player.choose(seat),
        }
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u64,
    points: f64,
    thought: [Duration; 2],
    answered: [u64; 2],
}

/// `proof duel A B`.
pub fn command(first: &str, second: &str, options: &[&str]) -> Result<(), String> {
    let players = [Contestant::read(first)?, Contestant::read(second)?];
    let (mut games, mut seed, mut decks) = (200, 1, None);
    for pair in options.chunks(2) {
        let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` isn't a number"));
        match pair {
            ["--games", n] => games = number(n)?.next_multiple_of(2),
            ["--seed", n] => seed = number(n)?,
            ["--decks", folder] => decks = Some(Path::new(*folder)),
            [other, ..] => {
                return Err(format!(
                    "unknown option `{other}`; expected --games N, --seed S or --decks FOLDER"
                ));
            }
            [] => {}
        }
    }
    let pool = match decks {
        Some(decks) => DeckPool::of_folder(decks.parent().unwrap_or(decks), decks)?,
        None => DeckPool::load()?,
    };
    let next = AtomicU64::new(0);
    let total = Mutex::new(Ok(Tally::default()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let played = play(&pool, players, number, seed);
                    let Ok(mut total) = total.lock() else { return };
                    match (&mut *total, played) {
                        (Ok(total), Ok(one)) => add(total, &one),
                        (Ok(_), Err(error)) => *total = Err(error),
                        (Err(_), _) => {}
                    }
                }
            });
        }
    });
    let total = total.into_inner().map_err(|_| "a game broke off".to_string())??;
    let interval = wilson(total.points, total.games);
    let time = |of: usize| total.thought[of].as_secs_f64() * 1_000.0 / total.answered[of].max(1) as f64;
    println!(
        "{first} against {second}: {} games, {:.1} % ({:.1} to {:.1}); {:.2} and {:.2} ms a decision",
        total.games,
        100.0 * total.points / total.games.max(1) as f64,
        100.0 * interval.low,
        100.0 * interval.high,
        time(0),
        time(1),
    );
    Ok(())
}

fn add(total: &mut Tally, one: &Tally) {
    total.games += one.games;
    total.points += one.points;
    for of in 0..2 {
        total.thought[of] += one.thought[of];
        total.answered[of] += one.answered[of];
    }
}

/// Games `2 n` and `2 n + 1` have the same decks in the same roles and the same seed; the players change seats.
fn play(pool: &DeckPool, players: [Contestant; 2], number: u64, seed: u64) -> Result<Tally, String> {
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
    let mut tally = Tally { games: 1, ..Tally::default() };
    while let Some(ask) = game.asked() {
        let started = Instant::now();
        let index = seats[ask.who].choose(game.seat(ask.who));
        tally.thought[of(ask.who)] += started.elapsed();
        tally.answered[of(ask.who)] += 1;
        game.answer(index).map_err(|error| error.to_string())?;
        game.forget_events();
    }
    tally.points = match game.outcome() {
        Some(Outcome::Won(who, _)) if of(who) == 0 => 1.0,
        Some(Outcome::Won(..)) => 0.0,
        Some(Outcome::Draw(_) | Outcome::Stopped) | None => 0.5,
    };
    Ok(tally)
}
