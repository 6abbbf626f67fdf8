//! Puzzles to be tried: those that come with the program, the one of the day, the one that suits somebody, and a run against
//! the clock.

use crate::learned::Learned;
use dejarik::Cards;
use dejarik::judge::{Scenario, parse};
use puzzles::{FILES, NODES, Puzzle, Trial, is_puzzle, read};
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use store::{Store, StoreError};
use table::glicko::Rating;

/// Under which word somebody's rating is kept.
const RATING: &str = "puzzles";
/// Under which word a run against the clock is kept, and the best one.
const STORM: &str = "storm";
const STORM_BEST: &str = "storm-best";
/// The rating of somebody who has tried none.
const FIRST: f64 = 1000.0;
/// How far a puzzle that suits somebody is from their rating.
const NEAR: f64 = 100.0;
/// So many tries are one period for the rating of a puzzle.
const PERIOD: usize = 16;
/// The tries of everybody are read again after so many milliseconds.
const OLD: i64 = 600_000;
/// How long a run against the clock takes, in milliseconds.
pub const STORM_TIME: i64 = 180_000;
/// How many misses end it.
pub const STORM_MISSES: u16 = 3;

/// A puzzle that comes with the program.
pub struct Known {
    /// The puzzle.
    pub puzzle: Puzzle,
    mistake: Option<Scenario>,
    trial: OnceLock<Option<Trial>>,
    met: Mutex<Met>,
}

/// What people's first tries have made of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// How hard it is: as if it had played against everybody who tried it.
    pub rating: Rating,
    /// How many tried it.
    pub tries: u32,
    /// How many of them found it.
    pub found: u32,
}

impl Met {
    /// A puzzle that nobody has tried, and that is believed to be so hard.
    const fn nobody(rating: u16) -> Met {
        Met { rating: Rating::new(rating as f64), tries: 0, found: 0 }
    }

    /// The same after these first tries: how strong the solver was, and how it went.
    fn by(self, tries: &[(Rating, First)]) -> Met {
        let mut met = self;
        for period in tries.chunks(PERIOD) {
            // Whoever is missed has won.
            let results: Vec<(Rating, f64)> =
                period.iter().map(|(solver, first)| (*solver, 1.0 - first.score())).collect();
            met.rating = met.rating.after(&results);
            met.tries += period.len() as u32;
            met.found += period.iter().filter(|(_, first)| *first == First::Found).count() as u32;
        }
        met
    }
}

/// When the tries of everybody were read.
#[derive(Debug, Default)]
pub struct Read(AtomicI64);

/// Brings the ratings of puzzles up to date with what everybody has found and missed, if that was long ago.
pub async fn refresh(all: &[Known], read: &Read, store: &dyn Store, now: i64) -> Result<(), StoreError> {
    let last = read.0.load(Ordering::Relaxed);
    if last != 0 && now - last < OLD {
        return Ok(());
    }
    let mut tries: HashMap<String, Vec<(Rating, First)>> = HashMap::new();
    for (id, value) in store.learned_by_all("P").await? {
        if let Some(first) = tried(&value) {
            tries.entry(id).or_default().push(first);
        }
    }
    for known in all {
        let start = Met::nobody(known.puzzle.rating);
        *known.met() = tries.get(known.id()).map_or(start, |tries| start.by(tries));
    }
    read.0.store(now.max(1), Ordering::Relaxed);
    Ok(())
}

/// All of them, by number. One that can't be read is left out, and the log says so.
pub fn all() -> Vec<Known> {
    let mut known = Vec::new();
    for (name, text) in FILES.iter().filter(|(_, text)| is_puzzle(text)) {
        match read(text) {
            Ok(puzzle) => {
                let beside = FILES.iter().find(|(other, _)| *other == format!("{name}x"));
                let mistake = beside.and_then(|(_, text)| parse(text).ok());
                let met = Mutex::new(Met::nobody(puzzle.rating));
                known.push(Known { puzzle, mistake, trial: OnceLock::new(), met });
            }
            Err(error) => tracing::error!(name, %error, "a puzzle can't be read"),
        }
    }
    known
}

impl Known {
    /// Its id.
    pub fn id(&self) -> &str {
        self.puzzle.id()
    }

