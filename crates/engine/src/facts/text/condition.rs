//! Conditions: what is true now (rules 1301.1, 1305.5).

use crate::facts::history;
use crate::facts::now::permission;
use crate::facts::text::amount::{amount, in_range};
use crate::facts::text::filter;
use crate::facts::text::scope::Scope;
use crate::records::state::{Moment, Slot};
use vocab::Arena;
use vocab::ability::{Condition, Filter, Stage};

/// Whether a condition holds now.
pub(crate) fn holds(scope: Scope, condition: &Condition) -> bool {
    match condition {
        Condition::Compare(number, range) => in_range(scope, amount(scope, number), range),
        Condition::Is(reference, filter) => {
            let objects = scope.objects(*reference);
            !objects.is_empty()
                && objects.all(|card| filter::fits(as_it_was(scope, filter, card), filter, card))
        }
        Condition::Controls(player, arena) => scope.players(*player).any(|role| {
            Arena::ALL.into_iter().any(|place| {
                scope.is_arena(*arena, place) && permission::controls(scope.game, role, place, scope.depth)
            })
        }),
        Condition::Happened(event, span, range) => {
            in_range(scope, history::times(scope, event, *span), range)
        }
        Condition::During(stage) => is_during(scope, *stage),
        Condition::UnitAttacking => !scope.game.state.attacks.is_empty(),
        Condition::All(all) => all.iter().all(|one| holds(scope, one)),
        Condition::Any(any) => any.iter().any(|one| holds(scope, one)),
        Condition::Not(not) => !holds(scope, not),
    }
}

/// How a text sees a card when it asks what that is. Who has left this turn is looked at as it was, unless the text asks
/// where the card is: "do 2 damage to it. If that unit is a Jedi, ..." (rule 1313.7).
fn as_it_was<'a>(scope: Scope<'a>, filter: &Filter, card: Slot) -> Scope<'a> {
    let has_left = || scope.game.state.left(card).is_some() && scope.past.is_none();
    if filter.place.is_none() && has_left() { scope.seeing(card) } else { scope }
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
