//! `dejarik verify`: whether a finished game kept what was promised before it.

use super::replay::{self, Recorded};
use super::{Answer, Done, bad_input};
use crate::output::{BAD, FAINT, GOOD, Out, count, paint};
use crate::source::Cards;
use engine::Catalog;
use fair::Kept;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::{GameSetup, LessonFile, Record};

/// How to verify.
pub struct Wanted {
    /// What players' browsers kept.
    pub promises: Vec<PathBuf>,
    /// Compute the computer's answers again.
    pub computer: bool,
    /// Answer in JSON.
    pub json: bool,
}

impl Wanted {
    /// Nothing but the file itself.
    pub const fn plain(json: bool) -> Wanted {
        Wanted { promises: Vec::new(), computer: false, json }
    }
}

/// What was found.
#[derive(Default)]
struct Found {
    /// What holds, in sentences.
    holds: Vec<String>,
    /// The first thing that doesn't.
    fault: Option<String>,
    /// What can't be said.
    doubts: Vec<String>,
}

/// Verifies a file.
pub fn run(out: &mut Out, cards: &Cards, file: &Path, wanted: &Wanted) -> Done {
    let found = match replay::read(file)? {
        Recorded::Promised(record) => {
            let mut kept = Vec::new();
            for path in &wanted.promises {
                kept.push((path, read(path)?));
            }
            promised(cards, &record, &kept, wanted.computer)?
        }
        Recorded::Lesson(lesson) => {
            if wanted.computer || !wanted.promises.is_empty() {
                return Err(bad_input(format!(
                    "{}: a lesson has laid dice and given answers; nothing was promised",
                    file.display()
                )));
            }
            self::lesson(cards, &lesson)?
        }
        Recorded::Seeded(download) => {
            if let Some(path) = wanted.promises.first() {
                return Err(bad_input(format!(
                    "{}: the game is from before there were promises; no browser kept one",
                    path.display()
                )));
            }
            let played = download.replay.play(cards.catalog().map_err(bad_input)?, usize::MAX);
            let mut found = Found::default();
            match played {
                Ok(_) => {
                    let answers = count(download.replay.answers.len(), "answer", "answers");
                    found.holds.push(format!("The game follows from its seed and {answers}."));
                    found.doubts.push(
                        "The promise was not stored: the server might have chosen the seed. Games are promised \
                         from version 0.2 on."
                            .into(),
                    );
                }
                Err(error) => found.fault = Some(format!("{error}.")),
            }
            found
        }
    };
    let answer = if found.fault.is_none() { Answer::Yes } else { Answer::No };
    if wanted.json {
        let Found { holds, fault, doubts } = &found;
        out.json(&json!({ "verified": fault.is_none(), "holds": holds, "fault": fault, "doubts": doubts }))?;
        return Ok(answer);
    }
    for line in &found.holds {
        out.line(paint(GOOD, line))?;
    }
    for line in &found.doubts {
        out.line(paint(FAINT, line))?;
    }
    match &found.fault {
        Some(fault) => out.line(paint(BAD, &format!("Not verified: {fault}")))?,
        None => out.line(paint(GOOD, "Verified."))?,
    }
    Ok(answer)
}

/// The cards of a game: those of its file, which need no card files; nothing if they aren't the ones that were locked.
/// Games from before cards were kept are played with the open ones.
pub fn catalog_of(
    cards: &Cards,
    kept: Option<&str>,
    setup: &GameSetup,
) -> Result<Option<Arc<Catalog>>, super::Failure> {
    match (kept, &setup.pocket) {
        (None, None) => Ok(Some(cards.catalog().map_err(bad_input)?)),
        (Some(source), Some(locked)) if *locked == server::pocket_digest(source) => {
            let pocket = dejarik::Pocket::read(source).map_err(bad_input)?;
            Ok(Some(pocket.open().catalog().map_err(bad_input)?))
        }
        _ => Ok(None),
    }
}

fn read(path: &Path) -> Result<Kept, super::Failure> {
    let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", path.display()));
    let data = cards::bytes::read_limited(path, cards::bytes::MAX_FILE).map_err(|error| wrong(&error))?;
    serde_json::from_slice(&data).map_err(|error| wrong(&error))
}

/// Checks a lesson: it is played again from its position.
fn lesson(cards: &Cards, lesson: &LessonFile) -> Result<Found, super::Failure> {
    let mut found = Found::default();
    let Some(catalog) = catalog_of(cards, lesson.cards.as_deref(), &lesson.setup)? else {
        found.fault = Some("the cards of the file aren’t the ones that were locked.".into());
        return Ok(found);
    };
    match lesson.verify(catalog) {
        Ok(end) => {
            let answers = count(end.answers.len(), "answer", "answers");
            found.holds.push(format!("The lesson comes to its end from its position with {answers}."));
            found.doubts.push("It is a lesson: its dice were laid, and nothing was promised.".into());
        }
        Err(broken) => found.fault = Some(format!("{broken}.")),
    }
    Ok(found)
}

/// Checks a game that was promised, step by step; the first thing that doesn't hold ends it.
fn promised(
    cards: &Cards,
    record: &Record,
    kept: &[(&PathBuf, Kept)],
    computer: bool,
) -> Result<Found, super::Failure> {
    let mut found = Found::default();
    let proof = &record.proof;
    if let Err(fault) = proof.keys() {
        found.fault = Some(format!("{fault}."));
        return Ok(found);
    }
    found.holds.push(
        "The server’s secret is the promised one, and both seats revealed what they had committed to.".into(),
    );
    found.holds.push("Decks, cards, rules and seats are the ones that were locked.".into());
    for (path, own) in kept {
        if let Err(fault) = proof.agrees_with(own) {
            found.fault = Some(format!("{}: {fault}.", path.display()));
            return Ok(found);
        }
        let upto = own.receipt.map_or_else(|| "no step".to_string(), |(number, _)| format!("step {number}"));
        found.holds.push(format!("{}: it is what the player saw, up to {upto}.", path.display()));
    }
    if kept.is_empty() {
        found.doubts.push(
            "Without a promise file (--promise) this shows that the file agrees with itself, not that it is what the \
             players were shown."
                .into(),
        );
    }
    if record.setup.scratch.is_some() {
        return Err(bad_input(
            "a game with a card from the lab can only be verified at the table".to_string(),
        ));
    }
    let Some(catalog) = catalog_of(cards, record.cards.as_deref(), &record.setup)? else {
        found.fault = Some("the cards of the file aren’t the ones that were locked.".into());
        return Ok(found);
    };
    let end = match record.verify(catalog) {
        Ok(end) => end,
        Err(broken) => {
            found.fault = Some(format!("{broken}."));
            return Ok(found);
        }
    };
    let answers = count(end.answers.len(), "answer", "answers");
    found
        .holds
        .push(format!("Every shuffle, every roll and the result follow from the secrets and {answers}."));
    if computer {
        let recomputed = record.recompute(&end, server::computer_answer);
        match recomputed {
            Ok(number) => {
                let answers = count(number, "answer of the computer", "answers of the computer");
                found.holds.push(format!("{answers}: computed again, all the same."));
            }
            Err(broken) => found.fault = Some(format!("{broken}.")),
        }
    }
    Ok(found)
}
