//! Subtypes: the words of a type line, some of which go together (rules 203.2 to 203.4).

/// A subtype of several words, and whether it also counts as the words it is made of.
struct Phrase {
    words: &'static str,
    parts: Parts,
}

/// Whether a phrase is found under its parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// A Jedi Master is a Jedi; rule 203.4 names Dark Jedi.
    Count,
    /// The Old Republic is not the Republic.
    DoNotCount,
}

const fn splits(words: &'static str) -> Phrase {
    Phrase { words, parts: Parts::Count }
}

const fn whole(words: &'static str) -> Phrase {
    Phrase { words, parts: Parts::DoNotCount }
}

/// Longer phrases come before the shorter ones they begin with.
const PHRASES: [Phrase; 38] = [
    splits("Dark Jedi Master"),
    splits("Dark Jedi Knight"),
    splits("Dark Jedi Padawan"),
    splits("Dark Jedi"),
    splits("Jedi Master"),
    splits("Jedi Knight"),
    splits("Jedi Padawan"),
    splits("Sith Lord"),
    whole("Force Sensitive"),
    whole("Bounty Hunter"),
    whole("Capital Ship"),
    whole("New Republic"),
    whole("Old Republic"),
    whole("First Order"),
    whole("Final Order"),
    whole("Trade Federation"),
    whole("Yuuzhan Vong"),
    whole("Crime Gang"),
    splits("Imperial Remnant"),
    splits("New Imperial"),
    whole("Galactic Alliance"),
    whole("Rogue One"),
    whole("Mon Calamari"),
    splits("Battle Station"),
    whole("Star System"),
    whole("Council Member"),
    whole("Patrol Ship"),
    whole("Lost Tribe"),
    whole("Death Watch"),
    whole("Nite Owl"),
    whole("Techno Union"),
    whole("Commerce Guild"),
    whole("Banking Clan"),
    whole("Supreme Leader"),
    whole("Bando Gora"),
    whole("Black Sun"),
    whole("Kel Dor"),
    whole("Blood Carver"),
];

/// The subtypes of a type line in order; words that belong together stay together.
pub fn split(line: &str) -> Vec<&str> {
    segments(line).map(|(subtype, _)| subtype).collect()
}

/// Whether the type line has this subtype, ignoring case. The one matching rule of the game.
pub fn has(line: &str, wanted: &str) -> bool {
    has_beside(line, wanted, &[])
}

/// Whether the type line still has this subtype when these are lost: with "Jedi Padawan" goes all that stands for it.
pub fn has_beside(line: &str, wanted: &str, lost: &[&str]) -> bool {
    segments(line).any(|segment| is(segment, wanted) && !lost.iter().any(|lost| is(segment, lost)))
}

fn is((subtype, parts): (&str, Parts), wanted: &str) -> bool {
    subtype.eq_ignore_ascii_case(wanted)
        || (parts == Parts::Count && has_words(subtype, wanted))
        || one_of(subtype).is_some_and(|one| one.eq_ignore_ascii_case(wanted))
}

/// What somebody must be, and what a text must make of him or her, to be called so: a Jedi that gets the Padawan subtype
/// is a Jedi Padawan (rule 203.4).
pub fn ranked(wanted: &str) -> Option<(&str, &str)> {
    let (order, rank) = wanted.rsplit_once(' ')?;
    let is = |word: &str, one_of: &[&str]| one_of.iter().any(|one| word.eq_ignore_ascii_case(one));
    let fits = is(order, &["Jedi", "Dark Jedi"]) && is(rank, &["Master", "Knight", "Padawan"]);
    fits.then_some((order, rank))
}

/// What each of several is, where a type line is in the plural.
fn one_of(subtype: &str) -> Option<&'static str> {
    const SEVERAL: [(&str, &str); 3] =
        [("Children", "Child"), ("Entertainers", "Entertainer"), ("Villagers", "Villager")];
    SEVERAL.iter().find(|(many, _)| subtype.eq_ignore_ascii_case(many)).map(|(_, one)| *one)
}

/// All subtypes that a type line matches: whatever [`has`] says yes to, for callers who ask often.
pub fn all(line: &str) -> Vec<Box<str>> {
    let mut found: Vec<Box<str>> = Vec::new();
    for (subtype, parts) in segments(line) {
        let words: Vec<&str> = subtype.split(' ').collect();
        let within = |len: usize| words.windows(len).map(|part| part.join(" ")).collect::<Vec<_>>();
        let shorter = if parts == Parts::Count { 1..words.len() } else { 0..0 };
        let all = std::iter::once(subtype.to_string()).chain(shorter.flat_map(within));
        let all = all.chain(one_of(subtype).map(str::to_string));
        found.extend(all.map(String::into_boxed_str));
    }
    found
}

