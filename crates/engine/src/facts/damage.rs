//! Whether damage can be prevented, as texts say (rule 1205).

use crate::facts::catalog::Catalog;
use crate::facts::game::Game;
use crate::facts::text::{Scope, filter};
use crate::records::damage::{By, Preventability};
use crate::records::state::Slot;
use vocab::Keyword;
use vocab::ability::Preventable;

impl Preventability {
    /// What a text says.
    pub fn of(catalog: &Catalog, text: &Preventable) -> Preventability {
        match text {
            Preventable::Yes => Preventability::YES,
            Preventable::No => Preventability::NO,
            Preventable::OnlyFrom(cards) => match catalog.preventer(cards) {
                Some(number) => Preventability { by: By::All, from: number + 1 },
                None => Preventability::NO,
            },
            Preventable::OnlyBy(keywords) => Preventability { by: By::of(keywords), from: 0 },
        }
    }

    /// Whether prevention by this card and this keyword, or by none, works on damage from a source (rule 1205.1).
    pub fn allows(self, game: &Game, source: Slot, by: Slot, using: Option<Keyword>) -> bool {
        let is_meant = self.from.checked_sub(1).is_none_or(|number| {
            filter::is_meant(Scope::of_card(game, source, 0), game.catalog.preventers(number), by)
        });
        self.by.allows(using) && is_meant
    }
}
