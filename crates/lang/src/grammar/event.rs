//! Events: "this unit attacks a Jedi", "you deploy a Droid", "your build step starts", "it would be discarded".

use super::counter::{read_counter_kind, write_counter_kind};
use super::place::{read_arena, read_place, write_arena, write_place_name};
use super::player::write_player;
use super::player_event::{is_of, read_brought_in, read_player_event, read_prevented, used, write_stacked};
use super::range::{read_range, write_range};
use super::selector::{read_pattern, write_pattern};
use super::timing::{edge_word, read_stage, write_stage};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Keyword;
use vocab::ability::{
    AbilityClass, Cause, CounterChange, Edge, Entry, Event, Filter, Flow, Noun, Pattern, Place, Player, Pool,
    Quality, Range, Reference, Stage, Tense,
};

/// One event.
pub fn read_event(p: &mut Parser, tense: Tense) -> Option<Event> {
    if tense == Tense::Happens {
        let plain = p.attempt(read_stage_event).or_else(|| {
            p.choice(&[
                ("the roll for build points is made", Event::BuildRoll),
                ("the attack ends", Event::ATTACK_ENDS),
                ("that attack ends", Event::ATTACK_ENDS),
                ("this attack ends", Event::ATTACK_ENDS),
            ])
        });
        if plain.is_some() {
            return plain;
        }
        let its_attack = p.attempt(|p| {
            let of = super::reference::read_owner_reference(p)?;
            p.words("attack ends").then_some(Event::AttackEnds(Pattern::Known(of)))
        });
        if its_attack.is_some() {
            return its_attack;
        }
        let passive = p
            .attempt(read_caused)
            .or_else(|| p.attempt(read_triggers_during))
            .or_else(|| p.attempt(read_prevented))
            .or_else(|| p.attempt(read_counters_put))
            .or_else(|| p.attempt(read_attached));
        if let Some(event) = passive {
            return Some(event);
        }
    }
    if tense == Tense::Happens && p.words("hidden cost is used to deploy") {
        let what = read_pattern(p)?;
        p.words("( yours or your opponent 's )");
        return Some(Event::Deploys { who: Player::Any, what, using: Some(Keyword::HiddenCost) });
    }
    if tense == Tense::Would && p.words("the roll for build points would be made") {
        return Some(Event::BuildRoll);
    }
    p.attempt(|p| read_player_event(p, tense)).or_else(|| {
        p.attempt(|p| {
            let who = read_pattern(p)?;
            read_event_of(p, who, tense)
        })
    })
}

fn read_stage_event(p: &mut Parser) -> Option<Event> {
    let at_edge = p.choice(&[
        ("start of", Edge::Start),
        ("end of", Edge::End),
        ("the start of", Edge::Start),
        ("the end of", Edge::End),
    ]);
    // The draw is one of the things that happen when the build step starts (rules 603.2, 603.4).
    let draw = p.attempt(|p| {
        let who = super::player::read_owner(p)?;
        (at_edge.is_none() && p.words("draw step starts"))
            .then_some(Event::Stage(Edge::Start, Stage::BuildStep(who)))
    });
    if draw.is_some() {
        return draw;
    }
    let stage = read_stage(p)?;
    let edge = match at_edge {
        Some(edge) => edge,
        None => p.choice(&[("starts", Edge::Start), ("begins", Edge::Start), ("ends", Edge::End)])?,
    };
    Some(Event::Stage(edge, stage))
}

/// "Stun triggers during one of your units' attacks": the keyword works for the unit.
fn read_triggers_during(p: &mut Parser) -> Option<Event> {
    let keyword = p.keyword().filter(|keyword| tells(*keyword))?;
    p.one_of(&["triggers during", "is triggered during"])?;
    let who = read_pattern(p)?;
    (p.words("'s") || p.words("'")).then_some(())?;
    p.one_of(&["attacks", "attack"])?;
    Some(Event::Works(who, keyword))
}

/// "damage from this unit causes a unit to be discarded".
fn read_caused(p: &mut Parser) -> Option<Event> {
    if p.words("damage causes") {
        return read_discarded_by(p, Filter::cards().into(), false);
    }
    p.words("damage from").then_some(())?;
    let source = read_pattern(p)?;
    let attack = p.words("'s attack") || p.words("'s attacks") || p.words("' attacks");
    p.words("causes").then_some(())?;
    read_discarded_by(p, source, attack)
}

