//! What players do: "you deploy a Droid", "your opponent plays a Battle card", "you predict correctly for ...".

use super::counter::read_counter_kind;
use super::event::{at_arena, read_using, write_subject};
use super::place::read_arena;
use super::player::read_player;
use super::range::read_range;
use super::selector::{read_pattern, write_pattern};
use crate::parser::{Parser, Scope};
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    AbilityClass, Cause, CounterChange, Entry, Event, Filter, Flow, Joining, Pattern, Place, Player, Pool,
    Quality, Range, Reference, Tense,
};
use vocab::keyword::Nature;
use vocab::{CardType, Keyword};

/// What a player does.
pub(super) fn read_player_event(p: &mut Parser, tense: Tense) -> Option<Event> {
    let who = read_player(p)?;
    if tense == Tense::Would {
        p.words("would").then_some(())?;
    }
    read_done_by(p, who, tense)
}

/// "completes or plays a non-unit card": several verbs with the same object. Whoever deploys completes (rule 1602.1).
pub(super) fn read_shared(p: &mut Parser, tense: Tense) -> Option<Vec<Event>> {
    (tense == Tense::Happens).then_some(())?;
    let who = read_player(p)?;
    if let Some(events) = p.attempt(|p| read_deployed_by(p, who)) {
        return Some(events);
    }
    let forms =
        if who == Player::You { ["complete", "deploy", "play"] } else { ["completes", "deploys", "plays"] };
    let mut seen = [false; 3];
    loop {
        seen[p.one_of(&forms)?] = true;
        if p.one_of(&[", or", "or", ","]).is_none() {
            break;
        }
    }
    (seen.iter().filter(|seen| **seen).count() > 1).then_some(())?;
    let what = read_pattern(p)?;
    let completes = seen[0].then(|| Event::Completes { who, what: what.clone() });
    let deploys = (seen[1] && !seen[0]).then(|| Event::Deploys { who, what: what.clone(), using: None });
    let plays = seen[2].then_some(Event::Plays { who, what });
    Some([completes, deploys, plays].into_iter().flatten().collect())
}

/// "uses Alternative Cost or Hidden Cost to deploy a unit", "deploys a unit using Alternative Cost or Hidden Cost".
fn read_deployed_by(p: &mut Parser, who: Player) -> Option<Vec<Event>> {
    let verb = |p: &mut Parser, you: &'static str, others: &'static str| {
        p.words(if who == Player::You { you } else { others })
    };
    let ways = |p: &mut Parser| {
        let mut ways = vec![p.keyword()?];
        while p.words("or") {
            ways.push(p.keyword()?);
        }
        let known = |way: &Keyword| matches!(way, Keyword::AlternativeCost | Keyword::HiddenCost);
        (ways.len() > 1 && ways.iter().all(known)).then_some(ways)
    };
    let (ways, what) = if verb(p, "deploy", "deploys") {
        let what = read_pattern(p)?;
        p.words("using").then_some(())?;
        (ways(p)?, what)
    } else {
        verb(p, "use", "uses").then_some(())?;
        let ways = ways(p)?;
        p.words("to deploy").then_some(())?;
        (ways, read_pattern(p)?)
    };
    let deploys = |way| Event::Deploys { who, what: what.clone(), using: Some(way) };
    Some(ways.into_iter().map(deploys).collect())
}

/// "deploys a unit with Hidden Cost": by means of it.
fn by_hidden_cost(what: Pattern) -> (Pattern, Option<Keyword>) {
    match what {
        Pattern::Any(mut filter)
            if filter.with.last() == Some(&Quality::Keyword(Keyword::HiddenCost, None)) =>
        {
            filter.with.pop();
            (Pattern::Any(filter), Some(Keyword::HiddenCost))
        }
        what => (what, None),
    }
}

