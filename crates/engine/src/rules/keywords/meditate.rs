//! Meditate: a card in the discard pile is played at this price and removed from the game when it would be discarded
//! (rule 1739).
//!
//! Three ways lead here (1739.2): built cards are completed in the build step (`build::way`), a Battle card is played
//! where it fits (`play::offers`), a Trap when its condition happens (`trigger::resolve`).

use crate::facts::game::Game;
use crate::facts::keywords::meditate::is_meditate;
use crate::records::frame::Frame;
use crate::records::state::{Mark, Slot, State, Where};
use crate::rules::build::price;
use crate::rules::change::By;
use vocab::{CardType, Role};

/// The place of the Meditate in the text of a card in a player's discard pile; of several the first that can be paid, for
/// they are one ability (rule 1302.2).
pub(crate) fn payable(game: &Game, who: Role, card: Slot) -> Option<u8> {
    let record = game.state.card(card);
    if record.place != Where::DiscardPile || record.controller != who {
        return None;
    }
    let can_pay = |nth: &u8| {
        let bill = price::ability_id(game, card, *nth).map(price::Bill::of);
        bill.is_some_and(|bill| price::can_pay(game, who, card, bill))
    };
    price::abilities(game, card, is_meditate).find(can_pay)
}

/// Whether a Trap can be meditated now; it needs no build counters (rules 1739.2, 1739.10).
pub(crate) fn can_spring(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    game.catalog.card_type(record.definition) == CardType::Trap
        && payable(game, record.controller, card).is_some()
}

/// Lays a meditated card on the table, to be removed when it would be discarded (rule 1739.3).
pub(crate) fn lay(game: &mut Game, card: Slot, place: Where, by: By) {
    game.relocate(card, place, by);
    game.mark(card, Mark::Meditated);
}

/// Pays for a Trap and lays it open; the frame that pays what is more than Force, build points and tapping.
pub(crate) fn spring(game: &mut Game, who: Role, card: Slot) -> Option<Frame> {
    let id = price::ability_id(game, card, payable(game, who, card)?)?;
    let by = By::card(card, 1739, 1);
    lay(game, card, Where::BuildZone, by);
    game.reveal(card, by);
    price::pay(game, who, card, price::Bill::of(id), by)
}

/// Whether a card is removed in place of being discarded, and so is not discarded at all: a single card that was played
/// by Meditate (rules 1739.3, 1739.8); the unit of a stack is discarded (rule 1739.9).
pub(crate) fn is_removed_instead(state: &State, card: Slot) -> bool {
    state.card(card).marks.has(Mark::Meditated) && state.at(Where::Stacked(card)).next().is_none()
}
