//! A number of counters being reached: "when there are 3 or more corruption counters on this unit".

use super::counter::{read_counter_kind, write_counter_kind};
use super::range::read_range;
use super::reference::read_reference;
use crate::parser::Parser;
use crate::writer::{Writer, Written};
use vocab::ability::{
    Amount, Condition, CounterChange, CounterKind, Event, Pattern, Quality, Range, Reference, Trigger,
};

/// The event of counters being put, and that there were too few before.
pub fn read_threshold(p: &mut Parser) -> Option<(Trigger, Condition)> {
    (p.words("whenever") || p.words("when")).then_some(())?;
    let there = p.words("there are");
    let this = if there { None } else { Some(read_reference(p)?) };
    (there || p.words("has")).then_some(())?;
    let Range::AtLeast(Amount::Number(most)) = read_range(p)? else { return None };
    let kind = read_counter_kind(p)?;
    p.words("on").then_some(())?;
    let on = match this {
        None => read_reference(p)?,
        Some(this) => p.one_of(&["it", "him", "her"]).map(|_| this)?,
    };
    (on == Reference::This).then_some(())?;
    Some(reached(kind, most))
}

/// The card has this many counters, and had fewer before the last ones were put.
fn reached(kind: CounterKind, most: i16) -> (Trigger, Condition) {
    let event = Event::Counters {
        change: CounterChange::Put,
        who: None,
        kind: kind.clone(),
        on: Pattern::THIS,
        amount: Some(Range::SOME),
    };
    let now = Condition::is(Reference::This, Quality::Counters(kind.clone(), Range::at_least(most)));
    let all = Box::new(Amount::Counters(kind, Box::new(Pattern::THIS)));
    let before = Amount::Minus(all, Box::new(Amount::ThatMuch));
    let fewer = Condition::Compare(before, Range::LessThan(most.into()));
    (event.into(), Condition::All(vec![now, fewer]))
}

/// Writes what `read_threshold` reads; returns whether this was such a trigger.
pub fn write_threshold(
    w: &mut Writer,
    trigger: &Trigger,
    condition: Option<&Condition>,
) -> Result<bool, crate::writer::Unwritable> {
    let [Event::Counters { kind, .. }] = &trigger.events[..] else { return Ok(false) };
    let Some(Condition::All(parts)) = condition else { return Ok(false) };
    let [_, Condition::Compare(_, Range::LessThan(Amount::Number(most)))] = &parts[..] else {
        return Ok(false);
    };
    let (event, all) = reached(kind.clone(), *most);
    if event != *trigger || condition != Some(&all) {
        return Ok(false);
    }
    write_words(w, kind, *most)?;
    Ok(true)
}

fn write_words(w: &mut Writer, kind: &CounterKind, most: i16) -> Written {
    w.say(format!("when there are {most} or more"));
    write_counter_kind(w, kind, true)?;
    w.say("on");
    super::reference::write_reference(w, Reference::This)
}
