//! Game texts: marks of the card language that are written wrong, and lost characters.

use crate::finding::{Finding, Place, Severity};
use crate::plugin::Plugin;
use crate::set_file::{Column, Row};
use vocab::Keyword;

/// One thing to look for in a text.
struct Fault {
    code: &'static str,
    severity: Severity,
    what: &'static str,
    cure: &'static str,
    is_there: fn(&str) -> bool,
}

const FAULTS: [Fault; 7] = [
    Fault {
        code: "pipe-blanks",
        severity: Severity::Warning,
        what: "a `|` without blanks around it",
        cure: "write ` | ` between abilities",
        is_there: |text| neighbours(text, "|").any(|(before, after)| !blank(before) || !blank(after)),
    },
    Fault {
        code: "empty-ability",
        severity: Severity::Warning,
        what: "an ability with no text",
        cure: "remove the extra `|`",
        is_there: |text| !text.trim().is_empty() && text.split('|').any(|part| part.trim().is_empty()),
    },
    Fault {
        code: "arrow-shape",
        severity: Severity::Warning,
        what: "an arrow that is not ` -> `",
        cure: "write ` -> ` between cost and effect",
        is_there: |text| {
            let glued = neighbours(text, "->").any(|(before, after)| !blank(before) || !blank(after));
            glued || text.contains("- >") || text.contains("-->")
        },
    },
    Fault {
        code: "lost-character",
        severity: Severity::Error,
        what: "a `?` or `_` inside a word: a lost apostrophe or letter",
        cure: "put the lost character back",
        is_there: |text| {
            let inside = |sign| neighbours(text, sign).any(|(before, after)| letter(before) && letter(after));
            inside("?") || inside("_")
        },
    },
    Fault {
        code: "single-quotes",
        severity: Severity::Warning,
        what: "a granted ability in single quotation marks",
        cure: "use double quotation marks",
        is_there: |text| text.contains("gets '") || text.contains("with '"),
    },
    Fault {
        code: "small-force",
        severity: Severity::Note,
        what: "`force` in small letters in a cost",
        cure: "write `Force`",
        is_there: |text| text.contains(" force ->"),
    },
    Fault {
        code: "old-keyword",
        severity: Severity::Note,
        what: "Elude, the former name of Precision (rule 1721.1)",
        cure: "write Precision",
        is_there: |text| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "Elude"),
    },
];

/// Checks every text.
pub fn check(plugin: &Plugin, findings: &mut Vec<Finding>) {
    for set in &plugin.sets {
        for row in set.rows() {
            check_row(&set.code, row, findings);
        }
    }
}

fn check_row(code: &str, row: &Row, findings: &mut Vec<Finding>) {
    let text = row.get(Column::Text);
    for fault in FAULTS.iter().filter(|fault| (fault.is_there)(text)) {
        findings.push(Finding {
            place: Place::line(format!("sets/{code}.txt"), row.number()),
            code: fault.code,
            severity: fault.severity,
            message: format!("`{}`: {}", row.get(Column::Name).trim(), fault.what),
            cure: fault.cure.to_string(),
        });
    }
    for (written, meant) in text.split('|').filter_map(misspelt_keyword) {
        findings.push(Finding::error(
            Place::line(format!("sets/{code}.txt"), row.number()),
            "unknown-keyword",
            format!("`{}`: `{written}` isn't a keyword", row.get(Column::Name).trim()),
            format!("did you mean {meant}?"),
        ));
    }
}

/// An ability where a keyword would be (`Evaed 2`, `Pay 1 Force -> Interceptt`) and is nearly one.
fn misspelt_keyword(clause: &str) -> Option<(&str, Keyword)> {
    let ability = clause.rsplit_once("->").map_or(clause, |(_, effect)| effect).trim();
    let is_value =
        |c: char| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | 'X' | '.' | '"' | '\'' | ']');
    let name = ability.trim_end_matches(is_value);
    let words = name.split(' ').count();
    let looks_right = name.split(' ').all(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
    if words > 2 || !looks_right || Keyword::from_name(name).is_some() {
        return None;
    }
    // Only names at a small distance: `Near` also lists abbreviations, which nobody prints on cards.
    let lower = name.to_lowercase();
    let nearest = Keyword::all()
        .map(|keyword| (strsim::osa_distance(&lower, &keyword.name().to_lowercase()), keyword))
        .min()?;
    (nearest.0 <= 1 + name.len() / 6).then_some((name, nearest.1))
}

/// The characters before and after each occurrence of the sign; nothing at the ends of the text.
fn neighbours<'a>(text: &'a str, sign: &'a str) -> impl Iterator<Item = (Option<char>, Option<char>)> + 'a {
    text.match_indices(sign)
        .map(move |(at, _)| (text[..at].chars().next_back(), text[at + sign.len()..].chars().next()))
}

fn blank(c: Option<char>) -> bool {
    c.is_none_or(char::is_whitespace)
}

fn letter(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::{FAULTS, misspelt_keyword};
    use vocab::Keyword;

    fn codes(text: &str) -> Vec<&'static str> {
        FAULTS.iter().filter(|fault| (fault.is_there)(text)).map(|fault| fault.code).collect()
    }

    #[test]
    fn misspelt_keywords_are_found_and_other_words_are_not() {
        assert_eq!(misspelt_keyword(" Critial Hit 2 "), Some(("Critial Hit", Keyword::CriticalHit)));
        assert_eq!(misspelt_keyword("Pay 1 Force -> Defect 3"), Some(("Defect", Keyword::Deflect)));
        assert_eq!(misspelt_keyword("Accuracy -1"), None);
        assert_eq!(misspelt_keyword("Draw a card."), None);
        assert_eq!(misspelt_keyword("Unlimited Power"), None);
        assert_eq!(misspelt_keyword(""), None);
    }

    #[test]
    fn each_fault_is_found_and_good_text_has_none() {
        assert_eq!(codes("Pay 2 Force -> Evade 2 | What now? Nothing."), Vec::<&str>::new());
        assert_eq!(codes(""), Vec::<&str>::new());
        assert_eq!(codes("Armor| Stun 1"), ["pipe-blanks"]);
        assert_eq!(codes("Armor | | Stun 1"), ["empty-ability"]);
        assert_eq!(codes("Pay 2 Force-> Evade 2"), ["arrow-shape"]);
        assert_eq!(codes("Pay 2 Force - > Evade 2"), ["arrow-shape"]);
        assert_eq!(codes("your opponent?s unit"), ["lost-character"]);
        assert_eq!(codes("Equipped unit gets 'Draw a card.'"), ["single-quotes"]);
        assert_eq!(codes("Pay 2 force -> Evade 2"), ["small-force"]);
        assert_eq!(codes("Elude | Eluded"), ["old-keyword"]);
    }
}
