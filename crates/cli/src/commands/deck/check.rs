//! `dejarik deck check`: is the deck legal?

use crate::commands::{Answer, Done, bad_input};
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, WARN, count, paint};
use crate::source::Cards;
use cards::deck::{self, Report};
use serde_json::json;

/// Checks a deck by chapter 4 of the rules.
pub fn run(out: &mut Out, source: Cards, file: &str, format: &str, as_json: bool) -> Done {
    let (source, read) = source.with_deck(file)?;
    let all = source.collection();
    let format = source.formats().get(format).map_err(bad_input)?;
    let resolved = read.deck.resolve(all);
    let report = deck::check(&resolved, all, format);
    let notices: Vec<String> = resolved.notices.iter().map(|notice| notice.message(all)).collect();
    if as_json {
        let findings: Vec<String> = read.findings.iter().map(ToString::to_string).collect();
        out.json(&json!({
            "deck": resolved.name,
            "format": report.format,
            "side": report.side,
            "legal": report.is_legal(),
            "cards": resolved.main().map(|copies| copies.count).sum::<u32>(),
            "outside": resolved.outside().map(|copies| copies.count).sum::<u32>(),
            "faults": report.faults,
            "notices": notices,
            "findings": findings,
        }))?;
    } else {
        for finding in &read.findings {
            out.hanging(&paint(WARN, "note "), "     ", &finding.to_string())?;
        }
        for notice in &notices {
            out.hanging(&paint(WARN, "note "), "     ", notice)?;
        }
        show(out, &resolved.name, &report)?;
    }
    Ok(if report.is_legal() { Answer::Yes } else { Answer::No })
}

fn show(out: &mut Out, name: &str, report: &Report) -> std::io::Result<()> {
    let verdict = if report.is_legal() {
        paint(GOOD, "legal")
    } else {
        paint(BAD, &format!("not legal, {}", count(report.faults.len(), "fault", "faults")))
    };
    let about = paint(FAINT, &format!("({} deck, format {})", report.side, report.format));
    out.line(format!("{} is {verdict} {about}", paint(BOLD, name)))?;
    for fault in &report.faults {
        let head = format!("  {:<11}", fault.code.word());
        out.hanging(
            &paint(BAD, &head),
            "             ",
            &format!("{} {}", fault.what, paint(FAINT, &format!("[rule {}]", fault.rule))),
        )?;
        out.hanging("             cure: ", "                   ", &fault.cure)?;
    }
    Ok(())
}
