//! Measurements of the simulator: games per second, and what a second core brings.

use crate::deck_pool::DeckPool;
use crate::measure::Row;
use ai::{Knowledge, Level};
use engine::state::Options;
use sim::{Batch, Entrant, Seats};
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Instant;

fn batch(pool: &DeckPool, player: Level) -> Batch {
    let entrant = |deck: usize| {
        let (name, deck) = &pool.decks()[deck];
        Entrant { name: name.clone(), deck: deck.clone(), player, knowledge: Knowledge::Hand }
    };
    Batch {
        catalog: pool.catalog.clone(),
        a: entrant(1),
        b: entrant(0),
        seats: Seats::Swap,
        games: 0,
        seed: 1,
        options: Options::default(),
    }
}

/// Games per second with this many threads.
fn rate(batch: &Batch, games: u64, threads: usize) -> Result<f64, String> {
    let wanted: Vec<u64> = (0..games).collect();
    let start = Instant::now();
    let mut played = 0;
    let end = batch.run(&wanted, threads, &AtomicBool::new(false), |_| played += 1);
    end.map_err(|error| error.to_string())?;
    Ok(f64::from(played) / start.elapsed().as_secs_f64())
}

/// Everything.
pub fn table(pool: &DeckPool) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (what, player, games) in [
        ("random games a second, one thread", Level::Learner, 400),
        ("quick games a second, one thread", Level::Skilled, 200),
    ] {
        let batch = batch(pool, player);
        rows.push(Row { what, figure: format!("{:.1}", rate(&batch, games, 1)?) });
    }
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if cores >= 2 {
        let batch = batch(pool, Level::Skilled);
        // In turn and twice, so that what else the machine does weighs on both alike; the better of each counts.
        let (mut one, mut two) = (0.0_f64, 0.0_f64);
        for _ in 0..2 {
            one = one.max(rate(&batch, 200, 1)?);
            two = two.max(rate(&batch, 400, 2)?);
        }
        rows.push(Row { what: "two threads against one", figure: format!("{:.2} times", two / one) });
    }
    Ok(rows)
}

/// The measurements as a report.
pub fn report(rows: &[Row]) -> String {
    let mut text = "# How fast the simulator is\n\n\
        Written by `cargo xtask scaling`; do not edit. Droid Army against Diplomats, on the machine that wrote this with \
        whatever else it was doing; the ratio of two threads to one is the better of two runs of each, in turn.\n\n\
        | what | figure |\n|---|---|\n"
        .to_string();
    for Row { what, figure } in rows {
        let _ = writeln!(text, "| {what} | {figure} |");
    }
    text
}
