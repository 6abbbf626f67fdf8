//! `dejarik lesson`: lessons as files, played by the real referee: the ideal line and every wrong answer they list.

use super::judge::{MAX_SCENARIO, scenario_files};
use super::{Answer, Done, Failure, bad_input};
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, count, paint};
use crate::source::Cards;
use cards::bytes;
use judge::course::{Course, Then};
use judge::lesson::{Branch, FILES, Lesson, Written, read};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Lists the lessons that come with the program.
pub fn list(out: &mut Out, as_json: bool) -> Done {
    let lessons = FILES.iter().filter_map(|(_, text)| match read(text) {
        Ok(Written::Lesson(lesson)) => Some(lesson),
        Ok(Written::Branch(_)) | Err(_) => None,
    });
    if as_json {
        let values: Vec<Value> = lessons
            .map(|lesson| json!({ "id": lesson.scenario.id, "name": lesson.name(), "goal": lesson.goal, "new": lesson.new }))
            .collect();
        out.json(&values)?;
        return Ok(Answer::Yes);
    }
    for lesson in lessons {
        out.line(format!("{} {}", paint(BOLD, &lesson.scenario.id), lesson.name()))?;
        out.hanging("    ", "    ", &format!("{} New: {}.", lesson.goal, lesson.new.join(", ")))?;
    }
    Ok(Answer::Yes)
}

/// Checks lessons: files and folders of them, or those that come with the program.
pub fn check(out: &mut Out, source: &Cards, paths: &[PathBuf], as_json: bool) -> Done {
    let files: Vec<(PathBuf, Written)> = if paths.is_empty() {
        let read = |(name, text): &(&str, &str)| Ok((PathBuf::from(name), written(Path::new(name), text)?));
        FILES.iter().map(read).collect::<Result<_, Failure>>()?
    } else {
        scenario_files(paths)?.into_iter().map(opened).collect::<Result<_, Failure>>()?
    };
    let (mut held, mut failed) = (0, 0);
    let mut list: Vec<Value> = Vec::new();
    for (file, written) in &files {
        let id = &written.scenario().id;
        let (title, found) = match written {
            Written::Lesson(lesson) => (lesson.name(), of_lesson(source, lesson, file, &files)),
            // Where a branch leads is checked with its lesson; that it holds, here.
            Written::Branch(branch) => {
                let failures = source.judge_scenario(&branch.scenario).failures;
                (branch.scenario.title.as_str(), failures.is_empty().then_some(None).ok_or(failures))
            }
        };
        let failures = found.as_ref().err().cloned().unwrap_or_default();
        *(if failures.is_empty() { &mut held } else { &mut failed }) += 1;
        if as_json {
            let faults = failures
                .iter()
                .map(|fault| json!({ "line": fault.line, "column": fault.column, "message": fault.message }));
            list.push(json!({ "file": file, "id": id, "holds": failures.is_empty(), "failures": faults.collect::<Vec<_>>() }));
            continue;
        }
        let mark = if failures.is_empty() { paint(GOOD, "held  ") } else { paint(BAD, "failed") };
        out.line(format!("{mark} {} {title}", paint(BOLD, id)))?;
        if let Ok(Some(course)) = &found {
            out.line(paint(FAINT, &format!("    {}", in_words(course))))?;
        }
        for fault in &failures {
            let place = match (fault.line, fault.column) {
                (0, _) => file.display().to_string(),
                (line, 0) => format!("{}:{line}", file.display()),
                (line, column) => format!("{}:{line}:{column}", file.display()),
            };
            out.hanging("    ", "        ", &format!("{} {}", paint(BAD, &place), fault.message))?;
        }
    }
    if as_json {
        out.json(&json!({ "lessons": list, "held": held, "failed": failed }))?;
    } else {
        let summary = format!("{} held, {failed} failed", count(held, "file", "files"));
        out.line(paint(if failed == 0 { GOOD } else { BAD }, &summary))?;
    }
    Ok(if failed == 0 { Answer::Yes } else { Answer::No })
}

/// How much there is to do in a course.
fn in_words(course: &Course) -> String {
    let own = course.moves.iter().filter(|own| own.by_learner).count();
    let wrong: Vec<_> = course.moves.iter().flat_map(|own| &own.wrong).collect();
    let played = wrong.iter().filter(|wrong| matches!(wrong.then, Then::Play(_))).count();
    format!(
        "{} of the learner’s, {}, {played} of them played out",
        count(own, "answer", "answers"),
        count(wrong.len(), "wrong one listed", "wrong ones listed")
    )
}

fn of_lesson(
    source: &Cards,
    lesson: &Lesson,
    file: &Path,
    files: &[(PathBuf, Written)],
) -> Result<Option<Course>, Vec<judge::Failure>> {
    if let Some(level) = lesson.opponent.as_deref()
        && level.parse::<ai::Level>().is_err()
    {
        let message = format!("`{level}` isn't a computer player");
        return Err(vec![judge::Failure { line: 0, column: 0, message }]);
    }
    let branch = |name: &str| -> Result<Branch, String> {
        let known = files.iter().find(|(_, written)| written.scenario().id == name);
        let beside = || {
            let path = file.with_file_name(format!("{name}.txt"));
            let (_, written) = opened(path).map_err(|failure| failure.to_string())?;
            Ok::<_, String>(written)
        };
        let written = known.map_or_else(beside, |(_, written)| Ok(written.clone()))?;
        match written {
            Written::Branch(branch) => Ok(*branch),
            Written::Lesson(_) => Err(format!("{name} is a lesson of its own: a branch has `#: back`")),
        }
    };
    source.course(lesson, &branch).map(Some)
}

fn opened(file: PathBuf) -> Result<(PathBuf, Written), Failure> {
    let data = bytes::read_limited(&file, MAX_SCENARIO)
        .map_err(|error| bad_input(format!("{}: {error}", file.display())))?;
    let written = written(&file, &String::from_utf8_lossy(&data))?;
    Ok((file, written))
}

fn written(file: &Path, text: &str) -> Result<Written, Failure> {
    read(text).map_err(|error| bad_input(format!("{}: {error}", file.display())))
}
