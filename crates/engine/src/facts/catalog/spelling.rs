//! Spellings of one name: letter case, accents and typographic signs tell no names apart (rule 202.1).

use std::cmp::Ordering;

/// The letters of a name, as they are compared.
fn letters(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().flat_map(char::to_lowercase).map(plain)
}

/// A small letter without its accent; a typographic sign as it is typed.
const fn plain(letter: char) -> char {
    match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ì'..='ï' | 'ī' | 'į' | 'ı' => 'i',
        'ł' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ś' | 'š' => 's',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        '\u{2018}' | '\u{2019}' | '\u{b4}' | '`' => '\'',
        '\u{2013}' | '\u{2014}' => '-',
        other => other,
    }
}

/// Whether two names are spellings of one name.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || (!(a.is_ascii() && b.is_ascii()) && compare(a, b).is_eq())
}

/// The order of names, in which spellings of one name are equal.
pub(crate) fn compare(a: &str, b: &str) -> Ordering {
    letters(a).cmp(letters(b))
}

/// Whether a part is in a name as words of their own, in whatever spelling, in the plural or not: "Han" is in "Han's
/// Promise", not in "Chancellor" (rules 202.5, 1902.55).
pub(crate) fn contains(name: &str, part: &str) -> bool {
    let (name, part) = (letters(name).collect::<String>(), letters(part).collect::<String>());
    let begins_word = |at: usize| !name[..at].ends_with(char::is_alphanumeric);
    let ends_word = |at: usize| {
        let rest = &name[at..];
        let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        ends(rest) || ["s", "es"].into_iter().any(|plural| rest.strip_prefix(plural).is_some_and(ends))
    };
    name.match_indices(&part).any(|(at, _)| begins_word(at) && ends_word(at + part.len()))
}

#[cfg(test)]
mod tests {
    use super::{compare, contains, is_same};

    #[test]
    fn accents_case_and_signs_tell_no_names_apart() {
        for (a, b) in
            [("Padmé Amidala", "PADME amidala"), ("Qu’Rahn", "Qu'rahn"), ("Clone Trooper", "clone trooper")]
        {
            assert!(is_same(a, b) && compare(a, b).is_eq(), "{a} and {b}");
        }
        assert!(!is_same("Padmé", "Padma") && !is_same("Jango", "Jango Fett"));
        assert!(contains("Queen Padmé", "padme") && !contains("Padme", "Padma"));
    }

    #[test]
    fn a_part_of_a_name_is_a_word_of_its_own() {
        // 1902.55
        for (name, part) in [("Han's Promise", "Han"), ("TIE Fighters", "Fighter"), ("B'omarr Monk", "monk")]
        {
            assert!(contains(name, part), "{part} in {name}");
        }
        for (name, part) in [("Chancellor", "Han"), ("Sortie", "TIE"), ("Hand", "Han")] {
            assert!(!contains(name, part), "{part} in {name}");
        }
    }
}
