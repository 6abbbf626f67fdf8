//! Names that mean the same unit (rule 202.6).

use super::spelling;

/// Different names of the same unit, for uniqueness alone (rule 202.6).
const SAME_UNITS: [[&str; 2]; 2] = [["Beru Lars", "Beru Whitesun"], ["Padmé Amidala", "Queen Amidala"]];

/// Whether two names mean the same unit (rules 202.1, 202.6).
pub(crate) fn is_same_name(a: &str, b: &str) -> bool {
    spelling::is_same(a, b) || spelling::is_same(known_as(a), known_as(b))
}

/// The one name under which a unit of several names is known (rule 202.6).
pub(crate) fn known_as(name: &str) -> &str {
    let is_it = |names: &&[&str; 2]| names.iter().any(|other| spelling::is_same(other, name));
    SAME_UNITS.iter().find(is_it).map_or(name, |names| names[0])
}
