//! Sentences that belong to the step before: "If you do, ...", rows of a table, "instead", "this damage can't be prevented".

use super::sentence::{read_body, write_body};
use crate::grammar::range::{read_range, write_range};
use crate::grammar::rule::read_preventable;
use crate::parser::Parser;
use crate::writer::{Writer, Written};
use vocab::ability::{
    Action, CardAction, CounterAction, DamageAction, DiceAction, Effect, Optional, Player, Preventable, Rule,
    Selector, Slot, TableRow, UnitAction,
};

/// How the result of a die is worded.
pub const ROLLED: [&str; 8] = [
    "if you roll",
    "if you rolled",
    "if the roll is",
    "if the result is",
    "if that roll is",
    "if you do , and roll",
    "if you do and roll",
    "if the roll was",
];

/// Sentences that belong to the step before.
pub fn read_afterwards(p: &mut Parser, steps: &mut [Effect]) -> Option<()> {
    let last = steps.last()?.clone();
    if p.words("this damage") || p.words("that damage") {
        let preventable = read_preventable(p)?;
        let changed = with_preventable(last, preventable)?;
        *steps.last_mut()? = changed;
        return Some(());
    }
    if p.one_of(&ROLLED).is_some() || p.words("if it is") {
        let _ = p.words("a") || p.words("an");
        let range = read_range(p)?;
        p.words(",").then_some(())?;
        let row = TableRow { roll: range, effect: read_body(p)? };
        *steps.last_mut()? = with_row(last, row)?;
        return Some(());
    }
    if goes_on_with_table(p, steps)
        && let Effect::Table(Player::You, mut rows) = last.clone()
    {
        let more = read_body(p)?;
        let row = rows.last_mut()?;
        let first = std::mem::replace(&mut row.effect, Effect::Sequence(Vec::new()));
        row.effect = Effect::Sequence(vec![first, more]);
        *steps.last_mut()? = Effect::Table(Player::You, rows);
        return Some(());
    }
    let did = p.one_of(&[
        "if you do ,",
        "if that player does ,",
        "if your opponent does ,",
        "if they do ,",
        "if he or she does ,",
        "if you do",
    ]);
    let changed = if did.is_some() {
        // "Each player may pay 2 Force. If he or she does, he or she ...": whoever did.
        let third = p.third;
        if matches!(last, Effect::Do { optional: Optional::May(Player::Each), .. }) {
            p.third = Player::That;
        }
        let then = read_body(p);
        p.third = third;
        with_then(last, Box::new(then?))?
    } else {
        p.one_of(&[
            "if not ,",
            "otherwise ,",
            "if you don't ,",
            "if your opponent doesn't ,",
            "if they don't ,",
            "if he or she doesn't ,",
            "if that player doesn't ,",
        ])?;
        let otherwise = Some(Box::new(read_body(p)?));
        match last {
            Effect::Do { optional, what, then, otherwise: None } => {
                Effect::Do { optional, what, then, otherwise }
            }
            Effect::If { condition, then, otherwise: None } => Effect::If { condition, then, otherwise },
            _ => return None,
        }
    };
    *steps.last_mut()? = changed;
    Some(())
}

/// Whether "Then ..." goes on with what was done: "You may A. If you do, B."
pub const fn is_followed(steps: &[Effect]) -> bool {
    matches!(
        steps.last(),
        Some(Effect::Do { optional: Optional::May(_), then: Some(_), otherwise: None, .. })
    )
}

/// "You may A. If you do, B. Then C.": C follows only if A was done.
pub fn read_followed(p: &mut Parser, steps: &mut [Effect]) -> Option<()> {
    let Some(Effect::Do { then: Some(then), .. }) = steps.last_mut() else { return None };
    let more = read_body(p)?;
    let mut all = match std::mem::replace(&mut **then, Effect::Sequence(Vec::new())) {
        Effect::Sequence(steps) => steps,
        one => vec![one],
    };
    all.push(more);
    **then = Effect::Sequence(all);
    Some(())
}

/// Whether one of the steps after "If you do" can't be put into the same sentence.
pub fn needs_sentences(steps: &[Effect]) -> bool {
    steps.iter().any(|step| match step {
        Effect::Do { then, otherwise, .. } => then.is_some() || otherwise.is_some(),
        Effect::Delayed(..) | Effect::If { .. } | Effect::Meanwhile(..) | Effect::Table(..) => true,
        _ => false,
    })
}

type Write = fn(&mut Writer, &Effect) -> Written;

/// "B. Then, C.": the steps after "If you do", a sentence for each.
pub fn write_followed(w: &mut Writer, steps: &[Effect], body: Write, sentence: Write) -> Written {
    for (i, step) in steps.iter().enumerate() {
        if i == 0 {
            body(w, step)?;
            continue;
        }
        w.stop();
        w.say("then,");
        w.actor = Player::You;
        w.bare = false;
        sentence(w, step)?;
    }
    Ok(())
}

/// "If you roll a 6, discard it. You may also draw a card.": that too if you roll it.
pub fn goes_on_with_table(p: &mut Parser, steps: &[Effect]) -> bool {
    matches!(steps.last(), Some(Effect::Table(Player::You, _))) && p.sees(|p| p.words("you may also"))
}

