//! How much cheaper a text can make a card at most: a card that lacks more counters than that needs no closer look.

use super::{Brief, Topics};
use vocab::ability::{AbilityKind, Amount, Change, Charge, Effect, Grant, Rule};

/// More than any cost: what is worked out, or given by quoted texts.
const ANY: u8 = u8::MAX;

/// The most by which an ability lowers the cost of building a card.
pub(super) fn of_ability(kind: &AbilityKind, brief: &Brief) -> u8 {
    match kind {
        AbilityKind::Static(rule) => of_rule(rule, brief.deep),
        _ if brief.deep.meets(Topics::COSTS) => ANY,
        _ => 0,
    }
}

/// The same for a part of an effect while it lasts.
pub(crate) fn of_effect(effect: &Effect, topics: Topics) -> u8 {
    match effect {
        Effect::Lasting(lasting) => of_rule(&lasting.rule, topics),
        _ if topics.meets(Topics::COSTS) => ANY,
        _ => 0,
    }
}

fn of_rule<S>(rule: &Rule<S>, topics: Topics) -> u8 {
    match rule {
        Rule::Cards { changes, .. } if topics.meets(Topics::COSTS) => {
            changes.iter().map(of_change).fold(0, u8::saturating_add)
        }
        Rule::Cards { .. } | Rule::Players { .. } => 0,
    }
}

fn of_change(change: &Change) -> u8 {
    match change {
        Change::Cost {
            charge: Charge::Deploy | Charge::DeployTo(_) | Charge::Complete,
            by: Amount::Number(by),
            ..
        } => u8::try_from((-by).max(0)).unwrap_or(ANY),
        Change::Cost { charge: Charge::Deploy | Charge::DeployTo(_) | Charge::Complete, .. }
        | Change::Gets(Grant::Ability(_)) => ANY,
        Change::Cost { charge: Charge::Play | Charge::Activate(_) | Charge::Equip(..), .. }
        | Change::Gets(_)
        | Change::Modal(..)
        | Change::Unless { .. }
        | Change::Prevent { .. }
        | Change::DamageFrom(_)
        | Change::Limit(..) => 0,
    }
}
