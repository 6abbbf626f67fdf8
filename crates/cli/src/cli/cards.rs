//! The flags of `dejarik cards`.

use super::Json;
use clap::Subcommand;
use std::path::PathBuf;

/// Commands for folders of cards. DIR is a card folder: the one that holds `sets`.
#[derive(Debug, Subcommand)]
pub enum Cards {
    /// Explain how a card's text, or a text of your own, is read: clause by clause, or where and why not
    Explain {
        /// The name of the card, or part of it
        name: Vec<String>,
        /// Explain this text instead
        #[arg(long, value_name = "TEXT", conflicts_with = "name")]
        text: Option<String>,
        /// The type of the card with that text: `Character`, `Battle`, `Mission - Trap`, `Equipment`...
        #[arg(long = "type", value_name = "TYPE", default_value = "Character")]
        card_type: String,
        /// Read that text as the text of this card, with its names, its type and its subtypes
        #[arg(long = "as", value_name = "CARD", requires = "text", conflicts_with = "card_type")]
        of: Option<String>,
        /// Show the abilities as trees, too
        #[arg(long)]
        tree: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Begin a reading of a card for your `readings.txt`: what is read of its print, and where reading stops
    Reading {
        /// The name of the card, or part of it
        name: Vec<String>,
        /// Check the readings of this file instead: what each means, and what it leaves out
        #[arg(long, value_name = "FILE", conflicts_with = "name")]
        check: Option<PathBuf>,
    },
    /// Measure how many cards of a folder are read and can be played, and what stops the others
    Coverage {
        /// The card folder
        dir: PathBuf,
        /// Only this set; may be repeated
        #[arg(long = "set", value_name = "CODE")]
        sets: Vec<String>,
        /// List the clauses where reading stops at these words
        #[arg(long, value_name = "WORDS")]
        stopped_at: Option<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Compare which cards are understood with a ledger file, or write that file
    Ledger {
        /// The card folder
        dir: PathBuf,
        /// The ledger file
        file: PathBuf,
        /// Write the file
        #[arg(long)]
        write: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Find faults in a card folder, with file, line and cure
    Lint {
        /// The card folder
        dir: PathBuf,
        /// Show every finding, not only the first few of each kind
        #[arg(long)]
        all: bool,
        /// Fix stray spaces in the set files; everything else stays as it is, byte for byte
        #[arg(long)]
        fix: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Prepare a release: dates, checksums and the update list
    Release {
        /// The card folder
        dir: PathBuf,
        /// The day of the release as YYYY.MM.DD [default: today, UTC]
        #[arg(long, value_name = "DATE")]
        date: Option<String>,
        /// Where players download files from; needed only for the first update list
        #[arg(long, value_name = "URL")]
        url: Option<String>,
        /// Write the changes; without it they're only shown
        #[arg(long)]
        write: bool,
        #[command(flatten)]
        json: Json,
    },
}
