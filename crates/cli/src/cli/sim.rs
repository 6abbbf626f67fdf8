//! The flags of `dejarik sim`.

use super::Json;
use ai::Level;
use clap::Args;
use std::path::PathBuf;
use vocab::Edition;

/// Many games.
#[derive(Debug, Args)]
pub struct Sim {
    /// Two decks, A and B; with --matrix two or more
    #[arg(required = true, num_args = 2.., value_name = "DECK")]
    pub decks: Vec<String>,
    /// Play all pairs of the decks, each against itself too
    #[arg(long)]
    pub matrix: bool,
    /// How many games (of each pair)
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// What all chance comes from: the same seed gives the same games, whatever the number of threads
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Who plays A: random, careless, quick, steady, search
    #[arg(long, default_value = "quick", value_name = "P")]
    pub player_a: Level,
    /// Who plays B
    #[arg(long, default_value = "quick", value_name = "P")]
    pub player_b: Level,
    /// A has the Dark Side role in every game, instead of in every other
    #[arg(long)]
    pub fixed: bool,
    /// How many threads; 0: as many as the machine has
    #[arg(long, default_value_t = 0, value_name = "T")]
    pub threads: usize,
    /// Whose keyword wordings are played
    #[arg(long, default_value = "current", value_name = "current|sheets")]
    pub edition: Edition,
    /// Write every game into this file: a line of JSON (.jsonl) or a row of a Parquet file (.parquet)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub json: Json,
}
