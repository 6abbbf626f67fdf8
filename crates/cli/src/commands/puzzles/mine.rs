//! `dejarik puzzles mine`: puzzles found in games between computer players, by this process or by a farm.

use crate::cli::puzzles::Mine as Flags;
use crate::commands::replay::{OTHER_CARDS, Recorded, read};
use crate::commands::sim::{Progress, open, stop_on_interrupt, threads};
use crate::commands::verify::catalog_of;
use crate::commands::{Answer, Done, Failure, bad_input};
use crate::output::{BOLD, Cell, FAINT, Out, count, paint};
use crate::source::Cards;
use ai::Knowledge;
use engine::state::{ByHand, Options};
use engine::{Catalog, Deck, Game, ReplayError};
use puzzles::mine::{Collected, Counts, Kind, Limits, Mined, Miner, Sieve, mine, pairs};
use serde_json::{Map, Value, json};
use sim::{Batch, Entrant, Seats};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use table::Table;

/// A deck and what it is called.
type Named = (String, Deck);

/// The puzzles that were found, and whether all games were looked at.
struct Haul {
    collected: Collected,
    files: Vec<(String, String)>,
    whole: bool,
}

/// Finds puzzles, writes them, and says what became of all positions.
pub fn run(out: &mut Out, source: &Cards, flags: &Flags) -> Done {
    let found = if flags.recorded.is_empty() { simulated(source, flags)? } else { recorded(source, flags)? };
    if let Some(folder) = &flags.out {
        fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
        for (name, text) in &found.files {
            let file = folder.join(format!("{name}.txt"));
            fs::write(&file, text).map_err(|error| unwritten(&file, &error))?;
        }
    }
    if flags.json.json {
        out.json(&as_json(&found))?;
    } else {
        show(out, &found, flags.out.as_deref())?;
    }
    Ok(if found.whole { Answer::Yes } else { Answer::No })
}

/// In recorded games, one after the other.
fn recorded(source: &Cards, flags: &Flags) -> Result<Haul, Failure> {
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(flags.recorded.len() as u64);
    let miner = Miner::new(source, limits(flags));
    let mut haul = Haul { collected: Collected::from(flags.first), files: Vec::new(), whole: true };
    for file in &flags.recorded {
        let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", file.display()));
        let other_cards = || wrong(&OTHER_CARDS);
        let mined = match read(file)? {
            Recorded::Seeded(download) => {
                let catalog = source.catalog().map_err(bad_input)?;
                let replay = &download.replay;
                // Played once whole, so that nothing is found in a game that isn't what it was.
                replay.play(catalog.clone(), replay.answers.len()).map_err(|error| wrong(&error))?;
                let game = replay.play(catalog, 0).map_err(|error| wrong(&error))?;
                let mut answers = replay.answers.iter().map(|answer| usize::from(*answer));
                miner.recorded(game, &mut |_| answers.next(), flags.seed, &stop)
            }
            Recorded::Promised(record) => {
                let catalog = catalog_of(source, record.cards.as_deref(), &record.setup)?;
                let table = record.table(catalog.ok_or_else(other_cards)?).map_err(|error| wrong(&error))?;
                walked(&miner, &table, flags.seed, &stop).map_err(|error| wrong(&error))?
            }
            Recorded::Lesson(lesson) => {
                let catalog = catalog_of(source, lesson.cards.as_deref(), &lesson.setup)?;
                let table = lesson.verify(catalog.ok_or_else(other_cards)?).map_err(|error| wrong(&error))?;
                walked(&miner, &table, flags.seed, &stop).map_err(|error| wrong(&error))?
            }
        };
        let Some(mined) = mined else {
            haul.whole = false;
            break;
        };
        haul.files.extend(haul.collected.take(&mined));
        progress.one_more();
    }
    progress.end();
    Ok(haul)
}

