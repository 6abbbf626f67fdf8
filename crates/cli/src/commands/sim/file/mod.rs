//! The file of `--out`: every game as a line of JSON, or as a row of a Parquet file.

use crate::commands::{Failure, bad_input};
use serde::Serialize;
use sim::{Batch, Record};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A file that games are written to.
pub enum Games {
    /// JSON lines: whatever happens, the games before it are kept.
    Lines(BufWriter<File>),
    /// Parquet: readable once it is closed.
    #[cfg(feature = "parquet")]
    Parquet(Box<farm::Rows>),
}

/// A game and who met in it.
#[derive(Serialize)]
struct Line<'a> {
    a: &'a str,
    b: &'a str,
    player_a: &'a str,
    player_b: &'a str,
    #[serde(flatten)]
    record: &'a Record,
}

impl Games {
    /// A new file; its ending says which kind.
    pub fn create(path: &Path) -> Result<Games, Failure> {
        let failed = |error: &dyn std::fmt::Display| bad_input(format!("{}: {error}", path.display()));
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let create = || File::create(path).map_err(|error| failed(&error));
        match ending.to_ascii_lowercase().as_str() {
            "jsonl" | "ndjson" => Ok(Games::Lines(BufWriter::new(create()?))),
            #[cfg(feature = "parquet")]
            "parquet" => {
                let rows = farm::Rows::new(create()?, &farm::COLUMNS).map_err(|error| failed(&error))?;
                Ok(Games::Parquet(Box::new(rows)))
            }
            #[cfg(not(feature = "parquet"))]
            "parquet" => Err(failed(
                &"this build can't write Parquet files. Build it with `cargo build --release --features parquet`, \
                  or use a name that ends in .jsonl",
            )),
            _ => Err(failed(&"expected a name that ends in .jsonl or .parquet")),
        }
    }

    /// Writes a game of a batch.
    pub fn write(&mut self, batch: &Batch, record: &Record) -> io::Result<()> {
        let (a, b) = (&batch.a, &batch.b);
        let line =
            Line { a: &a.name, b: &b.name, player_a: a.player.name(), player_b: b.player.name(), record };
        match self {
            Games::Lines(file) => {
                serde_json::to_writer(&mut *file, &line)?;
                file.write_all(b"\n")?;
                // Whatever happens next, this game is kept.
                file.flush()
            }
            #[cfg(feature = "parquet")]
            Games::Parquet(rows) => farm::write_game(batch, record, rows),
        }
    }

    /// Completes the file.
    pub fn close(self) -> io::Result<()> {
        match self {
            Games::Lines(mut file) => file.flush(),
            #[cfg(feature = "parquet")]
            Games::Parquet(rows) => rows.close(),
        }
    }
}
