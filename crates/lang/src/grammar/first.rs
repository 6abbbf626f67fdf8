//! First words: which of the most common phrases can begin with a word, so that the others needn't be tried.
//!
//! Worked out once for each word of a text. The tests would notice a phrase that is missing here: if nothing could be
//! read, everything is tried again without this shortcut (see `read_clause`).

/// The phrases that a word can begin, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First(u8);

/// "this unit", "it", "that Jedi", a name: what `read_reference` reads.
pub const REFERENCE: First = First(1);
/// "this unit", "it", "that Jedi", but not a name.
pub const POINTER: First = First(2);
/// "unit", "damaged Rebel", "the Iron Veil": what `read_class` reads.
pub const CLASS: First = First(4);
/// "unit", "Battle cards".
pub const NOUN: First = First(8);
/// "damaged", "Light Side": the adjectives that are neither names nor subtypes.
pub const PLAIN: First = First(16);
/// "you", "each player", "its owner": what `read_player` and `read_owner` read.
pub const PLAYER: First = First(32);
/// "each of your Jedi", "one of those units", "up to 2 cards": what `read_selector` reads.
pub const SELECTOR: First = First(64);

impl First {
    /// What a word can begin. It is given in lower case, with whether it's capitalised like a name.
    pub fn of(word: &str, capital: bool) -> First {
        let noun = is_noun(word);
        let plain = is_plain(word);
        let pointer = is_pointer(word);
        let reference = pointer || capital;
        let class = noun || plain || capital || word == "the" || word.starts_with("non-");
        let sets = [
            (reference, REFERENCE),
            (pointer, POINTER),
            (class, CLASS),
            (noun, NOUN),
            (plain, PLAIN),
            (reference || is_player(word), PLAYER),
            (reference || class || is_selector(word), SELECTOR),
        ];
        First(sets.into_iter().filter(|(begins, _)| *begins).fold(0, |all, (_, one)| all | one.0))
    }

    /// Whether such a phrase can begin here.
    pub const fn has(self, phrase: First) -> bool {
        self.0 & phrase.0 != 0
    }
}

fn is_pointer(word: &str) -> bool {
    match word.as_bytes().first() {
        Some(b't') => matches!(word, "the" | "this" | "that" | "those" | "them" | "they"),
        Some(b'i') => matches!(word, "it" | "itself"),
        Some(b'h') => matches!(word, "he" | "him" | "her" | "himself" | "herself"),
        Some(_) => matches!(word, "she" | "each" | "both" | "all" | "your"),
        None => false,
    }
}

fn is_noun(word: &str) -> bool {
    match word.as_bytes().first() {
        Some(b'u') => matches!(word, "unit" | "units"),
        Some(b'c') => matches!(word, "card" | "cards" | "campaign" | "campaigns"),
        Some(b's') => matches!(word, "subordinate" | "subordinates"),
        Some(b'p') => matches!(word, "pilot" | "pilots"),
        Some(b'e') => matches!(word, "equipment" | "event" | "events"),
        Some(b'l') => matches!(word, "location" | "locations"),
        Some(b'm') => matches!(word, "mission" | "missions"),
        Some(b't') => matches!(word, "trap" | "traps"),
        Some(_) => matches!(word, "battle" | "resource"),
        None => false,
    }
}

fn is_plain(word: &str) -> bool {
    match word.as_bytes().first() {
        Some(b'u') => matches!(word, "unique" | "undamaged" | "untapped"),
        Some(b'd') => matches!(word, "damaged" | "defending" | "dark"),
        Some(b'n') => matches!(word, "neutral" | "non-unique"),
        Some(b'p') => matches!(word, "partially" | "piloted"),
        Some(b't') => word == "tapped",
        Some(b's') => word == "stacked",
        Some(b'm') => word == "multi-arena",
        Some(_) => matches!(word, "attacking" | "cornered" | "face-up" | "face-down" | "light"),
        None => false,
    }
}

/// Beyond references.
fn is_player(word: &str) -> bool {
    matches!(word, "you" | "any" | "a" | "its" | "his" | "their")
}

/// Beyond references and classes.
fn is_selector(word: &str) -> bool {
    let begins = match word.as_bytes().first() {
        Some(b'a') => matches!(word, "a" | "an" | "any" | "another"),
        Some(b'0'..=b'9') => true,
        Some(_) => matches!(word, "up" | "other" | "between" | "his" | "their" | "x"),
        None => false,
    };
    begins || crate::token::NUMBERS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::{CLASS, First, NOUN, PLAIN, POINTER, REFERENCE, SELECTOR};
    use crate::grammar::class;

    #[test]
    fn every_noun_and_adjective_is_known_by_its_first_word() {
        let first = |phrase: &str| First::of(phrase.split(' ').next().unwrap_or(phrase), false);
        for (phrase, _) in class::NOUNS {
            assert!(first(phrase).has(NOUN) && first(phrase).has(CLASS), "{phrase}");
        }
        for (phrase, _) in class::PLAIN {
            assert!(first(phrase).has(PLAIN) && first(phrase).has(CLASS), "{phrase}");
        }
    }

    #[test]
    fn a_name_begins_much_and_a_verb_nothing() {
        let name = First::of("ilara", true);
        assert!(name.has(REFERENCE) && name.has(CLASS) && name.has(SELECTOR) && !name.has(POINTER));
        assert!(!First::of("gets", false).has(SELECTOR));
    }
}
