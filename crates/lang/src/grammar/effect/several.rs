//! Two things said at once: two kinds of counters, two choices, a choice within a move.

use crate::parser::Parser;
use crate::referents::acted_on;
use vocab::ability::{
    Action, ArenaRef, Choice, Choosable, CounterAction, Effect, Place, Player, Quality, Reference, Selector,
};

/// "put 1 damage counter and 1 corruption counter on it": one after the other.
pub fn read_two_counters(p: &mut Parser) -> Option<Effect> {
    let (first, second) = super::counters::read_two(p)?;
    let on = acted_on(&first)?.clone();
    let first = p.step(first.into());
    let on = match on {
        Selector::Choose(_) => {
            let chosen = p.refs.pronoun(false)?;
            if let Reference::Result(slot) = chosen {
                p.uses(slot);
            }
            Selector::Known(chosen)
        }
        same @ (Selector::Known(_) | Selector::Each(_)) => same,
        Selector::Together(_) => return None,
    };
    let second = p.step(Effect::from(super::counters::onto(second, on)));
    Some(Effect::Sequence(vec![first, second]))
}

/// "move 1 counter from one unit to another unit in the same arena": the first is chosen, then the other one.
pub fn read_moved_within(p: &mut Parser) -> Option<Effect> {
    let (quantity, kind, from) = super::counters::read_moved_from(p)?;
    matches!(from, Selector::Choose(_)).then_some(())?;
    let first = p.step(Action::Choose(Choosable::Objects(from)).into());
    p.words("to").then_some(())?;
    let spoken = p.used_count();
    let mut to = crate::grammar::selector::read_selector(p)?;
    (p.used_count() != spoken).then_some(())?;
    let chosen = p.refs.pronoun(false)?;
    if let Reference::Result(slot) = chosen {
        p.uses(slot);
    }
    if let Selector::Choose(choice) = &mut to {
        for quality in &mut choice.of.with {
            if *quality == Quality::OtherThan(Reference::This) {
                *quality = Quality::OtherThan(chosen);
            }
        }
    }
    let moved = CounterAction::Move { kind, quantity, from: Selector::Known(chosen), to };
    let second = p.step(Effect::from(moved));
    Some(Effect::Sequence(vec![first, second]))
}

/// "choose one of your units and one of your opponent's units in the same arena": one after the other.
pub fn read_choices(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You && p.words("choose")).then_some(())?;
    let before = p.state();
    let first = super::combat::read_choosable(p)?;
    p.step(Action::Choose(first.clone()).into());
    p.one_of(&[", and", "and"])?;
    let behind = p.place();
    let mut first = first;
    let second = super::combat::read_choosable(p)?;
    // "... in the Space arena": both of them.
    if let (Some(one), Some(other)) = (choice_of(&mut first), choice_of(&mut second.clone()))
        && one.of.place.is_none()
        && matches!(other.of.place, Some(Place::Arena(ArenaRef::Named(_) | ArenaRef::Any)))
    {
        one.of.place = other.of.place;
    }
    p.resume(before);
    p.advance(behind - p.place());
    let first = p.step(Action::Choose(first).into());
    let second = super::combat::read_choosable(p)?;
    let second = p.step(Action::Choose(second).into());
    Some(Effect::Sequence(vec![first, second]))
}

fn choice_of(choosable: &mut Choosable) -> Option<&mut Choice> {
    match choosable {
        Choosable::Objects(Selector::Choose(choice)) => Some(choice),
        _ => None,
    }
}
