//! `dejarik store`: looking through, backing up, restoring and moving the games of a table.

use super::{Answer, Done, bad_input};
use crate::cli::store::Store;
use crate::output::{BAD, BOLD, Out, count, paint};
use serde_json::json;
use store::{Address, Sqlite};

/// Carries the command out.
pub fn run(out: &mut Out, command: &Store) -> Done {
    match command {
        Store::Check { kept, json } => check(out, &kept.address().map_err(bad_input)?, json.json),
        Store::Backup { file, data } => {
            let folder = data.folder();
            Sqlite::back_up(&folder, file).map_err(bad_input)?;
            out.line(format!("All games of {} are in {}.", folder.display(), file.display()))?;
            Ok(Answer::Yes)
        }
        Store::Restore { file, data } => {
            let folder = data.folder();
            Sqlite::restore(file, &folder).map_err(bad_input)?;
            out.line(format!("The games are in {}.", folder.display()))?;
            Ok(Answer::Yes)
        }
        Store::Move { to, kept } => {
            let (from, to) = (kept.address().map_err(bad_input)?, Address::of(to).map_err(bad_input)?);
            let copied = store::copy(&from, &to).map_err(bad_input)?;
            let games = if copied == 1 { "game was" } else { "games were" };
            out.line(format!("{copied} {games} copied to {to}."))?;
            Ok(Answer::Yes)
        }
    }
}

fn check(out: &mut Out, address: &Address, as_json: bool) -> Done {
    let checked = store::check(address).map_err(bad_input)?;
    let answer = if checked.faults.is_empty() { Answer::Yes } else { Answer::No };
    if as_json {
        let found = json!({
            "schema": checked.schema, "games": checked.games, "over": checked.over, "steps": checked.steps,
            "faults": checked.faults,
        });
        out.line(found.to_string())?;
        return Ok(answer);
    }
    let schema = checked.schema.map_or("version 0.1".to_string(), |number| format!("schema {number}"));
    out.line(format!(
        "{} {}, {} of them over, {} ({schema})",
        paint(BOLD, &address.to_string()),
        count(checked.games as usize, "game", "games"),
        checked.over,
        count(checked.steps as usize, "step", "steps")
    ))?;
    for fault in &checked.faults {
        out.line(paint(BAD, fault))?;
    }
    if checked.faults.is_empty() {
        out.line("Everything is in order.")?;
    }
    Ok(answer)
}
