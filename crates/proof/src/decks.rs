//! The report of a soak with the decks of a folder.

use crate::deck_pool::DeckPool;
use crate::soak::Soaked;
use std::fmt::Write as _;

/// What was played, how it ended, what broke.
pub fn report(pool: &DeckPool, found: &Soaked, seed: u64) -> String {
    let decks = pool.decks().len();
    let games = found.games + found.broken.len() as u64;
    let pairs = (decks * decks) as u64;
    let mut text = format!(
        "# Decks against each other\n\n\
         Written by `cargo xtask soak --decks FOLDER`; do not edit. Random games, every check after every answer; each deck \
         plays the Dark Side role against each deck, itself included.\n\n\
         - {decks} decks, {pairs} pairs, {games} games ({} of each pair), from seed {seed}\n\
         - {} decisions, {} turns\n",
        games / pairs.max(1),
        found.answers,
        found.turns,
    );
    for (end, times) in &found.ends {
        // Writing into a text cannot fail.
        let _ = writeln!(text, "- {end}: {times}");
    }
    let _ = writeln!(text, "- {} games broke", found.broken.len());
    for fault in found.broken.iter().take(50) {
        let _ = writeln!(text, "  - {}: {}", fault.title, fault.what);
    }
    text.push_str("\nThe decks:");
    for (name, _) in pool.decks() {
        let _ = write!(text, " {name},");
    }
    text.pop();
    text.push_str(".\n");
    text
}
