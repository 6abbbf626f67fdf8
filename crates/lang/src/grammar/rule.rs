//! What is true of cards and players: "gets ...", "can't ...", "costs 1 less ...", static or for a while.

use super::ability_price;
use super::amount::{
    is_value, read_expression, read_for_each, read_statistic, read_value, read_where_x, statistic_name,
    write_expression, write_for_each,
};
use super::condition::{read_condition, write_condition};
use super::cost::{read_paid_by, write_paid_by};
use super::deed::{read_deeds, write_deed, write_player_deed};
use super::grant::{is_for_each, read_grants, read_losses, write_grant, write_loss};
use super::place::read_arena;
use super::player::{read_player, write_player};
use super::selector::{read_pattern, write_pattern};
use super::who::Who;
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Keyword;
use vocab::ability::{
    Amount, ArenaRef, Change, Charge, Condition, Deed, Direction, Filter, Grant, Limit, LimitOf, Modality,
    Pattern, Place, PlayerDeed, Portion, Preventable, Quality, Reference, Rule, Statistic,
};

/// A rule without its duration: subject, changes, condition behind them.
pub fn read_rule<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.attempt(read_prevention)
        .or_else(|| p.attempt(read_unpreventable))
        .or_else(|| p.attempt(read_treated))
        .or_else(|| p.attempt(read_player_rule))
        .or_else(|| p.attempt(ability_price::read))
        .or_else(|| p.attempt(read_copies))
        .or_else(|| p.attempt(read_card_rule))
}

fn read_card_rule<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    let who = if p.words("attacks from") {
        let who = S::read(p)?;
        p.words("can't be disrupted").then_some(())?;
        return Some(Rule::cant(who, Deed::HaveAttackDisrupted));
    } else {
        S::read(p)?
    };
    let mark = p.refs.mark();
    let itself = who.known().unwrap_or(Reference::Each);
    who.introduce(&mut p.refs);
    let changes = read_changes(p)?;
    let who = match p.attempt(|p| read_from_arena(p, &changes)) {
        Some(place) => who.placed(place)?,
        None => who,
    };
    let condition = p.attempt(|p| read_condition_behind(p, itself));
    read_where_x(p);
    p.refs.back_to(mark);
    Some(Rule::Cards { who, changes, condition })
}

/// "can't retreat from the Character arena": those that are there.
fn read_from_arena(p: &mut Parser, changes: &[Change]) -> Option<Place> {
    matches!(changes, [Change::Modal(_, Deed::Retreat)]).then_some(())?;
    p.words("from").then_some(())?;
    read_arena(p).map(Place::Arena)
}

/// "when attacking a Walker", "as long as ...", "if ...".
/// A condition behind the changes, about the card itself.
pub fn read_condition_behind(p: &mut Parser, itself: Reference) -> Option<Condition> {
    if p.words("when attacking") || p.words("while attacking") {
        let whom = p.attempt(read_pattern).map(Box::new);
        // "each unit gets ... when attacking it": nobody attacks itself.
        let sound = whom.as_deref() != Some(&Pattern::Known(Reference::Each));
        return sound.then(|| Condition::is(itself, Quality::Attacking(whom)));
    }
    if p.words("when being attacked by") || p.words("when defending against") {
        let by = Some(Box::new(read_pattern(p)?));
        return Some(Condition::is(itself, Quality::Defending(by)));
    }
    if p.words("when defending") {
        return Some(Condition::is(itself, Quality::Defending(None)));
    }
    (p.words("as long as") || p.words("if")).then_some(())?;
    read_condition(p)
}

/// Writes what `read_condition_behind` reads.
pub fn write_condition_behind(w: &mut Writer, condition: &Condition, itself: Reference) -> Written {
    if let Condition::Is(what, filter) = condition
        && *what == itself
        && let [Quality::Attacking(whom)] = &filter.with[..]
        && *filter == Box::new(Filter::cards().with(Quality::Attacking(whom.clone())))
    {
        w.say("when attacking");
        return whom.as_ref().map_or(Ok(()), |whom| write_pattern(w, whom, false));
    }
    w.say("as long as");
    write_condition(w, condition)
}