/// "a unit to be discarded from the Space arena", by damage from a source.
fn read_discarded_by(p: &mut Parser, source: Pattern, attack: bool) -> Option<Event> {
    let what = read_pattern(p)?;
    p.words("to be discarded").then_some(())?;
    let from = p.attempt(|p| {
        (!attack && p.sees(|p| p.words("from"))).then_some(())?;
        read_place(p)
    });
    let source = Box::new(source);
    let cause = if attack { Cause::AttackDamageFrom(source) } else { Cause::DamageFrom(source) };
    Some(Event::Discarded { what, from, cause })
}

/// "a Weapon is attached to a unit".
fn read_attached(p: &mut Parser) -> Option<Event> {
    let what = read_pattern(p)?;
    p.words("is attached to").then_some(())?;
    Some(Event::Attached(what, read_pattern(p)?))
}

/// "2 or more corruption counters are put on this unit".
fn read_counters_put(p: &mut Parser) -> Option<Event> {
    let amount = p.attempt(read_range).or_else(|| p.words("a").then_some(Range::SOME));
    let kind = read_counter_kind(p)?;
    (p.words("are") || p.words("is")).then_some(())?;
    let change = p.choice(&[("put on", CounterChange::Put), ("removed from", CounterChange::Removed)])?;
    Some(Event::Counters { change, who: None, kind, on: read_pattern(p)?, amount })
}

