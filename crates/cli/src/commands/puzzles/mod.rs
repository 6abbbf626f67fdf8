//! `dejarik puzzles`: puzzles as files, shown, solved again, and found in games.

mod mine;

pub use mine::run as mine;

use super::judge::{MAX_SCENARIO, scenario_files};
use super::replay::open_view;
use super::{Answer, Done, Failure, bad_input};
use crate::board;
use crate::output::{BAD, BOLD, Cell, FAINT, GOOD, Out, count, paint};
use crate::source::Cards;
use cards::bytes;
use puzzles::{FILES, Listed, Puzzle, Solved, Worth, is_puzzle, read};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use vocab::Role;

/// Lists the puzzles that come with the program.
pub fn list(out: &mut Out, as_json: bool) -> Done {
    let puzzles: Vec<Puzzle> = FILES.iter().filter_map(|(_, text)| read(text).ok()).collect();
    if as_json {
        let values: Vec<Value> = puzzles.iter().map(outline).collect();
        out.json(&values)?;
        return Ok(Answer::Yes);
    }
    let row = |puzzle: &Puzzle| {
        vec![
            Cell::new(puzzle.id()).style(BOLD),
            Cell::number(puzzle.rating),
            Cell::new(side(puzzle.you)),
            Cell::new(puzzle.goal.to_string()),
            Cell::new(puzzle.name()),
            Cell::new(puzzle.themes.join(", ")).style(FAINT),
        ]
    };
    let rows: Vec<Vec<Cell>> = puzzles.iter().map(row).collect();
    out.table(&["id", "rating", "you are", "goal", "name", "themes"], &rows)?;
    out.line(format!("{}; `dejarik puzzles show P01` shows one", count(puzzles.len(), "puzzle", "puzzles")))?;
    Ok(Answer::Yes)
}

/// A puzzle for programs, without its answer.
fn outline(puzzle: &Puzzle) -> Value {
    json!({
        "id": puzzle.id(), "name": puzzle.name(), "you": side(puzzle.you).to_lowercase(),
        "goal": puzzle.goal.to_string(), "ask": puzzle.ask, "themes": puzzle.themes, "rating": puzzle.rating,
    })
}

const fn side(who: Role) -> &'static str {
    match who {
        Role::Dark => "Dark",
        Role::Light => "Light",
    }
}

/// Shows a puzzle that comes with the program, and if it's wished its answer.
pub fn show(out: &mut Out, source: &Cards, id: &str, answer: bool, as_json: bool) -> Done {
    let found = FILES.iter().find(|(name, text)| name.eq_ignore_ascii_case(id) && is_puzzle(text));
    let Some((name, text)) = found else {
        return Err(bad_input(format!("there's no puzzle `{id}`: `dejarik puzzles list` names them")));
    };
    let puzzle = read(text).map_err(|error| bad_input(format!("{name}: {error}")))?;
    let posed = puzzles::pose(source, &puzzle).map_err(|failures| broken(name, &failures))?;
    let game = posed.game();
    let words = source.choices_in_words(game);
    let mistake = FILES.iter().find(|(other, _)| *other == format!("{name}x"));
    let shown = |listed: &Listed| json!({ "words": listed.words, "value": listed.worth.to_string(), "says": listed.says });
    if as_json {
        let mut value = outline(&puzzle);
        value["choices"] = words.into();
        value["scenario"] = (*text).into();
        if answer {
            value["best"] = shown(&puzzle.best);
            value["others"] = puzzle.others.iter().map(shown).collect();
            value["why"] = puzzle.why.as_str().into();
            value["mistake"] = mistake.map(|(_, text)| *text).into();
        }
        out.json(&value)?;
        return Ok(Answer::Yes);
    }
    out.line(paint(BOLD, &format!("{} {}", puzzle.id(), puzzle.name())))?;
    out.line(format!("You are {}: {}. Rating {}.", side(puzzle.you), puzzle.goal, puzzle.rating))?;
    out.gap()?;
    // Everything that counts lies open: both hands, and what is being built.
    let view = open_view(game);
    board::show(out, game, &view, ["Dark", "Light"])?;
    out.gap()?;
    out.paragraph("", &puzzle.ask)?;
    for (number, words) in (1..).zip(&words) {
        out.line(format!("  {number} {words}"))?;
    }
    if !answer {
        out.line(paint(FAINT, &format!("`dejarik puzzles show {name} --answer` shows what is best")))?;
        return Ok(Answer::Yes);
    }
    out.gap()?;
    out.line(paint(GOOD, &in_words(&puzzle.best)))?;
    for other in &puzzle.others {
        out.line(in_words(other))?;
    }
    if let Some(ahead) = ahead(puzzle.listed().map(|listed| listed.worth)) {
        out.line(paint(FAINT, &ahead))?;
    }
    out.gap()?;
    out.paragraph("", &puzzle.why)?;
    out.line(paint(FAINT, &format!("Themes: {}", puzzle.themes.join(", "))))?;
    if let Some((_, text)) = mistake {
        let verdict = source.judge(text).map_err(|error| bad_input(format!("{name}x: {error}")))?;
        out.gap()?;
        let title = text.lines().next().and_then(|line| line.split_once(": ")).map_or("", |(_, what)| what);
        out.line(paint(BOLD, &format!("What comes of a mistake: {title}")))?;
        for entry in &verdict.timeline {
            out.hanging("  ", "      ", &entry.to_string())?;
        }
    }
    Ok(Answer::Yes)
}

