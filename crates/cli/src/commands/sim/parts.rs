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
    use crate::commands::Failure;
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
        Err(super::super::no_parquet(folder))
    }
}

#[cfg(feature = "parquet")]
mod with {
    use super::super::{End, Flags, Met, Named};
    use crate::commands::{Failure, collect};
    use crate::source::Cards;
    use ai::Knowledge;
    use farm::{Job, Kind, Match};
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
        let (parts, end) = collect::collect(&flags.shared, folder, job(source, decks, &batches))?;
        let mut counts = parts.counts();
        let met = |(place, batch): (usize, Batch)| Met {
            batch,
            summary: counts.remove(&place).unwrap_or_default(),
        };
        Ok((batches.into_iter().enumerate().map(met).collect(), end))
    }

    fn job(source: &Cards, decks: &[Named], batches: &[Batch]) -> Job {
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
        let kind = Kind::sim(batches.iter().map(one).collect());
        Job::new(kind, source, &batches[0].catalog, decks, batches[0].options)
    }
}
