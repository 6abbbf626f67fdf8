//! The flags of `dejarik store`.

use super::Json;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Where games are kept.
#[derive(Debug, Clone, Args)]
pub struct Data {
    /// The data folder
    #[arg(long = "data", value_name = "DIR", default_value = "dejarik-data")]
    pub folder: PathBuf,
}

/// What can be done with a data folder.
#[derive(Debug, Subcommand)]
pub enum Store {
    /// Look through all games without changing anything
    Check {
        #[command(flatten)]
        data: Data,
        #[command(flatten)]
        json: Json,
    },
    /// Copy all games into a file, even while the table is open
    Backup {
        /// The file to write; it must not exist yet
        file: PathBuf,
        #[command(flatten)]
        data: Data,
    },
    /// Make a data folder from a backup
    Restore {
        /// The file that `store backup` wrote
        file: PathBuf,
        #[command(flatten)]
        data: Data,
    },
    /// Copy all games into another data folder
    Move {
        /// The folder to copy them to; games that are there already stay as they are
        #[arg(long, value_name = "DIR")]
        to: PathBuf,
        #[command(flatten)]
        data: Data,
    },
}
