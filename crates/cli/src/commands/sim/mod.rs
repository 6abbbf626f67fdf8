//! `dejarik sim`: many games between computer players, counted.

mod file;
mod parts;
mod progress;
mod show;

use super::{Answer, Done, Failure, bad_input};
use crate::cli::sim::Sim as Flags;
use crate::commands::play::refused;
use crate::output::Out;
use crate::source::Cards;
use ai::{Knowledge, Level};
use engine::state::{Agreement, ByHand, Options};
use engine::{Catalog, Deck, Game};
use file::Games;
pub(super) use progress::Progress;
use sim::{Batch, Entrant, Seats, Stop, Summary};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Two decks that have met, and what came of it.
struct Met {
    batch: Batch,
    summary: Summary,
}

/// Plays the games and shows the count.
pub fn run(out: &mut Out, source: &Cards, flags: &Flags) -> Done {
    if !flags.matrix && flags.decks.len() != 2 {
        let count = flags.decks.len();
        return Err(bad_input(format!(
            "two decks play each other, but you named {count}; --matrix plays all pairs"
        )));
    }
    let by_hand = if flags.by_hand { ByHand::Unused } else { ByHand::Refused };
    let (catalog, decks) = open(
        source,
        &flags.decks,
        by_hand,
        "with --by-hand such cards are brought, and nobody carries those texts out",
    )?;
    let options = Options { edition: flags.edition, by_hand: Agreement::both(by_hand), ..Options::default() };
    let pairs: Vec<(usize, usize)> = if flags.matrix {
        (0..decks.len()).flat_map(|a| (a..decks.len()).map(move |b| (a, b))).collect()
    } else {
        vec![(0, 1)]
    };
    let entrant = |of: usize, player: Level| {
        let (name, deck) = &decks[of];
        Entrant { name: name.clone(), deck: deck.clone(), player, knowledge: Knowledge::default() }
    };
    let batches: Vec<Batch> = pairs
        .into_iter()
        .map(|(a, b)| Batch {
            catalog: catalog.clone(),
            a: entrant(a, flags.player_a),
            b: entrant(b, flags.player_b),
            seats: if flags.fixed { Seats::Fixed } else { Seats::Swap },
            games: flags.games,
            seed: flags.seed,
            options,
        })
        .collect();
    for batch in &batches {
        // A card that cannot be played is refused before the first game.
        Game::new(catalog.clone(), &batch.setup(0)).map_err(bad_input)?;
    }
    let in_parts = flags.out.as_deref().filter(|out| parts::is_folder(out));
    let (met, end) = match in_parts {
        Some(folder) => parts::play(source, flags, folder, &decks, batches)?,
        None if flags.shared.farm.is_some() || flags.shared.batch.is_some() => {
            return Err(bad_input("--farm and --batch need a folder to collect games in: --out games/"));
        }
        None => play_all(batches, flags)?,
    };
    match (flags.matrix, flags.json.json) {
        (false, false) => show::pair(out, &met[0])?,
        (true, false) => show::matrix(out, &decks, &met)?,
        (false, true) => out.json(&show::pair_json(&met[0]))?,
        (true, true) => out.json(&show::matrix_json(&met))?,
    }
    match end {
        End::Done => Ok(Answer::Yes),
        End::Stopped => {
            anstream::eprintln!("stopped; the games played so far are counted");
            Ok(Answer::No)
        }
        End::Incomplete => Ok(Answer::No),
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games were played.
    Done,
    /// Somebody stopped it.
    Stopped,
    /// Some games can't be played, which has been said.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))]
    Incomplete,
}

/// Plays everything in this process, into a file or none.
fn play_all(batches: Vec<Batch>, flags: &Flags) -> Result<(Vec<Met>, End), Failure> {
    let mut file = flags.out.as_deref().map(Games::create).transpose()?;
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(flags.games * batches.len() as u64);
    let mut met = Vec::new();
    let mut stopped = Stop::No;
    for batch in batches {
        let (summary, end) = play(&batch, threads(flags.shared.threads), &stop, file.as_mut(), &progress)?;
        met.push(Met { batch, summary });
        if end == Stop::Yes {
            stopped = end;
            break;
        }
    }
    progress.end();
    if let Some(file) = file {
        file.close()?;
    }
    Ok((met, if stopped == Stop::Yes { End::Stopped } else { End::Done }))
}

/// What a build without Parquet files says.
#[cfg(not(feature = "parquet"))]
pub(super) fn no_parquet(folder: &std::path::Path) -> Failure {
    bad_input(format!(
        "{}: this build can't write Parquet files. Build it with `cargo build --release --features parquet`",
        folder.display()
    ))
}

/// A deck and what it is called.
pub(super) type Named = (String, Deck);

pub(super) fn open(
    source: &Cards,
    names: &[String],
    by_hand: ByHand,
    help: &str,
) -> Result<(Arc<Catalog>, Vec<Named>), Failure> {
    let catalog = source.catalog().map_err(bad_input)?;
    let mut decks = Vec::new();
    for name in names {
        let deck = source.read_deck(name)?.deck;
        let cards = source.playable_for(&deck, &catalog, by_hand);
        let cards = cards.map_err(|unplayable| refused(&unplayable, help))?;
        decks.push((deck.name, cards));
    }
    Ok((catalog, decks))
}

pub(super) fn threads(wanted: usize) -> usize {
    match wanted {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads.min(256),
    }
}

/// Ctrl-C ends the playing, not the counting; pressed again it ends the program.
pub(super) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    let handler = move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
    };
    ctrlc::set_handler(handler).map_err(bad_input)?;
    Ok(stop)
}

fn play(
    batch: &Batch,
    threads: usize,
    stop: &AtomicBool,
    mut file: Option<&mut Games>,
    progress: &Progress,
) -> Result<(Summary, Stop), Failure> {
    let mut summary = Summary::default();
    let mut written: io::Result<()> = Ok(());
    let wanted: Vec<u64> = (0..batch.games).collect();
    let end = batch.run(&wanted, threads, stop, |record| {
        summary.count(&record);
        progress.one_more();
        if let (Some(file), Ok(())) = (&mut file, &written) {
            written = file.write(batch, &record);
            if written.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let end = end.map_err(bad_input)?;
    written?;
    Ok((summary, end))
}
