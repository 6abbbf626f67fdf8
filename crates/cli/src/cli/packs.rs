//! The flags of `dejarik packs`.

use super::Json;
use crate::commands::packs::MOST;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Commands for booster packs.
#[derive(Debug, Subcommand)]
pub enum Packs {
    /// List the packs of the CORE set and of your card folders
    List {
        #[command(flatten)]
        json: Json,
    },
    /// Open a pack, or several
    Open(OpenPacks),
}

/// Which packs to open.
#[derive(Debug, Args)]
pub struct OpenPacks {
    /// The title of the pack, or part of it
    #[arg(value_name = "PACK")]
    pub title: String,
    /// How many packs
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST)))]
    pub count: u32,
    /// The seed: the same seed opens the same cards
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Write the cards into a deck file (.dek, .txt or .json), to build from
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    pub force: bool,
    #[command(flatten)]
    pub json: Json,
}