/// What this player does.
pub(super) fn read_done_by(p: &mut Parser, who: Player, tense: Tense) -> Option<Event> {
    let bare = who == Player::You || tense == Tense::Would;
    let verb =
        |p: &mut Parser, you: &'static str, others: &'static str| p.words(if bare { you } else { others });
    if let Some(event) = p.attempt(|p| read_enters(p, who, bare)) {
        return Some(event);
    }
    let into_stack = p.attempt(|p| {
        verb(p, "deploy a card to", "deploys a card to").then_some(())?;
        read_stack_of(p)
    });
    if let Some(on) = into_stack {
        return stacked(Joining::Anywhere, Filter::cards().into(), on, who);
    }
    if verb(p, "deploy", "deploys") {
        let what = read_pattern(p)?;
        let what = match p.attempt(read_into_arena) {
            Some(arena) => at_arena(what, arena)?,
            None => what,
        };
        // A Location is completed, not deployed (rules 704.4, 704.9).
        if what == Pattern::THIS && matches!(p.setting.card_type, CardType::Location(_)) {
            return Some(Event::Completes { who, what });
        }
        let using = read_using(p);
        let (what, using) = if using.is_none() { by_hidden_cost(what) } else { (what, using) };
        return Some(Event::Deploys { who, what, using });
    }
    let used = if tense == Tense::Happens {
        p.attempt(|p| {
            verb(p, "use", "uses").then_some(())?;
            p.keyword().filter(|used| matches!(used, Keyword::HiddenCost | Keyword::AlternativeCost))
        })
    } else {
        None
    };
    if used.is_some() {
        let what = match p.words("to deploy") {
            true => read_pattern(p)?,
            false => Filter::units().into(),
        };
        let what = match p.attempt(read_into_arena) {
            Some(arena) => at_arena(what, arena)?,
            None => what,
        };
        return Some(Event::Deploys { who, what, using: used });
    }
    if tense == Tense::Happens && verb(p, "tap", "taps") {
        return read_pattern(p).and_then(|what| belongs(what, who)).map(Event::Taps);
    }
    if tense == Tense::Happens && verb(p, "untap", "untaps") {
        return read_pattern(p).and_then(|what| belongs(what, who)).map(Event::Untaps);
    }
    // A right guess earns the effect (rules 1727.1, 1728.1).
    if tense == Tense::Happens && verb(p, "predict correctly for", "predicts correctly for") {
        let what = read_pattern(p).filter(|what| is_of(what, who))?;
        (p.words("'s") || p.words("'")).then_some(())?;
        let keyword = p.choice(&[
            ("foresight", Keyword::Foresight),
            ("foresights", Keyword::Foresight),
            ("forewarning", Keyword::Forewarning),
            ("forewarnings", Keyword::Forewarning),
        ])?;
        return Some(Event::Works(what, keyword));
    }
    let added = p.attempt(|p| {
        verb(p, "add a card to", "adds a card to").then_some(())?;
        read_stack_of(p)
    });
    if let Some(on) = added {
        return stacked(Joining::Anywhere, Filter::cards().into(), on, who);
    }
    if verb(p, "stack", "stacks") {
        let what = read_pattern(p)?;
        (p.words("beneath") || p.words("under")).then_some(())?;
        return read_pattern(p).and_then(|on| stacked(Joining::Beneath, what, on, who));
    }
    if verb(p, "search", "searches") {
        super::player::read_owner(p).filter(|owner| *owner == who)?;
        p.words("deck").then_some(())?;
        p.words("for a card");
        return Some(Event::Searches(who));
    }
    if tense == Tense::Happens
        && (verb(p, "gain a bounty", "gains a bounty") || verb(p, "collect a bounty", "collects a bounty"))
    {
        return Some(Event::Works(Filter::units().of(who).into(), Keyword::Bounty));
    }
    if tense == Tense::Happens && verb(p, "gain a foresight", "gains a foresight") {
        return Some(Event::Works(Filter::units().of(who).into(), Keyword::Foresight));
    }
    if verb(p, "complete", "completes") || verb(p, "finish building", "finishes building") {
        return Some(Event::Completes { who, what: read_pattern(p)? });
    }
    if tense == Tense::Would && p.words("damage") {
        let source = Some(Filter::cards().of(who).into());
        return Some(Event::Damage { source, target: Some(read_pattern(p)?), amount: None, using: None });
    }
    let used = if tense == Tense::Happens { p.attempt(|p| read_used(p, who)) } else { None };
    if used.is_some() {
        return used;
    }
    if verb(p, "play", "plays") {
        let what = read_pattern(p)?;
        // A card that is played is in no hand any more.
        let from_hand = matches!(&what, Pattern::Any(such) if matches!(such.place, Some(Place::Hand(_))));
        return (!from_hand).then_some(Event::Plays { who, what });
    }
    if verb(p, "retreat", "retreats") {
        return read_pattern(p).and_then(|what| belongs(what, who)).map(Event::Retreats);
    }
    if verb(p, "discard", "discards") {
        let mut what = read_pattern(p)?;
        // 1602.6: a card that nothing else is said of is one from the hand.
        if let Pattern::Any(such) = &mut what
            && *such == Filter::cards()
        {
            such.place = Some(Place::Hand(who));
        }
        return Some(Event::Discarded { what, from: None, cause: Cause::By(who) });
    }
    if tense == Tense::Happens && verb(p, "prevent", "prevents") {
        // "prevents damage done by an attack from one of your Droids".
        if p.one_of(&["damage done by an attack from", "damage from an attack by"]).is_some() {
            let attacker = Some(read_pattern(p)?);
            let target = Filter::units().into();
            return Some(Event::Prevents { who: Some(who), target, attacker, using: None });
        }
        (p.words("damage to") || p.words("1 or more damage to")).then_some(())?;
        let target = read_pattern(p)?;
        let attacker = if p.words("from an attack by") { Some(read_pattern(p)?) } else { None };
        return Some(Event::Prevents { who: Some(who), target, attacker, using: read_using(p) });
    }
    if verb(p, "draw", "draws") {
        // It happens for each card (rule 1305.3): "1 or more cards" would be once for all that are drawn together.
        return p.words("a card").then_some(Event::Draws(who));
    }
    if verb(p, "attach", "attaches") {
        let what = read_pattern(p)?;
        p.words("to").then_some(())?;
        // Whoever has the Equipment attaches it.
        let what = belongs(what, who)?;
        return (who == Player::You).then_some(Event::Attached(what, read_pattern(p)?));
    }
    if verb(p, "gain control of", "gains control of") {
        return read_arena(p).map(|arena| Event::GainsArena(who, arena));
    }
    let change = if verb(p, "put", "puts") || verb(p, "place", "places") {
        Some(CounterChange::Put)
    } else if verb(p, "remove", "removes") {
        Some(CounterChange::Removed)
    } else {
        None
    };
    if let Some(change) = change {
        // "put damage counters on": any number.
        let amount = p.attempt(read_range).or_else(|| {
            p.words("a");
            Some(Range::SOME)
        });
        let kind = read_counter_kind(p)?;
        p.words(if change == CounterChange::Put { "on" } else { "from" }).then_some(())?;
        return Some(Event::Counters { change, who: Some(who), kind, on: read_pattern(p)?, amount });
    }
    let flow = if verb(p, "gain", "gains") {
        Flow::Gain
    } else if verb(p, "lose", "loses") {
        Flow::Lose
    } else {
        verb(p, "pay", "pays").then_some(())?;
        Flow::Pay
    };
    let amount = p.attempt(read_range);
    let pool = p.choice(&[("force", Pool::Force), ("build points", Pool::BuildPoints)])?;
    Some(Event::Pool { who, flow, pool, amount })
}

