//! Inspiration: each of your other units in its arena is larger (rule 1733).

use crate::facts::game::Game;
use crate::records::state::{Slot, Text, Where};
use vocab::{Edition, Keyword};

/// How often a unit is enlarged: once for each other unit of its side there that inspires (rule 1733.1).
pub(crate) fn inspired(game: &Game, unit: Slot, depth: u8) -> i16 {
    let Where::Arena(arena) = game.state.card(unit).place else { return 0 };
    if !may_inspire(game) {
        return 0;
    }
    let you = game.state.card(unit).controller;
    let inspires = |other: &Slot| {
        *other != unit
            && game.may_have(*other, Keyword::Inspiration)
            && game.by_itself(*other, depth + 1).has(Keyword::Inspiration)
    };
    game.units_of(you, arena).filter(inspires).count() as i16
}

/// Whether a card on the table or a lasting effect may give Inspiration.
fn may_inspire(game: &Game) -> bool {
    let inspiring = game.state.places.with(Text::Inspires);
    !game.state.lasting.is_empty() || !inspiring.and(game.state.on_the_table()).is_empty()
}

/// Whether unique units alone have it; the older sheets do not say so (rules 1733.2, 1802.19).
pub(crate) fn is_for_unique(game: &Game) -> bool {
    game.state.options.edition == Edition::Current
}
