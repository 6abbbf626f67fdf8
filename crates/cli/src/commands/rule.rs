//! `dejarik rule`: the rulebook by number or by words.

use super::{Answer, Done};
use crate::output::{BOLD, FAINT, Out, paint};
use serde_json::{Value, json};
use vocab::rulebook::{self, Rule, Section};
use vocab::{Keyword, RuleNumber};

/// Shows a rule, a section, or all rules with the words.
pub fn run(out: &mut Out, what: &[String], as_json: bool) -> Done {
    let typed = what.join(" ");
    let found = find(&typed);
    if as_json {
        let rules: Vec<Value> = found
            .iter()
            .flat_map(|(section, rules)| rules.iter().map(move |rule| (section, rule)))
            .map(|(section, rule)| {
                json!({ "rule": rule.number, "section": section.title, "text": rule.text, "sources": rule.sources })
            })
            .collect();
        out.json(&rules)?;
    } else if found.is_empty() {
        out.line(format!(
            "No rule fits `{typed}`. Give a number such as 1107.9, a section such as 1740, or words."
        ))?;
    } else {
        for (i, (section, rules)) in found.iter().enumerate() {
            if i > 0 {
                out.gap()?;
            }
            show(out, section, rules)?;
        }
    }
    Ok(if found.is_empty() { Answer::No } else { Answer::Yes })
}

fn show(out: &mut Out, section: &Section, rules: &[&Rule]) -> std::io::Result<()> {
    out.line(paint(BOLD, &format!("{}. {}", section.number, section.title)))?;
    for rule in rules {
        let number = format!("  {:<8} ", rule.number.to_string());
        out.hanging(&number, "           ", &format!("{} {}", rule.text, paint(FAINT, &rule.sources)))?;
    }
    Ok(())
}

/// By number, by section, by keyword, or by words that all occur in a rule.
fn find(typed: &str) -> Vec<(&'static Section, Vec<&'static Rule>)> {
    if let Ok(number) = typed.parse::<RuleNumber>() {
        let section = rulebook::section(number.section);
        return section
            .zip(rulebook::rule(number))
            .map(|(section, rule)| (section, vec![rule]))
            .into_iter()
            .collect();
    }
    let whole = |section: &'static Section| (section, section.rules.iter().collect());
    if let Ok(number) = typed.parse::<u16>() {
        return rulebook::section(number).map(whole).into_iter().collect();
    }
    if let Some(keyword) = Keyword::from_name(typed) {
        return rulebook::section(keyword.row().section).map(whole).into_iter().collect();
    }
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let fits = |section: &Section, rule: &&Rule| {
        let text = format!("{} {}", section.title, rule.text).to_lowercase();
        !words.is_empty() && words.iter().all(|word| text.contains(word))
    };
    rulebook::sections()
        .iter()
        .map(|section| (section, section.rules.iter().filter(|rule| fits(section, rule)).collect::<Vec<_>>()))
        .filter(|(_, rules)| !rules.is_empty())
        .collect()
}
