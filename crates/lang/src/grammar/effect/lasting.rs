//! Rules that an effect makes for a while: "that unit gets +2 power until end of turn".

use super::newcomers::read_newcomers;
use crate::grammar::amount::read_where_x;
use crate::grammar::duration::read_duration;
use crate::grammar::grant::{read_grants, write_grant};
use crate::grammar::rule::{read_rule, write_rule};
use crate::grammar::who::Who;
use crate::parser::Parser;
use crate::referents::Referents;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Amount, ArenaRef, Change, Condition, Duration, Effect, Filter, Grant, KeywordAbility, Lasting, Measure,
    Modality, Newcomers, Pattern, Place, Player, Quality, Rule, Selector, X,
};

use super::sentence::join;

/// A rule with its duration, which may come first.
pub fn read_lasting(p: &mut Parser, before: Option<Duration>) -> Option<Effect> {
    (p.actor == Player::You).then_some(())?;
    let outer = std::mem::replace(&mut p.may_choose, true);
    let first = p.before.len();
    let rule = read_given_rule(p);
    p.may_choose = outer;
    let mut rule = rule?;
    let mark = p.refs.mark();
    if let Rule::Cards { who, .. } = &rule {
        who.introduce(&mut p.refs);
    }
    let mut after = p.attempt(read_duration);
    let explained = read_where_x(p) || *p.x() != X::Chosen;
    if explained && after.is_none() {
        after = p.attempt(|p| {
            p.words(",");
            read_duration(p)
        });
    }
    // "... until end of turn. Abilities that cost 1 or more Force can't cost less than 1 Force."
    if let Rule::Cards { changes, .. } = &mut rule
        && let [Change::Cost { at_least: at_least @ None, .. }] = &mut changes[..]
    {
        *at_least = p.attempt(crate::grammar::cost_change::read_least_sentence);
    }
    p.refs.back_to(mark);
    let duration = match (before, after) {
        // "As long as A, B gets C until end of turn": whenever A is true, until the turn ends.
        (Some(Duration::AsLongAs(only)), Some(duration)) => {
            let (Rule::Cards { condition, .. } | Rule::Players { condition, .. }) = &mut rule;
            condition.is_none().then_some(())?;
            *condition = Some(*only);
            duration
        }
        (Some(_), Some(_)) => return None,
        (Some(duration), None) | (None, Some(duration)) => duration,
        (None, None) => match as_long_as(&mut rule) {
            Some(duration) => duration,
            None => p.unstated.clone()?,
        },
    };
    finish(p, rule, duration, first)
}

/// The rule as a step, after what must be chosen for it.
fn finish(p: &mut Parser, rule: Rule<Selector>, duration: Duration, first: usize) -> Option<Effect> {
    let newcomers = read_newcomers(p, &rule).unwrap_or_else(|| newcomers(&rule, &p.refs));
    let lasting = Effect::Lasting(Box::new(Lasting { rule, duration, newcomers }));
    let lasting = p.step(lasting);
    let mut steps = p.before.split_off(first);
    steps.push(lasting);
    join(steps)
}

/// Limits an effect to the cards that the other one leaves out.
pub fn except(first: &mut Lasting, second: &Lasting) -> bool {
    let same = first.duration == second.duration;
    match (&mut first.rule, &second.rule) {
        (
            Rule::Cards { who: Selector::Each(all), condition: None, .. },
            Rule::Cards { who: Selector::Each(some), condition: None, .. },
        ) if same => crate::grammar::filter::except(all, some),
        _ => false,
    }
}

/// "A gets B and C gets D until end of turn": both last until then.
pub fn read_sharing(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You && !p.bare).then_some(())?;
    let first = p.before.len();
    let rule = read_rule::<Selector>(p)?;
    (matches!(rule, Rule::Cards { condition: None, .. }) && *p.x() == X::Chosen).then_some(())?;
    p.one_of(&[", and", "and"])?;
    let ahead = p.state();
    let shared = match read_lasting(p, None)? {
        Effect::Lasting(second) => second.duration.clone(),
        Effect::Named(_, second) => match *second {
            Effect::Lasting(second) => second.duration.clone(),
            _ => return None,
        },
        _ => return None,
    };
    let fixed = !matches!(shared, Duration::Until(_) | Duration::AsLongAs(_));
    fixed.then_some(())?;
    p.resume(ahead);
    let one = finish(p, rule, shared, first)?;
    let other = read_lasting(p, None)?;
    Some(Effect::Sequence(vec![one, other]))
}

/// "give it +2 power" is "it gets +2 power".
fn read_given_rule(p: &mut Parser) -> Option<Rule<Selector>> {
    p.attempt(|p| {
        p.words("give").then_some(())?;
        let who = Selector::read(p)?;
        let mark = p.refs.mark();
        who.introduce(&mut p.refs);
        let grants = read_grants(p)?;
        p.refs.back_to(mark);
        Some(Rule::gets(who, grants))
    })
    .or_else(|| p.attempt(read_chosen_to_get))
    .or_else(|| p.attempt(read_doubled))
    .or_else(|| if p.bare { None } else { read_rule::<Selector>(p) })
}

