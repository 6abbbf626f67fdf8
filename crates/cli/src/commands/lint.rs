//! `dejarik cards lint`: the faults of a card folder.

use super::{Answer, Done, Failure, bad_input};
use crate::files::{self, Existing};
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, WARN, count, paint};
use anstyle::Style;
use cards::lint::{Fix, lint};
use cards::plugin::{Playtest, Plugin};
use cards::{Finding, Severity};
use engine::support::unsupported_in;
use lang::coverage::compiled_cards;
use lang::{Lexicon, build_library, define_from};
use serde_json::{Value, json};
use std::path::Path;

/// How many findings of a kind are shown unless all are wanted.
const FEW: usize = 5;

/// How much is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The first few of each kind.
    Few,
    /// Everything.
    All,
}

/// Checks a folder; with `fix`, first takes stray blanks out of its set files.
pub fn run(out: &mut Out, dir: &Path, extent: Extent, fix: bool, as_json: bool) -> Done {
    let mut plugin = Plugin::load(dir, Playtest::Load).map_err(bad_input)?;
    let fixes = if fix { fix_blanks(&plugin)? } else { Vec::new() };
    if !fixes.is_empty() {
        plugin = Plugin::load(dir, Playtest::Load).map_err(bad_input)?;
    }
    let findings = lint(&plugin);
    let by_hand = texts_by_hand(&plugin)?;
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    if as_json {
        let cards = plugin.collection.len();
        out.json(&json!({
            "cards": cards, "sets": plugin.sets.len(), "fixed": fixes, "findings": findings,
            "by_hand": by_hand.iter().map(HandText::value).collect::<Vec<_>>(),
        }))?;
    } else {
        show_fixes(out, &fixes, extent)?;
        report(out, &findings, extent)?;
        show_by_hand(out, &by_hand, extent)?;
        let read = format!(
            "{} in {} read; ",
            count(plugin.collection.len(), "card", "cards"),
            count(plugin.sets.len(), "set", "sets")
        );
        let verdict = if findings.is_empty() {
            paint(GOOD, "no faults")
        } else {
            let found = count(findings.len(), "finding", "findings");
            format!("{found}, {}", count(errors, "error", "errors"))
        };
        out.line(read + &verdict)?;
    }
    Ok(if errors == 0 { Answer::Yes } else { Answer::No })
}

/// A text that players carry out by hand (rule 1316.1), and why.
struct HandText {
    card: String,
    why: Reason,
}

/// Why a text isn't enforced.
enum Reason {
    /// It is read up to this place.
    Unread(String, usize),
    /// It is read, and the referee can't carry this out.
    Unplayed(String),
}

impl HandText {
    fn value(&self) -> Value {
        match &self.why {
            Reason::Unread(clause, at) => json!({ "card": self.card, "clause": clause, "at": at }),
            Reason::Unplayed(construct) => json!({ "card": self.card, "construct": construct }),
        }
    }

    fn words(&self) -> String {
        let name = paint(BOLD, &self.card);
        match &self.why {
            Reason::Unread(clause, at) => {
                let (read, rest) = clause.split_at(*at);
                format!("{name}: {read}{}{rest}", paint(FAINT, ">>>"))
            }
            Reason::Unplayed(construct) => format!("{name}: {construct}"),
        }
    }
}

/// The texts that players carry out by hand, in the order of the sets.
fn texts_by_hand(plugin: &Plugin) -> Result<Vec<HandText>, Failure> {
    let lexicon = Lexicon::of(&plugin.collection);
    let library = build_library(&plugin.collection, &lexicon).map_err(bad_input)?;
    let mut texts = Vec::new();
    for (printing, compiled) in compiled_cards(&plugin.collection, &lexicon, &[]) {
        let mut add = |why| texts.push(HandText { card: printing.name.full().to_string(), why });
        for (clause, unread) in compiled.unread() {
            add(Reason::Unread(clause.text.clone(), unread.at));
        }
        if let Some(construct) = unsupported_in(&define_from(printing, &compiled), &library) {
            add(Reason::Unplayed(construct));
        }
    }
    Ok(texts)
}

fn show_by_hand(out: &mut Out, texts: &[HandText], extent: Extent) -> std::io::Result<()> {
    if texts.is_empty() {
        return Ok(());
    }
    let many = count(texts.len(), "text is", "texts are");
    out.line(paint(BOLD, &format!("{many} carried out by hand; reading stops at >>>")))?;
    let shown = limit(extent, texts.len());
    for text in &texts[..shown] {
        out.hanging("  ", "    ", &text.words())?;
    }
    more(out, texts.len() - shown)?;
    out.gap()
}

/// Takes the blanks out and writes the set files that change.
fn fix_blanks(plugin: &Plugin) -> Result<Vec<Fix>, Failure> {
    let mut fixes = Vec::new();
    for set in &plugin.sets {
        let (fixed, done) = cards::lint::without_blanks(set);
        if !done.is_empty() {
            let path = plugin.set_path(&set.code);
            files::write(&path, &fixed.write(), Existing::Replace)
                .map_err(|error| bad_input(format!("{}: {error}", path.display())))?;
            fixes.extend(done);
        }
    }
    Ok(fixes)
}

fn show_fixes(out: &mut Out, fixes: &[Fix], extent: Extent) -> std::io::Result<()> {
    if fixes.is_empty() {
        return Ok(());
    }
    let title = format!("{} fixed", count(fixes.len(), "field", "fields"));
    out.line(paint(GOOD, &title))?;
    let shown = limit(extent, fixes.len());
    for fix in &fixes[..shown] {
        out.hanging("  ", "      ", &format!("{}  {}", fix.place, fix.what))?;
    }
    more(out, fixes.len() - shown)?;
    out.gap()
}

/// Findings by kind, errors first.
pub fn report(out: &mut Out, findings: &[Finding], extent: Extent) -> std::io::Result<()> {
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
        let shown = limit(extent, of_kind.len());
        for finding in &of_kind[..shown] {
            out.hanging("  ", "      ", &format!("{}  {}", finding.place, finding.message))?;
            out.hanging("      ", "      ", &paint(FAINT, &format!("cure: {}", finding.cure)))?;
        }
        more(out, of_kind.len() - shown)?;
        out.gap()?;
    }
    Ok(())
}

const fn limit(extent: Extent, all: usize) -> usize {
    match extent {
        Extent::All => all,
        Extent::Few if all < FEW => all,
        Extent::Few => FEW,
    }
}

fn more(out: &mut Out, more: usize) -> std::io::Result<()> {
    if more > 0 {
        out.line(paint(FAINT, &format!("  ... and {more} more (--all shows them)")))?;
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