/// An answer with its value: as a fraction, if people would read it, and in percent.
fn in_words(listed: &Listed) -> String {
    let percent = format!("{:.1} %", 100.0 * listed.worth.value());
    let value = match listed.worth {
        Worth::Exact(fraction) if fraction.denominator() == 1 => {
            if fraction.numerator() == 1 {
                "always".to_string()
            } else {
                "never".to_string()
            }
        }
        Worth::Exact(fraction) if fraction.is_short() => format!("{fraction}, {percent}"),
        Worth::Exact(_) => percent,
        Worth::Searched(_) => format!("about {percent}, searched"),
    };
    let says = listed.says.as_ref().map(|says| format!(": {says}")).unwrap_or_default();
    format!("{}: {value}{says}", listed.words)
}

/// How far the best of these values is ahead of the next.
fn ahead(values: impl Iterator<Item = Worth>) -> Option<String> {
    let mut values: Vec<f64> = values.map(Worth::value).collect();
    values.sort_by(|one, other| other.total_cmp(one));
    let (best, next) = (*values.first()?, *values.get(1)?);
    Some(format!("The best is {:.1} points ahead of the next.", 100.0 * (best - next)))
}

fn broken(name: &str, failures: &[judge::Failure]) -> Failure {
    let all: Vec<String> = failures.iter().map(ToString::to_string).collect();
    bad_input(format!("{name}: {}", all.join("; ")))
}

/// Solves puzzles again: files and folders of them, or those that come with the program.
pub fn check(out: &mut Out, source: &Cards, paths: &[PathBuf], nodes: u64, as_json: bool) -> Done {
    let files: Vec<(PathBuf, String)> = if paths.is_empty() {
        FILES.iter().map(|(name, text)| (PathBuf::from(name), (*text).to_string())).collect()
    } else {
        scenario_files(paths)?.into_iter().map(opened).collect::<Result<_, Failure>>()?
    };
    let (mut held, mut failed) = (0, 0);
    let mut list: Vec<Value> = Vec::new();
    for (file, text) in &files {
        let found = if is_puzzle(text) {
            let puzzle = read(text).map_err(|error| bad_input(format!("{}: {error}", file.display())))?;
            Found {
                id: puzzle.id().into(),
                title: puzzle.name().into(),
                ahead: ahead(puzzle.listed().map(|listed| listed.worth)),
                solved: puzzles::check(source, &puzzle, nodes).map(Some),
            }
        } else {
            mistake(source, file, text)?
        };
        *(if found.solved.is_ok() { &mut held } else { &mut failed }) += 1;
        if as_json {
            list.push(found.json(file));
        } else {
            found.show(out, file)?;
        }
    }
    if as_json {
        out.json(&json!({ "puzzles": list, "held": held, "failed": failed }))?;
    } else {
        let summary = format!("{} held, {failed} failed", count(held, "file", "files"));
        out.line(paint(if failed == 0 { GOOD } else { BAD }, &summary))?;
    }
    Ok(if failed == 0 { Answer::Yes } else { Answer::No })
}

