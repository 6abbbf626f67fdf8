//! The cards whose texts are active: where to look for abilities of some kind at all.

use crate::facts::catalog::Hooks;
use crate::facts::game::Game;
use crate::records::state::{Slot, SlotSet, Text};
use crate::records::topics::Topics;
use vocab::Role;

/// The cards that have, or are given by what lies on them, a text of this sort that can matter now; all that can have
/// texts where a text gives such texts to others. Of one player's cards all are found, of the opponent's maybe not.
pub(crate) fn cards_with(
    game: &Game,
    side: Option<Role>,
    text: Text,
    is: impl Fn(&Hooks) -> bool,
) -> SlotSet {
    let state = &game.state;
    let mut given = is_given_by_lasting(game, &is);
    let mut found = SlotSet::default();
    for card in state.places.with(text).and(active_texts(game, side)) {
        let facts = game.catalog.facts(state.card(card).definition);
        if is(&facts.hooks) {
            given |= is(&facts.given_hooks);
            found.insert(card);
            hosts(game, card).for_each(|host| found.insert(host));
        }
    }
    if given { active_texts(game, None) } else { found }
}

/// The cards that a card lies on: a card under a Pilot, or Equipment on one, may give to the Pilot what it gives on.
pub(super) fn hosts(game: &Game, card: Slot) -> impl Iterator<Item = Slot> + '_ {
    let host = |card: Slot| game.state.card(card).place.host();
    std::iter::successors(host(card), move |on| host(*on))
}

/// The cards whose texts can be active, as far as they matter to one player's cards.
pub(crate) fn active_texts(game: &Game, side: Option<Role>) -> SlotSet {
    let state = &game.state;
    let active = state.on_the_table().or(state.places.with(Text::Elsewhere));
    match side {
        // What lies on a player's card may be the opponent's; so may be what gives abilities to all.
        Some(who) if !state.places.may_rule(Topics::ABILITIES) => {
            active.and(state.controlled_by(who).or(state.carried()))
        }
        Some(_) | None => active,
    }
}

/// Whether a lasting effect gives such a text.
pub(crate) fn is_given_by_lasting(game: &Game, is: &impl Fn(&Hooks) -> bool) -> bool {
    game.state.lasting.iter().any(|record| {
        is(&game.catalog.node(record.node).given)
            || (!record.words.is_empty()
                && record.abilities(&game.state).into_iter().any(|id| is(&game.catalog.hooks(id))))
    })
}
