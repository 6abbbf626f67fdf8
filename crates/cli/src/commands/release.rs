//! `dejarik cards release`: dates, checksums and the update list of a release.

use super::{Answer, Done, Failure, bad_input, lint};
use crate::files::{self, Existing};
use crate::output::{BOLD, FAINT, GOOD, Out, count, paint};
use cards::Severity;
use cards::manifest::{Date, DateForm, release, release_check};
use serde_json::json;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Shows what a release changes; with `write`, writes it and checks the result.
pub fn run(
    out: &mut Out,
    dir: &Path,
    date: Option<&str>,
    url: Option<&str>,
    write: bool,
    as_json: bool,
) -> Done {
    let day = match date {
        Some(text) => Date::parse(text, DateForm::Dotted).map_err(bad_input)?,
        None => today()?,
    };
    if !dir.is_dir() {
        return Err(bad_input(format!("{}: no such folder", dir.display())));
    }
    let release = release::prepare(dir, day, url).map_err(bad_input)?;
    let mut findings = Vec::new();
    if write {
        for (file, data) in &release.files {
            let path = dir.join(file);
            files::write(&path, data, Existing::Replace)
                .map_err(|error| bad_input(format!("{}: {error}", path.display())))?;
        }
        findings = release_check(dir, None);
    }
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    let answer = if errors == 0 { Answer::Yes } else { Answer::No };
    if as_json {
        let changes: Vec<_> = release
            .changes
            .iter()
            .map(|change| json!({ "file": change.file, "what": change.what }))
            .collect();
        out.json(&json!({
            "day": day.to_string(), "written": write, "changes": changes, "findings": findings,
        }))?;
        return Ok(answer);
    }
    out.line(paint(BOLD, &format!("Release of {day}")))?;
    for change in &release.changes {
        out.hanging("  ", "      ", &format!("{}  {}", change.file, change.what))?;
    }
    if release.changes.is_empty() {
        out.line("  Nothing has to change.")?;
    }
    out.gap()?;
    if !write {
        let note = format!("{} to change. --write writes them.", count(release.files.len(), "file", "files"));
        out.line(paint(FAINT, &note))?;
        return Ok(answer);
    }
    lint::report(out, &findings, lint::Extent::Few)?;
    if errors == 0 {
        let done = format!("{} written; ready to release.", count(release.files.len(), "file", "files"));
        out.line(paint(GOOD, &done))?;
    } else {
        out.line(format!(
            "{} written; {} to fix before the release.",
            count(release.files.len(), "file", "files"),
            count(errors, "error", "errors")
        ))?;
    }
    Ok(answer)
}

fn today() -> Result<Date, Failure> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Date::from_unix_days(seconds / 86_400)
        .ok_or_else(|| bad_input("this computer's clock is wrong; give the day with --date"))
}
