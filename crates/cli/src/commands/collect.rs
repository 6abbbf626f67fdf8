//! Large jobs: what is missing in a folder is worked on by this process or by a farm.

use crate::cli::sim::Shared;
use crate::commands::sim::{End, Progress, stop_on_interrupt, threads};
use crate::commands::{Answer, Done, Failure, bad_input};
use crate::output::{Out, count};
use farm::{Job, Parts};
use serde_json::json;
use std::path::Path;

/// Works on a job until nothing is missing in its folder, or it is stopped. What can't be played is named.
pub fn collect(flags: &Shared, folder: &Path, mut job: Job) -> Result<(Parts, End), Failure> {
    job.batch = flags.batch.unwrap_or(job.batch);
    let parts = Parts::open(folder, job).map_err(bad_input)?;
    let progress = Progress::new(parts.job().games());
    let (parts, mut end) = match &flags.farm {
        Some(url) => on_farm(url, flags, parts, &progress)?,
        None => alone(flags, parts, &progress)?,
    };
    progress.end();
    for poison in &parts.manifest().poison {
        let last = poison.first + poison.games.saturating_sub(1);
        anstream::eprintln!(
            "games {} to {last} can't be played ({}): {}",
            poison.first,
            poison.worker,
            poison.error
        );
        end = End::Incomplete;
    }
    Ok((parts, end))
}

/// Works on a job and says what is in its folder.
pub fn run(out: &mut Out, flags: &Shared, folder: &Path, job: Job, as_json: bool) -> Done {
    let (parts, end) = collect(flags, folder, job)?;
    let manifest = parts.manifest();
    let games: u64 = manifest.parts.iter().map(|part| part.games).sum();
    if as_json {
        out.json(&json!({
            "job": manifest.job, "kind": manifest.kind, "title": manifest.title, "games": games, "of": manifest.games,
            "files": manifest.parts.iter().map(|part| &part.file).collect::<Vec<_>>(),
        }))?;
    } else {
        let files = count(manifest.parts.len(), "file", "files");
        out.line(format!(
            "{}: {games} of {} games, {files} in {}",
            manifest.title,
            manifest.games,
            folder.display()
        ))?;
    }
    Ok(if end == End::Done { Answer::Yes } else { Answer::No })
}

fn alone(flags: &Shared, mut parts: Parts, progress: &Progress) -> Result<(Parts, End), Failure> {
    let stop = stop_on_interrupt()?;
    farm::play_alone(&mut parts, threads(flags.threads), &stop, &|games| progress.at(games))
        .map_err(bad_input)?;
    let end = if parts.missing().is_empty() { End::Done } else { End::Stopped };
    Ok((parts, end))
}

#[cfg(not(feature = "farm"))]
fn on_farm(url: &str, _: &Shared, _: Parts, _: &Progress) -> Result<(Parts, End), Failure> {
    Err(crate::commands::farm::missing(url))
}

#[cfg(feature = "farm")]
fn on_farm(url: &str, flags: &Shared, parts: Parts, progress: &Progress) -> Result<(Parts, End), Failure> {
    use farm::{Told, Worker};
    let stop = stop_on_interrupt()?;
    let told = |told| match told {
        Told::Games(games) => progress.at(games),
        Told::Odd(batch, worker) => {
            anstream::eprintln!(
                "batch {batch}: {worker} gave a result that others contradict or nobody can read"
            );
        }
        Told::Away(error) => anstream::eprintln!("waiting for the queue: {error}"),
        // Those that can't be played are listed at the end.
        Told::Batch(..) | Told::Poison(..) => {}
    };
    let place = url.rsplit('@').next().unwrap_or(url);
    anstream::eprintln!("job {} on {place}", parts.job().id());
    let worker = (!flags.only_collect).then(|| Worker::new(threads(flags.threads)));
    let collected = farm::block_on(farm::collect(url, parts, flags.check.0, worker, &told, &stop));
    let (parts, end) = collected.and_then(|collected| collected).map_err(bad_input)?;
    Ok(match end {
        farm::End::Done => (parts, End::Done),
        farm::End::Poison => (parts, End::Incomplete),
        farm::End::Stopped => (parts, End::Stopped),
        farm::End::TakenOver => {
            anstream::eprintln!("another collector has taken the job over");
            (parts, End::Incomplete)
        }
    })
}
