//! Measurements of the engine: CORE decks, random players, one core.

use crate::core::{Core, Match};
use crate::numbers::Numbers;
use engine::state::State;
use engine::{Game, Recorder, Viewer};
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};
use vocab::Role;

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What was measured.
    pub what: &'static str,
    /// The figure with its unit.
    pub figure: String,
}

fn row(what: &'static str, figure: String) -> Row {
    Row { what, figure }
}

/// Plays a game without watching it; the number of answers.
pub fn play(core: &Core, one: &Match) -> Result<u64, String> {
    let mut game = Game::new(core.catalog.clone(), &core.setup(one)).map_err(|error| error.to_string())?;
    let mut numbers = Numbers::new(one.seed);
    let mut answers = 0;
    while !game.choices().is_empty() {
        let answer = numbers.answer(&game, one.temper());
        game.answer(answer).map_err(|refused| refused.to_string())?;
        game.take_events();
        answers += 1;
    }
    Ok(answers)
}

/// Measures everything, about `each` long for each figure.
pub fn table(core: &Core, each: Duration) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let start = Instant::now();
    let (mut games, mut answers) = (0, 0);
    while games < 4 || start.elapsed() < each * 3 {
        answers += play(core, &Match::number(games, 0))?;
        games += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    rows.push(row("decisions per second", format!("{:.0}", answers as f64 / seconds)));
    rows.push(row("complete games per second", format!("{:.1}", games as f64 / seconds)));
    rows.push(row("decisions of a game", format!("{:.0}", answers as f64 / games as f64)));
    let positions = positions(core)?;
    rows.push(row("copy of a state", time(each, &positions, |game| *game.state())));
    rows.push(row("copy of a game", time(each, &positions, Game::clone)));
    let mut choices = Vec::new();
    rows.push(row(
        "listing the choices",
        time(each, &positions, |game| {
            choices.clear();
            game.list_choices(&mut choices);
            choices.len()
        }),
    ));
    rows.push(row("view of a seat", time(each, &positions, |game| game.view(Viewer::Seat(Role::Dark)))));
    rows.push(row("hash of a state", time(each, &positions, |game| game.state().stable_hash())));
    rows.push(row("replaying a whole game", replaying(core, each)?));
    rows.push(row("size of a state", format!("{} bytes", size_of::<State>())));
    Ok(rows)
}

/// Positions from the midst of games.
fn positions(core: &Core) -> Result<Vec<Game>, String> {
    let mut positions = Vec::new();
    for n in 0..12 {
        let one = Match::number(n * 7, 0);
        let mut game =
            Game::new(core.catalog.clone(), &core.setup(&one)).map_err(|error| error.to_string())?;
        let mut numbers = Numbers::new(one.seed);
        for answered in 0.. {
            if game.choices().is_empty() {
                break;
            }
            game.take_events();
            if answered % 16 == 8 {
                positions.push(game.clone());
            }
            let answer = numbers.answer(&game, one.temper());
            game.answer(answer).map_err(|refused| refused.to_string())?;
        }
    }
    Ok(positions)
}

/// The mean time of something over positions.
fn time<T>(each: Duration, positions: &[Game], mut what: impl FnMut(&Game) -> T) -> String {
    let start = Instant::now();
    let mut times = 0_u64;
    while start.elapsed() < each {
        for position in positions {
            black_box(what(black_box(position)));
        }
        times += positions.len() as u64;
    }
    shown(start.elapsed().as_secs_f64() / times.max(1) as f64)
}

fn replaying(core: &Core, each: Duration) -> Result<String, String> {
    let one = Match::number(3, 0);
    let mut recorder =
        Recorder::new(core.catalog.clone(), &core.setup(&one)).map_err(|error| error.to_string())?;
    let mut numbers = Numbers::new(one.seed);
    while !recorder.game().choices().is_empty() {
        let answer = numbers.answer(recorder.game(), one.temper());
        recorder.answer(answer).map_err(|refused| refused.to_string())?;
    }
    let replay = recorder.replay();
    let start = Instant::now();
    let mut times = 0;
    while start.elapsed() < each {
        replay.play(core.catalog.clone(), usize::MAX).map_err(|error| error.to_string())?;
        times += 1;
    }
    let one = shown(start.elapsed().as_secs_f64() / f64::from(times.max(1)));
    Ok(format!("{one} ({} answers)", replay.answers.len()))
}

/// A time in a unit that people read.
fn shown(seconds: f64) -> String {
    match seconds {
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s if s >= 1e-6 => format!("{:.2} µs", s * 1e6),
        s => format!("{:.0} ns", s * 1e9),
    }
}

/// Instructions per decision, counted by callgrind; the same on every machine, unlike times.
///
/// `program` is run with `play N`; the start of the program is what a run with no game costs.
pub fn instructions(program: &std::path::Path, games: u64) -> Row {
    let counted = || -> Result<String, String> {
        let (idle, _) = callgrind(program, 0)?;
        let (busy, answers) = callgrind(program, games)?;
        Ok(format!("{} (callgrind, {games} games)", (busy - idle) / answers.max(1)))
    };
    row("instructions per decision", counted().unwrap_or_else(|reason| format!("not counted: {reason}")))
}

/// The instructions of a run, and the answers of its games.
fn callgrind(program: &std::path::Path, games: u64) -> Result<(u64, u64), String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["play", &games.to_string()])
        .output()
        .map_err(|_| "valgrind is not installed".to_string())?;
    let (said, told) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let collected = said.lines().find_map(|line| number(line.split_once("Collected :")?.1));
    match (collected, number(&told)) {
        (Some(collected), Some(answers)) if output.status.success() => Ok((collected, answers)),
        (_, _) => {
            Err(format!("callgrind did not count: {}", said.lines().last().unwrap_or("it says nothing")))
        }
    }
}
