//! Cunning: attack dice are rolled secretly; prevention is declared before they are shown (rule 1715).
//!
//! `attack::Fact::Hidden` is the secret; `damage::blind` is the prevention without knowing.

use crate::facts::now::Now;
use vocab::Keyword;

/// Whether the dice of a unit with these values are hidden (rule 1715.1).
pub(crate) fn hides(attacker: &Now) -> bool {
    attacker.has(Keyword::Cunning)
}
