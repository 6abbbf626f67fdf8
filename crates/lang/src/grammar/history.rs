//! What has happened: "you deployed 2 or more Droids this turn", "one of your Jedi was discarded last turn".

use super::condition::{is_some_or_none, read_so_many, write_so_many};
use super::counter::{read_counter_kind, write_counter_kind};
use super::filter::{read_filter, write_filter};
use super::place::{read_arena, read_place, write_arena, write_place_name};
use super::player::{read_owner, read_player, write_owner, write_player};
use super::range::{read_range, write_range};
use super::reference::read_reference;
use super::selector::{read_pattern, write_pattern};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Keyword;
use vocab::ability::{
    AbilityClass, Cause, Condition, CounterChange, Entry, Event, Filter, Pattern, Place, Player, Range, Span,
};

/// "you deployed 2 or more Droids this turn", "this unit attacked last turn".
pub fn read_history(p: &mut Parser) -> Option<Condition> {
    let (event, range) = p
        .attempt(|p| {
            let who = read_player(p)?;
            p.words("deployed").then_some(())?;
            let (range, filter) = read_so_many(p)?;
            let what = match p.attempt(|p| {
                (p.words("to") || p.words("into")).then_some(())?;
                read_arena(p)
            }) {
                Some(arena) => super::event::at_arena(filter.into(), arena)?,
                None => filter.into(),
            };
            Some((Event::Deploys { who, what, using: None }, range))
        })
        .or_else(|| {
            p.attempt(|p| {
                let who = read_pattern(p)?;
                let not = p.words("hasn't attacked") || p.words("has not attacked");
                (not || p.words("attacked")).then_some(())?;
                Some((Event::attacks(who), if not { Range::NONE } else { Range::SOME }))
            })
        })
        .or_else(|| p.attempt(read_deployed_by))
        .or_else(|| p.attempt(read_retreats))
        .or_else(|| p.attempt(read_retreated))
        .or_else(|| p.attempt(read_uses))
        .or_else(|| p.attempt(read_discards_by))
        .or_else(|| p.attempt(read_brought))
        .or_else(|| p.attempt(read_damage_done))
        .or_else(|| p.attempt(read_counters_changed))
        .or_else(|| p.attempt(read_discards_caused))
        .or_else(|| p.attempt(read_discards))?;
    // How a unit was deployed is recorded with the turn in which it was.
    if matches!(event, Event::Deploys { using: Some(_), .. }) {
        p.words("this turn");
        return Some(Condition::Happened(Box::new(event), Span::ThisTurn, range));
    }
    let span = p.choice(&[
        ("this attack", Span::ThisAttack),
        ("for this attack", Span::ThisAttack),
        ("this turn", Span::ThisTurn),
        ("last turn", Span::LastTurn),
        ("this game", Span::ThisGame),
    ])?;
    Some(Condition::Happened(Box::new(event), span, range))
}

/// "that unit was deployed using Hidden Cost".
fn read_deployed_by(p: &mut Parser) -> Option<(Event, Range)> {
    let what = Pattern::Known(read_reference(p)?);
    p.words("was deployed").then_some(())?;
    (p.words("using") || p.words("with")).then_some(())?;
    let using = p.keyword().filter(|way| matches!(way, Keyword::HiddenCost | Keyword::AlternativeCost))?;
    Some((Event::Deploys { who: Player::Any, what, using: Some(using) }, Range::SOME))
}

/// "you retreated 2 or more of your units".
fn read_retreats(p: &mut Parser) -> Option<(Event, Range)> {
    let who = read_player(p)?;
    p.words("retreated").then_some(())?;
    let (range, what) = read_how_many(p)?;
    let Pattern::Any(filter) = what else { return None };
    // Wherever it was.
    p.words("from any arena");
    let own = filter.control.is_none_or(|control| control == who);
    (own && filter.place.is_none()).then(|| (Event::Retreats(filter.of(who).into()), range))
}

/// "this unit didn't retreat", "that Jedi retreated".
fn read_retreated(p: &mut Parser) -> Option<(Event, Range)> {
    let known = read_reference(p)?;
    let not = p.one_of(&["didn't retreat", "did not retreat", "wasn't retreated", "was not retreated"]);
    (not.is_some() || p.words("retreated")).then_some(())?;
    let range = if not.is_some() { Range::NONE } else { Range::SOME };
    Some((Event::Retreats(Pattern::Known(known)), range))
}

/// "you discarded a Location from any arena".
fn read_discards_by(p: &mut Parser) -> Option<(Event, Range)> {
    let who = read_player(p)?;
    p.words("discarded").then_some(())?;
    let (range, what) = read_how_many(p)?;
    let from = read_left(p);
    let placed = from.is_some() || matches!(&what, Pattern::Any(filter) if filter.place.is_some());
    placed.then_some((Event::Discarded { what, from, cause: Cause::By(who) }, range))
}

