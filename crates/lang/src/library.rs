//! From a collection to the library of playable cards.

use crate::compile::{Compiled, compile_card};
use crate::lexicon::Lexicon;
use cards::{Collection, Printing};
use vocab::ability::Uniqueness;
use vocab::{CardType, Completeness, Definition, Library, LibraryError, Side};

/// Compiles one card; a card with unread clauses is Partial and names them.
pub fn define(printing: &Printing, lexicon: &Lexicon) -> Definition {
    define_from(printing, &compile_card(printing, lexicon))
}

/// The same from a text that was compiled before.
pub fn define_from(printing: &Printing, compiled: &Compiled) -> Definition {
    let unread = compiled.unread().map(|(clause, _)| clause.text.as_str().into()).collect();
    Definition {
        name: printing.name.base().into(),
        version: printing.name.version,
        uniqueness: if printing.name.is_unique() { Uniqueness::Unique } else { Uniqueness::NonUnique },
        side: printing.side.unwrap_or(Side::Neutral),
        card_type: printing.card_type,
        subtypes: printing.subtypes.clone(),
        cost: printing.cost,
        speed: printing.speed,
        power: printing.power,
        health: printing.health,
        abilities: compiled.abilities(),
        completeness: Completeness::of(unread),
    }
}

/// All cards of a collection, one definition for each; Reminder cards are not part of a game (rule 217.1).
pub fn build_library(collection: &Collection) -> Result<Library, LibraryError> {
    let lexicon = Lexicon::new(collection);
    let shown = collection.cards().map(|card| collection.get(collection.shown(card)));
    let playable = shown.filter(|printing| printing.card_type != CardType::Reminder);
    Library::new(playable.map(|printing| define(printing, &lexicon)).collect())
}

#[cfg(test)]
mod tests {
    use super::build_library;
    use cards::core_set;
    use vocab::Completeness;

    #[test]
    fn the_core_set_is_a_library_of_exact_cards() {
        let library = build_library(&core_set::plugin().collection).unwrap();
        let partial: Vec<String> = library
            .iter()
            .filter(|(_, card)| card.completeness != Completeness::Exact)
            .map(|(_, card)| format!("{card}: {:?}", card.completeness))
            .collect();
        assert!(partial.is_empty(), "{partial:#?}");
    }
}
