//! What a player has: "a Jedi and a Diplomat in any arena", "more Force than your opponent", "control of an arena".

use super::class::read_class;
use super::condition::{is_named, is_some_or_none, read_so_many};
use super::counter::read_counter_kind;
use super::filter::read_filter;
use super::place::{read_arena, read_place};
use super::player::read_player;
use super::range::read_range;
use super::reference::read_reference;
use crate::parser::Parser;
use vocab::Arena;
use vocab::ability::{Amount, ArenaRef, Condition, Filter, Noun, Place, Player, Quality, Range, Reference};

pub(super) fn read_has(p: &mut Parser, who: Player) -> Option<Condition> {
    if p.words("control") || p.words("controls") {
        if let Some(arena) = p.attempt(read_arena) {
            return Some(Condition::Controls(who, arena));
        }
        // "you control a Capital Ship": you have one.
        let named = !(p.words("a") || p.words("an"));
        let filter = read_filter(p).filter(|filter| filter.control.is_none())?;
        (!named || is_named(&filter)).then_some(())?;
        return Some(Condition::exists(filter.of(who)));
    }
    if p.words("don't have") || p.words("doesn't have") {
        p.one_of(&["a", "an", "any"])?;
        return Some(Condition::Compare(Amount::count(read_filter(p)?.of(who)), Range::NONE));
    }
    (p.words("have") || p.words("has")).then_some(())?;
    read_had_by(p, who)
}

/// "1 or more captivity counters on each of your opponent's units in each arena": none of them has fewer.
fn read_on_each(p: &mut Parser) -> Option<Condition> {
    let range = read_range(p)?;
    let kind = read_counter_kind(p)?;
    (range == Range::SOME && p.words("on each of")).then_some(())?;
    let whose = p.choice(&[("your opponent's", Player::Opponent), ("your", Player::You)])?;
    let mut filter = read_filter(p)?;
    filter.control.is_none().then_some(())?;
    if filter.place.is_none() {
        p.words("in each arena").then_some(())?;
        filter.place = Some(Place::Arena(ArenaRef::Any));
    }
    let without = filter.of(whose).with(Quality::Counters(kind, Range::NONE));
    Some(Condition::Compare(Amount::count(without), Range::NONE))
}

/// What a player has, after the verb.
pub(super) fn read_had_by(p: &mut Parser, who: Player) -> Option<Condition> {
    if let Some(condition) = p
        .attempt(read_on_each)
        .or_else(|| p.attempt(|p| read_named_together(p, who)))
        .or_else(|| p.attempt(|p| read_two(p, who)))
    {
        return Some(condition);
    }
    if let Some(range) = p.attempt(read_force_compared) {
        return Some(Condition::Compare(Amount::ForceTotal(who), range));
    }
    if let Some(condition) = p.attempt(|p| read_more_than(p, who)) {
        return Some(condition);
    }
    let (range, filter) = read_so_many(p)?;
    filter.control.is_none().then_some(())?;
    if filter.place.is_none()
        && let Some(there) = p.attempt(|p| read_there(p, &filter))
    {
        return Some(Condition::Compare(Amount::count(there), range));
    }
    // "a Jedi in the Character arena or piloting in any arena".
    if range == Range::SOME && filter.place.is_some() && p.words("or piloting in any arena") {
        let mut pilots = Filter { place: None, ..filter.clone() };
        for class in &mut pilots.classes {
            class.noun = Noun::Pilot;
        }
        return Some(Condition::Any(vec![
            Condition::exists(filter.of(who)),
            Condition::exists(pilots.of(who)),
        ]));
    }
    if is_some_or_none(&range) && range == Range::SOME {
        p.refs.found_there(filter.clone().of(who));
    }
    if filter.place.is_none() && p.one_of(&["in each arena", "in every arena"]).is_some() {
        let each = Arena::ALL.map(|arena| {
            let there = filter.clone().of(who).in_arena(ArenaRef::the(arena));
            Condition::Compare(Amount::count(there), range.clone())
        });
        return Some(Condition::All(each.to_vec()));
    }
    Some(Condition::Compare(Amount::count(filter.of(who)), range))
}

