//! How often something was used (rule 1304.2).

use crate::facts::game::Game;
use crate::records::event::{Event, What};
use crate::records::id::AbilityId;
use crate::records::play::{Period, Used};
use crate::records::state::{ByRole, Slot, Where};

/// Which of several nested stretches is going on.
fn level(game: &Game, period: Period) -> u8 {
    match period {
        Period::Damage => game.state.sequences.len() as u8,
        Period::Attack => game.state.attacks.len() as u8,
        Period::Roll | Period::Entering | Period::Turn | Period::Stay | Period::Game => 0,
    }
}

/// How often an ability was used in the present stretch.
pub(crate) fn uses(game: &Game, card: Slot, ability: AbilityId, period: Period) -> u8 {
    let level = level(game, period);
    let is_it = |used: &&Used| {
        used.card == Some(card) && used.ability == ability && used.period == period && used.level == level
    };
    game.state.uses.iter().find(is_it).map_or(0, |used| used.times)
}

/// Counts a use.
pub(crate) fn count_use(game: &mut Game, card: Slot, ability: AbilityId, period: Period) {
    let level = level(game, period);
    let is_it = |used: &&mut Used| {
        used.card == Some(card) && used.ability == ability && used.period == period && used.level == level
    };
    if let Some(used) = game.state.uses.iter_mut().find(is_it) {
        used.times = used.times.saturating_add(1);
        return;
    }
    if game.state.uses.push(Used { card: Some(card), ability, period, level, times: 1 }).is_err() {
        game.stop();
    }
}

/// A stretch ends, while its attack or sequence is still in the state's list.
pub(crate) fn period_ends(game: &mut Game, period: Period) {
    let level = level(game, period);
    game.state.uses.retain(|used| used.period != period || used.level != level);
}

/// A turn ends: only what counts for longer goes on.
pub(crate) fn turn_ends(game: &mut Game) {
    game.state.uses.retain(|used| matches!(used.period, Period::Stay | Period::Game));
    game.state.hands.plays = ByRole::default();
}

/// Cards of a deck were shuffled: what a card has used in this game goes with it, whichever slot it is in now.
pub(crate) fn hand_over<M: Iterator<Item = (Slot, Slot)>>(game: &mut Game, moves: impl Fn() -> M) {
    for used in game.state.uses.iter_mut() {
        used.card = moves().find(|(from, _)| used.card == Some(*from)).map(|(_, to)| to).or(used.card);
    }
}

/// A card that leaves play is a new object (rule 304.2): its uses are forgotten, but for those of the whole game
/// (rule 1601.11).
pub(crate) fn notice(game: &mut Game, event: &Event) {
    if let What::Moved {
        card,
        to: Where::Nowhere | Where::Deck | Where::Hand | Where::DiscardPile | Where::Removed | Where::Supply,
        ..
    } = event.what
    {
        game.state.uses.retain(|used| used.card != Some(card) || used.period == Period::Game);
    }
}

#[cfg(test)]
mod tests {
    use super::{count_use, hand_over, uses};
    use crate::facts::catalog::Catalog;
    use crate::facts::game::Game;
    use crate::records::id::AbilityId;
    use crate::records::play::Period;
    use crate::records::state::{Options, Slot};
    use std::sync::Arc;
    use vocab::Library;

    #[test]
    fn what_a_card_has_used_in_this_game_goes_with_it_when_its_deck_is_shuffled() {
        // 1601.11: once per game, wherever the card has been meanwhile.
        let library = Library::new(Vec::new()).expect("no names, so none twice");
        let catalog = Catalog::new(library).expect("no cards");
        let mut game = Game::table(Arc::new(catalog), 1.into(), Options::default());
        let [first, second, third] = [0, 1, 2].map(|number| Slot::new(number).expect("a slot"));
        let ability = AbilityId::default();
        count_use(&mut game, first, ability, Period::Game);
        count_use(&mut game, third, ability, Period::Game);
        hand_over(&mut game, || [(first, second), (second, first)].into_iter());
        let used = [first, second, third].map(|card| uses(&game, card, ability, Period::Game));
        assert_eq!(used, [0, 1, 1]);
    }
}
