//! From the players' cards and decks to what the referee plays with.

use crate::commands::{Failure, bad_input};
use crate::source::Cards;
use cards::deck::ZoneName;
use engine::{Catalog, Deck};
use std::sync::Arc;

/// All cards of a source, compiled.
pub fn catalog(source: &Cards) -> Result<Arc<Catalog>, Failure> {
    let library = lang::build_library(source.collection()).map_err(bad_input)?;
    Ok(Arc::new(Catalog::new(library).map_err(bad_input)?))
}

/// A deck by the numbers of its cards.
pub fn deck(deck: &cards::Deck, source: &Cards, catalog: &Catalog) -> Result<Deck, Failure> {
    let find = |name: &str| {
        let found = lang::find_card(name, source.collection(), catalog.library());
        found.ok_or_else(|| bad_input(format!("`{name}` isn't a known card")))
    };
    let zone =
        |zone: &ZoneName| deck.zone(zone).iter().map(|card| find(&card.name)).collect::<Result<Vec<_>, _>>();
    Ok(Deck { cards: zone(&ZoneName::Deck)?, supply: zone(&ZoneName::Supply)? })
}
