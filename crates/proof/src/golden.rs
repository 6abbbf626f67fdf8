//! Golden games: a few recorded games whose every state must stay the same until a rule is changed on purpose.

use crate::deck_pool::{DeckPool, Match};
use crate::numbers::Numbers;
use engine::{Recorder, Replay};
use std::path::{Path, PathBuf};
use vocab::Edition;

/// How to record them again.
pub const HOW: &str =
    "if the rules were changed on purpose, record the golden games again: `cargo xtask golden`";

/// The games: a name, the decks, the edition, the seed.
const GAMES: [(&str, Match); 4] = [
    ("droids-rebels-current", Match { dark: 1, light: 2, edition: Edition::Current, seed: 4 }),
    ("droids-rebels-sheets", Match { dark: 1, light: 2, edition: Edition::Sheets, seed: 5 }),
    ("dominion-guardians-current", Match { dark: 5, light: 4, edition: Edition::Current, seed: 11 }),
    ("underworld-diplomats-sheets", Match { dark: 3, light: 0, edition: Edition::Sheets, seed: 19 }),
];

/// The folder of the files.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// The files, by name.
pub fn files() -> impl Iterator<Item = (&'static str, PathBuf)> {
    GAMES.iter().map(|(name, _)| (*name, folder().join(format!("{name}.json"))))
}

/// Plays the games anew and writes their files; what was written, with the number of answers.
pub fn write(pool: &DeckPool) -> Result<Vec<(&'static str, usize)>, String> {
    std::fs::create_dir_all(folder()).map_err(|error| format!("{}: {error}", folder().display()))?;
    let mut written = Vec::new();
    for ((name, game), (_, path)) in GAMES.iter().zip(files()) {
        let replay = record(pool, game)?;
        let mut text = serde_json::to_string(&replay).map_err(|error| error.to_string())?;
        text.push('\n');
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        written.push((*name, replay.answers.len()));
    }
    Ok(written)
}

/// Reads a file and plays it, with the hashes on the way; the error says how to record it again.
pub fn check(pool: &DeckPool, path: &Path) -> Result<usize, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}; {HOW}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let replay: Replay = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    let game = replay.play(pool.catalog.clone(), usize::MAX).map_err(|error| wrong(&error))?;
    match game.outcome() {
        Some(_) => Ok(replay.answers.len()),
        None => Err(wrong(&"the game is not over at its end")),
    }
}

fn record(pool: &DeckPool, game: &Match) -> Result<Replay, String> {
    let setup = pool.setup(game);
    let mut recorder = Recorder::new(pool.catalog.clone(), &setup).map_err(|error| error.to_string())?;
    let mut numbers = Numbers::new(game.seed);
    while !recorder.game().choices().is_empty() {
        let answer = numbers.answer(recorder.game(), game.temper());
        recorder.answer(answer).map_err(|refused| refused.to_string())?;
        recorder.take_events();
    }
    Ok(recorder.replay())
}
