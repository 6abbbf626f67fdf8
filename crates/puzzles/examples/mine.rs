//! Finds puzzles in games between all decks of the CORE set, and writes them into a folder:
//! `cargo run --release -p dejarik-puzzles --example mine 36 folder`.

use ai::{Knowledge, Level};
use dejarik::{Cards, Options};
use dejarik_puzzles::mine::{Collected, Limits, Miner, Sieve, mine, pairs};
use sim::{Batch, Entrant, Seats};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [games, folder, more @ ..] = &arguments[..] else { return Err("name a number and a folder".into()) };
    let number = |place: usize, usual: u64| more.get(place).map_or(Ok(usual), |text| text.parse());
    let (games, seed): (u64, u64) = (games.parse()?, number(0, 1)?);
    let usual = Limits::default();
    let limits = Limits { nodes: number(1, usual.nodes)?, rounds: number(2, usual.rounds as u64)? as usize };
    let cards = Cards::core();
    let catalog = cards.catalog()?;
    let mut entrants = Vec::new();
    for known in cards.decks() {
        let deck = cards.playable(&known.read()?.deck, &catalog).map_err(|refused| refused.to_string())?;
        let (player, knowledge) = (Level::Skilled, Knowledge::Hand);
        entrants.push(Entrant { name: known.name.clone(), deck, player, knowledge });
    }
    let batch = |(a, b, games): (usize, usize, u64)| {
        let (a, b) = (entrants[a].clone(), entrants[b].clone());
        Batch { catalog: catalog.clone(), a, b, seats: Seats::Swap, games, seed, options: Options::default() }
    };
    let batches: Vec<Batch> = pairs(entrants.len(), games).into_iter().map(batch).collect();
    let all: Vec<(&Batch, u64)> =
        batches.iter().flat_map(|batch| (0..batch.games).map(move |game| (batch, game))).collect();
    let (mut collected, begun) = (Collected::from(100), Instant::now());
    mine(&Miner::new(&cards, limits), &all, 1, &AtomicBool::new(false), |mined| {
        for (name, text) in collected.take(&mined) {
            if let Err(error) = fs::write(format!("{folder}/{name}.txt"), text) {
                eprintln!("{folder}/{name}.txt: {error}");
            }
        }
        let counts = &collected.counts;
        println!(
            "{} games, {} positions, {} s: {:?}, left {:?}",
            counts.games,
            counts.positions,
            begun.elapsed().as_secs(),
            counts.removed,
            counts.found
        );
    })?;
    for sieve in Sieve::ALL {
        println!("{:8} {} {sieve}", collected.counts.removed_by(sieve), sieve.step());
    }
    println!("{:8} puzzles", collected.counts.puzzles());
    Ok(())
}