/// The verbs of a rule, joined by "and".
pub fn read_changes(p: &mut Parser) -> Option<Vec<Change>> {
    let mut changes = read_verb(p)?;
    while let Some(more) = p.attempt(|p| {
        p.one_of(&[", and", "and", ","])?;
        read_verb(p)
    }) {
        changes.extend(more);
    }
    Some(changes)
}

fn read_verb(p: &mut Parser) -> Option<Vec<Change>> {
    if p.in_enhance && p.words("also") {
        p.enhancement = Some(vocab::ability::Enhancement::Also);
    }
    p.words("each");
    if p.words("gets") || p.words("get") || p.words("gains") || p.words("has") {
        return Some(read_grants(p)?.into_iter().map(Change::Gets).collect());
    }
    if p.words("loses") || p.words("lose") {
        return Some(read_losses(p)?.into_iter().map(|loss| Change::Gets(Grant::Lose(loss))).collect());
    }
    if p.words("costs") || p.words("cost") {
        return read_cost_change(p).map(|change| vec![change]);
    }
    if p.words("doesn't count for arena control") {
        return Some(vec![Change::Modal(Modality::Cant, Deed::CountTowardControl(ArenaRef::Any))]);
    }
    if p.words("doesn't count toward") || p.words("don't count toward") {
        let arena = if p.words("arena control") {
            ArenaRef::Any
        } else {
            p.words("controlling").then_some(())?;
            read_arena(p)?
        };
        return Some(vec![Change::Modal(Modality::Cant, Deed::CountTowardControl(arena))]);
    }
    if p.words("can have") {
        return read_limit(p).map(|change| vec![change]);
    }
    if p.words("'s") || p.words("'") {
        return read_set(p);
    }
    let modality = p.choice(&[
        ("can't", Modality::Cant),
        ("can only", Modality::CanOnly),
        ("can", Modality::Can),
        ("may", Modality::Can),
        ("must", Modality::Must),
    ])?;
    let mut changes = read_deeds(p, modality)?;
    if modality == Modality::Cant
        && let Some((who, costs)) = p.attempt(read_unless)
    {
        let [Change::Modal(_, deed)] = &changes[..] else { return None };
        changes = vec![Change::Unless { deed: deed.clone(), who, costs }];
    }
    Some(changes)
}

fn read_unless(p: &mut Parser) -> Option<(vocab::ability::Player, vocab::ability::Costs)> {
    p.words("unless").then_some(())?;
    let who = read_player(p)?;
    let costs = read_paid_by(p, who)?;
    Some((who, costs))
}

/// "1 less build counter to deploy", "2 more Force to play".
fn read_cost_change(p: &mut Parser) -> Option<Change> {
    let amount = read_value(p)?;
    let sign = p.choice(&[("less", -1_i16), ("fewer", -1), ("more", 1)])?;
    let build = p.choice(&[
        ("build counters", true),
        ("build counter", true),
        ("build points", true),
        ("build point", true),
        ("force", false),
    ])?;
    let charge = p.choice(&[
        ("to deploy", Charge::Deploy),
        ("to complete", Charge::Complete),
        ("to build", Charge::Complete),
        ("to play", Charge::Play),
        ("to equip", Charge::Equip),
    ])?;
    (build == matches!(charge, Charge::Deploy | Charge::Complete)).then_some(())?;
    let by = match amount {
        Amount::Number(n) => Amount::Number(sign * n),
        other if sign == 1 => other,
        other => Amount::Times(-1, Box::new(other)),
    };
    let at_least = p.attempt(|p| {
        let opened = p.words("(");
        p.words(",");
        p.one_of(&["but not less than", "but can't cost less than", "to a minimum of"])?;
        let least = u8::try_from(p.number()?).ok()?;
        (!opened || p.words(")")).then_some(least)
    });
    Some(Change::Cost { charge, by, at_least })
}

