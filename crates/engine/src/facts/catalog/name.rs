//! Names that mean the same unit (rule 202.6).

/// Different names of the same unit, for uniqueness alone (rule 202.6).
const SAME_UNITS: [[&str; 2]; 2] = [["Beru Lars", "Beru Whitesun"], ["Padmé Amidala", "Queen Amidala"]];

/// Whether two names mean the same unit (rules 202.1, 202.6).
pub(crate) fn is_same_name(a: &str, b: &str) -> bool {
    a == b || SAME_UNITS.iter().any(|names| names.contains(&a) && names.contains(&b))
}

/// The one name under which a unit of several names is known (rule 202.6).
pub(crate) fn known_as(name: &str) -> &str {
    SAME_UNITS.iter().find(|names| names.contains(&name)).map_or(name, |names| names[0])
}
