//! The flags of `dejarik balance`.

use super::Json;
use ai::Level;
use clap::Args;
use std::path::PathBuf;
use vocab::Edition;

/// Whether decks are a fair fight.
#[derive(Debug, Args)]
pub struct Balance {
    /// Two decks or more
    #[arg(required = true, num_args = 2.., value_name = "DECK")]
    pub decks: Vec<String>,
    /// How many games of each pair; the decks swap roles from game to game
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub games: u64,
    /// The seed: the same seed gives the same games, however many threads there are
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Who plays: learner, gentle, casual, skilled, strong, master
    #[arg(long, default_value = "skilled", value_name = "P")]
    pub player: Level,
    /// Play everything again with another cost, over the same seeds, and show what it changes: "Furnace Tank=5"
    #[arg(long, value_name = "CARD=COST")]
    pub cost: Vec<String>,
    /// How many threads; 0 means one for each core
    #[arg(long, default_value_t = 0, value_name = "T")]
    pub threads: usize,
    /// Which keyword wordings to play by
    #[arg(long, default_value = "current", value_name = "current|sheets")]
    pub edition: Edition,
    /// Keep finished games in this file, and pick up there when the command is given again
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
    #[command(flatten)]
    pub json: Json,
}
