//! Measurements of the engine: CORE decks, random players, one core.

use crate::deck_pool::{DeckPool, Match};
use crate::numbers::Numbers;
use engine::state::State;
use engine::{Game, Recorder, Replay, Viewer};
use std::hint::black_box;
use std::time::{Duration, Instant};
use vocab::{Edition, Role};

/// One line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What was measured.
    pub what: &'static str,
    /// The figure with its unit.
    pub figure: String,
}

/// A figure of the engine, and what was asked of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// What was measured.
    pub what: &'static str,
    /// How much it is.
    pub amount: Amount,
    /// What it should be at least, or of times at most.
    pub floor: Option<f64>,
}

/// An amount with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// This many in a second: the more the better.
    PerSecond(f64),
    /// This many seconds: the fewer the better.
    Seconds(f64),
    /// This many on average.
    Many(f64),
    /// This many bytes.
    Bytes(usize),
}

impl Amount {
    const fn number(self) -> f64 {
        match self {
            Amount::PerSecond(number) | Amount::Seconds(number) | Amount::Many(number) => number,
            Amount::Bytes(bytes) => bytes as f64,
        }
    }

    /// The amount in a unit that people read.
    pub fn shown(self) -> String {
        match self {
            Amount::PerSecond(number) => grouped(number),
            Amount::Seconds(s) if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
            Amount::Seconds(s) if s >= 1e-6 => format!("{:.2} µs", s * 1e6),
            Amount::Seconds(s) => format!("{:.0} ns", s * 1e9),
            Amount::Many(number) => grouped(number),
            Amount::Bytes(bytes) => format!("{} bytes", grouped(bytes as f64)),
        }
    }
}

/// A whole number with commas between the thousands.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

impl Figure {
    const fn new(what: &'static str, amount: Amount) -> Figure {
        Figure { what, amount, floor: None }
    }

    const fn at_least(what: &'static str, amount: Amount, floor: f64) -> Figure {
        Figure { what, amount, floor: Some(floor) }
    }

    /// The floor in the unit of the figure.
    pub fn floor(&self) -> Option<String> {
        self.floor.map(|floor| match self.amount {
            Amount::PerSecond(_) => Amount::PerSecond(floor).shown(),
            Amount::Seconds(_) => Amount::Seconds(floor).shown(),
            Amount::Many(_) => Amount::Many(floor).shown(),
            Amount::Bytes(_) => Amount::Bytes(floor as usize).shown(),
        })
    }

    /// Whether the floor was reached; of what has none nothing is said.
    pub fn is_reached(&self) -> Option<bool> {
        let (number, floor) = (self.amount.number(), self.floor?);
        Some(match self.amount {
            Amount::PerSecond(_) | Amount::Many(_) => number >= floor,
            Amount::Seconds(_) | Amount::Bytes(_) => number <= floor,
        })
    }
}

/// Plays a game without watching it; the number of answers.
pub fn play(pool: &DeckPool, one: &Match) -> Result<u64, String> {
    let mut game = Game::new(pool.catalog.clone(), &pool.setup(one)).map_err(|error| error.to_string())?;
    let mut numbers = Numbers::new(one.seed);
    let mut answers = 0;
    while !game.choices().is_empty() {
        let answer = numbers.answer(&game, one.temper());
        game.answer(answer).map_err(|refused| refused.to_string())?;
        game.forget_events();
        answers += 1;
    }
    Ok(answers)
}

/// Plays games and counts answers in a second of the processor's time, in the best round.
fn answers_a_second(pool: &DeckPool, games: &[Match]) -> Result<(u64, f64), String> {
    let (mut answers, mut seconds) = (0, f64::INFINITY);
    for _ in 0..ROUNDS {
        let work = Work::begin();
        answers = games.iter().map(|one| play(pool, one)).sum::<Result<u64, String>>()?;
        seconds = seconds.min(work.seconds());
    }
    Ok((answers, seconds))
}

/// Measures the players' starter decks: all pairs of them.
pub fn starters(pool: &DeckPool) -> Result<Vec<Figure>, String> {
    let pairs = pool.decks().len().pow(2) as u64;
    let games: Vec<Match> = (0..pairs).map(|n| pool.game(n, 0)).collect();
    let (answers, seconds) = answers_a_second(pool, &games)?;
    Ok(vec![
        Figure::at_least(
            "starter decks: decisions per second",
            Amount::PerSecond(answers as f64 / seconds),
            400_000.0,
        ),
        Figure::new("starter decks: decisions of a game", Amount::Many(answers as f64 / pairs as f64)),
    ])
}