/// What a card does or has done to it.
pub(super) fn read_event_of(p: &mut Parser, who: Pattern, tense: Tense) -> Option<Event> {
    let would = tense == Tense::Would;
    if would {
        // "would" isn't repeated: "would attack or be attacked".
        p.words("would");
    }
    let has = |p: &mut Parser, happens: &'static [&'static str], would_be: &'static str| {
        if would { p.words(would_be) } else { happens.iter().any(|form| p.words(form)) }
    };
    if !would && (p.words("'s attack ends") || p.words("' attack ends")) {
        return Some(Event::AttackEnds(who));
    }
    if !would && let Some(keyword) = p.attempt(read_works) {
        return Some(Event::Works(who, keyword));
    }
    if !would && let Some(event) = p.attempt(|p| read_brought_in(p, who.clone())) {
        return Some(event);
    }
    if has(p, &["is attacked", "are attacked", "is being attacked"], "be attacked") {
        let defender = who.clone();
        // "is attacked in this arena".
        let who = p.attempt(|p| {
            p.words("in").then_some(())?;
            at_arena(who.clone(), read_arena(p)?)
        });
        let who = who.unwrap_or(defender);
        p.versus = Some(if who == Pattern::THIS { Reference::This } else { Reference::Defender });
        let by = p.words("by");
        let attacker = if by { p.attempt(read_pattern) } else { None };
        p.versus = None;
        (by == attacker.is_some()).then_some(())?;
        return Some(Event::IsAttacked { defender: who, attacker });
    }
    if has(p, &["attacks", "attack"], "attack") {
        p.versus = versus(&who);
        let defender = p.attempt(read_pattern);
        p.versus = None;
        let using = read_using(p);
        // 1106.2: who becomes the defending unit is attacked as well.
        if defender == Some(Pattern::THIS) && using.is_none() && !would {
            return Some(Event::IsAttacked { defender: Pattern::THIS, attacker: Some(who) });
        }
        return Some(Event::Attacks { attacker: who, defender, using });
    }
    if has(p, &["is damaged", "are damaged"], "be damaged") {
        let by = p.words("by") || (would && p.sees(|p| p.words("from its")) && p.words("from"));
        let amount = if by {
            p.attempt(|p| {
                let amount = read_range(p)?;
                p.words("damage").then_some(amount)
            })
        } else {
            None
        };
        p.versus = versus(&who);
        // "by its Overload": by the keyword's effect.
        let using = if by && amount.is_none() { p.attempt(read_own_keyword) } else { None };
        if using.is_some() {
            return Some(Event::Damage { source: None, target: Some(who), amount: None, using });
        }
        let opponent = by
            && amount.is_none()
            && (p.words("your opponent's cards or effects")
                || (p.sees(|p| p.words("your opponent") && p.lower() != "'s") && p.words("your opponent")));
        let source = if opponent {
            Some(Filter::cards().of(Player::Opponent).into())
        } else if by && amount.is_none() {
            p.attempt(read_pattern)
        } else {
            None
        };
        p.versus = None;
        if by && amount.is_none() && source.is_none() {
            return None;
        }
        // Only damage that gets through counts (rule 1602.13).
        read_prevention_time(p, would);
        return Some(Event::Damage { source, target: Some(who), amount, using: None });
    }
    if let Some((target, amount)) = p.attempt(|p| read_so_much(p, would)) {
        return Some(Event::Damage { source: Some(who), target, amount: Some(amount), using: None });
    }
    // "would damage a unit (after damage prevention)": it does damage it.
    let through = p.attempt(|p| {
        (!would && p.words("would damage")).then_some(())?;
        let target = read_pattern(p)?;
        p.words("( after damage prevention )").then_some(target)
    });
    if let Some(target) = through {
        return Some(Event::Damage { source: Some(who), target: Some(target), amount: None, using: None });
    }
    if has(p, &["does damage to", "deals damage to"], "do damage to")
        || has(p, &["damages", "damage"], "damage")
    {
        let target = read_pattern(p)?;
        let using = read_using(p);
        // Prevented damage isn't done (rule 1602.13); damage that would be done isn't prevented yet (rule 1108.3).
        read_prevention_time(p, would);
        if !would && using.is_none() && p.attempt(read_and_discarded).is_some() {
            return Some(Event::Discarded {
                what: target,
                from: None,
                cause: Cause::DamageFrom(Box::new(who)),
            });
        }
        return Some(Event::Damage { source: Some(who), target: Some(target), amount: None, using });
    }
    if has(p, &["does damage", "do damage", "deals damage"], "do damage") {
        read_prevention_time(p, would);
        let using = read_using(p);
        if using.is_some() {
            read_prevention_time(p, would);
        }
        return Some(Event::Damage { source: Some(who), target: None, amount: None, using });
    }
    if has(p, &["is discarded", "are discarded"], "be discarded") {
        let from = p.attempt(|p| {
            p.sees(|p| p.words("from")).then_some(())?;
            read_place(p)
        });
        let who = from.map_or(who.clone(), |from| as_cards_of(who.clone(), from));
        // "due to damage from an opponent's unit".
        let source = if would || from.is_some() { None } else { p.attempt(read_due_to) };
        let cause = source.map_or(Cause::Any, |source| Cause::DamageFrom(Box::new(source)));
        return Some(Event::Discarded { what: who, from, cause });
    }
    // "one of your opponent's Traps would be completed": by your opponent.
    if would
        && p.words("be completed")
        && let Pattern::Any(filter) = &who
        && let Some(owner) = filter.control
    {
        let what = Filter { control: None, ..filter.clone() };
        return Some(Event::Completes { who: owner, what: what.into() });
    }
    if has(p, &["retreats", "retreat"], "retreat") {
        return Some(Event::Retreats(who));
    }
    if !would && p.one_of(&["is deployed", "are deployed"]).is_some() {
        return Some(Event::Deploys { who: Player::Any, what: who, using: read_using(p) });
    }
    // Causing a discard means by damage (rule 1603.8).
    if !would && p.words("causes") {
        let what = read_pattern(p)?;
        p.words("to be discarded").then_some(())?;
        let from = p.attempt(|p| {
            p.sees(|p| p.words("from")).then_some(())?;
            read_place(p)
        });
        return Some(Event::Discarded { what, from, cause: Cause::DamageFrom(Box::new(who)) });
    }
    if would {
        return None;
    }
    if p.words("uses") {
        if let Some(class) = p.choice(&[
            ("a force-activated ability", AbilityClass::ForceActivated(None)),
            ("an activated ability", AbilityClass::Activated),
        ]) {
            let costing = p.attempt(|p| {
                p.words("that costs").then_some(())?;
                let range = read_range(p)?;
                p.words("force").then_some(range)
            });
            return Some(Event::Uses(
                who,
                costing.map_or(class, |range| AbilityClass::ForceActivated(Some(range))),
            ));
        }
        return p.keyword().and_then(|keyword| used(who, keyword));
    }
    p.choice(&[
        ("gains a bounty", Event::Works(who.clone(), Keyword::Bounty)),
        ("triggers focus", Event::Works(who.clone(), Keyword::Focus)),
        ("taps", Event::Taps(who.clone())),
        ("untaps", Event::Untaps(who.clone())),
        ("is disrupted", Event::Disrupted(who.clone())),
        ("leaves its arena", Event::Leaves(who.clone())),
        ("leaves this arena", Event::Leaves(who.clone())),
        ("moves", Event::Moves(who)),
    ])
}

