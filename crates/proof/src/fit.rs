//! Fits the computer players' judgement of a position to the results of games that they play against each other.
//!
//! The games go through all pairs of decks. Of each the positions at the start of its steps are noted, with who won in
//! the end; every tenth game is kept apart and only used to measure.

use crate::deck_pool::DeckPool;
use ai::value::{BESIDES, Features, HIDDEN, IN_ARENA, Weights, bend, chance, two_of};
use ai::{Level, Player};
use engine::Game;
use engine::state::ByRole;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use vocab::Role;

/// A position of a game, and who won it.
#[derive(Clone, Copy, Debug)]
struct Sample {
    features: Features,
    /// What the position was worth by the weights in use.
    before: f32,
    /// 1 if the Dark Side won, 0 if the Light Side did, a half for a draw.
    dark: f32,
}

/// What is asked for.
#[derive(Clone, Debug)]
struct Order<'a> {
    games: u64,
    seed: u64,
    level: Level,
    passes: usize,
    folders: Vec<(&'a Path, &'a Path)>,
    out: Option<PathBuf>,
}

/// `proof fit`.
pub fn command(options: &[&str]) -> Result<(), String> {
    let order = read(options)?;
    let mut pools = vec![DeckPool::load()?];
    for (cards, decks) in &order.folders {
        pools.push(DeckPool::of_folder(cards, decks)?);
    }
    let (mut learnt, mut kept) = (Vec::new(), Vec::new());
    for pool in &pools {
        let (own, apart) = play(pool, &order)?;
        learnt.extend(own);
        kept.extend(apart);
    }
    println!("{} positions to learn from, {} kept apart", learnt.len(), kept.len());
    println!("loss of the weights in use: {:.4}", loss(&kept, |sample| sample.before));
    let mut weights = beginning(order.seed);
    let mut step = Step::default();
    for pass in 1..=order.passes {
        let rate = 0.003 * (1.0 - (pass - 1) as f32 / order.passes as f32);
        shuffle(&mut learnt, order.seed.wrapping_add(pass as u64));
        for batch in learnt.chunks(256) {
            step.take(&mut weights, batch, rate);
        }
        println!("pass {pass}: loss {:.4}", loss(&kept, |sample| chance(weights.odds(&sample.features))));
    }
    let text = written(&weights);
    match &order.out {
        Some(path) => fs::write(path, text).map_err(|error| format!("{}: {error}", path.display())),
        None => {
            print!("{text}");
            Ok(())
        }
    }
}

