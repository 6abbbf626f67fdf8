//! `dejarik store`: looking through, backing up, restoring and moving the games of a table.

use super::{Answer, Done, bad_input};
use crate::cli::store::Store;
use crate::output::{BAD, BOLD, Out, count, paint};
use serde_json::json;
use store::{Address, Measure, Sqlite, Taken};

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
        Store::Reports { all, kept, json } => {
            reports(out, &kept.address().map_err(bad_input)?, *all, json.json)
        }
        Store::Measures { kept, json } => measures(out, &kept.address().map_err(bad_input)?, json.json),
        Store::Ratings { rebuild: _, kept } => {
            let results = store::rebuild_ratings(&kept.address().map_err(bad_input)?).map_err(bad_input)?;
            let games = count(usize::try_from(results).unwrap_or(usize::MAX), "rated game", "rated games");
            out.line(format!("The ratings follow from {games}."))?;
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

/// What players have reported.
fn reports(out: &mut Out, address: &Address, all: bool, as_json: bool) -> Done {
    let (reports, measures) = store::conduct(address).map_err(bad_input)?;
    let settled =
        |id: &str| measures.iter().find(|taken| taken.report.as_deref() == Some(id)).map(|taken| &*taken.id);
    let shown: Vec<_> = reports.iter().filter(|report| all || settled(&report.id).is_none()).collect();
    if as_json {
        let list: Vec<_> = shown
            .iter()
            .map(|report| {
                json!({
                    "id": report.id, "game": &*report.game, "by": report.by, "about": report.about,
                    "reason": report.reason.word(), "words": report.words, "said": report.said, "at": report.at,
                    "settled": settled(&report.id),
                })
            })
            .collect();
        out.line(json!(list).to_string())?;
        return Ok(Answer::Yes);
    }
    if shown.is_empty() {
        out.line("Nothing is reported.")?;
    }
    for report in shown {
        let game = &report.game;
        out.line(format!("{} {}, in game {game}", paint(BOLD, &report.id), report.reason.word()))?;
        out.line(format!("  about {}, by {}", report.about, report.by))?;
        if !report.words.is_empty() {
            out.line(format!("  {}", report.words))?;
        }
        for line in report.said.lines() {
            out.line(format!("  | {line}"))?;
        }
    }
    Ok(Answer::Yes)
}

/// What a measure is in words.
fn in_words(taken: &Taken) -> String {
    let about = &taken.about;
    match taken.measure {
        Measure::Dismissed => format!("a report about {about} was laid aside"),
        Measure::Silenced { until } => {
            let days = (until - taken.at) / (24 * 60 * 60 * 1000);
            format!("{about} was silenced for {}", count(usize::try_from(days).unwrap_or(0), "day", "days"))
        }
        Measure::Released => format!("{about} may write again"),
    }
}

/// What was done about reports.
fn measures(out: &mut Out, address: &Address, as_json: bool) -> Done {
    let (_, measures) = store::conduct(address).map_err(bad_input)?;
    if as_json {
        let list: Vec<_> = measures
            .iter()
            .map(|taken| {
                json!({
                    "id": taken.id, "report": taken.report, "about": taken.about, "measure": taken.measure.word(),
                    "until": taken.measure.until(), "who": taken.who, "why": taken.why, "at": taken.at,
                })
            })
            .collect();
        out.line(json!(list).to_string())?;
        return Ok(Answer::Yes);
    }
    if measures.is_empty() {
        out.line("Nothing was done.")?;
    }
    for taken in &measures {
        out.line(format!("{} {}, by {}: {}", paint(BOLD, &taken.id), in_words(taken), taken.who, taken.why))?;
    }
    Ok(Answer::Yes)
}
