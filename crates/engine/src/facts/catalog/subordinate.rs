//! Which types Subordinates have: those on their type lines; where a type line names no arena, all of them (rule 215.2).
//! What other cards say doesn't matter: a game keeps only the cards that it can touch.

use vocab::{Arena, Arenas, CardType, Library};

/// The library with the types of its Subordinates.
pub(super) fn typed(library: Library) -> Library {
    library.with_types(|definition| match definition.card_type {
        CardType::Subordinate(None) => CardType::Subordinate(anywhere()),
        other => other,
    })
}

/// All three arenas.
fn anywhere() -> Option<Arenas> {
    let [first, rest @ ..] = Arena::ALL;
    rest.into_iter().try_fold(Arenas::one(first), Arenas::with)
}
