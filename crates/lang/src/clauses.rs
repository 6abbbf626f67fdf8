//! Splits a repaired text into clauses, one ability each, and remembers where each one starts.

use vocab::Keyword;

/// One clause of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its words.
    pub text: String,
    /// Where it starts in the repaired text.
    pub start: usize,
}

/// The clauses of a text: split at `|` outside quotation marks, with the options of a choice kept together.
pub fn split(text: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut start = 0;
    let bars = bars(text);
    // With no bar anywhere, abilities simply follow one another.
    let (ends, width) = if bars.is_empty() { (unbarred(text), 0) } else { (bars, 1) };
    for end in ends.into_iter().chain([text.len()]) {
        let part = &text[start..end];
        let trimmed = part.trim().trim_end_matches([';', ',']).trim_end();
        let offset = start + (part.len() - part.trim_start().len());
        start = end + width;
        if trimmed.is_empty() {
            continue;
        }
        match clauses.last_mut() {
            Some(before) if belongs_to_clause_before(trimmed) => {
                before.text.push(' ');
                before.text.push_str(trimmed);
            }
            _ => push(&mut clauses, trimmed, offset),
        }
    }
    clauses
}

/// Whether a part belongs to the clause before it: an option, when it's played, or what follows from it.
fn belongs_to_clause_before(part: &str) -> bool {
    ["Or:", "Play only", "Play up to", "Play any number", "If you do,", "This damage can"]
        .iter()
        .any(|start| part.starts_with(start))
}

/// The places where one ability ends and the next begins: at a cost, `Reserves:`, a Pilot list or a keyword
/// after a full stop, and at anything after a semicolon.
fn unbarred(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    for (at, _) in text.match_indices(' ') {
        let (before, rest) = (text[..at].trim_end(), &text[at + 1..]);
        let ends = before.ends_with(';') || (before.ends_with('.') && begins_ability(rest));
        if ends && !rest.is_empty() && outside_quotes(text, at) {
            places.push(at + 1);
        }
    }
    places
}

/// Whether this is a cost with its arrow, a wrapper or a bare keyword.
fn begins_ability(rest: &str) -> bool {
    if ["Reserves:", "[pilot]", "[Pilot]"].iter().any(|start| rest.starts_with(start)) {
        return true;
    }
    let sentence = rest.split_once(". ").map_or(rest, |(first, _)| first);
    if ["Pay ", "[tap]", "[Tap]", "Tap ->", "Tap,"].iter().any(|start| rest.starts_with(start)) {
        return sentence.contains("->");
    }
    let name =
        sentence.trim_end_matches(['.', ' ']).trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    Keyword::from_name(name).is_some()
}

/// Where a sentence or a cost directly follows a keyword: "Accuracy 1 When this unit ...".
fn after_keyword(text: &str) -> Option<usize> {
    text.match_indices(' ').map(|(at, _)| at).take(4).find(|at| {
        let (before, rest) = (&text[..*at], &text[at + 1..]);
        let name = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        let numbered = Keyword::from_name(name).is_some_and(|keyword| {
            use vocab::keyword::Parameter;
            match keyword.row().parameter {
                Parameter::None => name.len() == before.len(),
                Parameter::Number | Parameter::SignedNumber => name.len() < before.len(),
                _ => false,
            }
        });
        let begins = ["When ", "Whenever ", "Pay ", "Tap ->", "[Tap]", "[tap]", "Each of your "];
        numbered && begins.iter().any(|start| rest.starts_with(start))
    })
}

/// Where a cost with its arrow, or another keyword with a body, follows a full stop.
fn after_sentence(text: &str) -> Option<usize> {
    const PRICES: [&str; 7] = ["[tap]", "[Tap]", "Tap ->", "Tap,", "Return ", "Discard ", "Remove "];
    text.match_indices(". ").map(|(at, _)| at + 2).find(|at| {
        let (before, rest) = (&text[..*at], &text[*at..]);
        let sentence = rest.split_once(". ").map_or(rest, |(first, _)| first);
        let arrow = sentence.find("->").is_some_and(|arrow| outside_quotes(text, at + arrow));
        let priced = arrow && PRICES.iter().any(|start| rest.starts_with(start));
        // "Upkeep: ... She gets +1 power for each counter on her.": the second sentence always applies.
        let lasts = ["until ", "this turn", "attack", "If ", "if "].iter().any(|end| rest.contains(end));
        let waits = ["Upkeep:", "When ", "Whenever "].iter().any(|start| text.starts_with(start));
        let always = waits
            && !lasts
            && sentence.len() + 1 >= rest.len()
            && !sentence.starts_with("When")
            && sentence.contains(" gets ")
            && sentence.contains(" for each ");
        let begins = priced || always || rest.starts_with("Switch:");
        // Options have costs of their own.
        begins && outside_quotes(text, *at) && !before.contains("hoose one") && !before.contains("hooses one")
    })
}