/// What you stack, you stack on units of your own.
fn stacked(how: Joining, what: Pattern, on: Pattern, who: Player) -> Option<Event> {
    let on = belongs(on, who)?;
    (who == Player::You).then_some(Event::Stacked(how, what, on))
}

/// Writes what is stacked, beneath a unit or anywhere in its stack.
pub(super) fn write_stacked(
    w: &mut Writer,
    how: Joining,
    what: &Pattern,
    on: &Pattern,
    would: bool,
) -> Written {
    match how {
        Joining::Anywhere if *what == Filter::cards().into() => {
            write_subject(w, Player::You, ("add", "adds", "would add"), would)?;
            w.say("a card to");
            write_pattern(w, on, false)?;
            w.say("'s stack");
        }
        Joining::Anywhere => return Err(Unwritable("such a card added to a stack")),
        Joining::Beneath => {
            write_subject(w, Player::You, ("stack", "stacks", "would stack"), would)?;
            write_pattern(w, what, false)?;
            w.say("beneath");
            write_pattern(w, on, false)?;
        }
    }
    Ok(())
}

/// "this unit's stack": whose.
fn read_stack_of(p: &mut Parser) -> Option<Pattern> {
    let on = read_pattern(p)?;
    (p.words("'s") || p.words("'")).then_some(())?;
    (p.words("stack") || p.words("stacks")).then_some(on)
}

/// "you use an activated ability": one of yours does.
fn read_used(p: &mut Parser, who: Player) -> Option<Event> {
    p.words(if who == Player::You { "use" } else { "uses" }).then_some(())?;
    let class = p.choice(&[
        ("a force-activated ability", AbilityClass::ForceActivated(None)),
        ("an activated ability", AbilityClass::Activated),
    ])?;
    p.sees(|p| p.words(",") || p.words("during")).then(|| Event::Uses(Filter::cards().of(who).into(), class))
}

