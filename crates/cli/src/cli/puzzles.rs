//! The flags of `dejarik puzzles`.

use super::Json;
use super::sim::Shared;
use ai::Level;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Commands for puzzles.
#[derive(Debug, Subcommand)]
pub enum Puzzles {
    /// List the puzzles that come with the program
    List {
        #[command(flatten)]
        json: Json,
    },
    /// Show a puzzle: its position and its question; with --answer what is best, and why
    Show {
        /// Its id, as `puzzles list` has it: P01
        id: String,
        /// Show the answer, what the others are worth, and what comes of a mistake
        #[arg(long)]
        answer: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Solve puzzles again, and say what isn't as the file has it
    Check {
        /// Puzzle files and folders of them; without any, those that come with the program
        paths: Vec<PathBuf>,
        /// How many answers may be tried for each
        #[arg(long, default_value_t = puzzles::NODES, value_name = "N")]
        nodes: u64,
        #[command(flatten)]
        json: Json,
    },
    /// Find puzzles in games between computer players
    Mine(Box<Mine>),
}

/// Finding puzzles.
#[derive(Debug, Args)]
pub struct Mine {
    /// The decks, of which all pairs play; without any, those that come with the program
    #[arg(value_name = "DECK")]
    pub decks: Vec<String>,
    /// Look for them in a recorded game instead, as the table saves it; may be repeated
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "games", "player", "farm", "batch"])]
    pub recorded: Vec<PathBuf>,
    /// How many games, of all pairs together
    #[arg(long, default_value_t = 36, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// The seed: the same seed gives the same puzzles, however many threads or machines there are
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Who plays: learner, gentle, casual, skilled, strong, master
    #[arg(long, default_value = "strong", value_name = "P")]
    pub player: Level,
    /// How many answers are tried for a position that is counted
    #[arg(long, default_value_t = puzzles::NODES, value_name = "N")]
    pub nodes: u64,
    /// How many rounds are searched, twice, for one that can't be counted; 0 leaves those out
    #[arg(long, default_value_t = puzzles::ROUNDS, value_name = "N")]
    pub rounds: usize,
    /// The number of the first puzzle that is found
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub first: u32,
    /// The folder to write the puzzles to, one file each; on a farm it gets the Parquet files too
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub shared: Shared,
    #[command(flatten)]
    pub json: Json,
}