/// A Pilot list is a clause of its own, even when it runs on from the sentence before it.
fn push(clauses: &mut Vec<Clause>, text: &str, start: usize) {
    if let Some(at) = after_keyword(text) {
        clauses.push(Clause { text: text[..at].to_string(), start });
        return push(clauses, &text[at + 1..], start + at + 1);
    }
    if let Some(at) = after_sentence(text) {
        push(clauses, text[..at].trim(), start);
        return push(clauses, &text[at..], start + at);
    }
    let glued = ["[pilot]", "[Pilot]"].iter().filter_map(|mark| text.find(mark)).min();
    match glued {
        Some(at) if at > 0 && text[..at].trim_end().ends_with('.') && outside_quotes(text, at) => {
            clauses.push(Clause { text: text[..at].trim().to_string(), start });
            clauses.push(Clause { text: text[at..].to_string(), start: start + at });
        }
        _ => clauses.push(Clause { text: text.to_string(), start }),
    }
}

fn outside_quotes(text: &str, at: usize) -> bool {
    quotes(text)
        .into_iter()
        .take_while(|(place, _)| *place < at)
        .fold(0_i32, |depth, (_, opens)| if opens { depth + 1 } else { (depth - 1).max(0) })
        == 0
}

/// The places of `|` outside quotation marks.
fn bars(text: &str) -> Vec<usize> {
    let mut marks = quotes(text).into_iter().peekable();
    let mut depth = 0_u32;
    let mut places = Vec::new();
    for (i, byte) in text.bytes().enumerate() {
        if let Some((_, opens)) = marks.next_if(|(place, _)| *place == i) {
            depth = if opens { depth + 1 } else { depth.saturating_sub(1) };
        }
        // A clause doesn't end inside quotation marks that are closed later; one that's never closed ends with it.
        let closed_later = marks.peek().is_some_and(|(_, opens)| !opens);
        if byte == b'|' && (depth == 0 || !closed_later) {
            depth = 0;
            places.push(i);
        }
    }
    places
}

/// Every quotation mark, and whether it opens: judged by what's around it, not by counting.
pub fn quotes(text: &str) -> Vec<(usize, bool)> {
    let bytes = text.as_bytes();
    text.match_indices('"')
        .map(|(i, _)| {
            let before = i.checked_sub(1).map(|i| bytes[i]);
            let after = bytes.get(i + 1).copied();
            let opens = before.is_none_or(|b| matches!(b, b' ' | b'(' | b'*' | b'/' | b':' | b'|'))
                && after.is_some_and(|b| b != b' ');
            (i, opens)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::split;

    fn texts(text: &str) -> Vec<String> {
        split(text).into_iter().map(|clause| clause.text).collect()
    }

    #[test]
    fn bars_split_outside_quotes() {
        assert_eq!(texts("Armor | Pay 1 Force -> Evade 1"), ["Armor", "Pay 1 Force -> Evade 1"]);
        assert_eq!(texts("This unit gets \"Armor | Stealth\" | Lucky 1").len(), 2);
        assert_eq!(texts(" | "), Vec::<String>::new());
    }

    #[test]
    fn options_are_joined_and_pilot_lists_cut_off() {
        assert_eq!(
            texts("Choose one: Gain 1 Force. | Or: Draw a card."),
            ["Choose one: Gain 1 Force. Or: Draw a card."]
        );
        assert_eq!(texts("Gain 1 Force. [pilot] Starfighter Pilot. The Starfighter gets: *Armor").len(), 2);
    }

    #[test]
    fn texts_without_bars_are_cut_where_an_ability_begins() {
        assert_eq!(
            texts("This unit gets +1 power. Pay 2 Force -> Evade 2. Reserves: Tap -> Gain 1 Force. Armor."),
            [
                "This unit gets +1 power.",
                "Pay 2 Force -> Evade 2.",
                "Reserves: Tap -> Gain 1 Force.",
                "Armor."
            ]
        );
        assert_eq!(texts("Pay 1 Force -> Evade 1; Stealth"), ["Pay 1 Force -> Evade 1", "Stealth"]);
        for whole in
            ["Choose one: Gain 1 Force. Or: Pay 1 Force -> Draw a card.", "Gain 1 Force. Draw a card."]
        {
            assert_eq!(texts(whole), [whole]);
        }
    }

    #[test]
    fn a_clause_knows_its_place() {
        let text = "Armor | Stealth";
        let places: Vec<usize> = split(text).iter().map(|clause| clause.start).collect();
        assert_eq!(places, [0, 8]);
    }
}