    /// The puzzle with what its answers are worth, worked out when it is first tried. There is none if the cards that are
    /// open make another puzzle of it.
    pub fn trial(&self, cards: &Cards) -> Option<&Trial> {
        let trial = self.trial.get_or_init(|| {
            let trial = Trial::of(cards, &self.puzzle, self.mistake.as_ref(), NODES);
            trial
                .map_err(|failures| tracing::error!(id = self.id(), ?failures, "a puzzle doesn't hold"))
                .ok()
                .filter(|trial| trial.first().is_some())
        });
        trial.as_ref()
    }

    fn met(&self) -> std::sync::MutexGuard<'_, Met> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What people have made of it.
    pub fn now(&self) -> Met {
        *self.met()
    }

    /// How hard it is, in a word.
    pub fn level(&self) -> &'static str {
        match self.now().rating.rating.round().max(0.0) as u16 {
            0..1050 => "easy",
            1050..1300 => "medium",
            1300..1550 => "hard",
            1550.. => "very hard",
        }
    }

    /// Its main idea: its first theme.
    fn idea(&self) -> &str {
        self.puzzle.themes.first().map_or("", String::as_str)
    }
}

/// How somebody has done with a puzzle at the first try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Found.
    Found,
    /// Missed.
    Missed,
}

impl First {
    const fn word(self) -> &'static str {
        match self {
            First::Found => "found",
            First::Missed => "missed",
        }
    }

    /// What the solver scored.
    const fn score(self) -> f64 {
        match self {
            First::Found => 1.0,
            First::Missed => 0.0,
        }
    }
}

/// A first try as it is kept: `found-1043-211`, how it went, and the rating and the deviation that the solver had. Before
/// there were ratings of puzzles it was one word.
fn tried(value: &str) -> Option<(Rating, First)> {
    let mut parts = value.split('-');
    let word = parts.next()?;
    let first = [First::Found, First::Missed].into_iter().find(|first| word == first.word())?;
    let mut number = || parts.next().and_then(|part| part.parse::<f64>().ok());
    let solver = match (number(), number()) {
        (Some(rating), Some(deviation)) => fitting(Rating { rating, deviation, volatility: 0.06 }),
        (_, _) => None,
    };
    Some((solver.unwrap_or_else(|| Rating::new(FIRST)), first))
}

/// A rating that somebody can have.
fn fitting(rating: Rating) -> Option<Rating> {
    let fits = (100.0..4000.0).contains(&rating.rating)
        && (1.0..=350.0).contains(&rating.deviation)
        && (0.001..1.0).contains(&rating.volatility);
    fits.then_some(rating)
}

/// How somebody has done with a puzzle at the first try, if they have tried it.
pub fn first_try(learned: &Learned, id: &str) -> Option<First> {
    learned.word(id).and_then(tried).map(|(_, first)| first)
}

/// Somebody's rating.
pub fn rating(learned: &Learned) -> Rating {
    let read = || {
        let mut parts = learned.word(RATING)?.split('-').map(|part| part.parse::<f64>().ok());
        let (rating, deviation, volatility) = (parts.next()??, parts.next()??, parts.next()??);
        fitting(Rating { rating, deviation, volatility })
    };
    read().unwrap_or_else(|| Rating::new(FIRST))
}

/// Keeps how a puzzle went. Only the first try counts; says whether this was it.
pub fn keep(learned: &mut Learned, known: &Known, first: First) -> bool {
    if first_try(learned, known.id()).is_some() {
        return false;
    }
    let before = rating(learned);
    let after = before.after(&[(known.now().rating, first.score())]);
    let value = format!("{:.1}-{:.1}-{:.5}", after.rating.max(100.0), after.deviation, after.volatility);
    learned.set(RATING, &value);
    learned.set(known.id(), &format!("{}-{:.0}-{:.0}", first.word(), before.rating, before.deviation));
    true
}

