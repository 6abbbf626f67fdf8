//! The flags of `dejarik lesson`.

use super::Json;
use clap::Subcommand;
use std::path::PathBuf;

/// Commands for lessons.
#[derive(Debug, Subcommand)]
pub enum Lessons {
    /// List the lessons that come with the program
    List {
        #[command(flatten)]
        json: Json,
    },
    /// Play the ideal line of lessons and every wrong answer they list, and say what doesn't hold
    Check {
        /// Lesson files and folders of them; without any, those that come with the program
        paths: Vec<PathBuf>,
        #[command(flatten)]
        json: Json,
    },
}
