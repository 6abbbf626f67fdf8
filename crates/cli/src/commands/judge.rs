//! `dejarik judge`: scenarios, run by the real compiler and the real engine.

use super::{Answer, Done, Failure, bad_input};
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, count, paint};
use crate::source::Cards;
use cards::bytes;
use judge::{Scenario, Sources, Verdict};
use lang::{Lexicon, Setting};
use std::fs;
use std::path::{Path, PathBuf};

/// A scenario is a page of text; what is larger is another file.
const MAX_SCENARIO: u64 = 64 << 10;

/// Runs the scenarios of files and folders; with one file, or when it fails, the timeline is shown.
pub fn run(out: &mut Out, source: &Cards, paths: &[PathBuf], timeline: bool) -> Done {
    let lexicon = Lexicon::new(source.collection());
    let files = scenario_files(paths)?;
    let mut failed = 0;
    for file in &files {
        let scenario = read(file)?;
        let sources = Sources {
            compile: &|line, card_type| {
                let setting = Setting::new(card_type, &line.name, &lexicon);
                lang::whole_text(&line.text, &setting, &lexicon)
            },
            printed: &|name| lang::whole_card(name, source.collection(), &lexicon),
        };
        let verdict = judge::run_with(&scenario, sources);
        failed += usize::from(!verdict.failures.is_empty());
        show(out, file, &scenario, &verdict, timeline || files.len() == 1)?;
    }
    let held = files.len() - failed;
    let summary = format!("{} held, {failed} failed", count(held, "scenario", "scenarios"));
    out.line(paint(if failed == 0 { GOOD } else { BAD }, &summary))?;
    Ok(if failed == 0 { Answer::Yes } else { Answer::No })
}

fn show(
    out: &mut Out,
    file: &Path,
    scenario: &Scenario,
    verdict: &Verdict,
    timeline: bool,
) -> std::io::Result<()> {
    let held = verdict.failures.is_empty();
    let mark = if held { paint(GOOD, "held  ") } else { paint(BAD, "failed") };
    out.line(format!("{mark} {} {}", paint(BOLD, &scenario.id), scenario.title))?;
    if timeline || !held {
        for line in &verdict.timeline {
            out.hanging("    ", "        ", line)?;
        }
    }
    for failure in &verdict.failures {
        let place = format!("{}:{}", file.display(), failure.line);
        out.hanging("    ", "        ", &format!("{} {}", paint(BAD, &place), failure.message))?;
    }
    if timeline {
        let rules: Vec<String> = scenario.rules.iter().map(ToString::to_string).collect();
        out.line(paint(FAINT, &format!("    rules {}", rules.join(", "))))?;
    }
    Ok(())
}

fn read(file: &Path) -> Result<Scenario, Failure> {
    let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", file.display()));
    let data = bytes::read_limited(file, MAX_SCENARIO).map_err(|error| wrong(&error))?;
    judge::parse(&String::from_utf8_lossy(&data)).map_err(|error| wrong(&error))
}

/// The files named, and every `.txt` of the folders named, in order.
fn scenario_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries =
            fs::read_dir(path).map_err(|error| bad_input(format!("{}: {error}", path.display())))?;
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        inside.retain(|file| file.extension().is_some_and(|end| end == "txt"));
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}
