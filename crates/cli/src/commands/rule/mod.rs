//! `dejarik rule`: the rulebook by number or by words.

mod rank;

use super::{Answer, Done};
use crate::output::{BOLD, FAINT, Out, paint};
use rank::{Fit, Hit};
use serde_json::{Value, json};
use vocab::rulebook::{self, Rule, Section};
use vocab::{Keyword, RuleNumber};

/// Shows a rule, a section, or the rules that fit the words best; of those at most `limit` (0: all).
pub fn run(out: &mut Out, what: &[String], limit: usize, as_json: bool) -> Done {
    let typed = what.join(" ");
    let found = find(&typed);
    let answer = if found.is_empty() { Answer::No } else { Answer::Yes };
    // A section that was asked for is shown whole.
    let by_words = found.iter().any(|hit| hit.fit != Fit::Asked);
    let shown = if by_words && limit > 0 { &found[..found.len().min(limit)] } else { &found[..] };
    if as_json {
        let rules: Vec<Value> = shown
            .iter()
            .map(|hit| {
                let rule = hit.rule;
                json!({
                    "rule": rule.number, "section": hit.section.title, "text": rule.text,
                    "sources": rule.sources, "fit": hit.fit.name(),
                })
            })
            .collect();
        out.json(&rules)?;
        return Ok(answer);
    }
    if found.is_empty() {
        out.line(format!(
            "No rule fits `{typed}`. Try a number such as 1107.9, a section such as 1740, or words."
        ))?;
    }
    if by_words {
        ranked(out, shown)?;
    } else {
        whole(out, shown)?;
    }
    if shown.len() < found.len() {
        out.gap()?;
        let more = found.len() - shown.len();
        out.line(paint(FAINT, &format!("{more} more (--limit 0 shows all)")))?;
    }
    Ok(answer)
}

/// One rule, or the rules of a section under its title.
fn whole(out: &mut Out, hits: &[Hit]) -> std::io::Result<()> {
    if let Some(first) = hits.first() {
        out.line(paint(BOLD, &format!("{}. {}", first.section.number, first.section.title)))?;
    }
    hits.iter().try_for_each(|hit| show(out, hit.rule, ""))
}

/// Rules by how well they fit.
fn ranked(out: &mut Out, hits: &[Hit]) -> std::io::Result<()> {
    for (fit, title) in [(Fit::All, "All words"), (Fit::Some, "Some of the words")] {
        let group: Vec<&Hit> = hits.iter().filter(|hit| hit.fit == fit).collect();
        if group.is_empty() {
            continue;
        }
        if fit == Fit::Some && hits.iter().any(|hit| hit.fit == Fit::All) {
            out.gap()?;
        }
        out.line(paint(BOLD, title))?;
        for hit in group {
            show(out, hit.rule, &hit.section.title)?;
        }
    }
    Ok(())
}

fn show(out: &mut Out, rule: &Rule, section: &str) -> std::io::Result<()> {
    let number = format!("  {:<8} ", rule.number.to_string());
    let place = if section.is_empty() { String::new() } else { format!("{}: ", paint(FAINT, section)) };
    out.hanging(&number, "           ", &format!("{place}{} {}", rule.text, paint(FAINT, &rule.sources)))
}

/// By number, by section, by keyword, or by words.
fn find(typed: &str) -> Vec<Hit> {
    let asked = |section: &'static Section, rule: &'static Rule| Hit { section, rule, fit: Fit::Asked };
    let whole =
        |section: &'static Section| section.rules.iter().map(move |rule| asked(section, rule)).collect();
    if let Ok(number) = typed.parse::<RuleNumber>() {
        let found = rulebook::section(number.section).zip(rulebook::rule(number));
        return found.map(|(section, rule)| asked(section, rule)).into_iter().collect();
    }
    if let Ok(number) = typed.parse::<u16>() {
        return rulebook::section(number).map(whole).unwrap_or_default();
    }
    if let Some(keyword) = Keyword::from_name(typed) {
        return rulebook::section(keyword.row().section).map(whole).unwrap_or_default();
    }
    rank::by_words(typed)
}
