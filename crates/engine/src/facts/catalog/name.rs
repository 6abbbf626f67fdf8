//! Names that mean the same unit (rule 202.6), and names that a set file misspells.

use super::spelling;

/// Different names of the same unit, for uniqueness alone (rule 202.6).
const SAME_UNITS: [[&str; 2]; 3] = [
    ["Beru Lars", "Beru Whitesun"],
    ["General Dodonna", "General Jan Dodonna"],
    ["Padmé Amidala", "Queen Amidala"],
];

/// Names as set files misspell them, and as the other versions of the same unit have them (rule 202.1).
const MISSPELT: [[&str; 2]; 5] = [
    ["Alexsander Kallus", "Alexsandr Kallus"],
    ["Alliegiant General Enric Pryde", "Allegiant General Enric Pryde"],
    ["Cham Sundulla", "Cham Syndulla"],
    ["Girov Dza Tey", "Girov Dza'Tey"],
    ["Lietenant Janek Sunber", "Lieutenant Janek Sunber"],
];

/// A name as it is meant.
fn mended(name: &str) -> &str {
    MISSPELT.iter().find(|[wrong, _]| spelling::is_same(wrong, name)).map_or(name, |[_, right]| right)
}

/// Whether two names are one, in whatever spelling (rules 202.1, 202.4).
pub(crate) fn is_same_word(a: &str, b: &str) -> bool {
    spelling::is_same(a, b) || spelling::is_same(mended(a), mended(b))
}

/// Whether two names mean the same unit (rules 202.1, 202.6).
pub(crate) fn is_same_name(a: &str, b: &str) -> bool {
    spelling::is_same(a, b) || spelling::is_same(known_as(a), known_as(b))
}

/// The one name under which a unit of several names is known (rule 202.6).
pub(crate) fn known_as(name: &str) -> &str {
    let name = mended(name);
    let is_it = |names: &&[&str; 2]| names.iter().any(|other| spelling::is_same(other, name));
    SAME_UNITS.iter().find(is_it).map_or(name, |names| names[0])
}

#[cfg(test)]
mod tests {
    use super::{is_same_name, is_same_word};

    #[test]
    fn a_misspelt_name_is_the_name_that_is_meant() {
        // 202.1: versions of one unit, though a set file misspells one of them.
        assert!(
            is_same_word("Cham Sundulla", "Cham Syndulla") && is_same_name("Cham Sundulla", "Cham Syndulla")
        );
        assert!(is_same_word("Girov Dza Tey", "Girov Dza\u{2019}Tey"));
        // 202.6: one unit, but not one name.
        assert!(
            is_same_name("Queen Amidala", "Padmé Amidala") && !is_same_word("Queen Amidala", "Padmé Amidala")
        );
        assert!(!is_same_name("Cham Syndulla", "Hera Syndulla"));
    }
}