fn read<'a>(options: &[&'a str]) -> Result<Order<'a>, String> {
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` isn't a number"));
    let mut order =
        Order { games: 20_000, seed: 1, level: Level::Skilled, passes: 12, folders: Vec::new(), out: None };
    for pair in options.chunks(2) {
        match pair {
            ["--games", n] => order.games = number(n)?,
            ["--seed", n] => order.seed = number(n)?,
            ["--passes", n] => order.passes = number(n)? as usize,
            ["--level", level] => {
                order.level = level.parse().map_err(|error: ai::UnknownLevel| error.to_string())?;
            }
            ["--decks", decks] => {
                let decks = Path::new(*decks);
                order.folders.push((decks.parent().unwrap_or(decks), decks));
            }
            ["--out", path] => order.out = Some(PathBuf::from(path)),
            [other, ..] => {
                return Err(format!(
                    "unknown option `{other}`; expected --games N, --seed S, --passes N, --level LEVEL, --decks FOLDER \
                     or --out FILE"
                ));
            }
            [] => {}
        }
    }
    Ok(order)
}

/// Plays the games on all cores: the positions to learn from, and those that are kept apart.
fn play(pool: &DeckPool, order: &Order<'_>) -> Result<(Vec<Sample>, Vec<Sample>), String> {
    let next = AtomicU64::new(0);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= order.games {
                        break;
                    }
                    let samples = play_one(pool, order, number);
                    if let Ok(mut found) = found.lock() {
                        found.push((number, samples));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().map_err(|_| "a game broke off".to_string())?;
    // Which thread was first must not change what is learnt.
    found.sort_by_key(|(number, _)| *number);
    let (mut learnt, mut kept) = (Vec::new(), Vec::new());
    for (number, samples) in found {
        if number % 10 == 9 { kept.extend(samples?) } else { learnt.extend(samples?) }
    }
    Ok((learnt, kept))
}

fn play_one(pool: &DeckPool, order: &Order<'_>, number: u64) -> Result<Vec<Sample>, String> {
    let setup = pool.setup(&pool.game(number, order.seed.wrapping_mul(1_000_003)));
    let game = Game::new(pool.catalog.clone(), &setup).map_err(|error| error.to_string())?;
    // One player in three slips now and then, so that uneven positions are seen too.
    let level = |who: Role| if (number + who as u64).is_multiple_of(3) { Level::Casual } else { order.level };
    let players =
        ByRole::from_fn(|who| Player::new(level(who), number.wrapping_mul(2).wrapping_add(who as u64)));
    let played = sim::positions(game, players, &AtomicBool::new(false)).ok_or("nobody stopped the game")?;
    let sample = |position: &sim::Position| Sample {
        features: position.features,
        before: position.dark,
        dark: played.dark_won,
    };
    Ok(played.all.iter().map(sample).collect())
}

/// How surprising the results are to somebody who believes these chances.
fn loss(samples: &[Sample], believed: impl Fn(&Sample) -> f32) -> f64 {
    let one = |sample: &Sample| {
        let chance = f64::from(believed(sample)).clamp(1e-6, 1.0 - 1e-6);
        let dark = f64::from(sample.dark);
        -(dark * chance.ln() + (1.0 - dark) * (1.0 - chance).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// Numbers that look random and are the same each time: xorshift.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Between -1 and 1.
    fn small(&mut self) -> f32 {
        (self.next() % 20_001) as f32 / 10_000.0 - 1.0
    }
}

fn shuffle(samples: &mut [Sample], seed: u64) {
    let mut noise = Noise(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for place in (1..samples.len()).rev() {
        samples.swap(place, (noise.next() % (place as u64 + 1)) as usize);
    }
}

fn beginning(seed: u64) -> Weights {
    let mut noise = Noise(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    Weights {
        sees: [(); HIDDEN].map(|()| [(); 2 * IN_ARENA].map(|()| 0.4 * noise.small())),
        from: [(); HIDDEN].map(|()| 0.2 * noise.small()),
        says: [(); HIDDEN].map(|()| 0.6 * noise.small()),
        besides: [0.0; BESIDES],
        two: 1.0,
        role: 0.0,
    }
}

/// All weights in a row, and back.
fn flat(weights: &mut Weights) -> Vec<&mut f32> {
    let Weights { sees, from, says, besides, two, role } = weights;
    sees.iter_mut().flatten().chain(from).chain(says).chain(besides).chain([two, role]).collect()
}

/// The steps of the fit: Adam, with what it remembers of the slopes.
#[derive(Default)]
struct Step {
    number: i32,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Step {
    fn take(&mut self, weights: &mut Weights, batch: &[Sample], rate: f32) {
        let mut slopes = Weights {
            sees: [[0.0; 2 * IN_ARENA]; HIDDEN],
            from: [0.0; HIDDEN],
            says: [0.0; HIDDEN],
            besides: [0.0; BESIDES],
            two: 0.0,
            role: 0.0,
        };
        for sample in batch {
            add_slopes(weights, sample, &mut slopes);
        }
        self.number += 1;
        let (slopes, weights) = (flat(&mut slopes), flat(weights));
        self.mean.resize(weights.len(), 0.0);
        self.square.resize(weights.len(), 0.0);
        let correct = |keeps: f32| 1.0 - keeps.powi(self.number);
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.into_iter().zip(slopes).zip(memory) {
            // Large weights cost a little: what the games don't speak of stays small.
            let slope = *slope / batch.len() as f32 + 1e-5 * *weight;
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            *weight -= rate * (*mean / correct(0.9)) / ((*square / correct(0.999)).sqrt() + 1e-8);
        }
    }
}

/// How the loss of a sample changes with each weight.
fn add_slopes(weights: &Weights, sample: &Sample, slopes: &mut Weights) {
    let features = &sample.features;
    let holds = weights.holds(features).map(chance);
    let two = two_of(holds);
    let error = chance(weights.odds(features)) - sample.dark;
    slopes.role += error;
    slopes.two += error * (two / (1.0 - two)).ln();
    let [dark, light] = &features.besides;
    for (slope, (dark, light)) in slopes.besides.iter_mut().zip(dark.iter().zip(light)) {
        *slope += error * (dark - light);
    }
    let to_two = error * weights.two / (two * (1.0 - two));
    for arena in 0..3 {
        let (b, c) = (holds[(arena + 1) % 3], holds[(arena + 2) % 3]);
        let hold = holds[arena];
        let to_odds = to_two * (b + c - 2.0 * b * c) * hold * (1.0 - hold);
        let [dark, light] = &features.arenas[arena];
        for (own, other, sign) in [(dark, light, 1.0), (light, dark, -1.0)] {
            for thing in 0..HIDDEN {
                let inputs = || own.iter().chain(other);
                let sum: f32 = weights.from[thing]
                    + weights.sees[thing].iter().zip(inputs()).map(|(w, x)| w * x).sum::<f32>();
                slopes.says[thing] += sign * to_odds * bend(sum);
                let bent = 1.0 + sum.abs();
                let to_sum = sign * to_odds * weights.says[thing] / (bent * bent);
                slopes.from[thing] += to_sum;
                for (slope, input) in slopes.sees[thing].iter_mut().zip(inputs()) {
                    *slope += to_sum * input;
                }
            }
        }
    }
}

/// The weights as the source file that the players are built with.
fn written(weights: &Weights) -> String {
    let row = |numbers: &[f32]| {
        let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:.4}")).collect();
        format!("[{}]", numbers.join(", "))
    };
    let mut text = String::from(
        "//! What the numbers of a position weigh. Written by `cargo xtask fit`; don't edit.\n\n\
         use super::net::Weights;\n\n\
         #[rustfmt::skip]\n\
         pub(super) const FITTED: Weights = Weights {\n    sees: [\n",
    );
    for sees in &weights.sees {
        let _ = writeln!(text, "        {},", row(sees));
    }
    let _ = writeln!(text, "    ],\n    from: {},", row(&weights.from));
    let _ = writeln!(text, "    says: {},", row(&weights.says));
    let _ = writeln!(text, "    besides: {},", row(&weights.besides));
    let _ = writeln!(text, "    two: {:.4},\n    role: {:.4},\n}};", weights.two, weights.role);
    text
}

#[cfg(test)]
mod tests {
    use super::{Sample, Step, add_slopes, beginning, flat, loss};
    use ai::value::{Features, chance};

    fn sample(number: u64) -> Sample {
        let mut noise = super::Noise(number.wrapping_mul(77) | 1);
        let mut features = Features::default();
        features.arenas.iter_mut().flatten().flatten().for_each(|x| *x = noise.small().abs());
        features.besides.iter_mut().flatten().for_each(|x| *x = noise.small().abs());
        // Who has more units in two arenas wins.
        let more = features.arenas.iter().filter(|[dark, light]| dark[0] > light[0]).count();
        let dark = if more >= 2 { 1.0 } else { 0.0 };
        Sample { features, before: 0.5, dark }
    }

    #[test]
    fn the_slopes_are_those_of_the_loss() {
        let (mut weights, sample) = (beginning(3), sample(5));
        let mut slopes = beginning(3);
        flat(&mut slopes).into_iter().for_each(|slope| *slope = 0.0);
        add_slopes(&weights, &sample, &mut slopes);
        let at = |weights: &ai::value::Weights| loss(&[sample], |s| chance(weights.odds(&s.features)));
        let found: Vec<f32> = flat(&mut slopes).into_iter().map(|slope| *slope).collect();
        for (place, slope) in found.into_iter().enumerate() {
            let by = 0.01;
            *flat(&mut weights)[place] += by;
            let above = at(&weights);
            *flat(&mut weights)[place] -= 2.0 * by;
            let below = at(&weights);
            *flat(&mut weights)[place] += by;
            let measured = (above - below) / f64::from(2.0 * by);
            assert!((measured - f64::from(slope)).abs() < 2e-3, "{place}: {measured} and {slope}");
        }
    }

    #[test]
    fn what_decides_is_learnt() {
        let samples: Vec<Sample> = (0..2_000).map(sample).collect();
        let mut weights = beginning(1);
        let mut step = Step::default();
        let before = loss(&samples, |s| chance(weights.odds(&s.features)));
        for _ in 0..10 {
            samples.chunks(64).for_each(|batch| step.take(&mut weights, batch, 0.01));
        }
        let after = loss(&samples, |s| chance(weights.odds(&s.features)));
        assert!(after < 0.6 * before, "{before} {after}");
    }
}