/// "uses Ambush": an ability that is played; Overload works as soon as it is decided on (rule 1741.4). Others aren't used.
pub(super) fn used(who: Pattern, keyword: Keyword) -> Option<Event> {
    match keyword.row().nature {
        Nature::Activated => Some(Event::Uses(who, AbilityClass::Keyword(keyword))),
        _ if keyword == Keyword::Overload => Some(Event::Works(who, keyword)),
        _ => None,
    }
}

/// Whether the text says the cards are this player's.
pub(super) fn is_of(what: &Pattern, who: Player) -> bool {
    match what {
        Pattern::Known(_) => who == Player::You,
        Pattern::Any(filter) => filter.control == Some(who),
        Pattern::OneOf(parts) => parts.iter().all(|part| is_of(part, who)),
    }
}

/// "your opponent retreats a unit": one of their own.
fn belongs(what: Pattern, who: Player) -> Option<Pattern> {
    match what {
        Pattern::Any(filter) if filter.control.is_none_or(|control| control == who) => {
            Some(Pattern::Any(filter.of(who)))
        }
        Pattern::Known(_) => Some(what),
        Pattern::Any(_) | Pattern::OneOf(_) => None,
    }
}

/// "damage to one of your units is prevented".
pub(super) fn read_prevented(p: &mut Parser) -> Option<Event> {
    p.words("damage to").then_some(())?;
    let target = read_pattern(p)?;
    let attacker = if p.words("from an attack by") { Some(read_pattern(p)?) } else { None };
    p.words("is prevented").then_some(())?;
    Some(Event::Prevents { who: None, target, attacker, using: read_using(p) })
}

/// "deploys, moves or puts a unit into this arena", "puts a Subordinate into the Character arena": ways to arrive
/// (rule 1705.1). "Deploys a unit to an arena" alone is a deployment.
fn read_enters(p: &mut Parser, who: Player, bare: bool) -> Option<Event> {
    let forms = if bare { ["deploy", "move", "put"] } else { ["deploys", "moves", "puts"] };
    let mut seen = [false; 3];
    loop {
        seen[p.one_of(&forms)?] = true;
        if p.one_of(&[", or", "or", ","]).is_none() {
            break;
        }
    }
    (seen != [true, false, false]).then_some(())?;
    let what = read_pattern(p)?;
    is_units(p, &what).then_some(())?;
    (p.words("into") || p.words("to")).then_some(())?;
    Some(Event::Enters { who, what, arena: read_arena(p)?, by: entries(seen) })
}

/// Cards only ever wait for units to arrive.
fn is_units(p: &Parser, what: &Pattern) -> bool {
    use vocab::ability::Noun;
    match what {
        Pattern::Known(Reference::This) => {
            p.scope == Scope::Given
                || matches!(p.setting.card_type, CardType::Unit(_) | CardType::Subordinate(_))
        }
        Pattern::Known(_) => true,
        Pattern::Any(filter) => {
            let unit = |noun| matches!(noun, Noun::Unit | Noun::Subordinate);
            filter.place.is_none() && filter.classes.iter().all(|class| unit(class.noun))
        }
        Pattern::OneOf(parts) => parts.iter().all(|part| is_units(p, part)),
    }
}

/// "is deployed or put into any arena", "moves, is put, or is deployed into the Space arena".
pub(super) fn read_brought_in(p: &mut Parser, what: Pattern) -> Option<Event> {
    let mut seen = [false; 3];
    loop {
        let way = p.choice(&[
            ("is deployed", 0),
            ("deployed", 0),
            ("moves", 1),
            ("is moved", 1),
            ("moved", 1),
            ("is put", 2),
            ("put", 2),
        ])?;
        seen[way] = true;
        if p.one_of(&[", or", "or", ","]).is_none() {
            break;
        }
    }
    (seen.iter().filter(|seen| **seen).count() > 1 && is_units(p, &what)).then_some(())?;
    (p.words("into") || p.words("to")).then_some(())?;
    Some(Event::Enters { who: Player::Any, what, arena: read_arena(p)?, by: entries(seen) })
}

fn entries(seen: [bool; 3]) -> Vec<Entry> {
    Entry::ALL.into_iter().zip(seen).filter(|(_, seen)| *seen).map(|(entry, _)| entry).collect()
}

fn read_into_arena(p: &mut Parser) -> Option<vocab::ability::ArenaRef> {
    (p.words("to") || p.words("into")).then_some(())?;
    read_arena(p)
}
