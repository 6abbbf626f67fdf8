//! Games that are over, in a file: a run that was interrupted goes on where it was.

use crate::commands::{Failure, bad_input};
use serde::{Deserialize, Serialize};
use sim::Record;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// A game of a pair, and what must be the same for it to count again.
#[derive(Serialize, Deserialize)]
struct Line {
    run: String,
    record: Record,
}

/// The games of a file, or of no file.
pub struct Kept {
    file: Option<File>,
    lines: Vec<Line>,
}

impl Kept {
    /// Opens the file, if there is to be one. A line that was being written when the program ended is played again.
    pub fn open(path: Option<&Path>) -> Result<Kept, Failure> {
        let Some(path) = path else { return Ok(Kept { file: None, lines: Vec::new() }) };
        let failed = |error: std::io::Error| bad_input(format!("{}: {error}", path.display()));
        let text = if path.exists() { fs::read_to_string(path).map_err(failed)? } else { String::new() };
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        Ok(Kept { file: Some(file), lines })
    }

    /// The games of a run with numbers below this one.
    pub fn of(&self, run: &str, games: u64) -> Vec<Record> {
        let own = self.lines.iter().filter(|line| line.run == run && line.record.game < games);
        own.map(|line| line.record.clone()).collect()
    }

    /// Keeps another game.
    pub fn keep(&mut self, run: &str, record: &Record) -> std::io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut text = serde_json::to_string(&Line { run: run.to_string(), record: record.clone() })?;
        text.push('\n');
        file.write_all(text.as_bytes())
    }
}