/// "Tap one of your units unless your opponent puts a counter on it": the choice comes before the cost.
/// "Draw 2 cards, then discard a card unless you pay 1 Force": the cost belongs to the last action.
pub fn unless(effect: Effect, who: Player, costs: vocab::ability::Costs) -> Effect {
    if let Effect::Sequence(steps) = &effect
        && are_actions(steps)
        && let [first @ .., last] = &steps[..]
    {
        let priced = last.clone().unless(who, costs);
        return Effect::Sequence(first.iter().cloned().chain([priced]).collect());
    }
    if let Effect::Named(slot, inner) = &effect
        && let Some((choice, rest)) = choice_apart(inner, *slot)
    {
        let chosen = Effect::from(Action::Choose(vocab::ability::Choosable::Objects(choice))).named(*slot);
        return Effect::Sequence(vec![chosen, rest.unless(who, costs)]);
    }
    effect.unless(who, costs)
}

/// Whether every step is a single action.
fn are_actions(steps: &[Effect]) -> bool {
    steps.iter().all(|step| match step {
        Effect::Act(_) => true,
        Effect::Named(_, inner) => matches!(**inner, Effect::Act(_)),
        _ => false,
    })
}

/// Whether an effect is several actions: a cost after them would belong to the last one.
pub fn are_several(effect: &Effect) -> bool {
    matches!(effect, Effect::Sequence(steps) if are_actions(steps))
}

/// Whether a step is the last of several and has a cost.
pub fn is_priced(steps: &[Effect], place: usize) -> bool {
    let is_last = place > 0 && place + 1 == steps.len() && are_actions(&steps[..place]);
    is_last
        && matches!(&steps[place], Effect::Unless { effect, .. } if are_actions(std::slice::from_ref(effect)))
}

/// What an effect chooses first, if that is all that its first step does or acts on.
pub fn first_choice(effect: &mut Effect) -> Option<&mut vocab::ability::Choice> {
    let selector = match effect {
        Effect::Sequence(steps) => return first_choice(steps.first_mut()?),
        Effect::Named(_, inner) => return first_choice(inner),
        Effect::Act(Action::Choose(vocab::ability::Choosable::Objects(what))) => what,
        Effect::Act(Action::Damage(DamageAction::Do { to, .. } | DamageAction::Prevent { to, .. })) => to,
        Effect::Act(Action::Units(UnitAction::Tap(what) | UnitAction::Untap(what))) => what,
        Effect::Lasting(lasting) => match &mut lasting.rule {
            Rule::Cards { who, .. } => who,
            Rule::Players { .. } => return None,
        },
        _ => return None,
    };
    if let Selector::Choose(choice) = selector { Some(choice) } else { None }
}

/// The choice in a step and what is left of the step, if it only chooses one card and acts on it.
pub fn choice_apart(effect: &Effect, slot: Slot) -> Option<(Selector, Effect)> {
    let mut rest = effect.clone();
    let selector = match &mut rest {
        Effect::Act(Action::Counters(CounterAction::Put { on, .. })) => on,
        Effect::Act(Action::Counters(CounterAction::Remove { from, .. })) => from,
        Effect::Act(Action::Damage(DamageAction::Do { to, .. } | DamageAction::Prevent { to, .. })) => to,
        Effect::Act(Action::Units(
            UnitAction::Tap(what)
            | UnitAction::Untap(what)
            | UnitAction::Retreat(what)
            | UnitAction::GainControl { what, .. },
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

/// "If you do, ...": what follows from the step before, even if that step has a condition.
pub fn with_then(last: Effect, then: Box<Effect>) -> Option<Effect> {
    Some(match last {
        Effect::Do { optional, what, then: None, otherwise: None } => {
            Effect::Do { optional, what, then: Some(then), otherwise: None }
        }
        // "If you do, A. Then you may B. If you do, C."
        Effect::Do { optional, what, then: Some(first), otherwise: None }
            if let Effect::Sequence(mut steps) = *first.clone()
                && matches!(
                    steps.last(),
                    Some(Effect::Do { optional: Optional::May(_), then: None, .. })
                ) =>
        {
            let inner = with_then(steps.pop()?, then)?;
            steps.push(inner);
            let then = Some(Box::new(Effect::Sequence(steps)));
            Effect::Do { optional, what, then, otherwise: None }
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

/// The effect with one more row in its table: it ends with a roll, perhaps an optional one.
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

/// "roll a die", and a sentence for each row.
pub fn write_table(w: &mut Writer, rows: &[TableRow]) -> Written {
    w.say("roll a die");
    w.step(&Effect::Act(Action::Dice(DiceAction::Roll(Player::You, 1.into()))), None);
    for row in rows {
        w.stop();
        w.actor = Player::You;
        w.bare = false;
        w.say("if you roll");
        write_range(w, &row.roll)?;
        w.say(",");
        write_body(w, &row.effect)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::grammar::effect::sentence::{read_effect, write_effect};
    use crate::testing::{both, reads};
    use vocab::ability::Effect;

    #[test]
    fn what_follows_if_something_was_done() {
        for text in [
            "You may pay 2 Force. If you do, gain 1 Force. Then, you may pay 1 Force. If you do, draw a card.",
            "You may pay 2 Force. If you do, draw a card. Then, when the next turn starts, lose 4 Force.",
            "You may pay 2 Force. If you do, draw a card, then gain 1 Force.",
            "You may draw a card, then gain 1 Force unless your opponent pays 1 Force.",
        ] {
            both(text, read_effect, write_effect);
        }
        let then = reads("You may pay 2 Force. If you do, draw a card. Then gain 1 Force.", read_effect);
        assert_eq!(
            then,
            reads("You may pay 2 Force. If you do, draw a card, then gain 1 Force.", read_effect)
        );
        let apart = reads("You may pay 2 Force. If you do, draw a card. Gain 1 Force.", read_effect);
        assert!(matches!(apart, Some(Effect::Sequence(_))));
    }
}
