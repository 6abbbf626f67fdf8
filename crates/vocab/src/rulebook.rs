//! The rulebook, parsed once into numbered rules. The text is `docs/RULEBOOK.md`.

use crate::RuleNumber;
use std::sync::LazyLock;

/// The text that the rules are read from.
pub const TEXT: &str = include_str!("../../../docs/RULEBOOK.md");

/// One numbered rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its number.
    pub number: RuleNumber,
    /// What it says, without the marks for its sources.
    pub text: String,
    /// The marks for its sources, as in the rulebook: `[S]`, `[R3][D]`...
    pub sources: String,
}

/// One section: a heading and its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// `1740`; the first two digits (or one) are the chapter.
    pub number: u16,
    /// The heading, for sections that have one.
    pub title: String,
    /// The rules in order.
    pub rules: Vec<Rule>,
}

/// All sections in order.
pub fn sections() -> &'static [Section] {
    static SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| parse(TEXT));
    &SECTIONS
}

/// The section with this number.
pub fn section(number: u16) -> Option<&'static Section> {
    sections().iter().find(|section| section.number == number)
}

/// The rule with this number.
pub fn rule(number: RuleNumber) -> Option<&'static Rule> {
    section(number.section)?.rules.iter().find(|rule| rule.number == number)
}

/// Rules are list items `- **101.1** text [S]` and table rows `| 1802.1 | cell | cell |`.
fn parse(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut columns: Vec<&str> = Vec::new();
    for line in text.lines() {
        if let Some((number, title)) = heading(line) {
            sections.push(Section { number, title: title.to_string(), rules: Vec::new() });
        } else if let Some(rule) = list_item(line) {
            add(&mut sections, rule);
        } else if let Some(row) = line.strip_prefix("| ") {
            let cells: Vec<&str> = row.trim_end_matches(['|', ' ']).split(" | ").collect();
            match cells.first().and_then(|cell| cell.parse().ok()) {
                Some(number) => add(&mut sections, table_row(number, &columns, &cells)),
                None => columns = cells,
            }
        }
    }
    sections
}

fn heading(line: &str) -> Option<(u16, &str)> {
    let (number, title) = line.strip_prefix("## ")?.split_once(". ")?;
    Some((number.parse().ok()?, title))
}

fn list_item(line: &str) -> Option<Rule> {
    let (number, text) = line.strip_prefix("- **")?.split_once("** ")?;
    let number = number.parse().ok()?;
    let (text, sources) = split_sources(text);
    Some(Rule { number, text, sources })
}

fn table_row(number: RuleNumber, columns: &[&str], cells: &[&str]) -> Rule {
    let text: Vec<String> =
        columns.iter().zip(cells).skip(1).map(|(c, cell)| format!("{c}: {cell}")).collect();
    Rule { number, text: text.join("; "), sources: String::new() }
}

/// Chapter 3 has no section headings: the first rule of a section opens it.
fn add(sections: &mut Vec<Section>, rule: Rule) {
    let number = rule.number.section;
    match sections.iter_mut().find(|section| section.number == number) {
        Some(section) => section.rules.push(rule),
        None => sections.push(Section { number, title: String::new(), rules: vec![rule] }),
    }
}

/// Takes out the bracketed source marks: square brackets that begin with S, R, U or D and no other letter.
fn split_sources(text: &str) -> (String, String) {
    let (mut plain, mut sources) = (String::new(), String::new());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        plain.push_str(&rest[..open]);
        let bracket = bracketed(&rest[open..]);
        if is_source_mark(bracket) {
            sources.push_str(bracket);
            plain.truncate(plain.trim_end().len());
        } else {
            plain.push_str(bracket);
        }
        rest = &rest[open + bracket.len()..];
    }
    plain.push_str(rest);
    (plain.trim().to_string(), sources)
}

/// The text from an opening bracket to the one that closes it; marks nest in a few places.
fn bracketed(text: &str) -> &str {
    let mut depth = 0;
    for (i, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..=i];
        }
    }
    text
}

fn is_source_mark(bracket: &str) -> bool {
    let mut letters = bracket.chars().skip(1);
    matches!(letters.next(), Some('S' | 'R' | 'U' | 'D'))
        && matches!(letters.next(), Some(']' | ':' | ';' | ' ' | '0'..='9'))
}

#[cfg(test)]
mod tests {
    use super::{rule, section, sections, split_sources};
    use crate::RuleNumber;

    #[test]
    fn every_numbered_line_of_the_rulebook_is_a_rule() {
        let marked =
            super::TEXT.lines().filter(|line| line.starts_with("- **") && line[4..5].parse::<u8>().is_ok());
        let in_tables =
            super::TEXT.lines().filter(|line| line.starts_with("| 1802.") || line.starts_with("| 1902."));
        let rules: usize = sections().iter().map(|section| section.rules.len()).sum();
        assert_eq!(rules, marked.count() + in_tables.count());
        assert!(rules > 900, "only {rules} rules");
    }

    #[test]
    fn numbers_ascend_and_belong_to_their_section() {
        for section in sections() {
            for (i, rule) in section.rules.iter().enumerate() {
                assert_eq!(rule.number, RuleNumber::new(section.number, u8::try_from(i + 1).unwrap()));
                assert!(!rule.text.is_empty() && !rule.text.ends_with(']'), "{}: {}", rule.number, rule.text);
            }
        }
    }

    #[test]
    fn a_rule_is_found_by_its_number() {
        let armor = rule(RuleNumber::new(1707, 1)).unwrap();
        assert_eq!(armor.text, "This unit is hit only on 5 or more.");
        assert_eq!(armor.sources, "[S]");
        assert_eq!(section(1740).unwrap().title, "Overkill (I, triggered)");
        assert!(rule(RuleNumber::new(1740, 99)).is_none());
    }

    #[test]
    fn brackets_that_are_no_source_marks_stay() {
        let (text, sources) = split_sources("\"Treat [unit] as a [subtype]\" gives it. [R9][U]");
        assert_eq!(text, "\"Treat [unit] as a [subtype]\" gives it.");
        assert_eq!(sources, "[R9][U]");
        assert_eq!(split_sources("Open [here").0, "Open [here");
    }
}
