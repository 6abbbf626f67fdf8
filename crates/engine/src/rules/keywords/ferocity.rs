//! Ferocity: damage from this unit cannot be prevented (rule 1725).

use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::state::Slot;
use vocab::Keyword;

/// Whether damage from this card is unpreventable: all damage whose source it is (rule 1725.2).
pub(crate) fn applies(game: &Game, from: Slot) -> bool {
    super::is_unit_card(game, from) && source::has(game, from, Keyword::Ferocity)
}
