//! What a reading leaves out of its print: numbers, keywords, arenas, subtypes and named cards.

use crate::lexicon::Lexicon;
use std::collections::BTreeSet;
use vocab::{Arena, Keyword};

/// The words of a print that something hangs on, and that its reading doesn't have. The card's own name is none of them.
pub fn left_out(print: &str, reading: &str, name: &str, lexicon: &Lexicon) -> BTreeSet<String> {
    let (print, reading) = (weighty(print, name, lexicon), weighty(reading, "", lexicon));
    print.difference(&reading).cloned().collect()
}

const fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '\'' || !c.is_ascii()
}

fn weighty(text: &str, name: &str, lexicon: &Lexicon) -> BTreeSet<String> {
    let text = text.replace('\u{2019}', "'");
    let own: BTreeSet<&str> =
        name.split(|c: char| !is_word(c)).flat_map(|word| [word, word.trim_end_matches("'s")]).collect();
    let mut found = BTreeSet::new();
    for word in text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty() && !own.contains(word)) {
        let word = word.trim_end_matches("'s");
        let single = word.strip_suffix('s').unwrap_or(word);
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            found.insert(word.to_string());
        } else if word.starts_with(char::is_uppercase) {
            let is_arena = Arena::ALL.iter().any(|arena| arena.name() == single);
            let known = [word, single].into_iter().find(|word| lexicon.is_subtype_word(word) || is_arena);
            found.extend(
                known
                    .filter(|known| !own.contains(known))
                    .map(|known| known.trim_end_matches('s').to_string()),
            );
        }
    }
    let stands = |words: &str| {
        text.match_indices(words).any(|(at, found)| {
            !text[at + found.len()..].starts_with(|c: char| is_word(c) && c != '\'')
                && !text[..at].ends_with(is_word)
        })
    };
    let keywords = Keyword::all().map(Keyword::name).filter(|keyword| stands(keyword));
    found.extend(keywords.map(str::to_string));
    let lines = lexicon.lines_for([text.as_str()]);
    let names = lines.iter().filter_map(|line| line.strip_prefix("name\t"));
    let is_own = |other: &str| other.split(|c: char| !is_word(c)).all(|word| own.contains(word));
    found.extend(names.filter(|other| !is_own(other) && stands(other)).map(str::to_string));
    found
}

#[cfg(test)]
mod tests {
    use super::left_out;
    use crate::testing::lexicon;

    #[test]
    fn what_a_reading_leaves_out_is_seen() {
        let print =
            "Pay 2 Force -> Old Guard gets Evade 3 in the Space arena. Deflect 1 | Ilara Venn\u{2019}s units";
        let reading = "Pay 2 Force -> This unit gets Evade 3 in any arena";
        let missing: Vec<String> = left_out(print, reading, "Old Guard", lexicon()).into_iter().collect();
        assert_eq!(missing, ["1", "Deflect", "Ilara Venn", "Space"]);
        assert!(left_out(print, &print.replace("Old Guard", "This unit"), "Old Guard", lexicon()).is_empty());
    }
}
