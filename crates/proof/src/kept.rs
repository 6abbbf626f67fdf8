//! Games that are kept in a file, so that an interrupted run goes on where it was: beside the program, where one that has
//! changed begins anew, or where the command line says.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The games that are kept.
#[derive(Debug)]
pub struct Kept<T> {
    file: File,
    /// One for each game.
    pub lines: Vec<T>,
}

impl<T: Serialize + DeserializeOwned> Kept<T> {
    /// Opens the file of this name beside the program, and reads what is in it.
    pub fn open(name: &str) -> Result<Kept<T>, String> {
        Kept::at(&path(name)?)
    }

    /// Opens a file, and reads what is in it.
    pub fn at(path: &Path) -> Result<Kept<T>, String> {
        let text = fs::read_to_string(path).unwrap_or_default();
        // A line that was being written when the program ended is not whole: that game is played again.
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let file = OpenOptions::new().create(true).append(true).open(path);
        let mut file = file.map_err(|error| format!("{}: {error}", path.display()))?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").map_err(|error| error.to_string())?;
        }
        Ok(Kept { file, lines })
    }

    /// Keeps another game.
    pub fn keep(&mut self, line: T) -> Result<(), String> {
        let mut text = serde_json::to_string(&line).map_err(|error| error.to_string())?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
        self.lines.push(line);
        Ok(())
    }
}

/// Beside the program, with a number that changes with it.
fn path(name: &str) -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let bytes = fs::read(&program).map_err(|error| error.to_string())?;
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    let hash = bytes.iter().fold(0xCBF2_9CE4_8422_2325, mix);
    Ok(program.with_file_name(format!("{name}-{hash:016x}.jsonl")))
}