/// "your Jedi used 3 or more Force-activated abilities".
fn read_uses(p: &mut Parser) -> Option<(Event, Range)> {
    let who = read_owner(p)?;
    let filter = read_filter(p)?;
    filter.control.is_none().then_some(())?;
    p.words("used").then_some(())?;
    let range = read_range(p)?;
    let class = p.choice(&[
        ("force-activated abilities", AbilityClass::ForceActivated(None)),
        ("activated abilities", AbilityClass::Activated),
    ])?;
    Some((Event::Uses(filter.of(who).into(), class), range))
}

/// "you put 2 or more Subordinates into any arena".
fn read_brought(p: &mut Parser) -> Option<(Event, Range)> {
    let who = read_player(p)?;
    p.words("put").then_some(())?;
    let (range, what) = read_how_many(p)?;
    p.words("into").then_some(())?;
    let arena = read_arena(p)?;
    Some((Event::Enters { who, what, arena, by: vec![Entry::Put] }, range))
}

/// "it did no damage", "this unit damaged a Jedi".
fn read_damage_done(p: &mut Parser) -> Option<(Event, Range)> {
    let source = read_pattern(p)?;
    if p.words("did no damage") {
        return Some((damage_from(source, None), Range::NONE));
    }
    if p.words("was damaged") {
        let event = Event::Damage { source: None, target: Some(source), amount: None, using: None };
        return Some((event, Range::SOME));
    }
    let not = p.words("didn't damage");
    (not || p.words("damaged")).then_some(())?;
    let target = read_pattern(p)?;
    Some((damage_from(source, Some(target)), if not { Range::NONE } else { Range::SOME }))
}

/// "your opponent removed 1 or more damage counters from that unit".
fn read_counters_changed(p: &mut Parser) -> Option<(Event, Range)> {
    let who = Some(read_player(p)?);
    let change = p.choice(&[("removed", CounterChange::Removed), ("put", CounterChange::Put)])?;
    let amount = Some(read_range(p)?);
    let kind = read_counter_kind(p)?;
    p.words(if change == CounterChange::Put { "on" } else { "from" }).then_some(())?;
    let on = read_pattern(p)?;
    Some((Event::Counters { change, who, kind, on, amount }, Range::SOME))
}

/// How many, and of what: "one of your Jedi", "2 or more of your units", "no unit", "a unit".
fn read_how_many(p: &mut Parser) -> Option<(Range, Pattern)> {
    let counted = p.attempt(|p| {
        let range = if p.words("no") || p.sees(|p| p.words("none of")) && p.words("none") {
            Range::NONE
        } else {
            read_range(p)?
        };
        let whose = p.choice(&[("of your opponent's", Player::Opponent), ("of your", Player::You)]);
        let filter = read_filter(p)?;
        // "one of your Jedi" is any of them.
        (range != Range::Exactly(1.into())).then_some(())?;
        match whose {
            Some(who) => filter.control.is_none().then(|| (range, filter.of(who).into())),
            None => Some((range, filter.into())),
        }
    });
    counted.or_else(|| read_pattern(p).map(|what| (Range::SOME, what)))
}

/// "damage from one of your Jedi caused 2 or more of your opponent's units to be discarded".
fn read_discards_caused(p: &mut Parser) -> Option<(Event, Range)> {
    p.words("damage from");
    let source = read_pattern(p)?;
    p.words("caused").then_some(())?;
    let (range, what) = read_how_many(p)?;
    p.words("to be discarded").then_some(())?;
    let from = read_left(p);
    Some((Event::Discarded { what, from, cause: Cause::DamageFrom(Box::new(source)) }, range))
}

/// "one of your Jedi was discarded from any arena".
fn read_discards(p: &mut Parser) -> Option<(Event, Range)> {
    let (range, what) = read_how_many(p)?;
    p.one_of(&["was discarded", "were discarded", "has been discarded", "have been discarded"])?;
    let from = read_left(p);
    Some((Event::Discarded { what, from, cause: Cause::Any }, range))
}

/// "from the Character arena": where something was.
fn read_left(p: &mut Parser) -> Option<Place> {
    p.attempt(|p| {
        p.sees(|p| p.words("from")).then_some(())?;
        read_place(p)
    })
}

/// Writes what `read_how_many` reads.
fn write_how_many(w: &mut Writer, what: &Pattern, range: &Range) -> Written {
    match (what, range) {
        (what, range) if *range == Range::SOME => write_pattern(w, what, false),
        (Pattern::Any(filter), range) => {
            if *range == Range::NONE {
                w.say("no");
            } else {
                write_range(w, range)?;
            }
            let mut rest = filter.clone();
            if let Some(owner) = rest.control.take() {
                w.say("of");
                write_owner(w, owner)?;
            }
            write_filter(w, &rest, *range != Range::NONE)
        }
        (Pattern::Known(_) | Pattern::OneOf(_), _) => Err(Unwritable("so many of something known")),
    }
}

