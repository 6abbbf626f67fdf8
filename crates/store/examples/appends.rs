//! How many steps a second a database takes: `cargo xtask appends`.
//!
//! A PostgreSQL of its own (or the one that `DEJARIK_STORE` names), as its package sets it up: every commit is flushed. Many
//! games append one step after the other, each waiting until its step is written, as owners do.

use dejarik_store::{Connections, Games, Head, NewGame, Postgres, Sqlite};
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{By, Step};

/// How long each figure is measured.
const SECONDS: u64 = 5;

/// Steps a second of so many games at once.
async fn measure(store: Arc<dyn Games>, games: usize, name: &str) -> Result<f64, String> {
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
    Ok(f64::from(steps) / begun.elapsed().as_secs_f64())
}

async fn all() -> Result<(), String> {
    let named = std::env::var("DEJARIK_STORE").ok();
    let private = match named {
        Some(_) => None,
        None => Some(rig::Postgres::start().map_err(|missing| missing.to_string())?),
    };
    let url = named.or(private.as_ref().map(rig::Postgres::url)).unwrap_or_default();
    println!("connections  games  steps a second");
    for (append, games) in [(1, 1), (1, 64), (1, 256), (1, 512), (4, 512), (4, 1024)] {
        let connections = Connections { append, ..Connections::default() };
        let store = Postgres::open_with(&url, connections).await.map_err(|error| error.to_string())?;
        let name = format!("c{append}g{games}x{}-", std::process::id());
        let speed = measure(Arc::new(store), games, &name).await?;
        println!("{append:>11}  {games:>5}  {speed:>14.0}");
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let sqlite = Sqlite::open(folder.path()).map_err(|error| error.to_string())?;
    println!("     SQLite    256  {:>14.0}", measure(Arc::new(sqlite), 256, "s").await?);
    Ok(())
}

fn main() -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(all())
}
