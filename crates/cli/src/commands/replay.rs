//! `dejarik replay`: a recorded game played again, checked against its seed.

use super::{Answer, Done, Failure, bad_input, verify};
use crate::board;
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, count, paint};
use crate::source::Cards;
use engine::state::{Moment, Outcome};
use engine::{Game, View, Viewer};
use serde_json::{Value, json};
use server::Download;
use std::path::Path;
use table::{LessonFile, Record, Table};
use vocab::Role;

/// What to do with a recorded game.
pub struct Wanted {
    /// Check the promised seed and every recorded state.
    pub verify: bool,
    /// Stop after this many answers, and show the table.
    pub at: Option<usize>,
    /// Answer in JSON.
    pub json: bool,
}

/// Plays a file again.
pub fn run(out: &mut Out, cards: &Cards, file: &Path, wanted: &Wanted) -> Done {
    let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", file.display()));
    let download = match read(file)? {
        Recorded::Seeded(download) => download,
        Recorded::Promised(record) => {
            if wanted.verify {
                return verify::run(out, cards, file, &verify::Wanted::plain(wanted.json));
            }
            let catalog = verify::catalog_of(cards, record.cards.as_deref(), &record.setup)?;
            let catalog = catalog.ok_or_else(|| wrong(&OTHER_CARDS))?;
            let end = record.table(catalog).map_err(|error| wrong(&error))?;
            return shown(out, &end, file, wanted);
        }
        Recorded::Lesson(lesson) => {
            if wanted.verify {
                return verify::run(out, cards, file, &verify::Wanted::plain(wanted.json));
            }
            let catalog = verify::catalog_of(cards, lesson.cards.as_deref(), &lesson.setup)?;
            let catalog = catalog.ok_or_else(|| wrong(&OTHER_CARDS))?;
            let end = lesson.verify(catalog).map_err(|error| wrong(&error))?;
            return shown(out, &end, file, wanted);
        }
    };
    let catalog = cards.catalog().map_err(bad_input)?;
    let replay = &download.replay;
    let all = replay.answers.len();
    if let Some(at) = wanted.at.filter(|at| *at > all) {
        return Err(wrong(&format!("--at {at}, but the game has {}", count(all, "answer", "answers"))));
    }
    let answers = wanted.at.unwrap_or(all);
    let played = replay.play(catalog, answers);
    if wanted.verify {
        return verified(
            out,
            &download,
            answers,
            played.as_ref().err().map(ToString::to_string),
            wanted.json,
        );
    }
    let mut game = played.map_err(|error| wrong(&error))?;
    let names = download.players.unwrap_or_else(|| ["Dark Side".into(), "Light Side".into()]);
    show(out, &mut game, &names, answers, all, wanted)
}

/// Why a file isn't played.
pub const OTHER_CARDS: &str = "the cards of the file aren’t the ones that were locked";

/// A recorded game, of any format.
pub enum Recorded {
    /// From before there were promises: the seed is all there is.
    Seeded(Box<Download>),
    /// With everything that was promised.
    Promised(Box<Record>),
    /// A lesson, which has a position and laid dice.
    Lesson(Box<LessonFile>),
}

/// Reads a file of any format.
pub fn read(file: &Path) -> Result<Recorded, Failure> {
    let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", file.display()));
    let data = cards::bytes::read_limited(file, cards::bytes::MAX_FILE).map_err(|error| wrong(&error))?;
    let value: Value = serde_json::from_slice(&data).map_err(|error| wrong(&error))?;
    let format = value.get("format").and_then(Value::as_u64);
    if format == Some(u64::from(table::FORMAT)) {
        let record = serde_json::from_value(value).map_err(|error| wrong(&error))?;
        return Ok(Recorded::Promised(Box::new(record)));
    }
    if format == Some(u64::from(table::LESSON_FORMAT)) {
        let lesson = serde_json::from_value(value).map_err(|error| wrong(&error))?;
        return Ok(Recorded::Lesson(Box::new(lesson)));
    }
    let download = serde_json::from_value(value).map_err(|error| wrong(&error))?;
    Ok(Recorded::Seeded(Box::new(download)))
}

/// Tells a game from its table at the end.
fn shown(out: &mut Out, end: &Table, file: &Path, wanted: &Wanted) -> Done {
    let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", file.display()));
    let all = end.answers.len();
    let answers = wanted.at.unwrap_or(all);
    if answers > all {
        return Err(wrong(&format!("--at {answers}, but the game has {}", count(all, "answer", "answers"))));
    }
    let mut game = end.retold(answers).map_err(|error| wrong(&error))?;
    let names = [end.setup.dark.name.clone(), end.setup.light.name.clone()];
    show(out, &mut game, &names, answers, all, wanted)
}