/// A puzzle for somebody: one not tried yet near their rating, every fifth time a harder one.
pub fn suiting<'a>(all: &'a [Known], learned: &Learned, chance: u64) -> Option<&'a Known> {
    let harder = if chance.is_multiple_of(5) { 2.0 * NEAR } else { 0.0 };
    let wanted = rating(learned).rating + harder;
    let open: Vec<&Known> = all.iter().filter(|known| first_try(learned, known.id()).is_none()).collect();
    let far = |known: &Known| (known.now().rating.rating - wanted).abs();
    let near: Vec<&Known> = open.iter().copied().filter(|known| far(known) <= NEAR).collect();
    match near.len() {
        0 => open.into_iter().min_by(|one, other| far(one).total_cmp(&far(other))),
        many => near.get((chance / 5) as usize % many).copied(),
    }
}

/// The first day on which there was a puzzle of the day: 1 January 2026.
const FIRST_DAY: i64 = 20_454;
/// For so many days no idea comes twice.
const APART: usize = 4;

/// The puzzle of a day, counted from 1 January 1970: from Monday to Sunday they get harder, and no idea comes twice in five
/// days as long as there are enough ideas.
pub fn of_day(all: &[Known], day: i64) -> Option<&Known> {
    let mut chosen: Vec<&Known> = Vec::new();
    for day in FIRST_DAY..=day.clamp(FIRST_DAY, FIRST_DAY + 40_000) {
        // 1 January 1970 was a Thursday.
        let weekday = (day + 3).rem_euclid(7);
        let wanted = 1050.0 + 80.0 * weekday as f64;
        let late = |known: &Known, days: usize| {
            chosen.iter().rev().take(days).any(|other| other.idea() == known.idea())
        };
        // How long ago a puzzle was shown counts most, then its idea, then how hard it is.
        let cost = |known: &Known| {
            let ago = chosen.iter().rev().position(|other| other.id() == known.id());
            let seen = ago.map_or(0.0, |ago| 1e6 / (ago + 1) as f64);
            let same = if late(known, APART) { 1e5 } else { 0.0 };
            let off = (f64::from(known.puzzle.rating) - wanted).abs();
            seen + same + off
        };
        let best = all.iter().min_by(|one, other| cost(one).total_cmp(&cost(other)))?;
        chosen.push(best);
        if chosen.len() > 2 * all.len().max(APART) {
            chosen.remove(0);
        }
    }
    chosen.last().copied()
}

/// A day as it is written, such as `2026-11-19`, as a number of days from 1 January 1970.
pub fn day_of(date: &str) -> Option<i64> {
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let fits = (1970..2200).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    let days = days_to(year, month) + day - 1;
    (fits && date_of(days) == date).then_some(days)
}

/// A number of days from 1 January 1970 as a date.
pub fn date_of(day: i64) -> String {
    let mut year = 1970 + day.div_euclid(366);
    while days_to(year + 1, 1) <= day {
        year += 1;
    }
    let month = (1..=12).rev().find(|month| days_to(year, *month) <= day).unwrap_or(1);
    format!("{year}-{month:02}-{:02}", day - days_to(year, month) + 1)
}

/// The days from 1 January 1970 to the first of a month.
fn days_to(year: i64, month: i64) -> i64 {
    let leaps = |year: i64| year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let is_leap = leaps(year) > leaps(year - 1);
    let before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][(month - 1).rem_euclid(12) as usize];
    let leap_day = i64::from(is_leap && month > 2);
    365 * (year - 1970) + leaps(year - 1) - leaps(1969) + before + leap_day
}

/// A run against the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storm {
    /// When it began: milliseconds since 1970.
    pub begun: i64,
    seed: u32,
    /// How many puzzles were found.
    pub found: u16,
    /// How many were missed.
    pub missed: u16,
}

impl Storm {
    /// A new run.
    pub const fn new(begun: i64, seed: u32) -> Storm {
        Storm { begun, seed, found: 0, missed: 0 }
    }

    /// The run that somebody is in, or was in last.
    pub fn of(learned: &Learned) -> Option<Storm> {
        let mut parts = learned.word(STORM)?.split('-');
        let mut next = || parts.next();
        Some(Storm {
            begun: next()?.parse().ok()?,
            seed: next()?.parse().ok()?,
            found: next()?.parse().ok()?,
            missed: next()?.parse().ok()?,
        })
    }

