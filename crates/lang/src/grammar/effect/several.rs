//! Two things said at once: two kinds of counters, two choices, a choice within a move.

use crate::parser::Parser;
use crate::referents::acted_on;
use vocab::Counter;
use vocab::ability::{
    Action, Amount, ArenaRef, CardAction, Choice, Choosable, Class, CounterAction, CounterKind, Effect,
    Filter, Grant, Noun, Place, Player, Quality, Quantity, Reference, Relation, Rule, Selector,
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

/// "move 1 counter from one unit to another unit in the same arena": one is chosen, then the other.
pub fn read_moved_within(p: &mut Parser) -> Option<Effect> {
    let (quantity, kind, mut from) = super::counters::read_moved_from(p)?;
    matches!(from, Selector::Choose(_)).then_some(())?;
    // 1311.7: it must be done if possible, so a counter must be there.
    if let (Selector::Choose(choice), CounterKind::One(Counter::Damage), Quantity::Exactly(_)) =
        (&mut from, &kind, &quantity)
    {
        for class in &mut choice.of.classes {
            if !class.adjectives.contains(&Quality::Damaged) {
                class.adjectives.insert(0, Quality::Damaged);
            }
        }
    }
    let first = p.step(Action::Choose(Choosable::Objects(from)).into());
    p.words("to").then_some(())?;
    let used = p.used_count();
    let mut to = crate::grammar::selector::read_selector(p)?;
    (p.used_count() != used).then_some(())?;
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
    let after = p.place();
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
    p.advance(after - p.place());
    let first = p.step(Action::Choose(first).into());
    let second = super::combat::read_choosable(p)?;
    let second = p.step(Action::Choose(second).into());
    Some(Effect::Sequence(vec![first, second]))
}

/// "look at your opponent's hand and the partially built cards in his or her build zone": one after the other.
pub fn read_looks(p: &mut Parser) -> Option<Effect> {
    p.sees(|p| p.words("look at")).then_some(())?;
    let first = super::cards::read(p)?;
    (p.words("and") || p.words(", and")).then_some(())?;
    let second = CardAction::LookAt(p.actor, super::cards::read_looked_at(p)?);
    Some(Effect::Sequence(vec![p.step(first.into()), p.step(second.into())]))
}

/// "discard the Location and all units from that arena", "discard one of your units and one of your opponent's units in
/// that arena": one after the other.
pub fn read_discards(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You && p.words("discard")).then_some(())?;
    let mut first = if p.words("the location") {
        Selector::Each(Filter::class(Class::new(Noun::Location)))
    } else {
        Selector::from(crate::grammar::selector::read_choice(p)?)
    };
    p.words("and").then_some(())?;
    let second = crate::grammar::selector::read_selector(p)?;
    let place = match &second {
        Selector::Each(filter) => filter.place?,
        Selector::Choose(choice) => choice.of.place?,
        Selector::Known(_) | Selector::Together(_) => return None,
    };
    let filter = match &mut first {
        Selector::Each(filter) => filter,
        Selector::Choose(choice) => &mut choice.of,
        Selector::Known(_) | Selector::Together(_) => return None,
    };
    (filter.place.is_none() && matches!(place, Place::Arena(_))).then_some(())?;
    filter.place = Some(place);
    let steps = [first, second].map(|what| p.step(CardAction::Discard(what).into()));
    Some(Effect::Sequence(steps.to_vec()))
}

/// "discard all Equipment attached to one of your Jedi": the Jedi is chosen, then all that it has.
pub fn read_attached(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You).then_some(())?;
    let act = p.choice::<fn(Selector) -> CardAction>(&[
        ("discard", CardAction::Discard),
        ("detach", CardAction::Detach),
    ])?;
    p.one_of(&["all", "each"])?;
    let class = crate::grammar::class::read_class(p)?;
    p.words("attached to").then_some(())?;
    p.sees(|p| p.words("one of")).then_some(())?;
    let choice = crate::grammar::selector::read_choice(p)?;
    let chosen = p.step(Action::Choose(Choosable::Objects(choice.into())).into());
    let bearer = p.refs.pronoun(false)?;
    if let Reference::Result(slot) = bearer {
        p.uses(slot);
    }
    let worn = Quality::On(Relation::Attached, Box::new(bearer.into()));
    let acted = p.step(act(Selector::Each(Filter::class(class).with(worn))).into());
    Some(Effect::Sequence(vec![chosen, acted]))
}

/// "take 2 ... Subordinates and put them into the Ground and/or Character arena": each goes where its player likes.
pub fn read_created_apart(p: &mut Parser) -> Option<Effect> {
    let start = p.place();
    let CardAction::Create(Amount::Number(many @ 2..=4), token, to) = super::create::read(p)? else {
        return None;
    };
    p.has_said(start, &["and", "/", "or"]).then_some(())?;
    let one = || CardAction::Create(1.into(), token.clone(), to.clone());
    Some(Effect::Sequence((0..many).map(|_| p.step(one().into())).collect()))
}

/// "choose an ability on that card for this unit to get until it is discarded": chosen, then given.
pub fn read_ability_for(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You && p.words("choose")).then_some(())?;
    let choice = super::combat::read_choosable(p).filter(|what| matches!(what, Choosable::Ability(..)))?;
    let chosen = p.step(Action::Choose(choice).into());
    p.words("for").then_some(())?;
    let who = crate::grammar::selector::read_selector(p)?;
    p.words("to get").then_some(())?;
    let slot = p.refs.word(crate::referents::Word::Ability)?;
    p.uses(slot);
    let duration = crate::grammar::duration::read_duration(p)?;
    let given = Effect::lasting(Rule::gets(who, [Grant::Chosen(slot)]), duration);
    Some(Effect::Sequence(vec![chosen, p.step(given)]))
}

fn choice_of(choosable: &mut Choosable) -> Option<&mut Choice> {
    match choosable {
        Choosable::Objects(Selector::Choose(choice)) => Some(choice),
        _ => None,
    }
}