/// "an extra Pilot", "up to 2 Pilots", "up to 6 cards in its stack".
fn read_limit(p: &mut Parser) -> Option<Change> {
    if p.one_of(&[
        "more than 4 cards in its stack",
        "more than 4 cards in his stack",
        "more than 4 cards in her stack",
    ])
    .is_some()
    {
        return Some(Change::Limit(LimitOf::StackedCards, Limit::None));
    }
    let limit = if p.words("an extra") || p.words("an additional") {
        Limit::Extra(1)
    } else if p.words("any number of") {
        Limit::None
    } else {
        p.words("up to").then_some(())?;
        let n = u8::try_from(p.number()?).ok()?;
        if p.words("extra") { Limit::Extra(n) } else { Limit::UpTo(n) }
    };
    let of = p.choice(&[
        ("pilots", LimitOf::Pilots),
        ("pilot", LimitOf::Pilots),
        ("cards in its stack", LimitOf::StackedCards),
        ("cards in his stack", LimitOf::StackedCards),
        ("cards in her stack", LimitOf::StackedCards),
        ("cards in their stack", LimitOf::StackedCards),
    ])?;
    Some(Change::Limit(of, limit))
}

/// "'s power is equal to ...", "'s power and health are equal to ...".
fn read_set(p: &mut Parser) -> Option<Vec<Change>> {
    let mut statistics = vec![read_statistic(p)?];
    while let Some(next) = p.attempt(|p| {
        (p.words("and") || p.words(",") || p.words(", and")).then_some(())?;
        read_statistic(p)
    }) {
        statistics.push(next);
    }
    (p.words("is") || p.words("are")).then_some(())?;
    p.words("each");
    p.words("equal to");
    let amount = read_expression(p)?;
    let set = |statistic: Statistic| Change::Gets(Grant::Set(statistic, amount.clone()));
    Some(statistics.into_iter().map(set).collect())
}

/// "Prevent all damage to and from this unit", "prevent 1 damage to it from Jedi".
fn read_prevention<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.words("prevent").then_some(())?;
    let number = if p.words("all damage") {
        None
    } else {
        let number = p.number()?;
        p.words("damage").then_some(())?;
        Some(number)
    };
    let direction = p.choice(&[
        ("to and from", Direction::ToAndFrom),
        ("from and to", Direction::ToAndFrom),
        ("to", Direction::To),
        ("from", Direction::From),
    ])?;
    let who = S::read(p)?;
    let other = p.attempt(|p| {
        p.words(if direction == Direction::To { "from" } else { "to" }).then_some(())?;
        read_pattern(p)
    });
    let portion = match number {
        None => Portion::All,
        // A number alone is prevented once, by an effect; for each of something it is a rule.
        Some(number) => match read_for_each(p, Amount::Number(number)) {
            each @ Amount::Times(..) => Portion::Exactly(each),
            _ => return None,
        },
    };
    Some(Rule::changes(who, [Change::Prevent { portion, direction, other }]))
}

/// "Damage from this unit can't be prevented", "... can only be prevented by Evade".
fn read_unpreventable<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.words("damage from").then_some(())?;
    let who = S::read(p)?;
    let preventable = read_preventable(p)?;
    Some(Rule::changes(who, [Change::DamageFrom(preventable)]))
}

/// "can't be prevented", "can only be prevented by Evade or Armor".
pub fn read_preventable(p: &mut Parser) -> Option<Preventable> {
    if p.words("can't be prevented") {
        return Some(Preventable::No);
    }
    p.words("can only be prevented by").then_some(())?;
    let mut keywords = vec![p.keyword()?];
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", or", "or", "and", ","])?;
        p.keyword()
    }) {
        keywords.push(next);
    }
    Some(Preventable::OnlyBy(keywords))
}

/// Writes what `read_preventable` reads.
pub fn write_preventable(w: &mut Writer, preventable: &Preventable) -> Written {
    match preventable {
        Preventable::Yes => Err(Unwritable("damage that can be prevented")),
        Preventable::No => {
            w.say("can't be prevented");
            Ok(())
        }
        Preventable::OnlyBy(keywords) => {
            w.say("can only be prevented by");
            w.list(keywords, "or", |w, keyword: &Keyword| {
                w.say(keyword.name());
                Ok(())
            })
        }
    }
}

