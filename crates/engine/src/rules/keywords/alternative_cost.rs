//! Alternative Cost: [cost]: paid in place of all build counters (rule 1704).
//!
//! It is a way to complete a card (`build::way`): the counters on the card do not matter, each Alternative Cost is a
//! way of its own (rule 1704.7), and the price is paid like others of the build step (`build::price`).

use crate::facts::game::Game;
use crate::facts::text::{Scope, filter};
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use vocab::ability::{Ability, AbilityKind, Action, CardAction, Destination, Payment, Selector, Wrapper};

/// Whether an ability is an Alternative Cost.
pub(crate) const fn is_it(ability: &Ability) -> bool {
    matches!(ability.kind, AbilityKind::Wrapper(Wrapper::AlternativeCost(_)))
}

/// "put this unit onto one of your Starfighters as a Pilot": no price, but where the card goes (rule 903.3).
pub(crate) fn boards(payment: &Payment) -> Option<&Selector> {
    match payment {
        Payment::Act(action) => match &**action {
            Action::Cards(CardAction::Put(Selector::THIS, Destination::Piloting(on))) => Some(on),
            _ => None,
        },
        Payment::TapThis | Payment::Force(_) | Payment::BuildPoints(_) | Payment::OneOf(..) => None,
    }
}

/// Whether the Alternative Cost lets the card be deployed only onto units, and this is one of them.
pub(crate) fn leads_to(game: &Game, card: Slot, id: AbilityId, onto: Option<Slot>) -> bool {
    let AbilityKind::Wrapper(Wrapper::AlternativeCost(costs)) = &game.catalog.ability(id).kind else {
        return true;
    };
    costs.0.iter().filter_map(boards).all(|on| match on {
        Selector::Choose(choice) => {
            onto.is_some_and(|unit| filter::fits(Scope::of_card(game, card, 0), &choice.of, unit))
        }
        Selector::Known(_) | Selector::Each(_) | Selector::Together(_) => false,
    })
}
