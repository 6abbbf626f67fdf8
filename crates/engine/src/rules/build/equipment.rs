//! Equipment: what it fits, and attaching it (chapter 10). Paying for that is Equip (`keywords::equip`).

use crate::facts::game::Game;
use crate::facts::keywords::pilot;
use crate::facts::now::identity;
use crate::records::event::What;
use crate::records::state::{Mark, Slot, Where};
use crate::rules::change::By;
use vocab::{CardType, Edition, EquipmentFit};

/// Attaches an Equipment to a card, taking it from another if it is on one (rule 1003.1).
pub(crate) fn equip(game: &mut Game, equipment: Slot, host: Slot, by: By) {
    if let Where::Attached(old) = game.state.card(equipment).place {
        game.note(What::Detached { equipment, host: old }, by.rule, by.card);
    }
    game.unmark(equipment, Mark::FaceDown);
    game.relocate(equipment, Where::Attached(host), by);
    game.note(What::Attached { equipment, host }, by.rule, by.card);
}

/// Whether an Equipment fits a card by its type (rules 1001.2, 1002.8, 1723.4).
pub(crate) fn fits(game: &Game, equipment: Slot, host: Slot) -> bool {
    let kind = |card: Slot| game.catalog.card_type(game.state.card(card).definition);
    // 1004.7: what makes a card a Pilot goes along with it.
    if matches!(game.state.card(host).place, Where::Piloting(_)) {
        return pilot::is_given_by(game, host, equipment);
    }
    // 1802.12: the keyword of the older sheets asks for a unit, of whatever type.
    if game.state.options.edition == Edition::Sheets {
        return game.is_unit(host);
    }
    match kind(equipment) {
        CardType::Equipment(Some(EquipmentFit::Units(fit))) => {
            let types = game.is_unit(host).then(|| identity::arenas(game, host, 0));
            types.is_some_and(|types| fit.iter().any(|arena| types.has(arena)))
        }
        CardType::Equipment(Some(EquipmentFit::Location)) => {
            matches!(kind(host), CardType::Location(_))
                && matches!(game.state.card(host).place, Where::Arena(_))
        }
        CardType::Equipment(None)
        | CardType::Unit(_)
        | CardType::Subordinate(_)
        | CardType::Battle
        | CardType::Mission
        | CardType::Trap
        | CardType::Campaign
        | CardType::Location(_)
        | CardType::Resource
        | CardType::Event
        | CardType::Reminder => false,
    }
}
