//! Finding rules by words, best first: rules with all words before rules with some, and a word itself before its stem.

use std::cmp::Reverse;
use vocab::rulebook::{self, Rule, Section};

/// How well a rule fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It was asked for by its number or its keyword.
    Asked,
    /// It has all words.
    All,
    /// It has at least half of them.
    Some,
}

impl Fit {
    /// The word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Fit::Asked => "asked",
            Fit::All => "all",
            Fit::Some => "some",
        }
    }
}

/// A rule that was found.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Its section.
    pub section: &'static Section,
    /// The rule.
    pub rule: &'static Rule,
    /// How well it fits.
    pub fit: Fit,
}

/// Words that say nothing about a rule; they count only if nothing else is asked.
const COMMON: [&str; 24] = [
    "a", "an", "and", "are", "at", "be", "by", "can", "do", "does", "for", "how", "if", "in", "is", "it",
    "my", "of", "on", "or", "the", "to", "what", "when",
];

/// The rules that fit, best first; equally good ones in the order of the rulebook.
pub fn by_words(typed: &str) -> Vec<Hit> {
    let all = words(typed);
    let telling: Vec<&String> = all.iter().filter(|word| !COMMON.contains(&word.as_str())).collect();
    let wanted: Vec<&str> = if telling.is_empty() {
        all.iter().map(String::as_str).collect()
    } else {
        telling.into_iter().map(String::as_str).collect()
    };
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut scored: Vec<((usize, u32), Hit)> = Vec::new();
    for section in rulebook::sections() {
        let title = words(&section.title);
        for rule in &section.rules {
            let text = words(&rule.text);
            let points: Vec<u32> =
                wanted.iter().map(|word| 2 * score(word, &text) + score(word, &title)).collect();
            let matched = points.iter().filter(|points| **points > 0).count();
            if 2 * matched >= wanted.len() && matched > 0 {
                let fit = if matched == wanted.len() { Fit::All } else { Fit::Some };
                scored.push(((matched, points.iter().sum()), Hit { section, rule, fit }));
            }
        }
    }
    scored.sort_by_key(|(score, _)| Reverse(*score));
    scored.into_iter().map(|(_, hit)| hit).collect()
}

/// 3 for the word itself, 2 for another form of it, 1 for a word that begins with it.
fn score(wanted: &str, words: &[String]) -> u32 {
    let stem_of_wanted = stem(wanted);
    let one = |word: &String| match word.as_str() {
        same if same == wanted => 3,
        form if stem(form) == stem_of_wanted => 2,
        longer if wanted.len() >= 3 && longer.starts_with(wanted) => 1,
        _ => 0,
    };
    words.iter().map(one).max().unwrap_or(0)
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(String::from)
        .collect()
}

/// What the forms of an English word share, roughly: `deploying`, `deployed` and `deploys` are `deploy`.
fn stem(word: &str) -> &str {
    for ending in ["ing", "ed", "es", "s", "e"] {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.len() >= 3
            && !(ending == "s" && stem.ends_with('s'))
        {
            let doubled = stem.len() >= 4 && {
                let mut last = stem.bytes().rev();
                last.next() == last.next()
            };
            // `tapped` is `tap`, but `passed` is `pass`.
            let stem = if doubled && !stem.ends_with("ss") && !stem.ends_with("ll") {
                &stem[..stem.len() - 1]
            } else {
                stem
            };
            return stem
                .strip_suffix('y')
                .or(stem.strip_suffix('i'))
                .filter(|stem| stem.len() >= 3)
                .unwrap_or(stem);
        }
    }
    word.strip_suffix('y').filter(|stem| stem.len() >= 3).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::{Fit, by_words, stem};

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            &["deploy", "deploys", "deployed", "deploying"][..],
            &["tap", "tapped", "tapping", "taps"],
            &["pass", "passed", "passes", "passing"],
            &["retaliate", "retaliated", "retaliating"],
            &["ability", "abilities"],
            &["die", "dies"],
        ] {
            let stems: Vec<&str> = forms.iter().map(|form| stem(form)).collect();
            assert!(stems.iter().all(|one| *one == stems[0]), "{stems:?}");
        }
        assert_ne!(stem("build"), stem("battle"));
    }

    #[test]
    fn rules_with_all_words_come_first() {
        let hits = by_words("contested bids");
        let number = |at: usize| hits[at].rule.number.to_string();
        assert_eq!(hits[0].fit, Fit::All);
        assert!(number(0).starts_with("806."), "{}", number(0));
        let some = hits.iter().position(|hit| hit.fit == Fit::Some).expect("rules with one of the words");
        assert!(hits[some..].iter().all(|hit| hit.fit == Fit::Some));
        assert!(by_words("xyzzy").is_empty());
        assert!(by_words("?!").is_empty());
    }
}
