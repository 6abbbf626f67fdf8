//! Finds puzzles in games between all decks of the CORE set on all processors, and writes each into a folder as soon as its
//! game is over: `cargo run --release -p dejarik-puzzles --example mine folder first-game games`. What each sieve removed is
//! printed game by game, for sums over runs that were cut short.

use ai::{Knowledge, Level};
use dejarik::{Cards, Options};
use dejarik_puzzles::mine::{Limits, Miner, STACK, pairs};
use sim::{Batch, Entrant, Seats};
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use std::{env, fs, thread};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, more @ ..] = &arguments[..] else { return Err("name a folder".into()) };
    let number = |place: usize, usual: u64| more.get(place).map_or(Ok(usual), |text| text.parse());
    let (first, games) = (number(0, 0)?, number(1, 36)?);
    let usual = Limits::default();
    let limits = Limits { nodes: number(2, usual.nodes)?, rounds: number(3, usual.rounds as u64)? as usize };
    let level = more.get(4).map_or(Ok(Level::Skilled), |word| word.parse::<Level>())?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let cards = Cards::core();
    let catalog = cards.catalog()?;
    let mut entrants = Vec::new();
    for known in cards.decks() {
        let deck = cards.playable(&known.read()?.deck, &catalog).map_err(|refused| refused.to_string())?;
        let (player, knowledge) = (level, Knowledge::Hand);
        entrants.push(Entrant { name: known.name.clone(), deck, player, knowledge });
    }
    // Game n is the n-th round of one of the pairs.
    let pairs = pairs(entrants.len(), u64::MAX / 2);
    let batches: Vec<Batch> = pairs
        .iter()
        .map(|(a, b, _)| {
            let (a, b) = (entrants[*a].clone(), entrants[*b].clone());
            Batch {
                catalog: catalog.clone(),
                a,
                b,
                seats: Seats::Swap,
                games: 1 << 40,
                seed: 1,
                options: Options::default(),
            }
        })
        .collect();
    fs::create_dir_all(folder)?;
    let (next, stop, begun) = (AtomicU64::new(first), AtomicBool::new(false), Instant::now());
    thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                let miner = Miner::new(&cards, limits);
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= first + games {
                        break;
                    }
                    let batch = &batches[(game % batches.len() as u64) as usize];
                    let from = Instant::now();
                    match miner.game(batch, game / batches.len() as u64, &stop) {
                        Ok(Some(mined)) => {
                            for (place, found) in mined.puzzles.iter().enumerate() {
                                let name = format!("P{}", 1000 + 10 * game + place as u64);
                                if let Err(error) =
                                    fs::write(format!("{folder}/{name}.txt"), found.named(&name))
                                {
                                    eprintln!("{folder}/{name}.txt: {error}");
                                }
                            }
                            println!(
                                "game {game} positions {} removed {:?} found {:?} seconds {:.1} at {:.0}",
                                mined.counts.positions,
                                mined.counts.removed,
                                mined.counts.found,
                                from.elapsed().as_secs_f64(),
                                begun.elapsed().as_secs_f64(),
                            );
                        }
                        Ok(None) => {}
                        Err(error) => eprintln!("game {game}: {error}"),
                    }
                }
            };
            if let Err(error) = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                eprintln!("a thread fewer: {error}");
            }
        }
    });
    Ok(())
}
