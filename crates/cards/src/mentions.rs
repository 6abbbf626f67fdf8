//! Which keywords a card's text mentions: its own abilities, ones it gives, and others ("loses Stealth").
//!
//! Names of keywords are also ordinary words ("Deploy only...", "Bounty Hunter", "Beskar Armor"), so a keyword
//! counts only where it can be one: with its value, with its colon, or in the place of an ability.

use vocab::keyword::Parameter;
use vocab::{Keyword, KeywordSet};

/// The keywords in a text; reminder text in parentheses has no rules meaning (rule 201.5).
pub fn keywords_in(text: &str) -> KeywordSet {
    let mut found = KeywordSet::EMPTY;
    let mut depth = 0_u32;
    let mut before = "";
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || matches!(c, '(' | ')')) {
        let gap = &rest[..start];
        rest = &rest[start..];
        match rest.as_bytes()[0] {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {
                let word = word_at(rest);
                let keyword = if depth == 0 { keyword_at(rest, word, gap, before) } else { None };
                let taken = match keyword {
                    Some(keyword) => {
                        found.insert(keyword);
                        &rest[..keyword.name().len()]
                    }
                    None => word,
                };
                before = taken;
                rest = &rest[taken.len()..];
                continue;
            }
        }
        rest = &rest[1..];
    }
    found
}

/// The word at the start of the text, with inner apostrophes and hyphens.
fn word_at(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '-'))).unwrap_or(text.len());
    &text[..end]
}

/// The keyword that begins here, if the words around it allow one.
fn keyword_at(text: &str, word: &str, gap: &str, before: &str) -> Option<Keyword> {
    if !word.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let initial = word.as_bytes()[0];
    let keyword = Keyword::all()
        .find(|keyword| keyword.name().as_bytes()[0] == initial && begins(text, keyword.name()))?;
    let after = &text[keyword.name().len()..];
    if keyword == Keyword::Pilot {
        // 1744.7: "[Pilot]" and "... Pilot. The ... gets:"; "Pilots" as a mention.
        return Some(keyword);
    }
    if after.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let stands = match keyword.row().parameter {
        Parameter::None => stands_alone(gap, before, after),
        Parameter::Number | Parameter::SignedNumber => has_value(after) || is_tested(before, after),
        Parameter::NumberAndCondition => has_value(after),
        Parameter::Effect
        | Parameter::Ability
        | Parameter::Text
        | Parameter::Cost
        | Parameter::CostAndEffect
        | Parameter::CardList
        | Parameter::Alternatives
        | Parameter::OnePerArena
        | Parameter::SubtypesAndAbilities => after.starts_with(':') || is_spoken_of(before, after),
    };
    stands.then_some(keyword)
}

/// Whether the text begins with the name; INSERT is written in capitals or as an ordinary word with a colon.
fn begins(text: &str, name: &str) -> bool {
    match text.get(..name.len()) {
        Some(start) if start == name => true,
        Some(start) => {
            name == "INSERT" && start.eq_ignore_ascii_case(name) && text[name.len()..].starts_with(':')
        }
        None => false,
    }
}

/// A keyword without a value is one unless it is part of a name: a capitalised word directly beside it.
fn stands_alone(gap: &str, before: &str, after: &str) -> bool {
    let is_name_part =
        |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase()) && !is_keyword_word(word);
    let follows_name = gap == " " && is_name_part(before);
    let next = after.strip_prefix(' ').map_or("", word_at);
    let possessive = after.starts_with('\'') || before.ends_with("'s");
    !follows_name && !possessive && !is_name_part(next)
}

/// Words of keyword names, and words that begin sentences before a keyword.
fn is_keyword_word(word: &str) -> bool {
    matches!(word, "X" | "Gains" | "Gets" | "Loses" | "Play" | "Tap" | "If" | "When")
        || Keyword::all().any(|keyword| keyword.name().split(' ').any(|part| part == word))
}

/// `Evade 2`, `Retaliate X`, `Accuracy -1`, `Resilience +2`.
fn has_value(after: &str) -> bool {
    let value = after.trim_start_matches(' ').trim_start_matches(['+', '-']);
    let digits = value.starts_with(|c: char| c.is_ascii_digit());
    after.starts_with(' ') && (digits || word_at(value) == "X")
}

/// A keyword with a value, mentioned without it: "loses Shields", "can't use Evade", "with Ambush".
fn is_tested(before: &str, after: &str) -> bool {
    let verb = matches!(
        before,
        "lose"
            | "loses"
            | "use"
            | "uses"
            | "using"
            | "used"
            | "has"
            | "have"
            | "with"
            | "without"
            | "its"
            | "gains"
    );
    verb || is_spoken_of(before, after)
}

/// "a Bounty", "Upkeep costs", "the Stack ability", "loses Upkeep"; but not "Bounty Hunter".
fn is_spoken_of(before: &str, after: &str) -> bool {
    let next = after.strip_prefix(' ').map_or("", word_at);
    let noun = matches!(next, "ability" | "abilities" | "cost" | "costs" | "effect" | "effects" | "text");
    let verb = matches!(before, "lose" | "loses" | "use" | "uses" | "using" | "without");
    noun || (verb && !next.starts_with(|c: char| c.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::keywords_in;

    fn names(text: &str) -> Vec<&'static str> {
        keywords_in(text).iter().map(vocab::Keyword::name).collect()
    }

    #[test]
    fn own_granted_and_wrapped_keywords_count() {
        assert_eq!(names("Pay 2 Force -> Evade 2 | Armor"), ["Armor", "Evade"]);
        assert_eq!(
            names("Equipped Character gets \"Pay 1 Force -> Intercept\" and Accuracy -1"),
            ["Accuracy", "Intercept"]
        );
        assert_eq!(names("INSERT: Critical Hit 2"), ["Critical Hit", "INSERT"]);
        assert_eq!(
            names("Switch: Shields 1/Armor | Stack: Any unique Jedi"),
            ["Armor", "Shields", "Stack", "Switch"]
        );
        assert_eq!(
            names("[Pilot] Starfighter Pilot. The Starfighter gets: *+1 power *Lucky 1"),
            ["Lucky", "Pilot"]
        );
        assert_eq!(names("Reduced Cost 3: If you have a Droid in any arena"), ["Reduced Cost"]);
        assert_eq!(names("This unit loses Shields and Stealth."), ["Shields", "Stealth"]);
    }

    #[test]
    fn ordinary_words_and_names_do_not_count() {
        assert_eq!(names("Deploy only if one of your Bounty Hunters is in play."), Vec::<&str>::new());
        assert_eq!(names("Equipped unit gets +1 power."), Vec::<&str>::new());
        assert_eq!(names("Search your deck for Mandalorian Armor."), Vec::<&str>::new());
        assert_eq!(names("Stack this card under one of your Jedi."), Vec::<&str>::new());
        assert_eq!(names("Protect the Queen gives you nothing."), Vec::<&str>::new());
        assert_eq!(names("This unit waits. (Evade 2 and Armor do not help.)"), Vec::<&str>::new());
        assert_eq!(names("Count Vessel's Fury is discarded."), Vec::<&str>::new());
    }
}