/// "double this unit's Velocity": it gets as much again, or twice as much where instances don't add up (rule 1302.4).
fn read_doubled(p: &mut Parser) -> Option<Rule<Selector>> {
    (*p.x() == X::Chosen && !p.saw_x && p.words("double")).then_some(())?;
    let who = crate::grammar::reference::read_owner_reference(p)?;
    let keyword = p.keyword()?;
    let own = Amount::Measure(Measure::Keyword(keyword), Box::new(Pattern::Known(who)));
    let again = match keyword.row().class {
        Some(vocab::keyword::Combination::Selective) => own.for_each(2),
        _ => own,
    };
    let grant = KeywordAbility::number(keyword, Amount::X).ok()?;
    p.saw_x = true;
    p.explain_x(X::Is(again));
    Some(Rule::gets(Selector::Known(who), [Grant::Keyword(grant)]))
}

/// "choose up to 2 Jedi to each get +1 power": they get it.
fn read_chosen_to_get(p: &mut Parser) -> Option<Rule<Selector>> {
    p.words("choose").then_some(())?;
    let who = Selector::read(p)?;
    (p.words("to each get") || p.words("to get")).then_some(())?;
    let mark = p.refs.mark();
    who.introduce(&mut p.refs);
    let grants = read_grants(p)?;
    p.refs.back_to(mark);
    Some(Rule::gets(who, grants))
}

/// Writes what was read as a rule, or as something given by choice.
pub fn write_given_rule(w: &mut Writer, rule: &Rule<Selector>) -> Written {
    if !w.bare {
        return write_rule(w, rule);
    }
    let Rule::Cards { who, changes, condition: None } = rule else {
        return Err(Unwritable("this rule as a choice"));
    };
    w.say("give");
    who.write(w)?;
    let mark = w.refs.mark();
    who.introduce(&mut w.refs);
    w.list(changes, "and", |w, change| match change {
        Change::Gets(grant) => write_grant(w, grant),
        _ => Err(Unwritable("this change as a choice")),
    })?;
    w.refs.back_to(mark);
    Ok(())
}

/// "... as long as ..." at the end of a rule says how long it lasts.
fn as_long_as(rule: &mut Rule<Selector>) -> Option<Duration> {
    let (Rule::Cards { condition, .. } | Rule::Players { condition, .. }) = rule;
    match condition.take() {
        Some(Condition::Is(what, filter)) if is_attacking(&filter) => {
            *condition = Some(Condition::Is(what, filter));
            None
        }
        Some(lasts) => Some(Duration::AsLongAs(Box::new(lasts))),
        None => None,
    }
}

fn is_attacking(filter: &Filter) -> bool {
    use vocab::ability::Quality;
    matches!(filter.with[..], [Quality::Attacking(_)])
}

/// An effect on a chosen arena also applies to units that arrive later (rule 1309.10); others don't (rule 1309.9).
/// What happens there "whenever ..." for a while applies to whoever is there each time: a unit that arrives later
/// shares only what happens from then on.
pub fn newcomers(rule: &Rule<Selector>, refs: &Referents) -> Newcomers {
    match rule {
        Rule::Cards { who: Selector::Each(filter), .. }
            if !refs.each_time && matches!(filter.place, Some(Place::Arena(ArenaRef::Chosen(_)))) =>
        {
            Newcomers::Included
        }
        // 1309.9: a ban gives nobody anything, it's there for whoever comes.
        Rule::Cards { who: Selector::Each(filter), changes, .. }
            if changes.iter().all(is_ban) && says_what_it_is(filter) =>
        {
            Newcomers::Included
        }
        Rule::Cards { .. } | Rule::Players { .. } => Newcomers::Excluded,
    }
}

/// Whether a change forbids something or prevents damage.
const fn is_ban(change: &Change) -> bool {
    matches!(change, Change::Prevent { .. } | Change::Modal(Modality::Cant | Modality::CanOnly, _))
}

/// Whether a description speaks only of what cards are, not of how they fare at the moment or of what was named before.
fn says_what_it_is(filter: &Filter) -> bool {
    fn is_lasting(quality: &Quality) -> bool {
        match quality {
            Quality::Subtype(_)
            | Quality::Type(_)
            | Quality::MultiArena
            | Quality::Name(_)
            | Quality::Side(_)
            | Quality::Kind(_)
            | Quality::Uniqueness(_) => true,
            Quality::Not(not) => is_lasting(not),
            Quality::AnyOf(any) => any.iter().all(is_lasting),
            _ => false,
        }
    }
    // A place that is named is there for whoever comes; one that follows from a card says which are meant (1309.10).
    let is_named = match &filter.place {
        None | Some(Place::InPlay | Place::Arena(ArenaRef::Any | ArenaRef::Named(_))) => true,
        Some(_) => false,
    };
    is_named && filter.classes.iter().flat_map(|class| &class.adjectives).chain(&filter.with).all(is_lasting)
}
