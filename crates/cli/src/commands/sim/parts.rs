//! `dejarik sim --out DIR/`: games in a folder of Parquet files, played by this process or by a farm.

#[cfg(not(feature = "parquet"))]
pub use without::play;

#[cfg(feature = "parquet")]
pub use with::play;

use std::path::Path;

/// Whether a name means a folder.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/')
}

#[cfg(not(feature = "parquet"))]
mod without {
    use super::super::{End, Flags, Met, Named};
    use crate::commands::{Failure, bad_input};
    use crate::source::Cards;
    use sim::Batch;
    use std::path::Path;

    pub fn play(
        _: &Cards,
        _: &Flags,
        folder: &Path,
        _: &[Named],
        _: Vec<Batch>,
    ) -> Result<(Vec<Met>, End), Failure> {
        Err(bad_input(format!(
            "{}: this build can't write Parquet files. Build it with `cargo build --release --features parquet`, or use a \
             name that ends in .jsonl",
            folder.display()
        )))
    }
}

#[cfg(feature = "parquet")]
mod with {
    use super::super::{End, Flags, Met, Named, Progress, stop_on_interrupt, threads};
    use crate::commands::{Failure, bad_input};
    use crate::source::Cards;
    use ai::Knowledge;
    use farm::{Job, Kind, Match, Parts};
    use sim::{Batch, Seats};
    use std::path::Path;

    /// Plays what is missing in the folder.
    pub fn play(
        source: &Cards,
        flags: &Flags,
        folder: &Path,
        decks: &[Named],
        batches: Vec<Batch>,
    ) -> Result<(Vec<Met>, End), Failure> {
        let parts = Parts::open(folder, job(source, flags, decks, &batches)).map_err(bad_input)?;
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
        let counts = parts.counts();
        let met = batches.into_iter().zip(counts).map(|(batch, summary)| Met { batch, summary }).collect();
        Ok((met, end))
    }

    fn job(source: &Cards, flags: &Flags, decks: &[Named], batches: &[Batch]) -> Job {
        let place = |name: &str| decks.iter().position(|(deck, _)| deck == name).unwrap_or(0);
        let one = |batch: &Batch| Match {
            a: place(&batch.a.name),
            b: place(&batch.b.name),
            player_a: batch.a.player.name().to_string(),
            player_b: batch.b.player.name().to_string(),
            blind: [&batch.a, &batch.b].map(|entrant| entrant.knowledge == Knowledge::Blind),
            fixed: batch.seats == Seats::Fixed,
            games: batch.games,
            seed: batch.seed,
        };
        let matches = batches.iter().map(one).collect();
        let mut job = Job::new(Kind::Sim, source, &batches[0].catalog, decks, matches, batches[0].options);
        job.batch = flags.batch.unwrap_or(job.batch);
        job
    }

    fn alone(flags: &Flags, mut parts: Parts, progress: &Progress) -> Result<(Parts, End), Failure> {
        let stop = stop_on_interrupt()?;
        farm::play_alone(&mut parts, threads(flags.threads), &stop, &|games| progress.at(games))
            .map_err(bad_input)?;
        let end = if parts.missing().is_empty() { End::Done } else { End::Stopped };
        Ok((parts, end))
    }

    #[cfg(not(feature = "farm"))]
    fn on_farm(url: &str, _: &Flags, _: Parts, _: &Progress) -> Result<(Parts, End), Failure> {
        Err(crate::commands::farm::missing(url))
    }

    #[cfg(feature = "farm")]
    fn on_farm(url: &str, flags: &Flags, parts: Parts, progress: &Progress) -> Result<(Parts, End), Failure> {
        use farm::{Told, Worker};
        let stop = stop_on_interrupt()?;
        let told = |told| match told {
            Told::Games(games) => progress.at(games),
            Told::Odd(batch, worker) => {
                anstream::eprintln!("batch {batch}: {worker} gave a result that others contradict");
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
}
