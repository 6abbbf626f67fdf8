//! What the changes of a text are about, so that a question looks only at texts that can answer it.

use super::is_quoted;
use crate::records::topics::Topics;
use vocab::ability::{AbilityKind, Activity, Amount, Change, Effect, Grant, Loss, Rule, Statistic, Wrapper};

impl Topics {
    /// What an activity is about.
    pub const fn of_activity(activity: &Activity) -> Topics {
        match activity {
            Activity::Attack(_) | Activity::BeAttacked(_) | Activity::WinTies | Activity::AttackFirst(_) => {
                Topics::ATTACK
            }
            Activity::BeDisrupted | Activity::HaveAttackDisrupted | Activity::HaveAbilityDisrupted(_) => {
                Topics::DISRUPT
            }
            Activity::Retreat | Activity::Move | Activity::MoveBetween(..) => Topics::MOVE,
            // 103.7, 302.5: the deck rules have obeyed it before the game.
            Activity::BeDeployed | Activity::BeInDeck(_) | Activity::BeInSupply => Topics::ENTER,
            Activity::Untap | Activity::StayTapped => Topics::UNTAP,
            Activity::Use(_) => Topics::USE,
            Activity::CountTowardControl(_) => Topics::CONTROL,
            Activity::BePiloted(_) | Activity::BePilotedAs(_) => Topics::PILOT,
            Activity::BeOnTop | Activity::BeStackedBeneath(_) => Topics::STACK,
            Activity::BeDiscarded(_) => Topics::DISCARD,
            Activity::GainStatistic(_)
            | Activity::LoseStatistic(_)
            | Activity::GainAbility(_)
            | Activity::LoseAbility(_) => Topics::GAINS,
            Activity::BeAttached(_) => Topics::ATTACH,
        }
    }

    /// What a grant is about.
    pub fn of_grant(grant: &Grant) -> Topics {
        match grant {
            Grant::Bonus(Statistic::Health, of) if may_be_negative(of) => Topics::VALUES.or(Topics::SHRINK),
            Grant::Set(Statistic::Health, _) => Topics::VALUES.or(Topics::SHRINK),
            Grant::Keyword(_) if is_quoted(grant) => Topics::VALUES.or(Topics::ABILITIES),
            Grant::Bonus(..) | Grant::Set(..) | Grant::Keyword(_) => Topics::VALUES,
            // A static ability that is given makes changes itself.
            Grant::Ability(ability) => Topics::ABILITIES.or(Topics::of_ability(&ability.kind)),
            Grant::Subtype(_) | Grant::SubtypesOf(_) | Grant::Name(_) | Grant::Side(_) | Grant::Types(_) => {
                Topics::IDENTITY
            }
            Grant::Lose(Loss::Subtype(_)) => Topics::IDENTITY,
            Grant::Lose(Loss::Keyword(_)) => Topics::VALUES,
            Grant::Lose(Loss::GameText) => Topics::TEXT,
            Grant::Lose(Loss::Abilities(_)) => Topics::VALUES.or(Topics::TEXT),
            // A chosen ability may be about anything.
            Grant::Chosen(_) => Topics::ALL,
            Grant::Lose(Loss::Chosen(_)) => Topics::VALUES.or(Topics::TEXT),
        }
    }

    /// What a change is about.
    pub fn of_change(change: &Change) -> Topics {
        match change {
            Change::Gets(grant) => Topics::of_grant(grant),
            Change::Modal(_, activity) => Topics::of_activity(activity),
            Change::Unless { .. } => Topics::PRICES,
            Change::Cost { .. } => Topics::COSTS,
            Change::Prevent { .. } | Change::DamageFrom(_) => Topics::PREVENTION,
            Change::Limit(..) => Topics::LIMITS,
        }
    }

    fn of_rule<S>(rule: &Rule<S>) -> Topics {
        match rule {
            Rule::Cards { changes, .. } => Topics::of_changes(changes),
            Rule::Players { .. } => Topics::PLAYERS,
        }
    }

    fn of_changes(changes: &[Change]) -> Topics {
        changes.iter().map(Topics::of_change).fold(Topics::default(), Topics::or)
    }

    /// What the changes are about that an ability makes while it works.
    pub fn of_ability(kind: &AbilityKind) -> Topics {
        match kind {
            AbilityKind::Static(rule) => Topics::of_rule(rule),
            AbilityKind::Equipped(text) => Topics::of_changes(&text.changes),
            AbilityKind::Wrapper(Wrapper::Pilot(text)) => {
                text.gets.iter().map(Topics::of_grant).fold(Topics::default(), Topics::or)
            }
            AbilityKind::Wrapper(Wrapper::Switch(lists) | Wrapper::Adapt(lists)) => {
                lists.iter().flatten().map(Topics::of_grant).fold(Topics::default(), Topics::or)
            }
            AbilityKind::Wrapper(_)
            | AbilityKind::Keyword(_)
            | AbilityKind::Activated(_)
            | AbilityKind::Triggered(_)
            | AbilityKind::Replacement(_)
            | AbilityKind::OneShot(_)
            | AbilityKind::Trap(_)
            | AbilityKind::ToComplete(_) => Topics::default(),
        }
    }

    /// What the changes are about that a part of an effect makes while it lasts.
    pub fn of_effect(effect: &Effect) -> Topics {
        match effect {
            Effect::Lasting(lasting) => Topics::of_rule(&lasting.rule),
            Effect::Meanwhile(..) => Topics::ABILITIES,
            Effect::Sequence(_)
            | Effect::Named(..)
            | Effect::ForEach(..)
            | Effect::Delayed(..)
            | Effect::Act(_)
            | Effect::Keyword(..)
            | Effect::Do { .. }
            | Effect::If { .. }
            | Effect::ChooseOne(..)
            | Effect::Unless { .. }
            | Effect::Pay(..)
            | Effect::Table(..)
            | Effect::ByHand => Topics::default(),
        }
    }
}

/// Whether an amount may be smaller than nothing. What is worked out elsewhere may.
fn may_be_negative(of: &Amount) -> bool {
    match of {
        Amount::Number(number) => *number < 0,
        Amount::Count(_)
        | Amount::Counters(..)
        | Amount::Difference(..)
        | Amount::ForceTotal(_)
        | Amount::NaturalDice(_) => false,
        Amount::Sum(parts) => parts.iter().any(may_be_negative),
        Amount::Half(of, _) => may_be_negative(of),
        Amount::X
        | Amount::Minus(..)
        | Amount::Times(..)
        | Amount::AtMost(..)
        | Amount::Measure(..)
        | Amount::ThatMuch
        | Amount::Paid(_)
        | Amount::Result(_) => true,
    }
}
