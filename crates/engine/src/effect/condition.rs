//! Conditions: what is true now (rules 1301.1, 1305.5).

use super::amount::{amount, in_range};
use super::filter;
use super::scope::Scope;
use crate::now::permission;
use crate::state::{Mark, Moment};
use vocab::Arena;
use vocab::ability::{Condition, Event, Pattern, Reference, Span, Stage};

/// Whether a condition holds now.
pub(crate) fn holds(scope: Scope, condition: &Condition) -> bool {
    match condition {
        Condition::Compare(number, range) => in_range(scope, amount(scope, number), range),
        Condition::Is(reference, filter) => {
            let objects = scope.objects(*reference);
            let fits = |card| filter::fits(scope, filter, card);
            !objects.is_empty() && objects.iter().flatten().all(|card| fits(*card))
        }
        Condition::Controls(player, arena) => scope.players(*player).any(|role| {
            Arena::ALL.into_iter().any(|place| {
                scope.is_arena(*arena, place) && permission::controls(scope.game, role, place, scope.depth)
            })
        }),
        Condition::Did(slot) => scope
            .context
            .and_then(|context| context.results.get(usize::from(slot.0)))
            .is_some_and(|bound| bound.did),
        Condition::Happened(event, span, range) => in_range(scope, happened(scope, event, *span), range),
        Condition::During(stage) => is_during(scope, *stage),
        Condition::UnitAttacking => !scope.game.state.attacks.is_empty(),
        Condition::All(all) => all.iter().all(|one| holds(scope, one)),
        Condition::Any(any) => any.iter().any(|one| holds(scope, one)),
        Condition::Not(not) => !holds(scope, not),
    }
}

/// How often something has happened. Only attacks of this turn are remembered; `support` refuses everything else.
pub(crate) fn happened(scope: Scope, event: &Event, span: Span) -> i16 {
    let (Event::Attacks { attacker, defender: None, using: None }, Span::ThisTurn) = (event, span) else {
        return 0;
    };
    let has_attacked = |card| scope.game.state.card(card).marks.has(Mark::Attacked);
    let who = match attacker {
        Pattern::Known(Reference::Each) => scope.each.into_iter().collect(),
        pattern => filter::cards_of(scope, pattern),
    };
    who.into_iter().filter(|card| has_attacked(*card)).count() as i16
}

/// Whether the game is in a stage.
pub(crate) fn is_during(scope: Scope, stage: Stage) -> bool {
    is_stage(scope, stage, scope.game.state.moment)
}

/// Whether a moment is part of a stage as a text names it.
pub(crate) fn is_stage(scope: Scope, stage: Stage, moment: Moment) -> bool {
    match (stage, moment) {
        (Stage::Setup, Moment::Setup) | (Stage::BattlePhase, Moment::BattlePhase | Moment::BattleStep(_)) => {
            true
        }
        (Stage::Turn, Moment::Preparation | Moment::Setup) => false,
        (Stage::Turn, _) => true,
        (Stage::BuildStep(player), Moment::BuildStep(role))
        | (Stage::RetreatStep(player), Moment::RetreatStep(role)) => scope.is_player(player, role),
        (Stage::BattleStep(arena), Moment::BattleStep(now)) => scope.is_arena(arena, now),
        (
            Stage::Setup
            | Stage::BattlePhase
            | Stage::BuildStep(_)
            | Stage::RetreatStep(_)
            | Stage::BattleStep(_),
            _,
        ) => false,
    }
}