/// A scenario without a puzzle's lines: what comes of a mistake. That it holds is all that is asked of it.
fn mistake(source: &Cards, file: &Path, text: &str) -> Result<Found, Failure> {
    let scenario = judge::parse(text).map_err(|error| bad_input(format!("{}: {error}", file.display())))?;
    let failures = source.judge_scenario(&scenario).failures;
    let solved = if failures.is_empty() { Ok(None) } else { Err(failures) };
    Ok(Found { id: scenario.id, title: scenario.title, ahead: None, solved })
}

/// What came of a file: a puzzle that was solved, a mistake that happens as it says, or what doesn't hold.
struct Found {
    id: String,
    title: String,
    /// How far the best answer that is listed is ahead of the next.
    ahead: Option<String>,
    solved: Result<Option<Solved>, Vec<judge::Failure>>,
}

impl Found {
    fn show(&self, out: &mut Out, file: &Path) -> std::io::Result<()> {
        let mark = if self.solved.is_ok() { paint(GOOD, "held  ") } else { paint(BAD, "failed") };
        out.line(format!("{mark} {} {}", paint(BOLD, &self.id), self.title))?;
        match &self.solved {
            Ok(None) => {}
            Ok(Some(solved)) => {
                let value = |(words, worth): &(String, Worth)| format!("{words} = {worth}");
                let all: Vec<String> = solved.answers.iter().map(value).collect();
                out.hanging("    ", "        ", &all.join(" | "))?;
                let tried = count(solved.nodes as usize, "answer", "answers");
                let ahead = self.ahead.as_deref().unwrap_or_default();
                out.line(paint(FAINT, &format!("    {tried} tried. {ahead}")))?;
            }
            Err(failures) => {
                for fault in failures {
                    let place = match (fault.line, fault.column) {
                        (0, _) => file.display().to_string(),
                        (line, 0) => format!("{}:{line}", file.display()),
                        (line, column) => format!("{}:{line}:{column}", file.display()),
                    };
                    out.hanging("    ", "        ", &format!("{} {}", paint(BAD, &place), fault.message))?;
                }
            }
        }
        Ok(())
    }

    fn json(&self, file: &Path) -> Value {
        let failures = self.solved.as_ref().err().into_iter().flatten();
        let failures: Vec<Value> = failures
            .map(|fault| json!({ "line": fault.line, "column": fault.column, "message": fault.message }))
            .collect();
        let solved = self.solved.as_ref().ok().and_then(Option::as_ref);
        let answers: Option<Vec<Value>> = solved.map(|solved| {
            let one =
                |(words, worth): &(String, Worth)| json!({ "words": words, "value": worth.to_string() });
            solved.answers.iter().map(one).collect()
        });
        json!({
            "file": file, "id": self.id, "holds": self.solved.is_ok(), "failures": failures, "answers": answers,
            "tried": solved.map(|solved| solved.nodes),
        })
    }
}

fn opened(file: PathBuf) -> Result<(PathBuf, String), Failure> {
    let data = bytes::read_limited(&file, MAX_SCENARIO)
        .map_err(|error| bad_input(format!("{}: {error}", file.display())))?;
    Ok((file, String::from_utf8_lossy(&data).into_owned()))
}