/// The same for cards discarded from a hand or a deck: those aren't units (rule 204.2).
pub(super) fn as_cards_of(what: Pattern, from: Place) -> Pattern {
    match (what, from) {
        (Pattern::Any(mut filter), Place::Hand(_) | Place::Deck(_)) => {
            for class in filter.classes.iter_mut().filter(|class| class.noun == Noun::Unit) {
                class.noun = Noun::UnitCard;
            }
            Pattern::Any(filter)
        }
        (what, _) => what,
    }
}

/// "due to damage from a Jedi": what did it.
fn read_due_to(p: &mut Parser) -> Option<Pattern> {
    p.one_of(&["due to damage from", "as a result of damage from", "by damage from"])?;
    read_pattern(p)
}

/// "his Overload ability", "Overload": damage that a keyword does to its own unit.
fn read_own_keyword(p: &mut Parser) -> Option<Keyword> {
    p.one_of(&["its", "his", "her"]);
    let keyword = p.keyword().filter(|keyword| matches!(keyword, Keyword::Overload | Keyword::Backfire))?;
    p.words("ability");
    Some(keyword)
}

/// "'s Backfire is triggered": the keywords that dice set off.
fn read_works(p: &mut Parser) -> Option<Keyword> {
    (p.words("'s") || p.words("'")).then_some(())?;
    let keyword = p.keyword()?;
    (p.words("is triggered") || p.words("triggers")).then_some(())?;
    tells(keyword).then_some(keyword)
}

/// Whether the game reports each time the keyword works.
const fn tells(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Backfire
            | Keyword::Focus
            | Keyword::Fury
            | Keyword::Overload
            | Keyword::Riposte
            | Keyword::Stun
            | Keyword::Surge
    )
}

/// What "with higher speed" compares with: the card itself, or else the attacker.
fn versus(who: &Pattern) -> Option<Reference> {
    Some(if *who == Pattern::THIS { Reference::This } else { Reference::Attacker })
}

/// Damage that would be done isn't prevented yet (rule 1108.3), damage that is done got through (rule 1602.13); a text
/// that says otherwise isn't read.
fn read_prevention_time(p: &mut Parser, would: bool) {
    p.words(if would { "( before damage prevention )" } else { "( after damage prevention )" });
}

/// "does 3 or more damage to a unit": only damage that gets through counts (rule 1602.13).
fn read_so_much(p: &mut Parser, would: bool) -> Option<(Option<Pattern>, Range)> {
    (p.words(if would { "do" } else { "does" })).then_some(())?;
    let amount = read_range(p)?;
    p.words("damage").then_some(())?;
    read_prevention_time(p, would);
    let target = if p.words("to") { Some(read_pattern(p)?) } else { None };
    read_prevention_time(p, would);
    Some((target, amount))
}

/// "... and that unit is discarded": the damage does it (rule 1603.8).
fn read_and_discarded(p: &mut Parser) -> Option<()> {
    (p.words("and") || p.words(", and")).then_some(())?;
    let that = p.words("the other unit")
        || p.attempt(|p| {
            p.words("that").then_some(())?;
            super::class::read_class(p)
        })
        .is_some();
    that.then_some(())?;
    p.words("is discarded").then_some(())?;
    p.words("as a result of that damage");
    Some(())
}

pub(super) fn read_using(p: &mut Parser) -> Option<Keyword> {
    p.attempt(|p| {
        (p.words("using") || p.words("with")).then_some(())?;
        p.keyword()
    })
}

/// The same cards, in this arena.
pub(super) fn at_arena(what: Pattern, arena: vocab::ability::ArenaRef) -> Option<Pattern> {
    let place = Place::Arena(arena);
    match what {
        Pattern::Any(filter) if filter.place.is_none() => Some(Pattern::Any(filter.at(place))),
        Pattern::Known(known) => Some(Filter::cards().at(place).with(Quality::Among(known)).into()),
        Pattern::Any(_) | Pattern::OneOf(_) => None,
    }
}