/// "Treat this unit as a Jedi".
fn read_treated<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.words("treat").then_some(())?;
    let who = S::read(p)?;
    p.words("as").then_some(())?;
    let _ = p.words("a") || p.words("an");
    let mut grants = vec![read_identity(p)?];
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", and", "and", ","])?;
        let _ = p.words("a") || p.words("an");
        read_identity(p)
    }) {
        grants.push(next);
    }
    Some(Rule::gets(who, grants))
}

fn read_identity(p: &mut Parser) -> Option<Grant> {
    if let Some(name) = p.card_name() {
        return Some(Grant::Name(name.into()));
    }
    p.subtype(0).map(|subtype| Grant::Subtype(subtype.into()))
}

/// "You can only have one copy of this Campaign in play" (rule 211.3).
fn read_copies<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.words("you can only have one copy of").then_some(())?;
    let who = S::read(p)?;
    (who.known() == Some(Reference::This) && p.words("in play")).then_some(())?;
    Some(Rule::changes(who, [Change::Limit(LimitOf::Copies, Limit::UpTo(1))]))
}

/// What is said of a player who shows the hand all the time; the canonical words first.
const HAND_REVEALED: [&str; 4] = [
    "plays with their hand revealed",
    "plays with his or her hand revealed",
    "plays with her or her hand revealed",
    "play with your hand revealed",
];

/// "Your opponent can't gain Force as long as ...".
fn read_player_rule<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    let who = read_player(p)?;
    if p.one_of(&HAND_REVEALED).is_some() {
        return Some(Rule::Players {
            who,
            modality: Modality::Must,
            deed: PlayerDeed::RevealHand,
            condition: None,
        });
    }
    let modality =
        p.choice(&[("can't", Modality::Cant), ("must", Modality::Must), ("can", Modality::Can)])?;
    let deed = if let Some(filter) = p.attempt(|p| {
        (p.words("play") || p.words("deploy")).then_some(())?;
        super::filter::read_filter(p)
    }) {
        PlayerDeed::Play(filter)
    } else if p.words("control") {
        PlayerDeed::ControlArena(read_arena(p)?)
    } else {
        p.choice(&[
            ("gain force", PlayerDeed::GainForce),
            ("draw cards", PlayerDeed::Draw),
            ("search a deck", PlayerDeed::Search),
            ("retreat units", PlayerDeed::Retreat),
            ("win the game", PlayerDeed::Win),
            ("lose the game", PlayerDeed::Lose),
        ])?
    };
    deed.takes(modality).then_some(())?;
    let condition = p.attempt(|p| {
        (p.words("as long as") || p.words("if")).then_some(())?;
        read_condition(p)
    });
    Some(Rule::Players { who, modality, deed, condition })
}

/// Writes what `read_rule` reads, with the condition behind.
pub fn write_rule<S: Who>(w: &mut Writer, rule: &Rule<S>) -> Written {
    match rule {
        Rule::Players { who, modality, deed, condition } => {
            write_player(w, *who)?;
            if *deed == PlayerDeed::RevealHand {
                w.say(HAND_REVEALED[0]);
                return condition.as_ref().map_or(Ok(()), |_| Err(Unwritable("a hand revealed for a while")));
            }
            w.say(modality_word(*modality)?);
            write_player_deed(w, deed)?;
            if let Some(condition) = condition {
                w.say("as long as");
                write_condition(w, condition)?;
            }
            Ok(())
        }
        Rule::Cards { who, changes, condition } => {
            if let (Some(before), [change]) = (condition, &changes[..])
                && is_special(change)
            {
                w.say("as long as");
                write_condition(w, before)?;
                w.say(",");
            }
            if let (Some(player), None) = (ability_price::player_of(who, changes), condition) {
                return ability_price::write(w, player, changes);
            }
            if write_special(w, who, changes)? {
                return Ok(());
            }
            who.write(w)?;
            let mark = w.refs.mark();
            let itself = who.known().unwrap_or(Reference::Each);
            who.introduce(&mut w.refs);
            write_changes(w, changes)?;
            if let Some(condition) = condition {
                write_condition_behind(w, condition, itself)?;
            }
            super::amount::write_pending_x(w)?;
            w.refs.back_to(mark);
            Ok(())
        }
    }
}

