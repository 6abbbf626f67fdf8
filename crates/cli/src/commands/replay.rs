//! `dejarik replay`: a recorded game played again, checked against its seed.

use super::{Answer, Done, bad_input};
use crate::cli::Source;
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, paint};
use crate::source::Cards;
use engine::state::Outcome;
use engine::{Catalog, Game, Viewer};
use server::Download;
use std::path::Path;
use std::sync::Arc;

/// Plays a file again.
pub fn run(out: &mut Out, source: &Source, file: &Path, verify: bool, at: Option<usize>) -> Done {
    let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", file.display()));
    let data = cards::bytes::read_limited(file, cards::bytes::MAX_FILE).map_err(|error| wrong(&error))?;
    let download: Download = serde_json::from_slice(&data).map_err(|error| wrong(&error))?;
    let cards = Cards::for_table(&source.folders, source.playtest)?;
    let library = lang::build_library(cards.collection()).map_err(bad_input)?;
    let catalog = Arc::new(Catalog::new(library).map_err(bad_input)?);
    let replay = &download.replay;
    let answers = at.unwrap_or(usize::MAX).min(replay.answers.len());
    let played = replay.play(catalog, answers);
    if verify {
        let promise = match &download.commitment {
            None => paint(FAINT, "the file has no promise of its seed"),
            Some(_) if download.keeps_its_promise() => paint(GOOD, "the seed is the one that was promised"),
            Some(_) => paint(BAD, "the seed is not the one that was promised"),
        };
        out.line(promise)?;
        match &played {
            Ok(_) => out.line(paint(
                GOOD,
                &format!("all {answers} answers are legal, and every recorded state follows from the seed"),
            ))?,
            Err(error) => out.line(paint(BAD, &error.to_string()))?,
        }
        let holds = played.is_ok() && download.keeps_its_promise();
        return Ok(if holds { Answer::Yes } else { Answer::No });
    }
    let mut game = played.map_err(|error| wrong(&error))?;
    let names = download.players.unwrap_or_else(|| ["Dark Side".into(), "Light Side".into()]);
    out.line(paint(BOLD, &format!("{} against {}, after {answers} answers", names[0], names[1])))?;
    tell(out, &mut game)?;
    let result = match game.outcome() {
        Some(Outcome::Won(who, rule)) => format!("{} wins (rule {rule}).", names[who as usize]),
        Some(Outcome::Draw(rule)) => format!("The game is a draw (rule {rule})."),
        Some(Outcome::Stopped) => "The game was stopped.".to_string(),
        None => "The game goes on from here.".to_string(),
    };
    out.line(paint(BOLD, &result))?;
    Ok(Answer::Yes)
}

/// The story so far, with everything open.
fn tell(out: &mut Out, game: &mut Game) -> std::io::Result<()> {
    for event in game.take_events() {
        if game.tell_to(&event, Viewer::Public).is_some() {
            let rule = paint(FAINT, &format!("[{}]", event.rule));
            out.line(format!("  {} {rule}", game.tell(&event)))?;
        }
    }
    Ok(())
}