/// Writes what `read_event` reads.
pub fn write_event(w: &mut Writer, event: &Event, tense: Tense) -> Written {
    let would = tense == Tense::Would;
    let verb = |happens: &'static str, would_be: &'static str| if would { would_be } else { happens };
    match event {
        Event::Stage(edge, stage) if !would => {
            write_stage(w, *stage)?;
            w.say(edge_word(*edge));
        }
        Event::BuildRoll => {
            w.say(verb("the roll for build points is made", "the roll for build points would be made"));
        }
        Event::AttackEnds(_) if *event == Event::ATTACK_ENDS && !would => w.say("the attack ends"),
        Event::AttackEnds(who) if !would => {
            write_pattern(w, who, false)?;
            w.say("'s attack ends");
        }
        Event::Deploys { who, what: Pattern::Any(filter), using }
            if let (Some(Place::Arena(arena)), [Quality::Among(known)]) =
                (filter.place, &filter.with[..])
                && *filter == Filter::cards().at(Place::Arena(arena)).with(Quality::Among(*known)) =>
        {
            write_subject(w, *who, ("deploy", "deploys", "would deploy"), would)?;
            super::reference::write_reference(w, *known)?;
            w.say("to");
            write_arena(w, arena)?;
            write_using(w, *using);
        }
        Event::Deploys { who, what, using } => {
            write_subject(w, *who, ("deploy", "deploys", "would deploy"), would)?;
            write_pattern(w, what, false)?;
            write_using(w, *using);
        }
        Event::Completes { who, what } => {
            write_subject(w, *who, ("complete", "completes", "would complete"), would)?;
            write_pattern(w, what, false)?;
        }
        Event::Plays { who, what } => {
            write_subject(w, *who, ("play", "plays", "would play"), would)?;
            write_pattern(w, what, false)?;
        }
        Event::Attacks { attacker, defender, using } => {
            write_pattern(w, attacker, false)?;
            w.say(verb("attacks", "would attack"));
            if let Some(defender) = defender {
                write_pattern(w, defender, false)?;
            }
            write_using(w, *using);
        }
        Event::IsAttacked { defender, attacker } => {
            write_pattern(w, defender, false)?;
            w.say(verb("is attacked", "would be attacked"));
            if let Some(attacker) = attacker {
                w.say("by");
                write_pattern(w, attacker, false)?;
            }
        }
        Event::Damage { source: Some(source), target: Some(target), amount: None, using } => {
            write_pattern(w, source, false)?;
            w.say(verb("damages", "would damage"));
            write_pattern(w, target, false)?;
            write_using(w, *using);
        }
        Event::Damage { source: Some(source), target: None, amount: None, using } => {
            write_pattern(w, source, false)?;
            w.say(verb("does damage", "would do damage"));
            write_using(w, *using);
        }
        Event::Damage { source: Some(source), target, amount: Some(amount), using: None } => {
            write_pattern(w, source, false)?;
            w.say(verb("does", "would do"));
            write_range(w, amount)?;
            w.say("damage");
            if let Some(target) = target {
                w.say("to");
                write_pattern(w, target, false)?;
            }
        }
        Event::Prevents { who, target, attacker, using } if !would => {
            if let Some(who) = who {
                write_subject(w, *who, ("prevent", "prevents", "would prevent"), would)?;
            }
            w.say("damage to");
            write_pattern(w, target, false)?;
            if let Some(attacker) = attacker {
                w.say("from an attack by");
                write_pattern(w, attacker, false)?;
            }
            if who.is_none() {
                w.say("is prevented");
            }
            write_using(w, *using);
        }
        Event::Damage { source: None, target: Some(target), amount: None, using: Some(keyword) } => {
            write_pattern(w, target, false)?;
            w.say(verb("is damaged by", "would be damaged by"));
            w.say(keyword.name());
        }
        Event::Damage { source: None, target: Some(target), amount, using: None } => {
            write_pattern(w, target, false)?;
            w.say(verb("is damaged", "would be damaged"));
            if let Some(amount) = amount {
                w.say("by");
                write_range(w, amount)?;
                w.say("damage");
            }
        }
        Event::Discarded { what, from, cause } => write_discarded(w, what, *from, cause, would)?,
        Event::Retreats(who) => {
            write_pattern(w, who, false)?;
            w.say(verb("retreats", "would retreat"));
        }
        Event::Taps(who) if !would => {
            write_pattern(w, who, false)?;
            w.say("taps");
        }
        Event::Untaps(who) if !would => {
            write_pattern(w, who, false)?;
            w.say("untaps");
        }
        Event::Works(who, Keyword::Bounty) if !would => {
            write_pattern(w, who, false)?;
            w.say("gains a Bounty");
        }
        Event::Works(who, keyword @ (Keyword::Foresight | Keyword::Forewarning)) if !would => {
            if !is_of(who, Player::You) {
                return Err(Unwritable("the guess of somebody else"));
            }
            w.say("you predict correctly for");
            write_pattern(w, who, false)?;
            w.say("'s");
            w.say(keyword.name());
        }
        Event::Works(who, keyword) if !would && tells(*keyword) => {
            write_pattern(w, who, false)?;
            w.say("'s");
            w.say(keyword.name());
            w.say("is triggered");
        }
        Event::Leaves(who) if !would => {
            write_pattern(w, who, false)?;
            w.say("leaves its arena");
        }
        Event::Moves(who) if !would => {
            write_pattern(w, who, false)?;
            w.say("moves");
        }
        Event::Disrupted(what) if !would => {
            write_pattern(w, what, false)?;
            w.say("is disrupted");
        }
        Event::Uses(who, class) if !would => {
            write_pattern(w, who, false)?;
            w.say("uses");
            match class {
                AbilityClass::Keyword(keyword) => w.say(keyword.name()),
                AbilityClass::Activated => w.say("an activated ability"),
                AbilityClass::ForceActivated(range) => {
                    w.say("a Force-activated ability");
                    if let Some(range) = range {
                        w.say("that costs");
                        write_range(w, range)?;
                        w.say("Force");
                    }
                }
                AbilityClass::Any | AbilityClass::Triggered => {
                    return Err(Unwritable("the use of these abilities"));
                }
            }
        }
        Event::Enters { who, what, arena, by } => {
            let forms = match by[..] {
                [Entry::Deployed, Entry::Moved] => {
                    ("deploy or move", "deploys or moves", "would deploy or move")
                }
                [Entry::Deployed, Entry::Put] => ("deploy or put", "deploys or puts", "would deploy or put"),
                [Entry::Moved, Entry::Put] => ("move or put", "moves or puts", "would move or put"),
                [Entry::Moved] => ("move", "moves", "would move"),
                [Entry::Put] => ("put", "puts", "would put"),
                [Entry::Deployed, Entry::Moved, Entry::Put] => {
                    ("deploy, move or put", "deploys, moves or puts", "would deploy, move or put")
                }
                _ => return Err(Unwritable("this way into an arena")),
            };
            write_subject(w, *who, forms, would)?;
            write_pattern(w, what, false)?;
            w.say("into");
            write_arena(w, *arena)?;
        }
        Event::Stacked(how, what, on) => write_stacked(w, *how, what, on, would)?,
        Event::Searches(who) => {
            write_subject(w, *who, ("search", "searches", "would search"), would)?;
            super::player::write_owner(w, *who)?;
            w.say("deck");
        }
        Event::Counters { change, who, kind, on, amount } => {
            write_counters(w, *change, *who, (kind, amount.as_ref()), on, would)?;
        }
        Event::Attached(what, on) => {
            let yours = is_of(what, Player::You);
            if yours {
                write_subject(w, Player::You, ("attach", "attaches", "would attach"), would)?;
            }
            write_pattern(w, what, false)?;
            w.say(if yours { "to" } else { "is attached to" });
            write_pattern(w, on, false)?;
        }
        Event::Pool { who, flow, pool, amount } => {
            let forms = match flow {
                Flow::Gain => ("gain", "gains", "would gain"),
                Flow::Lose => ("lose", "loses", "would lose"),
                Flow::Pay => ("pay", "pays", "would pay"),
            };
            write_subject(w, *who, forms, would)?;
            if let Some(amount) = amount {
                write_range(w, amount)?;
            }
            w.say(match pool {
                Pool::Force => "Force",
                Pool::BuildPoints => "build points",
            });
        }
        Event::Draws(who) => {
            write_subject(w, *who, ("draw", "draws", "would draw"), would)?;
            w.say("a card");
        }
        Event::GainsArena(who, arena) => {
            write_subject(w, *who, ("gain control of", "gains control of", "would gain control of"), would)?;
            write_arena(w, *arena)?;
        }
        Event::Stage(..)
        | Event::AttackEnds(_)
        | Event::Damage { .. }
        | Event::Taps(_)
        | Event::Untaps(_)
        | Event::Moves(_)
        | Event::Leaves(_)
        | Event::Works(..)
        | Event::Disrupted(_)
        | Event::Uses(..)
        | Event::Prevents { .. } => return Err(Unwritable("this event")),
    }
    Ok(())
}

