//! `dejarik cards lint`: the faults of a card folder.

use super::{Answer, Done, bad_input};
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, WARN, count, paint};
use anstyle::Style;
use cards::lint::lint;
use cards::plugin::{Playtest, Plugin};
use cards::{Finding, Severity};
use serde_json::json;
use std::path::Path;

/// How many findings of a kind are shown unless all are wanted.
const FEW: usize = 5;

/// Checks a folder.
pub fn run(out: &mut Out, dir: &Path, all: bool, as_json: bool) -> Done {
    let plugin = Plugin::load(dir, Playtest::Load).map_err(bad_input)?;
    let findings = lint(&plugin);
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    if as_json {
        let cards = plugin.collection.len();
        out.json(&json!({ "cards": cards, "sets": plugin.sets.len(), "findings": findings }))?;
    } else {
        report(out, &findings, all)?;
        let read = format!(
            "{} in {} read; ",
            count(plugin.collection.len(), "card", "cards"),
            count(plugin.sets.len(), "set", "sets")
        );
        let verdict = if findings.is_empty() {
            paint(GOOD, "no faults")
        } else {
            format!(
                "{}, {} in all",
                count(errors, "error", "errors"),
                count(findings.len(), "finding", "findings")
            )
        };
        out.line(read + &verdict)?;
    }
    Ok(if errors == 0 { Answer::Yes } else { Answer::No })
}

/// Findings by kind, errors first.
fn report(out: &mut Out, findings: &[Finding], all: bool) -> std::io::Result<()> {
    let mut kinds: Vec<(Severity, &str)> =
        findings.iter().map(|finding| (finding.severity, finding.code)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for (severity, code) in kinds {
        let of_kind: Vec<&Finding> =
            findings.iter().filter(|finding| finding.severity == severity && finding.code == code).collect();
        let (style, word) = look(severity);
        let title = format!("{} {}", paint(style, word), paint(BOLD, code));
        out.line(format!("{title} {}", paint(FAINT, &format!("x {}", of_kind.len()))))?;
        let shown = if all { of_kind.len() } else { FEW.min(of_kind.len()) };
        for finding in &of_kind[..shown] {
            out.hanging("  ", "      ", &format!("{}  {}", finding.place, finding.message))?;
            out.hanging("      ", "      ", &paint(FAINT, &format!("cure: {}", finding.cure)))?;
        }
        if shown < of_kind.len() {
            out.line(paint(FAINT, &format!("  ... and {} more (--all shows them)", of_kind.len() - shown)))?;
        }
        out.gap()?;
    }
    Ok(())
}

const fn look(severity: Severity) -> (Style, &'static str) {
    match severity {
        Severity::Error => (BAD, "error"),
        Severity::Warning => (WARN, "warning"),
        Severity::Note => (FAINT, "note"),
    }
}