/// Tells a game as far as it was played.
fn show(
    out: &mut Out,
    game: &mut Game,
    names: &[String; 2],
    answers: usize,
    all: usize,
    wanted: &Wanted,
) -> Done {
    let story = tell(game);
    if wanted.json {
        let events: Vec<Value> =
            story.iter().map(|(text, rule)| json!({ "text": text, "rule": rule })).collect();
        let view = open_view(game);
        let table = wanted.at.map(|_| board::json(game, &view, [&names[0], &names[1]]));
        out.json(&json!({
            "players": names, "answers": answers, "of": all, "turn": view.turn,
            "moment": moment(view.moment, names), "outcome": outcome(game, names), "events": events, "table": table,
        }))?;
        return Ok(Answer::Yes);
    }
    let title = format!("{} against {}, after {}", names[0], names[1], count(answers, "answer", "answers"));
    out.line(paint(BOLD, &title))?;
    for (text, rule) in &story {
        out.line(format!("  {text} {}", paint(FAINT, &format!("[{rule}]"))))?;
    }
    if wanted.at.is_some() {
        out.gap()?;
        let view = open_view(game);
        out.line(paint(BOLD, &format!("Turn {}, {}", view.turn, moment(view.moment, names))))?;
        board::show(out, game, &view, [&names[0], &names[1]])?;
        out.gap()?;
    }
    let result = outcome(game, names).unwrap_or_else(|| "The game goes on from here.".to_string());
    out.line(paint(BOLD, &result))?;
    Ok(Answer::Yes)
}

fn verified(
    out: &mut Out,
    download: &Download,
    answers: usize,
    broken: Option<String>,
    as_json: bool,
) -> Done {
    let promised = download.commitment.is_some();
    let kept = download.keeps_its_promise();
    let holds = broken.is_none() && kept;
    let answer = if holds { Answer::Yes } else { Answer::No };
    if as_json {
        out.json(&json!({
            "holds": holds, "seed_promised": promised, "seed_kept": promised.then_some(kept),
            "answers": answers, "fault": broken,
        }))?;
        return Ok(answer);
    }
    out.line(match (promised, kept) {
        (false, _) => paint(FAINT, "The file has no promise of its seed."),
        (true, true) => paint(GOOD, "The seed is the promised one."),
        (true, false) => paint(BAD, "The seed is not the promised one."),
    })?;
    match broken {
        None => {
            let legal = if answers == 1 {
                "The answer is legal".into()
            } else {
                format!("All {answers} answers are legal")
            };
            out.line(paint(GOOD, &format!("{legal}, and every recorded state follows from the seed.")))?;
        }
        Some(fault) => out.line(paint(BAD, &fault))?,
    }
    Ok(answer)
}

/// How the game ended, in words; nothing if it goes on.
fn outcome(game: &Game, names: &[String; 2]) -> Option<String> {
    game.outcome().map(|outcome| match outcome {
        Outcome::Won(who, rule) => format!("{} wins (rule {rule}).", names[who as usize]),
        Outcome::Draw(rule) => format!("The game is a draw (rule {rule})."),
        Outcome::Stopped => "The game was stopped.".to_string(),
    })
}

/// The story so far, with everything open: what happened, and by which rule.
fn tell(game: &mut Game) -> Vec<(String, String)> {
    let events = game.take_events();
    let told = events.iter().filter(|event| game.tell_to(event, Viewer::Public).is_some());
    told.map(|event| (game.tell(event), event.rule.to_string())).collect()
}

/// The table with everything open: what either player sees.
pub(super) fn open_view(game: &Game) -> View {
    let mut view = game.view(Viewer::Public);
    for who in Role::ALL {
        for card in game.view(Viewer::Seat(who)).cards {
            match view.cards.iter_mut().find(|known| known.slot == card.slot) {
                Some(known) if card.controller == who => *known = card,
                Some(_) => {}
                None => view.cards.push(card),
            }
        }
    }
    view
}

/// The step of a turn in words.
pub fn moment(moment: Moment, names: &[String; 2]) -> String {
    match moment {
        Moment::Preparation => "before setup".into(),
        Moment::Setup => "setup".into(),
        Moment::Ready => "ready phase".into(),
        Moment::BuildStep(who) => format!("build step of {}", names[who as usize]),
        Moment::RetreatStep(who) => format!("retreat step of {}", names[who as usize]),
        Moment::BattlePhase => "battle phase".into(),
        Moment::BattleStep(arena) => format!("battle in the {} arena", arena.name()),
        Moment::TurnEnd => "end of the turn".into(),
    }
}
