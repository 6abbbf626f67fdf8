//! `dejarik cards lint`: the faults of a card folder.

use super::{Answer, Done, Failure, bad_input};
use crate::files::{self, Existing};
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, WARN, count, paint};
use anstyle::Style;
use cards::lint::{Fix, lint};
use cards::plugin::{Playtest, Plugin};
use cards::{Finding, Severity};
use dejarik::{Cards, HandText};
use engine::Clause;
use lang::{card_of, compile_card};
use serde_json::{Value, json};
use std::path::Path;
use vocab::CardType;

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
    let (sets, number) = (plugin.sets.len(), plugin.collection.len());
    let by_hand = texts_by_hand(&Cards::from(plugin))?;
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    if as_json {
        out.json(&json!({
            "cards": number, "sets": sets, "fixed": fixes, "findings": findings,
            "by_hand": by_hand.iter().map(Text::value).collect::<Vec<_>>(),
        }))?;
    } else {
        show_fixes(out, &fixes, extent)?;
        report(out, &findings, extent)?;
        show_by_hand(out, &by_hand, extent)?;
        let read = format!("{} in {} read; ", count(number, "card", "cards"), count(sets, "set", "sets"));
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

/// A text that players carry out by hand (rule 1316.1), as the table has it, and why.
struct Text {
    text: HandText,
    why: Reason,
}

/// Why a text isn't enforced.
enum Reason {
    /// It is read up to this place.
    Unread(usize),
    /// It is read, and the referee can't carry this out.
    Unplayed(String),
}

impl Text {
    fn value(&self) -> Value {
        let HandText { card, clause } = &self.text;
        match &self.why {
            Reason::Unread(at) => json!({ "card": card, "clause": clause, "at": at }),
            Reason::Unplayed(construct) => json!({ "card": card, "clause": clause, "construct": construct }),
        }
    }

    fn words(&self) -> String {
        let HandText { card, clause } = &self.text;
        let name = paint(BOLD, card);
        match &self.why {
            Reason::Unread(at) => {
                let (read, rest) = clause.split_at(*at);
                format!("{name}: {read}{}{rest}", paint(FAINT, ">>>"))
            }
            Reason::Unplayed(construct) => {
                format!("{name}: {clause} {}", paint(FAINT, &format!("({construct})")))
            }
        }
    }
}

/// The texts that players carry out by hand, from the catalog of which a game is made, in the order of the sets.
fn texts_by_hand(cards: &Cards) -> Result<Vec<Text>, Failure> {
    let catalog = cards.catalog().map_err(bad_input)?;
    let collection = cards.collection();
    let mut texts = Vec::new();
    for (id, definition) in catalog.library().iter() {
        let clauses = catalog.by_hand(id);
        if clauses.is_empty() || definition.card_type == CardType::Reminder {
            continue;
        }
        let compiled = card_of(definition, collection)
            .map(|card| compile_card(collection.get(collection.shown(card)), cards.lexicon()));
        let stops_at = |words: &str| {
            let mut unread = compiled.iter().flat_map(lang::Compiled::unread);
            unread.find(|(clause, _)| clause.text == words).map_or(0, |(_, unread)| unread.at)
        };
        for (text, clause) in cards.texts_of_card_by_hand(id, &catalog).into_iter().zip(clauses) {
            let why = match clause {
                Clause::Unread(words) => Reason::Unread(stops_at(words)),
                Clause::Unplayed(_, construct) => Reason::Unplayed(construct.clone()),
            };
            texts.push(Text { text, why });
        }
    }
    Ok(texts)
}

fn show_by_hand(out: &mut Out, texts: &[Text], extent: Extent) -> std::io::Result<()> {
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
