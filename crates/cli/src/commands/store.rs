//! `dejarik store`: looking through, backing up, restoring and moving the games of a data folder.

use super::{Answer, Done, bad_input};
use crate::cli::store::Store;
use crate::output::{BAD, BOLD, Out, count, paint};
use serde_json::json;
use std::path::Path;
use store::Sqlite;

/// Carries the command out.
pub fn run(out: &mut Out, command: &Store) -> Done {
    match command {
        Store::Check { data, json } => check(out, &data.folder, json.json),
        Store::Backup { file, data } => {
            Sqlite::back_up(&data.folder, file).map_err(bad_input)?;
            out.line(format!("All games of {} are in {}.", data.folder.display(), file.display()))?;
            Ok(Answer::Yes)
        }
        Store::Restore { file, data } => {
            Sqlite::restore(file, &data.folder).map_err(bad_input)?;
            out.line(format!("The games are in {}.", data.folder.display()))?;
            Ok(Answer::Yes)
        }
        Store::Move { to, data } => {
            let copied = store::copy_folder(&data.folder, to).map_err(bad_input)?;
            let games = if copied == 1 { "game was" } else { "games were" };
            out.line(format!("{copied} {games} copied to {}.", to.display()))?;
            Ok(Answer::Yes)
        }
    }
}

fn check(out: &mut Out, folder: &Path, as_json: bool) -> Done {
    let checked = Sqlite::check(folder).map_err(bad_input)?;
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
        paint(BOLD, &folder.display().to_string()),
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