/// The subtypes, and whether their parts count on their own.
fn segments(line: &str) -> impl Iterator<Item = (&str, Parts)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | ',' | '/'));
        let first = rest.split([' ', ',', '/']).next().filter(|word| !word.is_empty())?;
        let (len, parts) = PHRASES
            .iter()
            .find(|phrase| begins_with_words(rest, phrase.words))
            .map_or((first.len(), Parts::DoNotCount), |phrase| (phrase.words.len(), phrase.parts));
        let (subtype, after) = rest.split_at(len);
        rest = after;
        Some((subtype, parts))
    })
}

/// Whether `text` begins with these whole words, ignoring case.
fn begins_with_words(text: &str, words: &str) -> bool {
    text.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words))
        && !text[words.len()..].starts_with(|c: char| c.is_alphanumeric())
}

/// Whether the phrase contains the wanted words, side by side.
fn has_words(phrase: &str, wanted: &str) -> bool {
    let words: Vec<&str> = phrase.split(' ').collect();
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    !wanted.is_empty()
        && words
            .windows(wanted.len())
            .any(|part| part.iter().zip(&wanted).all(|(a, b)| a.eq_ignore_ascii_case(b)))
}

#[cfg(test)]
mod tests {
    use super::{all, has, has_beside, ranked, split};

    #[test]
    fn all_subtypes_are_those_that_a_line_has() {
        let lines = [
            "Dark Jedi Master - Sith Lord",
            "Old Republic Jedi Knight",
            "Rebel Bounty Hunter",
            "Force Sensitive Children",
            "",
        ];
        for line in lines {
            let found = all(line);
            for word in
                lines.iter().flat_map(|line| all(line)).chain(["Republic", "Hunter", "Child"].map(Into::into))
            {
                assert_eq!(found.contains(&word), has(line, &word), "{word} of {line}");
            }
        }
    }

    #[test]
    fn words_that_belong_together_stay_together() {
        assert_eq!(split("Dark Jedi Knight - Sith Lord"), ["Dark Jedi Knight", "Sith Lord"]);
        assert_eq!(split("Rebel Bounty Hunter Pilot"), ["Rebel", "Bounty Hunter", "Pilot"]);
        assert_eq!(split("Capital Ships"), ["Capital", "Ships"]);
        assert_eq!(split("  "), Vec::<&str>::new());
    }

    #[test]
    fn a_dark_jedi_is_a_jedi() {
        // 203.4: "Dark Jedi" is split, so an effect that looks for Jedi finds one.
        assert!(has("Dark Jedi Master", "Jedi"));
        assert!(has("Dark Jedi Master", "dark jedi"));
        assert!(has("Dark Jedi Padawan", "Jedi Padawan"));
        assert!(has("Sith Lord", "Sith"));
        assert!(!has("Jedi Knight", "Dark Jedi"));
    }

    #[test]
    fn what_is_lost_takes_its_words_along() {
        // 203.4: who is no Jedi is no Jedi Master either, and who is no Jedi Padawan no Padawan.
        assert!(!has_beside("Jedi Master", "Jedi", &["Jedi"]));
        assert!(!has_beside("Jedi Master - Rebel", "Jedi Master", &["Jedi"]));
        assert!(has_beside("Jedi Master - Rebel", "Rebel", &["Jedi"]));
        assert!(!has_beside("Jedi Padawan", "Padawan", &["Jedi Padawan"]));
        assert!(has_beside("Jedi Knight", "Jedi", &["Jedi Padawan"]));
        assert!(has_beside("Sith Apprentice", "Sith", &["Apprentice"]));
    }

    #[test]
    fn a_jedi_has_a_rank() {
        // 203.4: a rank that a text gives joins what the card is.
        assert_eq!(ranked("Jedi Padawan"), Some(("Jedi", "Padawan")));
        assert_eq!(ranked("dark jedi master"), Some(("dark jedi", "master")));
        assert_eq!(ranked("Sith Lord"), None);
        assert_eq!(ranked("Imperial Knight"), None);
        assert_eq!(ranked("Padawan"), None);
    }

    #[test]
    fn the_old_republic_is_not_the_republic() {
        // 203.4: most phrases must not be split.
        assert!(!has("Old Republic Trooper", "Republic"));
        assert!(has("Old Republic Trooper", "Old Republic"));
        assert!(has("Republic Trooper", "Republic"));
        assert!(!has("Rebel Scout", ""));
    }
}
