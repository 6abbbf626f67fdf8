//! Stack: [list]: cards that may lie beneath this unit although they aren't versions of it (rule 1754).

use crate::facts::game::Game;
use crate::facts::now::gather::Query;
use crate::facts::now::{gather, permission};
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::records::topics::Topics;
use crate::rules::build::{class, stack};
use vocab::Keyword;
use vocab::ability::{AbilityKind, Wrapper};

/// Whether a card can be added beneath a unit because of a Stack list or its own text (rules 1754.1, 215.6).
pub(crate) fn has_room(game: &Game, card: Slot, unit: Slot) -> bool {
    // 1754.5: of each listed unique unit a single version.
    let only_one =
        || stack::cards(game, unit).all(|other| other == unit || !stack::is_same_unit(game, card, other));
    let definition = |slot: Slot| game.state.card(slot).definition;
    let is_copy = |other: &Slot| *other != card && definition(*other) == definition(card);
    let copies = || stack::cards(game, unit).filter(is_copy).count();
    game.is_unit(unit)
        && may_lie_under(game, card, unit)
        && only_one()
        && permission::copies_in_stack(game, card).is_none_or(|most| copies() < usize::from(most))
        && stack::has_room(game, unit)
}

/// Whether a list or a text lets a card lie beneath a unit.
pub(crate) fn may_lie_under(game: &Game, card: Slot, unit: Slot) -> bool {
    let has_rules = gather::may_have(game, card, Topics::STACK);
    (lists(game, unit, card) || (has_rules && permission::can_lie_under(game, card, unit)))
        && !(has_rules && permission::must_not_lie_under(game, card, unit))
}

/// Whether a Stack ability of a unit, whoever gives it, lists a card (rules 1754.1, 1754.4).
fn lists(game: &Game, unit: Slot, card: Slot) -> bool {
    let lists_it = |id: AbilityId| {
        matches!(&game.catalog.ability(id).kind,
            AbilityKind::Wrapper(Wrapper::Stack(classes)) if class::fits_any(game, card, classes))
    };
    let is_listed = || {
        let found = Query::new(game, Topics::ABILITIES).abilities(unit, lists_it);
        found.iter().for_each(|(id, _)| game.catalog.see(*id));
        !found.is_empty()
    };
    game.may_have(unit, Keyword::Stack) && is_listed()
}
