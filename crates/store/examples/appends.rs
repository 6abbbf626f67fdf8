//! How many steps a second a database takes: `cargo xtask appends`.
//!
//! A PostgreSQL of its own (or the one that `DEJARIK_STORE` names), as its package sets it up: every commit is flushed. Many
//! games append one step after the other, each waiting until its step is written, as owners do. Beside the steps a second on
//! the clock stands the processor time of a step, here and in the database: it tells what a quiet machine could do.
//!
//! `--report FILE` writes the figures as a report. Fewer than 20,000 steps a second on one connection are an error.

use dejarik_store::{Connections, Games, Head, NewGame, Postgres, Sqlite};
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{By, Step};

/// How long each figure is measured.
const SECONDS: u64 = 5;
/// What one connection has to take in a second, with as many games waiting as it takes.
const FLOOR: f64 = 20_000.0;

const REPORT: &str = "\
# Appends

Written by `cargo xtask appends --report`: how many steps a second a PostgreSQL takes that belongs to this command alone, as its
package sets it up, every commit flushed. Many games append one step after the other, each waiting until its step is written, as
owners do; what waits is one statement, of 256 games at most. Everything runs on one machine. Beside the steps on the clock
stands the processor time of each, in microseconds. The command fails below 20,000 steps a second on one connection.
";

/// Seconds of processor time that this process has used.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let rest = text.rsplit(')').next().unwrap_or_default();
    let ticks = rest.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// What was measured.
struct Speed {
    steps: f64,
    seconds: f64,
    /// Processor time of this process.
    own: f64,
    /// Processor time of the database, where it is this program's own.
    database: f64,
}

impl Speed {
    fn row(&self, connections: &str, games: usize) -> String {
        let per_step = |seconds: f64| seconds * 1_000_000.0 / self.steps.max(1.0);
        format!(
            "| {connections:>11} | {games:>5} | {:>14.0} | {:>15.1} | {:>15.1} |",
            self.steps / self.seconds,
            per_step(self.own),
            per_step(self.database)
        )
    }
}

/// Steps of so many games at once. `database` says how much processor time the database has used.
async fn measure(
    store: Arc<dyn Games>,
    games: usize,
    name: &str,
    database: impl Fn() -> f64,
) -> Result<Speed, String> {
    for number in 0..games {
        let made = NewGame {
            id: format!("{name}{number:05}").into(),
            setup: "{}".into(),
            rows: Vec::new(),
            head: Head::default(),
            invitation: None,
            promised: None,
            pocket: None,
        };
        store.create(made).await.map_err(|error| error.to_string())?;
    }
    let (own, other) = (processor(), database());
    let (begun, until) = (Instant::now(), Instant::now() + Duration::from_secs(SECONDS));
    let tasks: Vec<_> = (0..games)
        .map(|number| {
            let (store, id) = (store.clone(), format!("{name}{number:05}").into());
            tokio::spawn(async move {
                let mut at = 0;
                while Instant::now() < until {
                    let step = Step::Answer { choice: 3, by: By::Person };
                    let row = step.to_row(1_700_000_000_000, u64::from(at) + 1);
                    let head = Head { note: "turn 4, build".into(), at: i64::from(at), ..Head::default() };
                    store.append(&id, at, vec![row], head).await.map_err(|error| error.to_string())?;
                    at += 1;
                }
                Ok::<u32, String>(at)
            })
        })
        .collect();
    let mut steps = 0;
    for task in tasks {
        steps += task.await.map_err(|error| error.to_string())??;
    }
    let seconds = begun.elapsed().as_secs_f64();
    Ok(Speed { steps: f64::from(steps), seconds, own: processor() - own, database: database() - other })
}

/// The first word of a file of the system.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("unknown").to_string()
}

/// The processor of this machine, in its own words, and how many cores it has.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{cores} cores, {}", name.map_or("a processor without a name", |(_, name)| name))
}

/// The table of the figures, and the most steps a second that one connection took.
async fn all() -> Result<(String, f64), String> {
    let named = std::env::var("DEJARIK_STORE").ok();
    let private = match named {
        Some(_) => None,
        None => Some(rig::Postgres::start().map_err(|missing| missing.to_string())?),
    };
    let url = named.or(private.as_ref().map(rig::Postgres::url)).unwrap_or_default();
    let mut table = String::new();
    let mut say = |line: &str| {
        println!("{line}");
        table.push_str(line);
        table.push('\n');
    };
    say("| connections | games | steps a second | µs a step here | µs a step there |");
    say("|---|---|---|---|---|");
    let database = || private.as_ref().map_or(0.0, rig::Postgres::processor);
    let mut most = 0.0_f64;
    for (append, games) in [(1, 1), (1, 64), (1, 256), (1, 512), (1, 1024), (4, 512), (4, 1024)] {
        let connections = Connections { append, ..Connections::default() };
        let store = Postgres::open_with(&url, connections).await.map_err(|error| error.to_string())?;
        let name = format!("c{append}g{games}x{}-", std::process::id());
        let speed = measure(Arc::new(store), games, &name, database).await?;
        if append == 1 {
            most = most.max(speed.steps / speed.seconds);
        }
        say(&speed.row(&append.to_string(), games));
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let sqlite = Sqlite::open(folder.path()).map_err(|error| error.to_string())?;
    say(&measure(Arc::new(sqlite), 256, "s", || 0.0).await?.row("SQLite", 256));
    Ok((table, most))
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.iter().position(|one| one == "--report").and_then(|place| arguments.get(place + 1));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let before = load();
    let (table, most) = runtime.block_on(all())?;
    if most < FLOOR {
        return Err(format!("one connection took {most:.0} steps a second at most, not {FLOOR:.0}"));
    }
    if let Some(file) = file {
        let (machine, after) = (machine(), load());
        let text = format!(
            "{REPORT}\n{table}\n{machine}. The machine's load was {before} before and {after} at the end.\n"
        );
        std::fs::write(file, text).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}
