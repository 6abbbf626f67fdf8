//! Where an ability works, as far as its words say so (rule 1314).

use super::clause::is_identity;
use super::rule::is_of_building;
use super::shapes::first_step;
use crate::referents::acted_on;
use vocab::Zone;
use vocab::ability::{
    AbilityKind, Action, Condition, Costs, Effect, Event, Filter, Pattern, Payment, Place, Play, PlayOnly,
    Player, Quality, Reach, Reference, Rule, Selector, Triggered,
};

/// "Remove this card from your discard pile from the game ->" can only be paid there, and "-> Put this unit from your
/// discard pile into the Ground arena" only played there, unless the price is about the card where it is in play (rule
/// 1314.4).
pub(super) fn reach_of(Play { costs, effect, timing }: &Play) -> Reach {
    // "Play only if this card is in your discard pile."
    let there = |only: &PlayOnly| matches!(only, PlayOnly::If(only) if is_in_discard_pile(only));
    if timing.only.iter().any(there) {
        return Reach::Only(Zone::DiscardPile);
    }

    let is_own = |payment: &Payment| match payment {
        Payment::TapThis => true,
        Payment::Act(action) => match acted_on(action) {
            Some(Selector::Known(Reference::This)) => true,
            Some(Selector::Each(filter)) => filter.with.contains(&Quality::Among(Reference::This)),
            _ => false,
        },
        Payment::Force(_) | Payment::BuildPoints(_) | Payment::OneOf(..) => false,
    };
    let played = || match first_step(effect) {
        Effect::Act(action) if !costs.0.iter().any(is_own) => own_zone(action),
        _ => None,
    };
    reach_of_costs(costs).or_else(played).map_or(Reach::Usual, Reach::Only)
}

/// Where alone a price can be paid.
pub(super) fn reach_of_costs(costs: &Costs) -> Option<Zone> {
    let mut zones = costs.0.iter().filter_map(|payment| match payment {
        Payment::Act(action) => own_zone(action),
        Payment::TapThis | Payment::Force(_) | Payment::BuildPoints(_) | Payment::OneOf(..) => None,
    });
    zones.next_back()
}

/// Where the card itself is when something is done to it, if it's said.
fn own_zone(action: &Action) -> Option<Zone> {
    match acted_on(action) {
        Some(Selector::Each(filter)) if filter.with.contains(&Quality::Among(Reference::This)) => {
            match filter.place {
                Some(Place::Hand(Player::You)) => Some(Zone::Hand),
                Some(Place::DiscardPile(Player::You)) => Some(Zone::DiscardPile),
                Some(Place::BuildZone(Player::You)) => Some(Zone::BuildZone),
                _ => None,
            }
        }
        _ => None,
    }
}

/// "When the Space battle step starts, you may put this card from your hand into the Space arena": it works in the hand.
/// A trigger about the card itself saw it where it was.
pub(super) fn reach_of_trigger(kind: &AbilityKind) -> Reach {
    let AbilityKind::Triggered(Triggered { trigger, effect, .. }) = kind else { return Reach::Usual };
    let is_of_time = trigger.events.iter().all(|event| matches!(event, Event::Stage(..)));
    let done = match first_step(effect) {
        Effect::Do { what, .. } => first_step(what),
        effect => effect,
    };
    match done {
        Effect::Act(action) if is_of_time => own_zone(action).map_or(Reach::Usual, Reach::Only),
        _ => Reach::Usual,
    }
}

/// "this card is in your discard pile".
pub(super) fn is_in_discard_pile(condition: &Condition) -> bool {
    let pile = Filter { place: Some(Place::DiscardPile(Player::You)), ..Filter::cards() };
    matches!(condition, Condition::Is(Reference::This, there) if **there == pile)
}

/// Where a rule works: what a card says of its own completion counts where it is built, face-down (rules 1314.2,
/// 1731.1).
pub(super) fn reach_of_rule(rule: &Rule<Pattern>) -> Reach {
    match rule {
        rule if is_identity(rule) => Reach::Everywhere,
        Rule::Cards { who: Pattern::Known(Reference::This), changes, .. }
            if changes.iter().all(is_of_building) =>
        {
            Reach::Only(Zone::BuildZone)
        }
        // "As long as this card is in your discard pile, ...".
        Rule::Cards { condition, .. } | Rule::Players { condition, .. } => match condition {
            Some(condition) if is_in_discard_pile(condition) => Reach::Only(Zone::DiscardPile),
            Some(_) | None => Reach::Usual,
        },
    }
}