    /// Keeps the run, and the best result.
    pub fn keep(self, learned: &mut Learned) {
        learned.set(STORM, &format!("{}-{}-{}-{}", self.begun, self.seed, self.found, self.missed));
        if Storm::best(learned).is_none_or(|best| best < self.found) {
            learned.set(STORM_BEST, &self.found.to_string());
        }
    }

    /// The most that somebody has found in a run.
    pub fn best(learned: &Learned) -> Option<u16> {
        learned.word(STORM_BEST)?.parse().ok()
    }

    /// How much time is left.
    pub const fn left(self, now: i64) -> i64 {
        let left = STORM_TIME - (now - self.begun);
        if left < 0 { 0 } else { left }
    }

    /// Whether it goes on.
    pub fn is_on(self, now: i64, all: &[Known]) -> bool {
        self.left(now) > 0 && self.missed < STORM_MISSES && self.now(all).is_some()
    }

    /// The puzzle that it is at: they get harder, and each run has an order of its own.
    pub fn now(self, all: &[Known]) -> Option<&Known> {
        let mut order: Vec<(u64, &Known)> = all
            .iter()
            .enumerate()
            .map(|(place, known)| {
                let mixed = (u64::from(self.seed) ^ (place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15))
                    .wrapping_mul(0xD6E8_FEB8_6659_FD93);
                (u64::from(known.puzzle.rating) + (mixed >> 40) % 300, known)
            })
            .collect();
        order.sort_by_key(|(key, known)| (*key, known.id().to_string()));
        order.get(usize::from(self.found) + usize::from(self.missed)).map(|(_, known)| *known)
    }
}

#[cfg(test)]
mod tests {
    use super::{First, Met, Storm, all, date_of, day_of, first_try, keep, of_day, rating, suiting, tried};
    use crate::learned::Learned;
    use std::collections::BTreeSet;
    use table::glicko::Rating;

