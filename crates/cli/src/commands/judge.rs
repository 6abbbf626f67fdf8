//! `dejarik judge`: scenarios and questions, played by the real compiler and the real engine.

use super::{Answer, Done, Failure, bad_input};
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, count, paint};
use crate::source::Cards;
use cards::bytes;
use judge::{Scenario, Verdict};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A scenario is a page of text; whatever is larger is another file.
pub const MAX_SCENARIO: u64 = 64 << 10;

/// A scenario that was played.
struct Judged<'a> {
    file: &'a Path,
    scenario: Scenario,
    verdict: Verdict,
}

/// What is shown.
#[derive(Clone, Copy)]
pub struct Show {
    /// The timeline of every scenario, not only of one that fails.
    pub timeline: bool,
    /// JSON for programs.
    pub json: bool,
}

/// Runs the scenarios of files and folders; a single one shows its timeline.
pub fn run(out: &mut Out, source: &Cards, paths: &[PathBuf], show: Show) -> Done {
    let files = scenario_files(paths)?;
    let (mut held, mut failed, mut asked) = (0, 0, 0);
    let mut list: Vec<Value> = Vec::new();
    for file in &files {
        let scenario = read(file)?;
        let verdict = source.judge_scenario(&scenario);
        let judged = Judged { file, scenario, verdict };
        match (judged.verdict.holds(), judged.scenario.is_question()) {
            (false, _) => failed += 1,
            (true, true) => asked += 1,
            (true, false) => held += 1,
        }
        if show.json {
            list.push(judged.json());
        } else {
            judged.show(out, show.timeline || files.len() == 1)?;
        }
    }
    if show.json {
        out.json(&json!({ "scenarios": list, "held": held, "failed": failed, "questions": asked }))?;
    } else if asked < files.len() {
        let summary = format!("{} held, {failed} failed", count(held, "scenario", "scenarios"));
        out.line(paint(if failed == 0 { GOOD } else { BAD }, &summary))?;
    }
    Ok(if failed == 0 { Answer::Yes } else { Answer::No })
}

impl Judged<'_> {
    fn show(&self, out: &mut Out, timeline: bool) -> std::io::Result<()> {
        let Judged { file, scenario, verdict } = self;
        let mark = match (verdict.holds(), scenario.is_question()) {
            (false, _) => paint(BAD, "failed"),
            (true, true) => paint(BOLD, "asked "),
            (true, false) => paint(GOOD, "held  "),
        };
        out.line(format!("{mark} {} {}", paint(BOLD, &scenario.id), scenario.title))?;
        if timeline || !verdict.holds() {
            for entry in &verdict.timeline {
                out.hanging("    ", "        ", &entry.to_string())?;
            }
        }
        if scenario.is_question() && verdict.holds() {
            let end = match &verdict.open {
                Some(open) => format!("Now {open}"),
                None => "The game is over.".to_string(),
            };
            out.hanging("    ", "        ", &end)?;
        }
        for failure in &verdict.failures {
            let place = match (failure.line, failure.column) {
                (0, _) => file.display().to_string(),
                (line, 0) => format!("{}:{line}", file.display()),
                (line, column) => format!("{}:{line}:{column}", file.display()),
            };
            out.hanging("    ", "        ", &format!("{} {}", paint(BAD, &place), failure.message))?;
        }
        if timeline && !scenario.rules.is_empty() {
            let rules: Vec<String> = scenario.rules.iter().map(ToString::to_string).collect();
            out.line(paint(FAINT, &format!("    rules {}", rules.join(", "))))?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let Judged { file, scenario, verdict } = self;
        let who = |who: vocab::Role| match who {
            vocab::Role::Dark => "dark",
            vocab::Role::Light => "light",
        };
        json!({
            "file": file,
            "id": scenario.id,
            "title": scenario.title,
            "question": scenario.is_question(),
            "rules": scenario.rules.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "holds": verdict.holds(),
            "failures": verdict.failures.iter().map(|failure| json!({
                "line": failure.line,
                "column": failure.column,
                "message": failure.message,
            })).collect::<Vec<_>>(),
            "timeline": verdict.timeline.iter().map(|entry| json!({
                "answer": entry.who.map(who),
                "words": entry.words,
                "rule": entry.rule.to_string(),
            })).collect::<Vec<_>>(),
            "open": verdict.open.as_ref().map(|open| json!({
                "who": who(open.who),
                "why": open.why,
                "rule": open.rule.to_string(),
                "choices": open.choices,
            })),
        })
    }
}

fn read(file: &Path) -> Result<Scenario, Failure> {
    let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", file.display()));
    let data = bytes::read_limited(file, MAX_SCENARIO).map_err(|error| wrong(&error))?;
    judge::parse(&String::from_utf8_lossy(&data)).map_err(|error| wrong(&error))
}

/// The files named, and every `.txt` of the folders named, in order.
pub fn scenario_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.exists() {
            return Err(bad_input(format!("{}: no such file or folder", path.display())));
        }
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries =
            fs::read_dir(path).map_err(|error| bad_input(format!("{}: {error}", path.display())))?;
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        inside.retain(|file| file.extension().is_some_and(|end| end == "txt"));
        if inside.is_empty() {
            return Err(bad_input(format!(
                "{}: there are no scenarios (*.txt) in this folder",
                path.display()
            )));
        }
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}
