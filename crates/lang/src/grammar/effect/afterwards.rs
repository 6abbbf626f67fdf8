//! Sentences that belong to the step before: "If you do, ...", rows of a table, "instead", "this damage can't be prevented".

use vocab::ability::{
    Action, CardAction, CounterAction, DamageAction, DiceAction, Effect, Optional, Player, Preventable, Rule,
    Selector, Slot, TableRow, UnitAction,
};

/// The choice of a step and the step with what was chosen, if it does nothing but choose one card and act on it.
pub fn choice_apart(effect: &Effect, slot: Slot) -> Option<(Selector, Effect)> {
    let mut rest = effect.clone();
    let selector = match &mut rest {
        Effect::Act(Action::Counters(CounterAction::Put { on, .. })) => on,
        Effect::Act(Action::Counters(CounterAction::Remove { from, .. })) => from,
        Effect::Act(Action::Damage(DamageAction::Do { to, .. })) => to,
        Effect::Act(Action::Units(
            UnitAction::Tap(what) | UnitAction::Untap(what) | UnitAction::Retreat(what),
        )) => what,
        Effect::Act(Action::Cards(CardAction::Discard(what) | CardAction::Put(what, _))) => what,
        Effect::Lasting(lasting) => match &mut lasting.rule {
            Rule::Cards { who, .. } => who,
            Rule::Players { .. } => return None,
        },
        _ => return None,
    };
    matches!(selector, Selector::Choose(_)).then_some(())?;
    let choice = std::mem::replace(selector, Selector::result(slot));
    Some((choice, rest))
}

/// "If you do, ...": what comes of the step before, also if that stands under a condition.
pub fn with_then(last: Effect, then: Box<Effect>) -> Option<Effect> {
    Some(match last {
        Effect::Do { optional, what, then: None, otherwise: None } => {
            Effect::Do { optional, what, then: Some(then), otherwise: None }
        }
        what @ (Effect::Act(_) | Effect::Pay(..) | Effect::Named(..) | Effect::Sequence(_)) => {
            Effect::Do { optional: Optional::Must, what: Box::new(what), then: Some(then), otherwise: None }
        }
        Effect::If { condition, then: inner, otherwise: None }
            if matches!(*inner, Effect::Do { optional: Optional::May(_), then: None, .. }) =>
        {
            let then = Box::new(with_then(*inner, then)?);
            Effect::If { condition, then, otherwise: None }
        }
        _ => return None,
    })
}

/// The effect with one more row of its table: it ends with a roll, perhaps one that is a choice.
pub fn with_row(effect: Effect, row: TableRow) -> Option<Effect> {
    Some(match effect {
        Effect::Act(Action::Dice(DiceAction::Roll(Player::You, dice))) if dice == 1.into() => {
            Effect::Table(Player::You, vec![row])
        }
        Effect::Table(Player::You, mut rows) => {
            rows.push(row);
            Effect::Table(Player::You, rows)
        }
        Effect::Do { optional, what, then: Some(then), otherwise: None } => {
            let then = Some(Box::new(with_row(*then, row)?));
            Effect::Do { optional, what, then, otherwise: None }
        }
        Effect::Do { optional: optional @ Optional::May(Player::You), what, then: None, otherwise: None } => {
            let what = Box::new(with_row(*what, row)?);
            Effect::Do { optional, what, then: None, otherwise: None }
        }
        _ => return None,
    })
}

pub fn with_preventable(effect: Effect, value: Preventable) -> Option<Effect> {
    match effect {
        Effect::Act(Action::Damage(DamageAction::Do {
            source,
            damage,
            to,
            share,
            preventable: Preventable::Yes,
        })) => Some(DamageAction::Do { source, damage, to, share, preventable: value }.into()),
        Effect::Named(slot, inner) => with_preventable(*inner, value).map(|inner| inner.named(slot)),
        _ => None,
    }
}