/// "there": in the pile that was looked at.
pub(super) fn read_there(p: &mut Parser, filter: &Filter) -> Option<Filter> {
    p.words("there").then_some(())?;
    let there = filter.clone().at(p.refs.pile()?);
    p.refs.found_there(there.clone());
    Some(there)
}

/// "Ilara Venn and Rook Talla in any arena": each of them; "this unit and a Jedi in the Character arena".
fn read_named_together(p: &mut Parser, who: Player) -> Option<Condition> {
    let this = p.attempt(|p| {
        (read_reference(p)? == Reference::This && p.words("and")).then_some(())?;
        let (range, filter) = read_so_many(p)?;
        let place = filter.place.filter(|_| filter.control.is_none())?;
        let rest = Condition::Compare(Amount::count(filter.of(who)), range);
        Some(Condition::All(vec![Condition::at(Reference::This, place), rest]))
    });
    if this.is_some() {
        return this;
    }
    let mut names = Vec::new();
    loop {
        names.push(read_class(p).filter(super::class::is_name)?);
        if p.one_of(&[", and", "and", ","]).is_none() {
            break;
        }
    }
    (names.len() > 1).then_some(())?;
    let place = read_place(p)?;
    let has = |class| {
        let filter = Filter::class(class).of(who).at(place);
        Condition::Compare(Amount::count(filter), Range::SOME)
    };
    Some(Condition::All(names.into_iter().map(has).collect()))
}

/// "a Jedi and a Diplomat in any arena": both of them.
fn read_two(p: &mut Parser, who: Player) -> Option<Condition> {
    let article = |p: &mut Parser| p.words("a") || p.words("an");
    let named = !article(p);
    let mut first = read_filter(p)?;
    (first.control.is_none() && (!named || is_named(&first))).then_some(())?;
    (p.words("and") || p.words(", and")).then_some(())?;
    let named = !article(p);
    let second = read_filter(p)?;
    (second.control.is_none() && second.place.is_some() && (!named || is_named(&second))).then_some(())?;
    first.place = first.place.or(second.place);
    let has = |filter: Filter| Condition::Compare(Amount::count(filter.of(who)), Range::SOME);
    Some(Condition::All(vec![has(first), has(second)]))
}

/// "more units in the Space arena than your opponent", "more Sith in any arena than your opponent has Jedi".
fn read_more_than(p: &mut Parser, who: Player) -> Option<Condition> {
    let more = p.choice(&[("more", true), ("fewer", false), ("less", false)])?;
    let filter = read_filter(p)?;
    filter.control.is_none().then_some(())?;
    p.words("than").then_some(())?;
    let other = read_player(p)?;
    let has = p.one_of(&["does", "do", "has", "have"]);
    let unlike = if has.is_some() { p.attempt(read_filter) } else { None };
    let theirs = match unlike {
        Some(mut unlike) => {
            unlike.control.is_none().then_some(())?;
            unlike.place = unlike.place.or(filter.place);
            Amount::count(unlike.of(other))
        }
        None => Amount::count(filter.clone().of(other)),
    };
    let range = if more { Range::MoreThan(theirs) } else { Range::LessThan(theirs) };
    Some(Condition::Compare(Amount::count(filter.of(who)), range))
}

/// "more Force than your opponent", "6 or more Force".
fn read_force_compared(p: &mut Parser) -> Option<Range> {
    if p.words("more force than") {
        return read_player(p).map(|other| Range::MoreThan(Amount::ForceTotal(other)));
    }
    if p.words("less force than") {
        return read_player(p).map(|other| Range::LessThan(Amount::ForceTotal(other)));
    }
    let range = if p.words("no") { Range::NONE } else { read_range(p)? };
    p.words("force").then_some(range)
}
