//! Where abilities work (rule 1314).

use crate::catalog::AbilityId;
use crate::game::Game;
use crate::state::{Slot, Where};
use vocab::Zone;
use vocab::ability::{AbilityKind, Reach, Wrapper};

/// Whether an ability printed on or given to a card works where the card is (rule 1314).
pub(crate) fn works(game: &Game, card: Slot, id: AbilityId) -> bool {
    let ability = game.catalog.ability(id);
    let record = game.state.card(card);
    match ability.reach {
        Reach::Everywhere => return true,
        Reach::Only(zone) => return zone_of(record.place) == Some(zone),
        Reach::Usual => {}
    }
    let is_unit = game.catalog.card_type(record.definition).is_unit();
    match record.place {
        Where::Arena(_) | Where::EventZone => !record.is_face_down(),
        // 1314.2: of a unit only some keywords; Campaigns, Resources and Equipment work there (1314.6).
        Where::BuildZone => !record.is_face_down() && (!is_unit || works_in_build_zone(&ability.kind)),
        Where::Attached(_) => true,
        Where::Piloting(_) => {
            matches!(ability.kind, AbilityKind::Wrapper(Wrapper::Pilot(_) | Wrapper::Upkeep(_)))
        }
        Where::Stacked(_) => matches!(ability.kind, AbilityKind::Wrapper(Wrapper::Insert(_))),
        Where::Nowhere
        | Where::Deck
        | Where::Hand
        | Where::DiscardPile
        | Where::Removed
        | Where::Supply
        | Where::Beneath(_) => false,
    }
}

fn zone_of(place: Where) -> Option<Zone> {
    match place {
        Where::Deck => Some(Zone::Deck),
        Where::Hand => Some(Zone::Hand),
        Where::DiscardPile => Some(Zone::DiscardPile),
        Where::Removed => Some(Zone::Removed),
        Where::Supply => Some(Zone::Supply),
        Where::EventZone => Some(Zone::EventZone),
        Where::BuildZone => Some(Zone::BuildZone),
        Where::Arena(_) => Some(Zone::Arena),
        Where::Nowhere | Where::Stacked(_) | Where::Piloting(_) | Where::Attached(_) | Where::Beneath(_) => {
            None
        }
    }
}

/// What of a unit works in the build zone (rule 1314.2).
const fn works_in_build_zone(kind: &AbilityKind) -> bool {
    match kind {
        AbilityKind::Wrapper(wrapper) => match wrapper {
            Wrapper::Upkeep(_)
            | Wrapper::Reserves(_)
            | Wrapper::ReducedCost(..)
            | Wrapper::AlternativeCost(_)
            | Wrapper::Pilot(_)
            | Wrapper::Stack(_)
            | Wrapper::Insert(_)
            | Wrapper::Bounty(_) => true,
            Wrapper::Adapt(_)
            | Wrapper::Deploy(_)
            | Wrapper::Enhance(_)
            | Wrapper::Foresight(_)
            | Wrapper::Forewarning(_)
            | Wrapper::LastStand(_)
            | Wrapper::Switch(_) => false,
        },
        AbilityKind::Keyword(keyword) => matches!(keyword.keyword(), vocab::Keyword::HiddenCost),
        AbilityKind::ToComplete(_) => true,
        AbilityKind::Static(_)
        | AbilityKind::Activated(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_) => false,
    }
}