/// Whether the sentence has another shape than "A gets B".
fn is_special(change: &Change) -> bool {
    matches!(
        change,
        Change::Prevent { portion: Portion::All | Portion::Exactly(Amount::Times(..)), .. }
            | Change::DamageFrom(_)
            | Change::Modal(Modality::Cant, Deed::HaveAttackDisrupted)
    )
}

/// Sentences of another shape than "A gets B": whether one was written.
fn write_special<S: Who>(w: &mut Writer, who: &S, changes: &[Change]) -> Result<bool, Unwritable> {
    match changes {
        [Change::Prevent { portion, direction, other }] => {
            let each = match portion {
                Portion::All => None,
                Portion::Exactly(Amount::Times(n, each)) => Some((*n, each)),
                Portion::Exactly(_) | Portion::UpTo(_) | Portion::AllBut(_) => return Ok(false),
            };
            w.say("prevent");
            match each {
                None => w.say("all damage"),
                Some((n, _)) => w.say(format!("{n} damage")),
            }
            w.say(match direction {
                Direction::To => "to",
                Direction::From => "from",
                Direction::ToAndFrom => "to and from",
            });
            who.write(w)?;
            if let Some(other) = other {
                w.say(if *direction == Direction::To { "from" } else { "to" });
                write_pattern(w, other, false)?;
            }
            if let Some((_, each)) = each {
                write_for_each(w, each)?;
            }
            Ok(true)
        }
        [Change::Limit(LimitOf::Copies, Limit::UpTo(1))] => {
            w.say("you can only have one copy of");
            who.write(w)?;
            w.say("in play");
            Ok(true)
        }
        [Change::DamageFrom(preventable)] => {
            w.say("damage from");
            who.write(w)?;
            write_preventable(w, preventable)?;
            Ok(true)
        }
        [Change::Modal(Modality::Cant, Deed::HaveAttackDisrupted)] => {
            w.say("attacks from");
            who.write(w)?;
            w.say("can't be disrupted");
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// "Treat this unit as a Jedi": whether the rule is of that sort; the caller knows whether it works everywhere.
pub fn write_treated<S: Who>(w: &mut Writer, rule: &Rule<S>) -> Written {
    let Rule::Cards { who, changes, condition: None } = rule else {
        return Err(Unwritable("this rule in every zone"));
    };
    w.say("treat");
    who.write(w)?;
    w.say("as");
    w.list(changes, "and", |w, change| match change {
        Change::Gets(Grant::Subtype(word) | Grant::Name(word)) => {
            w.say(super::class::article(&word.to_ascii_lowercase()));
            w.say(&**word);
            Ok(())
        }
        _ => Err(Unwritable("this identity")),
    })
}

/// The verbs of a rule.
pub fn write_changes(w: &mut Writer, changes: &[Change]) -> Written {
    let mut getting = "";
    for (i, change) in changes.iter().enumerate() {
        let verb = verb_of(change)?;
        // "its power and health are equal to ...": one sentence for both.
        if let (Change::Gets(Grant::Set(_, amount)), Some(Change::Gets(Grant::Set(_, next)))) =
            (change, changes.get(i + 1))
            && (amount != next || (i > 0 && getting != verb))
        {
            return Err(Unwritable("values set apart"));
        }
        if i > 0 {
            let each = matches!(&changes[i - 1], Change::Gets(grant) if is_for_each(grant));
            w.say(match (each, verb == getting && verb == "can't") {
                (true, _) => ", and",
                (false, true) => "or",
                (false, false) => "and",
            });
        }
        if verb != getting {
            w.say(verb);
        }
        getting = verb;
        write_change(w, change, i + 1 == changes.len())?;
    }
    Ok(())
}

fn verb_of(change: &Change) -> Result<&'static str, Unwritable> {
    Ok(match change {
        Change::Gets(Grant::Lose(_)) => "loses",
        Change::Gets(Grant::Set(..)) => "'s",
        Change::Gets(_) => "gets",
        Change::Modal(Modality::Cant, Deed::CountTowardControl(_)) => "doesn't count toward controlling",
        Change::Modal(modality, _) => modality_word(*modality)?,
        Change::Unless { .. } => "can't",
        Change::Cost { .. } => "costs",
        Change::Limit(..) => "can have",
        Change::Prevent { .. } | Change::DamageFrom(_) => return Err(Unwritable("this change among others")),
    })
}

const fn modality_word(modality: Modality) -> Result<&'static str, Unwritable> {
    Ok(match modality {
        Modality::Can => "can",
        Modality::CanOnly => "can only",
        Modality::Cant => "can't",
        Modality::Must => "must",
    })
}

fn write_change(w: &mut Writer, change: &Change, is_last: bool) -> Written {
    match change {
        Change::Gets(Grant::Lose(loss)) => write_loss(w, loss),
        Change::Gets(Grant::Set(statistic, amount)) => {
            w.say(statistic_name(*statistic));
            if is_last {
                w.say("is equal to");
                write_expression(w, amount)?;
            }
            Ok(())
        }
        Change::Gets(grant) => write_grant(w, grant),
        Change::Modal(_, deed) => write_deed(w, deed),
        Change::Unless { deed, who, costs } => {
            write_deed(w, deed)?;
            w.say("unless");
            write_player(w, *who)?;
            write_paid_by(w, *who, costs)
        }
        Change::Cost { charge, by, at_least } => {
            let (word, amount) = match by {
                Amount::Number(n) if *n < 0 => ("less", Amount::Number(-n)),
                Amount::Times(-1, of) => ("less", (**of).clone()),
                other => ("more", other.clone()),
            };
            if !is_value(&amount) {
                return Err(Unwritable("this change of a cost"));
            }
            super::amount::write_value(w, &amount)?;
            w.say(word);
            let one = amount == Amount::Number(1);
            w.say(match charge {
                Charge::Deploy if one => "build counter to deploy",
                Charge::Deploy => "build counters to deploy",
                Charge::Complete if one => "build counter to complete",
                Charge::Complete => "build counters to complete",
                Charge::Play => "Force to play",
                Charge::Equip => "Force to equip",
                Charge::Activate(_) => return Err(Unwritable("the cost of abilities")),
            });
            if let Some(least) = at_least {
                w.say(format!("(but not less than {least})"));
            }
            Ok(())
        }
        Change::Limit(of, limit) => {
            let one = matches!(limit, Limit::Extra(1));
            w.say(match limit {
                Limit::UpTo(n) => format!("up to {n}"),
                Limit::Extra(1) => "an extra".to_string(),
                Limit::Extra(n) => format!("up to {n} extra"),
                Limit::None => "any number of".to_string(),
            });
            w.say(match of {
                LimitOf::Pilots if one => "Pilot",
                LimitOf::Pilots => "Pilots",
                LimitOf::StackedCards => "cards in its stack",
                LimitOf::Copies => return Err(Unwritable("copies among other limits")),
            });
            Ok(())
        }
        Change::Prevent { .. } | Change::DamageFrom(_) => Err(Unwritable("this change")),
    }
}

#[cfg(test)]
mod tests {
    use super::{read_rule, write_rule};
    use crate::testing::both;
    use vocab::ability::Pattern;

    #[test]
    fn rules() {
        for text in [
            "Each of your other Diplomats gets Lucky 1",
            "This unit gets +1 power when attacking a Capital Ship",
            "Each of your Starfighters gets +1 power when attacking a Capital Ship",
            "Each of your Droids costs 1 less build counter to deploy (but not less than 1)",
            "This unit doesn't count toward controlling any arena",
            "This unit can attack a Character in your opponent's build zone",
            "This unit can't attack or be attacked",
            "This unit can't be disrupted",
            "Prevent all damage to and from this unit",
            "Each of your opponent's activated abilities that cost 0 or more Force costs 2 more Force to play",
            "Prevent 1 damage to this unit for each natural 2 among the attack dice",
            "Damage from this unit can only be prevented by Evade",
            "Each of your opponent's units with power 5 or more loses Stealth",
            "This unit can have an extra Pilot",
            "You can only have one copy of this unit in play",
            "Your opponent can't gain Force as long as you control the Character arena",
            "Your opponent plays with their hand revealed",
            "This unit's power is equal to the number of cards in your hand",
            "Ilara Venn gets +1 health",
        ] {
            both(text, read_rule::<Pattern>, write_rule);
        }
    }
}
