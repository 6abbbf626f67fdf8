//! Where abilities work (rule 1314).

use crate::facts::game::Game;
use crate::records::id::AbilityId;
use crate::records::state::{Slot, Where};
use vocab::ability::{
    Ability, AbilityKind, Amount, Change, Charge, Grant, Pattern, Reach, Reference, Rule, Statistic, Wrapper,
};
use vocab::{Arena, Keyword, Zone};

/// Whether an ability printed on or given to a card works where the card is (rule 1314).
pub(crate) fn works(game: &Game, card: Slot, id: AbilityId) -> bool {
    let record = game.state.card(card);
    let is_unit = game.catalog.facts(record.definition).is_unit;
    let brief = game.catalog.brief(id);
    let lies_open = match record.place {
        Where::Arena(_) | Where::EventZone | Where::BuildZone => !record.is_face_down(),
        _ => true,
    };
    brief.works[usize::from(!is_unit)] & (1 << record.place.sort()) != 0
        && (lies_open || brief.works_face_down)
}

/// The sorts of places where an ability works while the card lies open, as bits (rule 1314).
pub(crate) fn places(ability: &Ability, is_unit: bool) -> u16 {
    let works = |place: Where| match ability.reach {
        Reach::Everywhere => true,
        // 702.4: what a card costs to complete is its cost in the hand as well.
        Reach::Only(Zone::BuildZone) if is_own_price(&ability.kind) => {
            matches!(place, Where::BuildZone | Where::Hand)
        }
        Reach::Only(zone) => zone_of(place) == Some(zone),
        Reach::Usual => works_at(&ability.kind, is_unit, place),
    };
    // 1732.2: what a card gives itself works where it would work if it were printed.
    let given = inserted(ability).map_or(0, |given| places(given, is_unit));
    let any = Slot::default();
    let on_cards = [Where::Stacked(any), Where::Piloting(any), Where::Attached(any), Where::Beneath(any)];
    let others = [
        Where::Nowhere,
        Where::Deck,
        Where::Hand,
        Where::DiscardPile,
        Where::Removed,
        Where::Supply,
        Where::EventZone,
        Where::BuildZone,
    ];
    let all = on_cards.into_iter().chain(others).chain(Arena::ALL.map(Where::Arena));
    all.filter(|place| works(*place)).fold(given, |bits, place| bits | 1 << place.sort())
}

/// What an INSERT effect gives.
pub(crate) fn inserted(ability: &Ability) -> Option<&Ability> {
    match &ability.kind {
        AbilityKind::Wrapper(Wrapper::Insert(given)) => Some(given),
        _ => None,
    }
}

/// Whether an ability, or what it gives, says itself where it works, so that it does so on a face-down card as well.
pub(crate) fn is_stated(ability: &Ability) -> bool {
    ability.reach != Reach::Usual || inserted(ability).is_some_and(is_stated)
}

/// Whether an ability works there by the usual rules.
fn works_at(kind: &AbilityKind, is_unit: bool, place: Where) -> bool {
    match place {
        Where::Arena(_) | Where::EventZone => true,
        // 1314.2: of a unit only some keywords; Campaigns, Resources and Equipment work there (1314.6).
        Where::BuildZone => !is_unit || works_in_build_zone(kind),
        Where::Attached(_) => true,
        Where::Piloting(_) => {
            // 1732.1: INSERT gives a stack of Pilots what works there.
            matches!(kind, AbilityKind::Wrapper(Wrapper::Pilot(_) | Wrapper::Upkeep(_) | Wrapper::Insert(_)))
        }
        Where::Stacked(_) => matches!(kind, AbilityKind::Wrapper(Wrapper::Insert(_))),
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
fn works_in_build_zone(kind: &AbilityKind) -> bool {
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
            // 1718.2: deploying there counts.
            Wrapper::Deploy(_) => true,
            Wrapper::Adapt(_)
            | Wrapper::Enhance(_)
            | Wrapper::Foresight(_)
            | Wrapper::Forewarning(_)
            | Wrapper::LastStand(_)
            | Wrapper::Switch(_) => false,
        },
        AbilityKind::Keyword(keyword) => keyword_works(keyword.keyword()),
        AbilityKind::ToComplete(_) => true,
        // 201.4: what a "*" stands for is true wherever the unit is.
        AbilityKind::Static(rule) => defines_itself(rule),
        AbilityKind::Activated(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_) => false,
    }
}

/// Whether a rule says what it costs to complete its own card.
fn is_own_price(kind: &AbilityKind) -> bool {
    let is_price = |change: &Change| {
        matches!(change, Change::Cost { charge: Charge::Deploy | Charge::DeployTo(_) | Charge::Complete, .. })
    };
    matches!(kind, AbilityKind::Static(Rule::Cards { who: Pattern::Known(Reference::This), changes, .. })
        if changes.iter().all(is_price))
}

/// Whether a rule says what a unit's own power or health is.
fn defines_itself(rule: &Rule<Pattern>) -> bool {
    let sets = |change: &Change| matches!(change, Change::Gets(Grant::Set(..)));
    matches!(rule, Rule::Cards { who: Pattern::Known(Reference::This), changes, .. } if changes.iter().all(sets))
}

/// What a text says that a "*" of its own card stands for (rule 201.4).
pub(crate) fn defined(kind: &AbilityKind, statistic: Statistic) -> Option<&Amount> {
    match kind {
        AbilityKind::Static(rule @ Rule::Cards { changes, condition: None, .. }) if defines_itself(rule) => {
            changes.iter().find_map(|change| match change {
                Change::Gets(Grant::Set(of, amount)) if *of == statistic => Some(amount),
                _ => None,
            })
        }
        _ => None,
    }
}

/// Whether a keyword of a unit works in the build zone (rule 1314.2).
pub(crate) const fn keyword_works(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::HiddenCost)
}
