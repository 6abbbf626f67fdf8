//! The flags of `dejarik deck`.

use super::Json;
use clap::{Subcommand, ValueEnum};
use std::path::PathBuf;
use vocab::Edition;

/// Commands for decks. A deck is a .dek or .txt file, or the name of a deck such as `Diplomats`.
#[derive(Debug, Subcommand)]
pub enum Deck {
    /// List the decks of the CORE set and of your card folders
    List {
        #[command(flatten)]
        json: Json,
    },
    /// Is the deck legal? If not: what's wrong, by which rule, and how to fix it
    Check {
        /// The deck, or several
        #[arg(required = true, value_name = "DECK")]
        files: Vec<String>,
        /// The format to check for [default: Open, or the one in your configuration]
        #[arg(long)]
        format: Option<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Make the keyword sheet of a deck
    Sheet {
        /// The deck
        #[arg(value_name = "DECK")]
        file: String,
        /// Which glossary
        #[arg(long, default_value = "current", value_name = "current|sheets")]
        edition: Edition,
        /// The form of the sheet
        #[arg(long = "as", default_value = "text", value_name = "FORM")]
        form: SheetForm,
        /// Take the definitions from this keyword file (such as the community's keywords.txt)
        #[arg(long, value_name = "FILE")]
        keywords: Option<PathBuf>,
        /// Write to a file instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Count arenas, costs and keywords, and work out the odds of the opening hand
    Stats {
        /// The deck
        #[arg(value_name = "DECK")]
        file: String,
        #[command(flatten)]
        json: Json,
    },
    /// What changes from one deck to another: cards in, cards out, how many, and what that does to units and costs
    Diff {
        /// The older deck
        #[arg(value_name = "OLDER")]
        older: String,
        /// The newer one
        #[arg(value_name = "NEWER")]
        newer: String,
        #[command(flatten)]
        json: Json,
    },
    /// Convert between .dek, .txt and .json, going by the file names
    Convert {
        /// The deck to read
        #[arg(value_name = "DECK")]
        input: String,
        /// The file to write
        output: PathBuf,
        /// Replace the file if it exists
        #[arg(long)]
        force: bool,
    },
}

/// The forms of a keyword sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SheetForm {
    /// Plain text
    Text,
    /// Markdown
    Md,
    /// A self-contained page that prints cleanly
    Html,
}
