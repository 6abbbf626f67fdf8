//! Consume: a unit that this unit's damage gets discarded is laid face-down beneath it (rule 1713).

use crate::facts::game::Game;
use crate::records::damage::Instance;
use crate::records::state::{Slot, Where};
use crate::rules::change::By;
use vocab::Keyword;

/// Begins to wait for the units that this unit's damage got discarded (rule 1713.2).
pub(crate) fn check(game: &mut Game, fallen: &[Instance]) {
    for from in super::sources(fallen) {
        if super::is_in_arena(game, from) && game.has(from, Keyword::Consume) {
            let prey = fallen.iter().filter(|instance| instance.from == from && instance.to != from);
            let units: Vec<Slot> = prey.map(|instance| instance.to).collect();
            super::wait(game, Keyword::Consume, (from, game.state.card(from).controller), &units, 0);
        }
    }
}

/// It resolves: takes the top card of the unit (rule 1713.4), if that is still in the pile (rule 1713.5) and this unit is
/// still there (rule 1713.7).
pub(crate) fn resolve(game: &mut Game, from: Slot, fallen: Slot) {
    let is_discarded = matches!(game.state.card(fallen).place, Where::DiscardPile | Where::Supply);
    if is_discarded && super::is_in_arena(game, from) {
        game.relocate(fallen, Where::Beneath(from), By::card(from, 1713, 2));
        game.turn_down(fallen);
        super::note(game, from, Keyword::Consume, 1);
    }
}