    #[test]
    fn days_are_counted_as_calendars_do() {
        for (date, day) in [
            ("1970-01-01", 0),
            ("1972-02-29", 789),
            ("2000-03-01", 11_017),
            ("2026-01-01", 20_454),
            ("2026-11-19", 20_776),
        ] {
            assert_eq!((day_of(date), date_of(day)), (Some(day), date.to_string()));
        }
        for day in 0..80_000 {
            assert_eq!(day_of(&date_of(day)), Some(day));
        }
        for wrong in ["", "2026-02-30", "2026-13-01", "26-1-1", "2026-1-1", "x-y-z", "2025-02-29"] {
            assert_eq!(day_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn everybody_gets_the_same_puzzle_of_the_day_and_none_twice_in_a_row_of_days() {
        let all = all();
        let days: Vec<&str> =
            (20_776..20_776 + 14).map(|day| of_day(&all, day).expect("a puzzle").id()).collect();
        let again = of_day(&all, 20_776).expect("a puzzle").id();
        assert_eq!(again, days[0]);
        assert_eq!(days.iter().collect::<BTreeSet<_>>().len(), 14, "{days:?}");
        for five in (20_776_i64..20_790).collect::<Vec<_>>().windows(5) {
            let ideas: BTreeSet<String> =
                five.iter().map(|day| of_day(&all, *day).expect("a puzzle").idea().to_string()).collect();
            assert_eq!(ideas.len(), 5, "{ideas:?} from day {}", five[0]);
        }
    }

    #[test]
    fn only_the_first_try_counts_and_moves_the_rating() {
        let all = all();
        let mut learned = Learned::default();
        assert!((rating(&learned).rating - 1000.0).abs() < 1e-9);
        assert!(keep(&mut learned, &all[0], First::Found));
        let found = rating(&learned);
        assert!(found.rating > 1050.0 && found.deviation < 350.0, "{found:?}");
        assert!(!keep(&mut learned, &all[0], First::Missed), "a second try");
        assert_eq!((rating(&learned), first_try(&learned, all[0].id())), (found, Some(First::Found)));
        assert!(keep(&mut learned, &all[1], First::Missed));
        assert!(rating(&learned).rating < found.rating);
        assert_eq!(first_try(&learned, all[2].id()), None);
        for nonsense in ["-5-1-1", "NaN-1-1", "1000", "1000-9999-0.06", "inf-3-0.06"] {
            let mut learned = Learned::default();
            learned.set("puzzles", nonsense);
            assert!((rating(&learned).rating - 1000.0).abs() < 1e-9, "{nonsense}");
        }
    }

    #[test]
    fn a_puzzle_is_rated_as_if_it_had_played_against_everybody_who_tried_it() {
        let solver = |rating: f64| Rating { deviation: 60.0, ..Rating::new(rating) };
        let start = Met::nobody(1200);
        // Missed by people who are stronger than it's believed to be: it's harder.
        let missed: Vec<_> = (0..20).map(|_| (solver(1300.0), First::Missed)).collect();
        let hard = start.by(&missed);
        assert_eq!((hard.tries, hard.found), (20, 0));
        assert!(hard.rating.rating > 1500.0 && hard.rating.deviation < 200.0, "{hard:?}");
        // Found by half of those who are as strong as it is: it stays, and is surer.
        let half: Vec<_> = (0..20)
            .map(|try_| (solver(1200.0), if try_ % 2 == 0 { First::Found } else { First::Missed }))
            .collect();
        let even = start.by(&half);
        assert_eq!((even.tries, even.found), (20, 10));
        assert!((even.rating.rating - 1200.0).abs() < 30.0 && even.rating.deviation < 150.0, "{even:?}");
        // One try of one game is what Glicko-2 says of one game.
        let one = start.by(&[(solver(1000.0), First::Found)]);
        assert_eq!(one.rating, Rating::new(1200.0).after(&[(solver(1000.0), 0.0)]));
        for (value, wanted) in [
            ("found-1043-211", Some((1043.0, 211.0, First::Found))),
            ("missed-900-350", Some((900.0, 350.0, First::Missed))),
            ("found", Some((1000.0, 350.0, First::Found))),
            ("missed-x-y", Some((1000.0, 350.0, First::Missed))),
            ("missed-99999-1", Some((1000.0, 350.0, First::Missed))),
            ("done", None),
            ("", None),
        ] {
            let read = tried(value).map(|(solver, first)| (solver.rating, solver.deviation, first));
            assert_eq!(read, wanted, "{value}");
        }
    }

    #[test]
    fn what_suits_is_near_and_new_until_there_is_nothing_left() {
        let all = all();
        let mut learned = Learned::default();
        let mut tried = BTreeSet::new();
        for chance in 1..=all.len() as u64 {
            let known = suiting(&all, &learned, chance).expect("one is left");
            assert!(tried.insert(known.id().to_string()));
            keep(&mut learned, known, First::Found);
        }
        assert!(suiting(&all, &learned, 7).is_none());
        let first = suiting(&all, &Learned::default(), 1).expect("a puzzle");
        assert!((900..=1100).contains(&first.puzzle.rating), "{}", first.puzzle.rating);
    }

    #[test]
    fn a_run_against_the_clock_is_kept_and_ends() {
        let all = all();
        let mut learned = Learned::default();
        let mut storm = Storm::new(1_000, 7);
        let mut seen = BTreeSet::new();
        while let Some(known) = storm.now(&all) {
            assert!(seen.insert(known.id().to_string()), "{} came twice", known.id());
            storm.found += 1;
        }
        assert_eq!(seen.len(), all.len());
        assert!(!storm.is_on(1_000, &all), "nothing is left");
        let storm = Storm { found: 2, ..Storm::new(1_000, 7) };
        storm.keep(&mut learned);
        assert_eq!((Storm::of(&learned), Storm::best(&learned)), (Some(storm), Some(2)));
        Storm { found: 1, ..storm }.keep(&mut learned);
        assert_eq!(Storm::best(&learned), Some(2), "the best stays");
        assert!(storm.is_on(180_999, &all) && !storm.is_on(181_000, &all), "three minutes");
        assert!(!Storm { missed: 3, ..storm }.is_on(1_000, &all), "three misses");
        let others = (0..20).map(|seed| Storm::new(0, seed).now(&all).expect("one").id().to_string());
        assert!(others.collect::<BTreeSet<_>>().len() > 2, "each run has an order of its own");
    }
}