pub(super) fn write_subject(
    w: &mut Writer,
    who: Player,
    (you, others, would_be): (&str, &str, &str),
    would: bool,
) -> Written {
    write_player(w, who)?;
    w.say(if would {
        would_be
    } else if who == Player::You {
        you
    } else {
        others
    });
    Ok(())
}

fn write_using(w: &mut Writer, using: Option<Keyword>) {
    if let Some(keyword) = using {
        w.say("using");
        w.say(keyword.name());
    }
}

fn write_discarded(
    w: &mut Writer,
    what: &Pattern,
    from: Option<Place>,
    cause: &Cause,
    would: bool,
) -> Written {
    match (cause, from) {
        (Cause::Any, from) => {
            write_pattern(w, what, false)?;
            w.say(if would { "would be discarded" } else { "is discarded" });
            if let Some(place) = from {
                w.say("from");
                write_place_name(w, place)?;
            }
            Ok(())
        }
        (Cause::DamageFrom(source), from) if !would => {
            w.say("damage from");
            write_pattern(w, source, false)?;
            w.say("causes");
            write_pattern(w, what, false)?;
            w.say("to be discarded");
            if let Some(place) = from {
                w.say("from");
                write_place_name(w, place)?;
            }
            Ok(())
        }
        (Cause::AttackDamageFrom(source), None) if !would => {
            w.say("damage from");
            write_pattern(w, source, false)?;
            w.say("'s attack causes");
            write_pattern(w, what, false)?;
            w.say("to be discarded");
            Ok(())
        }
        (Cause::By(who), None) => {
            write_subject(w, *who, ("discard", "discards", "would discard"), would)?;
            write_pattern(w, what, false)
        }
        (Cause::DamageFrom(_) | Cause::AttackDamageFrom(_) | Cause::By(_), _) => {
            Err(Unwritable("this cause of a discard"))
        }
    }
}

