//! The moments that players are shown after a game: in games of a computer player, how many there are, and whether what they
//! say still holds with another seed.

use crate::contestant::Contestant;
use crate::deck_pool::DeckPool;
use crate::report;
use ai::moments::{Lesson, Watch, best};
use engine::Game;
use engine::state::ByRole;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use vocab::Role;

/// What all chance comes from, if nothing else is said.
const SEED: u64 = 19;
/// The seed that a moment is checked with: neither of those that found it.
const AGAIN: u64 = 7;
/// A report has at least so many games.
const ENOUGH: u64 = 50;

/// What was found in some games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Count {
    /// The games.
    pub games: u64,
    /// Their decisions.
    pub decisions: u64,
    /// The moments that would be shown, by what they are about: something better, a find, luck.
    pub shown: [u64; 3],
    /// How many of them keep their sign with another seed.
    pub kept: [u64; 3],
    /// Those that don't, in words.
    pub turned: Vec<String>,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.games += other.games;
        self.decisions += other.decisions;
        for place in 0..self.shown.len() {
            self.shown[place] += other.shown[place];
            self.kept[place] += other.kept[place];
        }
        self.turned.extend(other.turned);
    }
}

/// Plays games of a player against itself on all cores, finds the moments of both sides with so many rounds, and checks each
/// again.
pub fn count(pool: &DeckPool, player: &str, games: u64, seed: u64, rounds: usize) -> Result<Count, String> {
    let player = Contestant::read(player)?;
    let next = AtomicU64::new(0);
    let counted: Mutex<Vec<(u64, Result<Count, String>)>> = Mutex::default();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores.min(usize::try_from(games).unwrap_or(cores)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let count = game(pool, player, number, seed, rounds);
                    counted.lock().unwrap_or_else(PoisonError::into_inner).push((number, count));
                }
            });
        }
    });
    let mut counted = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
    counted.sort_by_key(|(number, _)| *number);
    let mut all = Count::default();
    for (_, count) in counted {
        all.add(count?);
    }
    Ok(all)
}

/// One game.
fn game(pool: &DeckPool, player: Contestant, number: u64, seed: u64, rounds: usize) -> Result<Count, String> {
    let setup = pool.setup(&pool.game(number, seed));
    let mut seats = ByRole::from_fn(|who: Role| player.sit(seed ^ number << 8 ^ who as u64));
    let mut game = Game::new(pool.catalog.clone(), &setup).map_err(|error| error.to_string())?;
    let mut watched = ByRole::from_fn(|who: Role| Watch::new(who, rounds));
    let mut answers = 0;
    while let Some(ask) = game.asked() {
        let index = seats[ask.who].choose(game.seat(ask.who));
        for who in Role::ALL {
            watched[who].see(&game, answers, Some(index));
        }
        game.answer(index).map_err(|error| error.to_string())?;
        game.forget_events();
        answers += 1;
    }
    let mut count = Count { games: 1, decisions: answers as u64, ..Count::default() };
    for who in Role::ALL {
        watched[who].see(&game, answers, None);
        let watch = std::mem::replace(&mut watched[who], Watch::new(who, rounds));
        for found in best(watch.found()) {
            let (moment, again) = (&found.moment, found.again(AGAIN));
            let place = moment.lesson as usize;
            count.shown[place] += 1;
            let sign = if moment.lesson == Lesson::Luck { moment.gain.signum() } else { 1.0 };
            if again.is_some_and(|again| again * sign > 0.0) {
                count.kept[place] += 1;
            } else {
                let label = |choice: usize| found.before.label(found.before.choices()[choice]);
                count.turned.push(format!(
                    "game {number}, turn {}: {} or {}, {:.3}, and {again:?}",
                    moment.turn,
                    label(moment.chosen),
                    label(moment.other),
                    moment.gain
                ));
            }
        }
    }
    Ok(count)
}

/// `proof moments`.
pub fn command(options: &[&str]) -> Result<(), String> {
    let (mut games, mut seed, mut player, mut rounds) = (ENOUGH, SEED, "gentle", 120);
    let mut rest = options;
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` isn't a number"));
    loop {
        rest = match rest {
            [] => break,
            ["--games", n, rest @ ..] => {
                games = number(n)?;
                rest
            }
            ["--seed", n, rest @ ..] => {
                seed = number(n)?;
                rest
            }
            ["--rounds", n, rest @ ..] => {
                rounds = number(n)? as usize;
                rest
            }
            ["--player", name, rest @ ..] => {
                player = name;
                rest
            }
            [other, ..] => {
                return Err(format!(
                    "unknown option `{other}`; expected --games N, --seed S, --rounds N or --player NAME"
                ));
            }
        };
    }
    let pool = DeckPool::load()?;
    let count = count(&pool, player, games, seed, rounds)?;
    let text = text(&count, player, seed, rounds);
    print!("{text}");
    if games >= ENOUGH {
        println!("{}", report::write("moments.md", &text)?);
    }
    Ok(())
}

fn text(count: &Count, player: &str, seed: u64, rounds: usize) -> String {
    let mut text = format!(
        "# Moments to learn from\n\n\
         Written by `cargo xtask moments --games {} --seed {seed} --player {player} --rounds {rounds}`; do not edit.\n\n\
         `{player}` plays against itself with the CORE decks. Each decision is searched for a better answer; what is found is \
         compared over 200 deals and their dice with two seeds, and shown if both say so. What the dice of an attack brought \
         is the mean over 120 deals after its roll, less that before it. Then everything is compared with a third seed.\n\n\
         | | shown | keep their sign |\n|---|---|---|\n",
        count.games
    );
    for lesson in Lesson::ALL {
        let name = match lesson {
            Lesson::Better => "another answer was better",
            Lesson::Find => "well seen",
            Lesson::Luck => "that was dice",
        };
        let place = lesson as usize;
        let _ = writeln!(text, "| {name} | {} | {} |", count.shown[place], count.kept[place]);
    }
    let _ = writeln!(text, "\n{} decisions in {} games.", count.decisions, count.games);
    for turned in &count.turned {
        let _ = writeln!(text, "\nTurned: {turned}.");
    }
    text
}
