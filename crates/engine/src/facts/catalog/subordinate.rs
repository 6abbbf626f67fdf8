//! Which types Subordinates have: those on their type lines, and those of the arenas that texts put them into (rule 215.2).

use super::flatten::Tables;
use super::spelling;
use vocab::ability::{Action, ArenaRef, CardAction, Destination};
use vocab::{Arena, Arenas, CardType, Definition, Library};

/// The Subordinates that texts take, each with the arenas that the text names.
pub(super) type Taken = Vec<(Box<str>, Arenas)>;

/// Notes what the texts of a card take: those whose actions have the numbers from this one on.
pub(super) fn note(taken: &mut Taken, definition: &Definition, tables: &Tables, from: usize) {
    for entry in tables.actions.iter().skip(from) {
        if let Action::Cards(CardAction::Create(_, token, Destination::Arena(arena, _))) = &entry.action {
            let named = match arena {
                ArenaRef::Named(arenas) => Some(*arenas),
                // "into this arena": one where the card itself can be.
                of if *of == ArenaRef::THIS => definition.card_type.unit_arenas(),
                ArenaRef::Any | ArenaRef::Of(_) | ArenaRef::Chosen(_) => None,
            };
            taken.extend(named.map(|arenas| (token.name.clone(), arenas)));
        }
    }
}

/// The library with all types of its Subordinates; where nothing names an arena, any will do.
pub(super) fn typed(library: Library, taken: &Taken) -> Library {
    library.with_types(|definition| match definition.card_type {
        CardType::Subordinate(printed) => {
            let of_it = taken.iter().filter(|(name, _)| spelling::is_same(name, &definition.name));
            let all = of_it.map(|(_, arenas)| *arenas).fold(printed, |all, more| match all {
                Some(all) => Some(more.iter().fold(all, |all, arena| all.with(arena).unwrap_or(all))),
                None => Some(more),
            });
            CardType::Subordinate(all.or_else(anywhere))
        }
        other => other,
    })
}

/// All three arenas.
fn anywhere() -> Option<Arenas> {
    let [first, rest @ ..] = Arena::ALL;
    rest.into_iter().try_fold(Arenas::one(first), Arenas::with)
}
