//! How an attack turns out: "whenever this unit attacks and does no damage", "does damage during its attack".

use super::event::read_event;
use super::selector::read_pattern;
use crate::parser::Parser;
use vocab::ability::{
    Condition, Event, Filter, Frequency, Pattern, Period, Quality, Range, Reference, Span, Tense, Trigger,
};

/// An event, and what must be true of the attack.
pub fn read_attack_result(p: &mut Parser) -> Option<(Trigger, Condition)> {
    p.attempt(read_fruitless).or_else(|| p.attempt(read_damaging)).or_else(|| p.attempt(read_during_attack))
}

/// "Whenever this unit attacks and does no damage": known when the attack ends.
fn read_fruitless(p: &mut Parser) -> Option<(Trigger, Condition)> {
    (p.words("whenever") || p.words("when")).then_some(())?;
    let who = read_pattern(p)?;
    p.words("attacks").then_some(())?;
    let defender = p.attempt(read_pattern);
    p.one_of(&["and does no damage", "but does no damage"])?;
    p.words("( after damage prevention )");
    let subject = match &who {
        Pattern::Known(known) => *known,
        Pattern::Any(_) | Pattern::OneOf(_) => Reference::Subject,
    };
    let event = Event::AttackEnds(who);
    p.refs.after_event(&event);
    let damage = super::history::damage_from(Pattern::Known(subject), None);
    let nothing = Condition::Happened(Box::new(damage), Span::ThisAttack, Range::NONE);
    let condition = match defender {
        None => nothing,
        // "attacks a Jedi and does no damage": the unit that was attacked is a Jedi.
        Some(Pattern::Any(such)) => {
            let plain =
                Filter { classes: such.classes.clone(), control: None, place: None, with: Vec::new() };
            (plain == such).then_some(())?;
            Condition::All(vec![nothing, Condition::Is(Reference::Defender, Box::new(such))])
        }
        Some(_) => return None,
    };
    Some((event.into(), condition))
}

/// "Whenever this unit attacks and damages a Jedi".
fn read_damaging(p: &mut Parser) -> Option<(Trigger, Condition)> {
    (p.words("whenever") || p.words("when")).then_some(())?;
    let who = read_pattern(p)?;
    p.words("attacks").then_some(())?;
    let defender = p.attempt(read_pattern);
    p.words("and").then_some(())?;
    let event = super::event::read_event_of(p, who, Tense::Happens)?;
    let event = match (event, defender) {
        (event, None) => event,
        // "attacks a Character and does 5 damage": to it.
        (Event::Damage { source, target: None, amount, using }, target) => {
            Event::Damage { source, target, amount, using }
        }
        (_, Some(_)) => return None,
    };
    // "attacks and does damage" is true of an attack once, however many units it damages.
    let is_of_attack = matches!(event, Event::Damage { target: None, amount: None, .. });
    let (mut trigger, condition) = while_attacking(p, event)?;
    if is_of_attack {
        trigger.frequency = Frequency::Once(Period::Attack);
    }
    Some((trigger, condition))
}

/// "Whenever this unit does damage during its attack".
fn read_during_attack(p: &mut Parser) -> Option<(Trigger, Condition)> {
    (p.words("whenever") || p.words("when")).then_some(())?;
    let event = read_event(p, Tense::Happens)?;
    p.one_of(&["during its attack", "during his attack", "during her attack"])?;
    p.words("( after damage prevention )");
    let found = while_attacking(p, event)?;
    // "its attack": the source was the last thing mentioned.
    if let Condition::Is(source, _) = found.1 {
        p.refs.mention(source);
    }
    Some(found)
}

/// The damage counts only while its source is attacking.
fn while_attacking(p: &mut Parser, event: Event) -> Option<(Trigger, Condition)> {
    let Event::Damage { source: Some(source), using: None, .. } = &event else { return None };
    let source = match source {
        Pattern::Known(known) => *known,
        Pattern::Any(_) => Reference::Object,
        Pattern::OneOf(_) => return None,
    };
    p.refs.after_event(&event);
    Some((event.into(), Condition::is(source, Quality::Attacking(None))))
}
