//! The fingerprints of the rules: one of every golden game and scenario, beside the version of the rules.
//!
//! A running game is carried on under other rules only if it means the same under them, and tells its players. For that
//! the rules have a number, and nobody can forget to raise it: a fingerprint changes when a game goes another way. A new
//! scenario has none until the number is raised next.

use crate::{DeckPool, golden, kinds};
use dejarik::Cards;
use engine::{Game, Replay, Trail};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// How to raise the number.
pub const HOW: &str = "if that is meant, `cargo xtask golden` raises the version of the rules";

/// The version of the rules, and the fingerprint of each game by its name.
pub type Prints = (u32, BTreeMap<String, u64>);

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/RULES")
}

/// The number and the fingerprints that are recorded.
pub fn recorded() -> Result<Prints, String> {
    let path = file();
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut lines = text.lines();
    let number = lines.next().and_then(|line| line.trim().parse().ok());
    let number = number.ok_or_else(|| format!("{}: the first line is the number", path.display()))?;
    let read = |line: &str| {
        let (name, print) = line.rsplit_once(' ')?;
        Some((name.to_string(), u64::from_str_radix(print, 16).ok()?))
    };
    let prints = lines.map(|line| read(line).ok_or_else(|| format!("{}: `{line}`", path.display())));
    Ok((number, prints.collect::<Result<_, _>>()?))
}

/// The fingerprints of the rules as they are: the trails of the golden games, and for each scenario who answered and which
/// rules were at work. Words don't count.
pub fn now(pool: &DeckPool) -> Result<BTreeMap<String, u64>, String> {
    let mut prints = BTreeMap::new();
    for (name, path) in golden::files() {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let replay: Replay = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        prints.insert(name.to_string(), trail(pool, &replay)?);
    }
    let cards = Cards::core();
    for scenario in kinds::scenarios()? {
        let mut print = Trail::default();
        for entry in cards.judge_scenario(&scenario).timeline {
            print.add(&[entry.who.map_or(2, |who| who as u8)]);
            print.add(entry.rule.to_string().as_bytes());
        }
        prints.insert(scenario.id, print.hash());
    }
    Ok(prints)
}

/// The trail of a recorded game, as far as its answers fit.
fn trail(pool: &DeckPool, replay: &Replay) -> Result<u64, String> {
    let setup = replay.setup(&pool.catalog).map_err(|error| error.to_string())?;
    let mut game = Game::new(pool.catalog.clone(), &setup).map_err(|error| error.to_string())?;
    let mut trail = Trail::default();
    for answer in &replay.answers {
        trail.answer(&game, usize::from(*answer));
        if game.answer(usize::from(*answer)).is_err() {
            break;
        }
        game.take_events().iter().for_each(|event| trail.take(event));
    }
    Ok(trail.hash())
}

/// The recorded games that go another way now.
pub fn changed((_, recorded): &Prints, now: &BTreeMap<String, u64>) -> Vec<String> {
    let is_other = |(name, print): &(&String, &u64)| now.get(*name).is_some_and(|other| other != *print);
    recorded.iter().filter(is_other).map(|(name, _)| name.clone()).collect()
}

/// Raises the number if a recorded game goes another way now, and records all fingerprints; the number that is written.
pub fn write(pool: &DeckPool) -> Result<u32, String> {
    let recorded = recorded()?;
    let number = recorded.0 + u32::from(!changed(&recorded, &now(pool)?).is_empty());
    record(pool, number)?;
    Ok(number)
}

/// Records all fingerprints under a number.
pub fn record(pool: &DeckPool, number: u32) -> Result<(), String> {
    let text = now(pool)?.iter().fold(format!("{number}\n"), |mut text, (name, print)| {
        // Writing to a string doesn't fail.
        let _ = writeln!(text, "{name} {print:016x}");
        text
    });
    let path = file();
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}
