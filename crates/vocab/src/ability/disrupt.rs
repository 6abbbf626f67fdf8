//! What can be disrupted (rule 1308.1).

use super::{AbilityClass, Pattern};
use serde::Serialize;

/// The thing that a disrupt effect names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Disruptable {
    /// "an attack", "an attack by a Jedi", "an attack against one of your units" (rule 1105.4).
    Attack {
        /// Whose attack.
        by: Option<Pattern>,
        /// Against whom.
        against: Option<Pattern>,
    },
    /// "a Battle card", "a Mission", "a card": a play or completion of such a card (rules 1306.1, 704.2).
    Card(Pattern),
    /// "the deployment of a unit" (rule 704.3).
    Deployment(Pattern),
    /// "an activated ability of a unit".
    Ability(AbilityClass, Option<Pattern>),
    /// "a disrupt" (rule 1308.4).
    Disrupt,
    /// "any of these".
    OneOf(Vec<Disruptable>),
}