/// Measures everything, about `each` long for each figure.
pub fn table(pool: &DeckPool, each: Duration) -> Result<Vec<Figure>, String> {
    // All pairs of decks in both editions, eight times, with seeds of their own.
    let games = (cards::core_set::DECKS.len().pow(2) * Edition::ALL.len() * 8) as u64;
    let matches: Vec<Match> = (0..games).map(|n| Match::number(n, 0)).collect();
    let (answers, seconds) = answers_a_second(pool, &matches)?;
    let positions = positions(pool)?;
    let mut state: State = *positions.first().ok_or("no game has a position")?.whole();
    let mut copy = positions[0].clone();
    let mut choices = Vec::new();
    Ok(vec![
        Figure::at_least("decisions per second", Amount::PerSecond(answers as f64 / seconds), 600_000.0),
        Figure::at_least("complete games per second", Amount::PerSecond(games as f64 / seconds), 2_500.0),
        Figure::new("decisions of a game", Amount::Many(answers as f64 / games as f64)),
        Figure::at_least(
            "copying a state over another",
            time(each, &positions, |game| state.copy_from(game.whole())),
            80e-9,
        ),
        Figure::new("a new copy of a state", time(each, &positions, |game| *game.whole())),
        Figure::new("copying a game over another", time(each, &positions, |game| copy.clone_from(game))),
        Figure::new("a new copy of a game", time(each, &positions, Game::clone)),
        Figure::at_least(
            "listing the choices",
            time(each, &positions, |game| {
                choices.clear();
                game.list_choices(&mut choices);
                choices.len()
            }),
            400e-9,
        ),
        Figure::at_least(
            "view of a seat",
            time(each, &positions, |game| game.view(Viewer::Seat(Role::Dark))),
            3e-6,
        ),
        Figure::new("hash of a state", time(each, &positions, |game| game.whole().stable_hash())),
        Figure::at_least("replaying a whole game", replaying(pool, each)?, 1e-3),
        Figure::at_least("size of a state", Amount::Bytes(size_of::<State>()), 10_240.0),
    ])
}

/// Positions from the midst of games.
fn positions(pool: &DeckPool) -> Result<Vec<Game>, String> {
    let mut positions = Vec::new();
    for n in 0..12 {
        let one = Match::number(n * 7, 0);
        let mut game =
            Game::new(pool.catalog.clone(), &pool.setup(&one)).map_err(|error| error.to_string())?;
        let mut numbers = Numbers::new(one.seed);
        for answered in 0.. {
            if game.choices().is_empty() {
                break;
            }
            game.forget_events();
            if answered % 16 == 8 {
                positions.push(game.clone());
            }
            let answer = numbers.answer(&game, one.temper());
            game.answer(answer).map_err(|refused| refused.to_string())?;
        }
    }
    Ok(positions)
}

/// A stretch of work: how long it takes on the processor, so that what else the machine does weighs less.
struct Work {
    start: Instant,
    before: Option<Duration>,
}

impl Work {
    fn begin() -> Work {
        Work { start: Instant::now(), before: spent() }
    }

    /// How long it has been going on, by the clock.
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The seconds that it took: of the processor where the system tells them, otherwise by the clock.
    fn seconds(&self) -> f64 {
        let spent = self.before.zip(spent()).map(|(before, after)| after.saturating_sub(before));
        spent.unwrap_or_else(|| self.start.elapsed()).as_secs_f64()
    }
}

/// The time that this thread has spent on a processor, as Linux tells it.
fn spent() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// As many rounds as everything is measured in: the best counts, for whatever else the machine does only takes time.
const ROUNDS: u32 = 5;

/// The mean time of something over many things, in the best round.
fn time<I, T>(each: Duration, things: &[I], mut what: impl FnMut(&I) -> T) -> Amount {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let work = Work::begin();
        let mut times = 0_u64;
        while work.elapsed() < each / ROUNDS {
            for thing in things {
                black_box(what(black_box(thing)));
            }
            times += things.len() as u64;
        }
        best = best.min(work.seconds() / times.max(1) as f64);
    }
    Amount::Seconds(best)
}

/// The mean time of replaying a game with its hashes, over games of several pairs of decks.
fn replaying(pool: &DeckPool, each: Duration) -> Result<Amount, String> {
    let mut replays = Vec::new();
    for n in 0..12 {
        let one = Match::number(n * 7, 0);
        let mut recorder =
            Recorder::new(pool.catalog.clone(), &pool.setup(&one)).map_err(|error| error.to_string())?;
        let mut numbers = Numbers::new(one.seed);
        while !recorder.game().choices().is_empty() {
            let answer = numbers.answer(recorder.game(), one.temper());
            recorder.answer(answer).map_err(|refused| refused.to_string())?;
        }
        replays.push(recorder.replay());
    }
    let play = |replay: &Replay| replay.play(pool.catalog.clone(), usize::MAX);
    for replay in &replays {
        play(replay).map_err(|error| error.to_string())?;
    }
    Ok(time(each, &replays, play))
}

#[cfg(test)]
mod tests {
    use super::{Amount, Figure};

    #[test]
    fn figures_are_shown_in_units_that_people_read() {
        assert_eq!(Amount::PerSecond(1_234_567.0).shown(), "1,234,567");
        assert_eq!(Amount::PerSecond(600.4).shown(), "600");
        assert_eq!(Amount::Seconds(82e-9).shown(), "82 ns");
        assert_eq!(Amount::Seconds(2.5e-6).shown(), "2.50 µs");
        assert_eq!(Amount::Seconds(0.0012).shown(), "1.20 ms");
    }

    #[test]
    fn a_rate_has_to_be_high_and_a_time_short() {
        assert_eq!(Figure::at_least("", Amount::PerSecond(2.0), 3.0).is_reached(), Some(false));
        assert_eq!(Figure::at_least("", Amount::Seconds(2.0), 3.0).is_reached(), Some(true));
        assert_eq!(Figure::new("", Amount::Many(2.0)).is_reached(), None);
    }
}
