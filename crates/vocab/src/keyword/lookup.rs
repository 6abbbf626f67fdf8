//! Finding a keyword by what a person types: `evade 2`, `crit`, `Reserves:`, `ovrekill`.

use super::Keyword;

/// What a look-up found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// Exactly one keyword fits.
    Found(Keyword),
    /// No keyword fits for certain; these come close, best first (perhaps none).
    Near(Vec<Keyword>),
}

impl Lookup {
    /// The keyword, if the look-up is certain.
    pub fn exact(self) -> Option<Keyword> {
        match self {
            Lookup::Found(keyword) => Some(keyword),
            Lookup::Near(_) => None,
        }
    }
}

impl Keyword {
    /// The keyword with exactly this name, ignoring case.
    pub fn from_name(name: &str) -> Option<Keyword> {
        Keyword::all().find(|keyword| keyword.name().eq_ignore_ascii_case(name))
    }

    /// Looks a keyword up as people type it: any case, without its number, body or last letters.
    ///
    /// Ways to match are tried from the strictest to the loosest; the first that matches anything decides.
    pub fn find(typed: &str) -> Lookup {
        let wanted = essence(typed);
        if wanted.is_empty() {
            return Lookup::Near(Vec::new());
        }
        for fits in [is_name, abbreviates, mentions, is_later_word] {
            let found: Vec<Keyword> =
                Keyword::all().filter(|keyword| fits(&wanted, &keyword.name().to_lowercase())).collect();
            match found[..] {
                [] => {}
                [only] => return Lookup::Found(only),
                _ => return Lookup::Near(found),
            }
        }
        Lookup::Near(near(&wanted))
    }
}

/// The words in lower case, without values, signs and what follows a colon (`Evade 2`, `Bounty: ...`).
fn essence(typed: &str) -> String {
    let head = typed.split(':').find(|part| part.chars().any(char::is_alphanumeric)).unwrap_or_default();
    let words = head.split(|c: char| !c.is_alphanumeric()).filter(|word| {
        let is_value = word.chars().all(|c| c.is_ascii_digit()) || word.eq_ignore_ascii_case("x");
        !is_value
    });
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The whole name, even if run together: `Ion Cannon`, `ioncannon`.
fn is_name(typed: &str, name: &str) -> bool {
    typed.replace(' ', "") == name.replace(' ', "")
}

/// Each typed word begins the word of the name at its place: `crit` or `dam con`; or the initials, `dd`.
fn abbreviates(typed: &str, name: &str) -> bool {
    let mut names = name.split(' ');
    let by_words = typed.split(' ').all(|word| names.next().is_some_and(|part| part.starts_with(word)));
    let initials: String = name.split(' ').filter_map(|part| part.chars().next()).collect();
    by_words || (initials.len() > 1 && initials == typed)
}

/// The name among other words: `Starfighter Pilot`, `Pay 1 Force -> Evade 2`.
fn mentions(typed: &str, name: &str) -> bool {
    format!(" {typed} ").contains(&format!(" {name} "))
}

/// A later word of the name: `cannon`, `cost`.
fn is_later_word(typed: &str, name: &str) -> bool {
    name.split(' ').skip(1).any(|part| part == typed)
}

/// Names at a small distance, nearest first.
fn near(typed: &str) -> Vec<Keyword> {
    let mut found: Vec<(usize, Keyword)> = Keyword::all()
        .map(|keyword| (strsim::damerau_levenshtein(typed, &keyword.name().to_lowercase()), keyword))
        .filter(|(distance, keyword)| *distance <= 1 + keyword.name().len() / 4)
        .collect();
    found.sort();
    found.into_iter().map(|(_, keyword)| keyword).take(5).collect()
}