/// In a game that was played at a table.
fn walked(
    miner: &Miner<'_>,
    table: &Table,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Option<Mined>, ReplayError> {
    let (game, answers) = (table.beginning()?, table.numbers());
    let mut place = 0;
    let mut next = |game: &mut Game| {
        let answer = *answers.get(place)?;
        table.prepare(game, place);
        place += 1;
        Some(usize::from(answer))
    };
    Ok(miner.recorded(game, &mut next, seed, stop))
}

/// In games between computer players.
fn simulated(source: &Cards, flags: &Flags) -> Result<Haul, Failure> {
    let names: Vec<String> = if flags.decks.is_empty() {
        source.decks().iter().filter(|deck| deck.is_built_in()).map(|deck| deck.name.clone()).collect()
    } else {
        flags.decks.clone()
    };
    let help = "no puzzles are looked for while nobody carries those texts out";
    let (catalog, decks) = open(source, &names, ByHand::Refused, help)?;
    let pairs = pairs(decks.len(), flags.games);
    if flags.shared.farm.is_some() || flags.shared.batch.is_some() {
        job::find(source, flags, &catalog, &decks, &pairs)
    } else {
        alone(source, flags, &catalog, &decks, &pairs)
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    bad_input(format!("{}: {error}", path.display()))
}

const fn limits(flags: &Flags) -> Limits {
    Limits { nodes: flags.nodes, rounds: flags.rounds }
}

/// In this process, without files of the games.
fn alone(
    source: &Cards,
    flags: &Flags,
    catalog: &Arc<Catalog>,
    decks: &[Named],
    pairs: &[(usize, usize, u64)],
) -> Result<Haul, Failure> {
    let entrant = |place: usize| {
        let (name, deck) = decks[place].clone();
        Entrant { name, deck, player: flags.player, knowledge: Knowledge::Hand }
    };
    let batch = |(a, b, games): &(usize, usize, u64)| Batch {
        catalog: catalog.clone(),
        a: entrant(*a),
        b: entrant(*b),
        seats: Seats::Swap,
        games: *games,
        seed: flags.seed,
        options: Options::default(),
    };
    let batches: Vec<Batch> = pairs.iter().map(batch).collect();
    let games: Vec<(&Batch, u64)> =
        batches.iter().flat_map(|batch| (0..batch.games).map(move |number| (batch, number))).collect();
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(games.len() as u64);
    let (mut collected, mut files) = (Collected::from(flags.first), Vec::new());
    let miner = Miner::new(source, limits(flags));
    let whole = mine(&miner, &games, threads(flags.shared.threads), &stop, |mined| {
        files.extend(collected.take(&mined));
        progress.one_more();
    });
    progress.end();
    Ok(Haul { whole: whole.map_err(bad_input)?, collected, files })
}

#[cfg(not(feature = "parquet"))]
mod job {
    use super::{Flags, Haul, Named};
    use crate::commands::Failure;
    use crate::source::Cards;
    use engine::Catalog;
    use std::path::Path;
    use std::sync::Arc;

    pub fn find(
        _: &Cards,
        flags: &Flags,
        _: &Arc<Catalog>,
        _: &[Named],
        _: &[(usize, usize, u64)],
    ) -> Result<Haul, Failure> {
        let folder = flags.out.as_deref().unwrap_or(Path::new("--farm and --batch"));
        Err(crate::commands::sim::no_parquet(folder))
    }
}

#[cfg(feature = "parquet")]
mod job {
    use super::{Flags, Haul, Named, limits, unwritten};
    use crate::commands::sim::End;
    use crate::commands::{Failure, bad_input, collect};
    use crate::source::Cards;
    use ::parquet::file::reader::SerializedFileReader;
    use ::parquet::record::{Field, Row};
    use engine::Catalog;
    use engine::state::Options;
    use farm::{Job, Kind, Match, Puzzles};
    use puzzles::mine::{Collected, Counts, Found, Mined};
    use std::fs::File;
    use std::io;
    use std::sync::Arc;

    /// As a job: a folder of Parquet files that goes on where it was, worked on by this process or by a farm.
    pub fn find(
        source: &Cards,
        flags: &Flags,
        catalog: &Arc<Catalog>,
        decks: &[Named],
        pairs: &[(usize, usize, u64)],
    ) -> Result<Haul, Failure> {
        let folder = flags
            .out
            .as_deref()
            .ok_or_else(|| bad_input("--farm and --batch need a folder to collect games in: --out found/"))?;
        let player = || flags.player.name().to_string();
        let one = |(a, b, games): &(usize, usize, u64)| Match {
            a: *a,
            b: *b,
            player_a: player(),
            player_b: player(),
            blind: [false; 2],
            fixed: false,
            games: *games,
            seed: flags.seed,
        };
        let kind = Kind::Puzzles(Puzzles { matches: pairs.iter().map(one).collect(), limits: limits(flags) });
        let job = Job::new(kind, source, catalog, decks, Options::default());
        let (parts, end) = collect::collect(&flags.shared, folder, job)?;
        let (mut collected, mut files) = (Collected::from(flags.first), Vec::new());
        for part in &parts.manifest().parts {
            let path = folder.join(&part.file);
            let failed =
                |error: &dyn std::fmt::Display| unwritten(&path, &io::Error::other(error.to_string()));
            let file = File::open(&path).map_err(|error| unwritten(&path, &error))?;
            let reader = SerializedFileReader::new(file).map_err(|error| failed(&error))?;
            for row in reader {
                let mined = mined(&row.map_err(|error| failed(&error))?);
                files.extend(collected.take(&mined.ok_or_else(|| failed(&"a row isn't one of puzzles"))?));
            }
        }
        Ok(Haul { collected, files, whole: end == End::Done })
    }

    /// What came of a game, from its row.
    fn mined(row: &Row) -> Option<Mined> {
        let number = |name: &str| {
            row.get_column_iter().find(|(own, _)| *own == name).and_then(|(_, field)| match field {
                Field::ULong(number) => Some(*number),
                _ => None,
            })
        };
        let mut counts = Counts { games: 1, positions: number("positions")?, ..Counts::default() };
        for sieve in puzzles::mine::Sieve::ALL {
            let name = serde_json::to_value(sieve).ok()?;
            counts.removed[sieve as usize] = number(name.as_str()?)?;
        }
        for kind in puzzles::mine::Kind::ALL {
            counts.found[kind as usize] = number(kind.word())?;
        }
        let (_, list) = row.get_column_iter().find(|(own, _)| *own == "puzzles")?;
        let Field::ListInternal(list) = list else { return None };
        let found = |field: &Field| match field {
            Field::Str(text) => Some(Found { text: text.clone() }),
            _ => None,
        };
        Some(Mined { counts, puzzles: list.elements().iter().map(found).collect::<Option<_>>()? })
    }
}

/// How many positions there were, what each sieve removed, and what was left.
fn show(out: &mut Out, found: &Haul, folder: Option<&Path>) -> io::Result<()> {
    let Haul { collected, files, .. } = found;
    if folder.is_none() {
        for (_, text) in files {
            out.raw(text)?;
            out.gap()?;
        }
    }
    let counts: &Counts = &collected.counts;
    let games = count(counts.games as usize, "game", "games");
    out.line(paint(BOLD, &format!("{} positions in {games}", counts.positions)))?;
    let share = |number: u64| format!("{:.3} %", 100.0 * number as f64 / counts.positions.max(1) as f64);
    let rows: Vec<Vec<Cell>> = Sieve::ALL
        .into_iter()
        .map(|sieve| {
            let removed = counts.removed_by(sieve);
            vec![
                Cell::number(sieve.step()),
                Cell::new(sieve.words()),
                Cell::number(removed),
                Cell::number(share(removed)),
            ]
        })
        .collect();
    out.table(&["step", "removed because", "positions", "share"], &rows)?;
    let kinds: Vec<String> =
        Kind::ALL.iter().map(|kind| format!("{} {}", counts.found[*kind as usize], kind.word())).collect();
    let left = count(counts.puzzles() as usize, "puzzle", "puzzles");
    out.line(format!("{}: {}", paint(BOLD, &left), kinds.join(", ")))?;
    if let Some(folder) = folder {
        let files: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(format!("{name}.txt"))).collect();
        if let (Some(first), Some(last)) = (files.first(), files.last()) {
            out.line(paint(FAINT, &format!("{} to {}", first.display(), last.display())))?;
        }
    }
    Ok(())
}

fn as_json(found: &Haul) -> Value {
    let counts = &found.collected.counts;
    let removed: Map<String, Value> = Sieve::ALL
        .into_iter()
        .filter_map(|sieve| {
            let name = serde_json::to_value(sieve).ok()?.as_str()?.to_string();
            Some((name, json!({ "step": sieve.step(), "positions": counts.removed_by(sieve) })))
        })
        .collect();
    let kinds: Map<String, Value> =
        Kind::ALL.iter().map(|kind| (kind.word().to_string(), counts.found[*kind as usize].into())).collect();
    json!({
        "games": counts.games, "positions": counts.positions, "removed": removed, "found": kinds,
        "puzzles": found.files.iter().map(|(name, _)| name).collect::<Vec<_>>(), "whole": found.whole,
    })
}