fn write_left(w: &mut Writer, from: Option<Place>) -> Written {
    match from {
        Some(place) => {
            w.say("from");
            write_place_name(w, place)
        }
        None => Ok(()),
    }
}

/// The event that a source damages something.
pub fn damage_from(source: Pattern, target: Option<Pattern>) -> Event {
    Event::Damage { source: Some(source), target, amount: None, using: None }
}

/// Writes what `read_history` reads.
pub fn write_history(w: &mut Writer, event: &Event, span: Span, range: &Range) -> Written {
    match event {
        Event::Deploys { who, what: Pattern::Any(filter), using: None } => {
            write_player(w, *who)?;
            w.say("deployed");
            write_so_many(w, filter, range)?;
        }
        Event::Deploys { who: Player::Any, what: what @ Pattern::Known(_), using: Some(way) }
            if *range == Range::SOME && span == Span::ThisTurn =>
        {
            write_pattern(w, what, false)?;
            w.say("was deployed using");
            w.say(way.name());
        }
        Event::Attacks { attacker, defender: None, using: None } if is_some_or_none(range) => {
            write_pattern(w, attacker, false)?;
            w.say(if *range == Range::NONE { "hasn't attacked" } else { "attacked" });
        }
        Event::Damage { source: Some(source), target: None, amount: None, using: None }
            if *range == Range::NONE =>
        {
            write_pattern(w, source, false)?;
            w.say("did no damage");
        }
        Event::Damage { source: Some(source), target: Some(target), amount: None, using: None }
            if is_some_or_none(range) =>
        {
            write_pattern(w, source, false)?;
            w.say(if *range == Range::NONE { "didn't damage" } else { "damaged" });
            write_pattern(w, target, false)?;
        }
        Event::Damage { source: None, target: Some(target), amount: None, using: None }
            if *range == Range::SOME =>
        {
            write_pattern(w, target, false)?;
            w.say("was damaged");
        }
        Event::Counters { change, who: Some(who), kind, on, amount: Some(amount) }
            if *range == Range::SOME =>
        {
            write_player(w, *who)?;
            w.say(if *change == CounterChange::Put { "put" } else { "removed" });
            write_range(w, amount)?;
            write_counter_kind(w, kind, true)?;
            w.say(if *change == CounterChange::Put { "on" } else { "from" });
            write_pattern(w, on, false)?;
        }
        Event::Retreats(what @ Pattern::Any(Filter { control: Some(who), .. })) => {
            write_player(w, *who)?;
            w.say("retreated");
            write_how_many(w, what, range)?;
        }
        Event::Retreats(Pattern::Known(known)) if is_some_or_none(range) => {
            super::reference::write_reference(w, *known)?;
            w.say(if *range == Range::NONE { "didn't retreat" } else { "retreated" });
        }
        Event::Uses(Pattern::Any(filter), class) if let Some(who) = filter.control => {
            let mut rest = filter.clone();
            rest.control = None;
            write_owner(w, who)?;
            write_filter(w, &rest, true)?;
            w.say("used");
            write_range(w, range)?;
            w.say(match class {
                AbilityClass::ForceActivated(None) => "Force-activated abilities",
                AbilityClass::Activated => "activated abilities",
                _ => return Err(Unwritable("the use of these abilities")),
            });
        }
        Event::Enters { who, what, arena, by } if by[..] == [Entry::Put] => {
            write_player(w, *who)?;
            w.say("put");
            write_how_many(w, what, range)?;
            w.say("into");
            write_arena(w, *arena)?;
        }
        Event::Discarded { what, from, cause: Cause::Any } => {
            write_how_many(w, what, range)?;
            w.say("was discarded");
            write_left(w, *from)?;
        }
        Event::Discarded { what, from, cause: Cause::By(who) } => {
            write_player(w, *who)?;
            w.say("discarded");
            write_how_many(w, what, range)?;
            write_left(w, *from)?;
        }
        Event::Discarded { what, from, cause: Cause::DamageFrom(source) } => {
            w.say("damage from");
            write_pattern(w, source, false)?;
            w.say("caused");
            write_how_many(w, what, range)?;
            w.say("to be discarded");
            write_left(w, *from)?;
        }
        _ => return Err(Unwritable("this history")),
    }
    w.say(match span {
        Span::ThisTurn => "this turn",
        Span::LastTurn => "last turn",
        Span::ThisGame => "this game",
        Span::ThisAttack => "this attack",
    });
    Ok(())
}
