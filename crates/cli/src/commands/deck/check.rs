//! `dejarik deck check`: is the deck legal?

use crate::commands::play::tell_by_hand;
use crate::commands::{Answer, Done, Failure, bad_input};
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, WARN, count, paint};
use crate::source::Cards;
use cards::deck::{self, ReadDeck, Report, ResolvedDeck};
use cards::format::Format;
use dejarik::HandText;
use serde_json::{Value, json};

/// A deck and what the rules say about it.
struct Checked {
    read: ReadDeck,
    resolved: ResolvedDeck,
    report: Report,
    notices: Vec<String>,
    /// What its player would carry out by hand.
    by_hand: Vec<HandText>,
}

/// Checks decks by chapter 4 of the rules. Of several, all are checked before the answer is given.
pub fn run(out: &mut Out, source: &Cards, files: &[String], format: &str, as_json: bool) -> Done {
    let format = source.formats().get(format).map_err(bad_input)?;
    let checked: Vec<Checked> =
        files.iter().map(|file| check(source, file, format)).collect::<Result<_, Failure>>()?;
    let illegal = checked.iter().filter(|deck| !deck.report.is_legal()).count();
    if as_json {
        // One deck is an object, several are a list.
        match &checked[..] {
            [one] => out.json(&value(one))?,
            several => out.json(&several.iter().map(value).collect::<Vec<_>>())?,
        }
    } else {
        for deck in &checked {
            for finding in &deck.read.findings {
                out.hanging(&paint(WARN, "note "), "     ", &finding.to_string())?;
            }
            for notice in &deck.notices {
                out.hanging(&paint(WARN, "note "), "     ", notice)?;
            }
            show(out, &deck.resolved.name, &deck.report)?;
            tell_by_hand(out, &deck.resolved.name, &deck.by_hand)?;
        }
        if checked.len() > 1 {
            out.gap()?;
            let legal = checked.len() - illegal;
            out.line(format!("{legal} of {} legal", count(checked.len(), "deck", "decks")))?;
        }
    }
    Ok(if illegal == 0 { Answer::Yes } else { Answer::No })
}

fn check(source: &Cards, file: &str, format: &Format) -> Result<Checked, Failure> {
    let all = source.collection();
    let read = source.read_deck(file)?;
    let resolved = read.deck.resolve(all);
    let report = deck::check(&resolved, all, format);
    let notices = resolved.notices.iter().map(|notice| notice.message(all)).collect();
    let catalog = source.catalog().map_err(bad_input)?;
    let by_hand = source.texts_by_hand(&read.deck, &catalog);
    Ok(Checked { read, resolved, report, notices, by_hand })
}

fn value(Checked { read, resolved, report, notices, by_hand }: &Checked) -> Value {
    let by_hand: Vec<Value> =
        by_hand.iter().map(|text| json!({ "card": text.card, "clause": text.clause })).collect();
    let findings: Vec<String> = read.findings.iter().map(ToString::to_string).collect();
    json!({
        "deck": resolved.name,
        "format": report.format,
        "side": report.side,
        "legal": report.is_legal(),
        "cards": resolved.main().map(|copies| copies.count).sum::<u32>(),
        "outside": resolved.outside().map(|copies| copies.count).sum::<u32>(),
        "faults": report.faults,
        "notices": notices,
        "findings": findings,
        "by_hand": by_hand,
    })
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
