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
    /// Which keyword wordings to play by
    #[arg(long, default_value = "current", value_name = "current|sheets")]
    pub edition: Edition,
    /// Bring cards with texts that can't be enforced; nobody carries those out
    #[arg(long)]
    pub by_hand: bool,
    /// Write every game to this file: JSON lines (.jsonl) or, in a build with that feature, Parquet (.parquet); a name that
    /// ends in `/` is a folder of Parquet files, and games that are there already aren't played again
    #[arg(long, value_name = "FILE|DIR/")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub shared: Shared,
    #[command(flatten)]
    pub json: Json,
}

/// How a large job is worked on.
#[derive(Debug, Args)]
pub struct Shared {
    /// Share the work with all workers of a queue (`dejarik worker`), and work too: nats://host:4222
    #[arg(long, value_name = "URL", requires = "out")]
    pub farm: Option<String>,
    /// With --farm: which share of the work is done twice and compared
    #[arg(long, default_value = "1%", value_name = "SHARE", value_parser = share)]
    pub check: Share,
    /// With --farm: collect what workers do, but don't work yourself
    #[arg(long, requires = "farm")]
    pub only_collect: bool,
    /// In a folder or on a farm: how many games are taken at a time [default: some seconds' worth]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub batch: Option<u64>,
    /// How many threads; 0 means one for each core
    #[arg(long, default_value_t = 0, value_name = "T")]
    pub threads: usize,
}

/// Recorded games, looked at answer by answer.
#[derive(Debug, Args)]
pub struct Analyse {
    /// The games, as downloaded from the table
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How many times each position is played on to the end of the turn; 0 judges it at first sight
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1_000))]
    pub walks: u16,
    /// The folder of Parquet files to write, one row for each answer
    #[arg(long, value_name = "DIR/")]
    pub out: PathBuf,
    #[command(flatten)]
    pub shared: Shared,
    #[command(flatten)]
    pub json: Json,
}

/// Positions to learn from.
#[derive(Debug, Args)]
pub struct Selfplay {
    /// The decks: two play each other; of more, all pairs do, and each plays itself
    #[arg(required = true, num_args = 2.., value_name = "DECK")]
    pub decks: Vec<String>,
    /// How many games of each pair
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// The seed: the same seed gives the same games, whoever plays them
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Who plays: learner, gentle, casual, skilled, strong, master
    #[arg(long, default_value = "skilled", value_name = "P")]
    pub player: Level,
    /// Who plays instead of one player in three, so that uneven positions come up too; the same as --player for nobody
    #[arg(long, default_value = "casual", value_name = "P")]
    pub weaker: Level,
    /// The folder of Parquet files to write, one row for each position
    #[arg(long, value_name = "DIR/")]
    pub out: PathBuf,
    #[command(flatten)]
    pub shared: Shared,
    #[command(flatten)]
    pub json: Json,
}

/// A share between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share(pub f64);

/// `1%`, `0.5 %`, `100%`.
fn share(text: &str) -> Result<Share, String> {
    let number = text.trim().strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    let share = number.filter(|percent| (0.0..=100.0).contains(percent));
    share.map(|percent| Share(percent / 100.0)).ok_or_else(|| "expected a share such as 1% or 100%".into())
}

/// Work for others.
#[derive(Debug, Args)]
pub struct Worker {
    /// The queue: nats://[user:password@]host:4222
    #[arg(value_name = "URL")]
    pub farm: String,
    /// How many threads; 0 means one for each core
    #[arg(long, default_value_t = 0, value_name = "T")]
    pub threads: usize,
    /// What to call this worker in reports [default: the name of this computer]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
}

/// The jobs of a farm.
#[derive(Debug, Args)]
pub struct Farm {
    /// The queue: nats://[user:password@]host:4222
    #[arg(value_name = "URL")]
    pub farm: String,
    /// Stop this job; started again, it goes on
    #[arg(long, value_name = "JOB")]
    pub stop: Option<String>,
    #[command(flatten)]
    pub json: Json,
}
