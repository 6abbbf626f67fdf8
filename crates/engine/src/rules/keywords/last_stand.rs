//! Last Stand: [effect]: what happens when this unit is discarded from an arena (rule 1737).

use crate::records::event::What;
use crate::records::state::{Slot, Where};

/// Whether what happens is the discard that a card's Last Stand waits for: from an arena alone (rule 1737.1).
pub(crate) fn is_due(card: Slot, what: &What) -> bool {
    matches!(*what, What::Discarded { card: discarded, from: Where::Arena(_), .. } if discarded == card)
}