fn write_counters(
    w: &mut Writer,
    change: CounterChange,
    who: Option<Player>,
    (kind, amount): (&vocab::ability::CounterKind, Option<&Range>),
    on: &Pattern,
    would: bool,
) -> Written {
    let forms = match change {
        CounterChange::Put => ("put", "puts", "would put"),
        CounterChange::Removed => ("remove", "removes", "would remove"),
    };
    if let Some(who) = who {
        write_subject(w, who, forms, would)?;
    } else if would {
        return Err(Unwritable("counters that would be put"));
    }
    let amount = amount.ok_or(Unwritable("counters without a number in an event"))?;
    write_range(w, amount)?;
    write_counter_kind(w, kind, true)?;
    w.say(match (who, change) {
        (Some(_), CounterChange::Put) => "on",
        (Some(_), CounterChange::Removed) => "from",
        (None, CounterChange::Put) => "are put on",
        (None, CounterChange::Removed) => "are removed from",
    });
    write_pattern(w, on, false)
}

#[cfg(test)]
mod tests {
    use super::{read_event, write_event};
    use crate::testing::both;
    use vocab::ability::Tense;

    #[test]
    fn what_would_happen() {
        for text in [
            "this unit would be discarded from the Space arena",
            "a unit would attack this unit",
            "a unit in the Ground arena would do damage",
            "the roll for build points would be made",
        ] {
            both(text, |p| read_event(p, Tense::Would), |w, event| write_event(w, event, Tense::Would));
        }
    }
}
