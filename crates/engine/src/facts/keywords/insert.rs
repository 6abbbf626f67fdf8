//! INSERT: [text]: every card of a stack gives it to the top card (rule 1732).
//!
//! `now::gather` opens it: what it gives works where such an effect works (rule 1732.4).

use vocab::ability::{AbilityKind, Wrapper};

/// Whether an ability is an INSERT, which the cards under the top card of a stack give it too (rule 1732.1).
pub(crate) const fn is_insert(kind: &AbilityKind) -> bool {
    matches!(kind, AbilityKind::Wrapper(Wrapper::Insert(_)))
}
