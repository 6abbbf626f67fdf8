//! `dejarik cards ledger`: which cards are understood, one line each, and what has changed since the file was written.

use super::{Answer, Done, bad_input};
use crate::output::{BOLD, Out, count, paint};
use cards::plugin::{Playtest, Plugin};
use lang::ledger::{Change, Ledger};
use serde_json::json;
use std::fs;
use std::path::Path;

/// Compares a folder with a ledger file, or writes the file.
pub fn run(out: &mut Out, dir: &Path, file: &Path, write: bool, as_json: bool) -> Done {
    let plugin = Plugin::load(dir, Playtest::Load).map_err(bad_input)?;
    let ledger = Ledger::of(&plugin.collection);
    let named = |error: &dyn std::fmt::Display| bad_input(format!("{}: {error}", file.display()));
    let before = match fs::read_to_string(file) {
        Ok(text) => Ledger::parse(&text).map_err(|error| named(&error))?,
        Err(error) if write && error.kind() == std::io::ErrorKind::NotFound => Ledger::default(),
        Err(error) => return Err(named(&error)),
    };
    let changes = ledger.since(&before);
    let lost = changes.iter().any(|(change, _)| *change == Change::Lost);
    if as_json {
        let values: Vec<_> =
            changes.iter().map(|(change, card)| json!({ "change": key(*change), "card": card })).collect();
        out.json(&values)?;
    } else {
        show(out, &changes)?;
    }
    if write {
        fs::write(file, ledger.to_string()).map_err(|error| named(&error))?;
        return Ok(Answer::Yes);
    }
    Ok(if lost { Answer::No } else { Answer::Yes })
}

fn show(out: &mut Out, changes: &[(Change, String)]) -> std::io::Result<()> {
    for (wanted, title) in [
        (Change::Lost, "no longer understood"),
        (Change::ReadOtherwise, "read differently"),
        (Change::Won, "understood now"),
        (Change::New, "new, or with a new text"),
        (Change::Gone, "gone"),
    ] {
        let cards: Vec<&str> =
            changes.iter().filter(|(change, _)| *change == wanted).map(|(_, id)| id.as_str()).collect();
        if cards.is_empty() {
            continue;
        }
        out.line(paint(BOLD, &format!("{} {title}", count(cards.len(), "card", "cards"))))?;
        if matches!(wanted, Change::Lost | Change::ReadOtherwise) {
            out.hanging("    ", "    ", &cards.join(", "))?;
        }
    }
    if changes.is_empty() {
        out.line("Nothing has changed.")?;
    }
    Ok(())
}

/// The word for programs.
const fn key(change: Change) -> &'static str {
    match change {
        Change::Lost => "lost",
        Change::ReadOtherwise => "read_differently",
        Change::Won => "won",
        Change::New => "new",
        Change::Gone => "gone",
    }
}
