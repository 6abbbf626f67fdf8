//! What a worker plays by: a digest of the sources that decide what happens in a game. Programs with the same digest play
//! the same games, whatever machine they were built on.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The crates whose sources decide a game, from the card's text to the last answer.
const DECIDE: [&str; 12] =
    ["ai", "cards", "dejarik", "engine", "fair", "judge", "lang", "odds", "puzzles", "sim", "table", "vocab"];

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let crates = own.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut files = Vec::new();
    for name in DECIDE {
        gather(&crates.join(name).join("src"), "rs", &mut files)?;
        println!("cargo::rerun-if-changed={}", crates.join(name).join("src").display());
    }
    // What becomes of a game is also up to its kind.
    gather(&own.join("src/kinds"), "rs", &mut files)?;
    println!("cargo::rerun-if-changed={}", own.join("src/kinds").display());
    // What is read in place of a print decides as well.
    gather(&crates.join("lang/readings"), "txt", &mut files)?;
    println!("cargo::rerun-if-changed={}", crates.join("lang/readings").display());
    let job = own.join("src/job.rs");
    println!("cargo::rerun-if-changed={}", job.display());
    files.push(job);
    files.sort();
    let mut digest = Sha256::new();
    for file in files {
        let name = file.strip_prefix(&crates).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        // Whether a checkout ends its lines as Windows does changes no game.
        let text = fs::read_to_string(&file)?.replace("\r\n", "\n");
        digest.update((name.len() as u64).to_le_bytes());
        digest.update(name);
        digest.update((text.len() as u64).to_le_bytes());
        digest.update(text);
    }
    let digest: String = digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    println!("cargo::rustc-env=DEJARIK_PLAY={digest}");
    Ok(())
}

/// The files in a folder whose names end like this.
fn gather(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, ending, files)?;
        } else if path.extension().is_some_and(|found| found == ending) {
            files.push(path);
        }
    }
    Ok(())
}
