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
    /// Play all pairs of decks, each against itself too
    #[arg(long)]
    pub matrix: bool,
    /// How many games (of each pair)
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// The seed: the same seed gives the same games, however many threads there are
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Who plays A: learner, gentle, casual, skilled, strong, master
    #[arg(long, default_value = "skilled", value_name = "P")]
    pub player_a: Level,
    /// Who plays B
    #[arg(long, default_value = "skilled", value_name = "P")]
    pub player_b: Level,
    /// A plays the Dark Side role in every game, not just in every other one
    #[arg(long)]
    pub fixed: bool,
    /// How many threads; 0 means one for each core
    #[arg(long, default_value_t = 0, value_name = "T")]
    pub threads: usize,
    /// Which keyword wordings to play by
    #[arg(long, default_value = "current", value_name = "current|sheets")]
    pub edition: Edition,
    /// Bring cards with texts that can't be enforced; nobody carries those out
    #[arg(long)]
    pub by_hand: bool,
    /// Write every game to this file: JSON lines (.jsonl) or, in a build with that feature, Parquet (.parquet)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub json: Json,
}
