//! What is true of cards and players: "gets ...", "can't ...", "costs 1 less ...", static or for a while.

use super::ability_price;
use super::activity::{read_activities, write_activity};
use super::amount::{
    read_expression, read_for_each, read_statistic, read_where_x, statistic_name, write_expression,
    write_for_each,
};
use super::condition::{opposite, read_condition, write_condition};
use super::cost::{read_paid_by, write_paid_by};
use super::cost_change::{read_abilities_cost, read_cost_change, write_cost_change};
use super::grant::{is_for_each, is_multiplied_by_list, read_grants, read_losses, write_grant, write_loss};
use super::identity::{read_treated, write_treated};
use super::limit;
use super::place::read_arena;
use super::player::{read_player, write_player};
use super::player_rule;
use super::reference::read_reference;
use super::selector::{read_pattern, write_pattern};
use super::stacking::read_stackable;
use super::who::Who;
use crate::lexicon::{Lexicon, own_names};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Keyword;
use vocab::ability::{
    AbilityClass, Activity, Amount, ArenaRef, Change, Charge, Condition, Direction, Filter, Grant,
    KeywordAbility, Limit, LimitOf, Modality, Pattern, Place, Player, Portion, Preventable, Quality,
    Reference, Rule, Statistic,
};

/// A rule without its duration: subject, changes, and the condition after them.
pub fn read_rule<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.attempt(read_prevention)
        .or_else(|| p.attempt(read_stays_tapped))
        .or_else(|| p.attempt(read_stackable))
        .or_else(|| p.attempt(read_unpreventable))
        .or_else(|| p.attempt(read_treated))
        .or_else(|| p.attempt(player_rule::read))
        .or_else(|| p.attempt(ability_price::read))
        .or_else(|| p.attempt(read_copies))
        .or_else(|| p.attempt(read_secret_dice))
        .or_else(|| p.attempt(read_equippable))
        .or_else(|| p.attempt(read_card_rule))
}

fn read_card_rule<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    let who = if p.words("attacks from") {
        let who = S::read(p)?;
        p.words("can't be disrupted").then_some(())?;
        return Some(Rule::cant(who, Activity::HaveAttackDisrupted));
    } else {
        p.attempt(read_each_of_its).or_else(|| p.attempt(S::read))?
    };
    let (who, during) = match p.attempt(|p| read_played_during(p, &who)) {
        Some((who, stage)) => (who, Some(Condition::During(stage))),
        None => (who, None),
    };
    let mark = p.refs.mark();
    let itself = who.known().unwrap_or(Reference::Each);
    who.introduce(&mut p.refs);
    let names = who.clone().described().map_or(Vec::new(), |filter| names_of(p.lexicon, filter));
    let before = p.bearer.clone();
    if !names.is_empty() {
        p.bearer = names;
    }
    let changes = read_changes(p);
    p.bearer = before;
    let changes = changes?;
    // Where Hidden Cost works (rule 1314.2).
    if changes.iter().all(is_of_building) {
        p.words("while face-down in your build zone");
    }
    let who = match p.attempt(|p| read_from_arena(p, &changes)) {
        Some(place) => who.placed(place)?,
        None => who,
    };
    let condition = p.attempt(|p| read_condition_after(p, itself));
    (during.is_none() || condition.is_none()).then_some(())?;
    read_where_x(p);
    p.refs.back_to(mark);
    Some(Rule::Cards { who, changes, condition: condition.or(during) })
}

/// "Equipped Jedi without Parry gets Parry 2": with it, one isn't without it any more.
pub(super) fn undoes_itself(who: &Filter, changes: &[Change]) -> bool {
    let lacks = |keyword: Keyword| who.with.contains(&Quality::Keyword(keyword, None).negated());
    changes
        .iter()
        .any(|change| matches!(change, Change::Gets(Grant::Keyword(given)) if lacks(given.keyword())))
}

/// Whether it is about completing the card: Hidden Cost, or what it costs.
pub(super) fn is_of_building(change: &Change) -> bool {
    match change {
        Change::Gets(Grant::Keyword(keyword)) => keyword.keyword() == Keyword::HiddenCost,
        Change::Cost { charge, .. } => {
            matches!(charge, Charge::Deploy | Charge::DeployTo(_) | Charge::Complete)
        }
        _ => false,
    }
}

/// "each Battle card you play during the Space battle step": yours, and then.
fn read_played_during<S: Who>(p: &mut Parser, who: &S) -> Option<(S, vocab::ability::Stage)> {
    p.words("you play during").then_some(())?;
    let stage = super::timing::read_stage(p)?;
    let mut who = who.clone();
    let filter = who.described().filter(|filter| filter.control.is_none() && filter.place.is_none())?;
    filter.control = Some(Player::You);
    Some((who, stage))
}

/// "You can equip this Equipment to your opponent's Space units".
fn read_equippable<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.one_of(&["you can equip", "you may equip", "you can attach", "you may attach"])?;
    let who = S::read(p).filter(|who| who.known() == Some(Reference::This))?;
    p.words("to").then_some(())?;
    let activity = Activity::BeAttached(read_pattern(p)?);
    // When it is equipped is no question of where it can be: an Equip of its own says that (rule 1002.1).
    (!p.sees(|p| p.words("during"))).then_some(())?;
    Some(Rule::changes(who, [Change::Modal(Modality::Can, activity)]))
}

/// "Roll this unit's attack dice secretly. Show them to your opponent after damage prevention." is Cunning (rule 1715).
fn read_secret_dice<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.words("roll").then_some(())?;
    let who = p.attempt(read_each_of_its).or_else(|| p.attempt(S::read))?;
    // On the card itself it is a keyword of its own.
    (S::ONCE || who.known() != Some(Reference::This)).then_some(())?;
    (p.words("'s") || p.words("'")).then_some(())?;
    p.words("attack dice secretly").then_some(())?;
    p.words(". show them to your opponent after damage prevention");
    let cunning = KeywordAbility::plain(Keyword::Cunning).ok()?;
    Some(Rule::gets(who, [Grant::Keyword(cunning)]))
}

/// "each of this unit's activated abilities": the rule is about the unit.
fn read_each_of_its<S: Who>(p: &mut Parser) -> Option<S> {
    p.words("each of").then_some(())?;
    let who = S::read(p)?;
    let named =
        who.clone().described().is_some_and(|filter| filter.classes.iter().all(super::class::is_name));
    ((who.known().is_some() || named) && p.sees(|p| p.words("'s") || p.words("'"))).then_some(who)
}

/// The names of the units in a description: "Ilara Venn gets '... untap Ilara'".
pub fn names_of(lexicon: &Lexicon, filter: &Filter) -> Vec<Vec<Box<str>>> {
    let mut names = Vec::new();
    for class in &filter.classes {
        if let [.., Quality::Name(name)] = &class.adjectives[..] {
            names.extend(own_names(name, true, lexicon));
        }
    }
    names
}

/// "You may choose not to untap this unit during your untap step."
fn read_stays_tapped<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.words("you may choose not to untap").then_some(())?;
    let who = S::read(p)?;
    p.words("during your untap step").then_some(())?;
    Some(Rule::changes(who, [Change::Modal(Modality::Can, Activity::StayTapped)]))
}

/// "can't retreat from the Character arena": the ones that are there.
fn read_from_arena(p: &mut Parser, changes: &[Change]) -> Option<Place> {
    matches!(changes, [Change::Modal(_, Activity::Retreat)]).then_some(())?;
    p.words("from").then_some(())?;
    read_arena(p).map(Place::Arena)
}

/// "when attacking a Walker", "as long as ...", "if ...".
/// A condition after the changes, about the card itself.
pub fn read_condition_after(p: &mut Parser, itself: Reference) -> Option<Condition> {
    if p.words("when attacking") || p.words("while attacking") {
        let this = itself == Reference::This;
        p.versus = Some(if this { Reference::This } else { Reference::Attacker });
        let mut whom = p.attempt(read_pattern);
        p.versus = None;
        // "each unit gets ... when attacking it": nobody attacks itself.
        if whom == Some(Pattern::Known(Reference::Each)) {
            whom = Some(Pattern::Known(p.refs.pronoun_but(Reference::Each)?));
        }
        // "... where X is the number of counters on that unit".
        if let Some(Pattern::Any(filter)) = &whom {
            p.refs.introduce(Reference::Defender, filter, false, false);
        }
        return Some(Condition::is(itself, Quality::Attacking(whom.map(Box::new))));
    }
    let using = p.attempt(|p| {
        p.one_of(&["when using", "while using", "as long as it 's using", "as long as it is using"])?;
        let keyword = p.keyword()?;
        let whom = if p.words("to attack") { Some(read_pattern(p)?) } else { None };
        Some(using(itself, keyword, whom))
    });
    if using.is_some() {
        return using;
    }
    if p.words("when being attacked by") || p.words("when defending against") {
        let by = Some(Box::new(read_pattern(p)?));
        return Some(Condition::is(itself, Quality::Defending(by)));
    }
    if p.words("when defending") {
        let _ = p.words("for an attack") || p.words("against an attack");
        return Some(Condition::is(itself, Quality::Defending(None)));
    }
    if p.words("unless") {
        return read_condition(p).map(opposite);
    }
    (p.words("as long as") || p.words("if")).then_some(())?;
    read_condition(p)
}

/// "when using Bombard to attack a Ground unit".
fn using(itself: Reference, keyword: Keyword, whom: Option<Pattern>) -> Condition {
    let mut filter = Filter::cards().with(Quality::Using(keyword));
    if let Some(whom) = whom {
        filter = filter.with(Quality::Attacking(Some(Box::new(whom))));
    }
    Condition::Is(itself, Box::new(filter))
}

/// Writes what `read_condition_after` reads.
pub fn write_condition_after(w: &mut Writer, condition: &Condition, itself: Reference) -> Written {
    if let Condition::Is(what, filter) = condition
        && *what == itself
        && let [Quality::Attacking(whom)] = &filter.with[..]
        && *filter == Box::new(Filter::cards().with(Quality::Attacking(whom.clone())))
    {
        w.say("when attacking");
        return whom.as_ref().map_or(Ok(()), |whom| write_pattern(w, whom, false));
    }
    if let Condition::Is(what, filter) = condition
        && *what == itself
        && let [Quality::Using(keyword), rest @ ..] = &filter.with[..]
    {
        let whom = match rest {
            [] => None,
            [Quality::Attacking(Some(whom))] => Some((**whom).clone()),
            _ => return Err(Unwritable("this way of attacking")),
        };
        if *condition == using(itself, *keyword, whom.clone()) {
            w.say("when using");
            w.say(keyword.name());
            if let Some(whom) = whom {
                w.say("to attack");
                write_pattern(w, &whom, false)?;
            }
            return Ok(());
        }
    }
    w.say("as long as");
    write_condition(w, condition)
}

/// The verbs of a rule, joined by "and".
pub fn read_changes(p: &mut Parser) -> Option<Vec<Change>> {
    let mut changes = read_verb(p)?;
    while let Some(more) = p.attempt(|p| {
        p.one_of(&[", and", "and", ","])?;
        // "and it can't ...": the same subject again.
        let subject = p.refs.pronoun(false);
        let _ = p.attempt(|p| read_reference(p).filter(|again| Some(*again) == subject));
        read_verb(p)
    }) {
        changes.extend(more);
    }
    Some(changes)
}

fn read_verb(p: &mut Parser) -> Option<Vec<Change>> {
    if p.words("also") && p.in_enhance {
        p.enhancement = Some(vocab::ability::Enhancement::Also);
    }
    p.words("each");
    // Some cards forget the verb before a bonus.
    let bonus = p.sees(|p| p.words("+") && p.number().is_some() && read_statistic(p).is_some());
    if bonus || p.words("gets") || p.words("get") || p.words("gains") || p.words("gain") || p.words("has") {
        return Some(read_grants(p)?.into_iter().map(Change::Gets).collect());
    }
    if p.words("rolls attack dice secretly") || p.words("roll attack dice secretly") {
        p.words(". show them to your opponent after damage prevention");
        let cunning = KeywordAbility::plain(Keyword::Cunning).ok()?;
        return Some(vec![Change::Gets(Grant::Keyword(cunning))]);
    }
    if p.words("wins ties for speed") || p.words("win ties for speed") {
        return Some(vec![Change::Modal(Modality::Can, Activity::WinTies)]);
    }
    // "becomes a Jedi": counts as one.
    let becomes = p.attempt(|p| {
        p.one_of(&["becomes a", "becomes an", "become"])?;
        let subtype = p.subtype(0)?;
        Some(vec![Change::Gets(Grant::Subtype(subtype.into()))])
    });
    if becomes.is_some() {
        return becomes;
    }
    // "loses 1 power and 10 speed".
    let less = p.attempt(|p| {
        (p.words("loses") || p.words("lose")).then_some(())?;
        let one = |p: &mut Parser| {
            let n = p.number()?;
            Some(Change::Gets(Grant::Bonus(read_statistic(p)?, Amount::Number(-n))))
        };
        let mut changes = vec![one(p)?];
        while let Some(next) = p.attempt(|p| {
            p.one_of(&[", and", "and", ","])?;
            one(p)
        }) {
            changes.push(next);
        }
        Some(changes)
    });
    if less.is_some() {
        return less;
    }
    if p.words("loses") || p.words("lose") {
        return Some(read_losses(p)?.into_iter().map(|loss| Change::Gets(Grant::Lose(loss))).collect());
    }
    if p.words("costs") || p.words("cost") {
        return read_cost_change(p, None);
    }
    if p.words("doesn't count for arena control") {
        return Some(vec![Change::Modal(Modality::Cant, Activity::CountTowardControl(ArenaRef::Any))]);
    }
    if p.words("doesn't count toward") || p.words("don't count toward") {
        let arena = if p.words("arena control") {
            ArenaRef::Any
        } else {
            p.words("controlling").then_some(())?;
            read_arena(p)?
        };
        return Some(vec![Change::Modal(Modality::Cant, Activity::CountTowardControl(arena))]);
    }
    if p.words("can have") || p.words("may have") {
        return limit::read(p).map(|change| vec![change]);
    }
    if p.words("'s") || p.words("'") {
        return p
            .attempt(read_abilities_cost)
            .or_else(|| p.attempt(read_attack_safe))
            .or_else(|| p.attempt(limit::read_roomy_stack))
            .or_else(|| read_set(p));
    }
    if p.words("can be piloted only by") {
        let activity = Activity::BePiloted(Some(read_pattern(p)?));
        return Some(vec![Change::Modal(Modality::CanOnly, activity)]);
    }
    let modality = p.choice(&[
        ("can't", Modality::Cant),
        ("can only", Modality::CanOnly),
        ("can also", Modality::Can),
        ("can", Modality::Can),
        ("may", Modality::Can),
        ("must", Modality::Must),
    ])?;
    let mut changes = read_activities(p, modality)?;
    if modality == Modality::Cant
        && let Some((who, costs)) = p.attempt(read_unless)
    {
        let [Change::Modal(_, activity)] = &changes[..] else { return None };
        changes = vec![Change::Unless { activity: activity.clone(), who, costs }];
    }
    Some(changes)
}

fn read_unless(p: &mut Parser) -> Option<(Player, vocab::ability::Costs)> {
    p.words("unless").then_some(())?;
    let who = read_player(p)?;
    let costs = read_paid_by(p, who)?;
    Some((who, costs))
}

/// "'s attacks can't be disrupted".
fn read_attack_safe(p: &mut Parser) -> Option<Vec<Change>> {
    (p.words("attack") || p.words("attacks")).then_some(())?;
    p.words("can't be disrupted").then_some(())?;
    Some(vec![Change::Modal(Modality::Cant, Activity::HaveAttackDisrupted)])
}

/// "'s power is equal to ...", "'s power and health are equal to ...".
fn read_set(p: &mut Parser) -> Option<Vec<Change>> {
    // Everything else is added to the printed value (rule 1313.1).
    p.words("printed");
    let mut statistics = vec![read_statistic(p)?];
    while let Some(next) = p.attempt(|p| {
        (p.words("and") || p.words(", and") || p.words(",")).then_some(())?;
        read_statistic(p)
    }) {
        statistics.push(next);
    }
    (p.words("is") || p.words("are") || p.sees(|p| p.words("equal the"))).then_some(())?;
    // "60/6/3": a number for each.
    let numbers = p.attempt(|p| {
        let mut numbers = vec![p.number()?];
        while p.words("/") {
            numbers.push(p.number()?);
        }
        (numbers.len() > 1 && numbers.len() == statistics.len()).then_some(numbers)
    });
    if let Some(numbers) = numbers {
        let set = |(statistic, n): (Statistic, i16)| Change::Gets(Grant::Set(statistic, Amount::Number(n)));
        return Some(statistics.into_iter().zip(numbers).map(set).collect());
    }
    p.words("each");
    let _ = p.words("equal to") || p.words("equal");
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
    let _ = p.words("that would be");
    let direction = p.choice(&[
        ("to and done by", Direction::ToAndFrom),
        ("done by", Direction::From),
        ("done to", Direction::To),
        ("dealt by", Direction::From),
        ("dealt to", Direction::To),
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
        // A plain number is prevented once, by an effect; "for each" makes it a rule.
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
    if p.sees(|p| p.keyword().is_none()) {
        return read_pattern(p).map(|by| Preventable::OnlyFrom(Box::new(by)));
    }
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
        Preventable::OnlyFrom(by) => {
            w.say("can only be prevented by");
            write_pattern(w, by, false)
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

/// "You can only have one copy of this Campaign in play" (rule 211.3).
fn read_copies<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    let one = ["you can only have one copy of", "you can have only one", "you can only have one"];
    let most = if p.one_of(&one).is_some() {
        1
    } else {
        p.words("you can only have up to").then_some(())?;
        let most = u8::try_from(p.number()?).ok()?;
        p.words("copies of").then_some(most)?
    };
    let who = S::read(p)?;
    let _ = p.words("skill") || p.words("trait");
    (who.known() == Some(Reference::This) && p.words("in play")).then_some(())?;
    Some(Rule::changes(who, [Change::Limit(LimitOf::Copies, Limit::UpTo(most))]))
}

/// Writes what `read_rule` reads, with the condition after it.
pub fn write_rule<S: Who>(w: &mut Writer, rule: &Rule<S>) -> Written {
    match rule {
        Rule::Players { who, modality, activity, condition } => {
            player_rule::write(w, *who, *modality, activity, condition.as_ref())
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
            if condition.is_none()
                && changes
                    .iter()
                    .all(|change| matches!(change, Change::Gets(Grant::Side(_) | Grant::Name(_))))
            {
                return write_treated(w, rule);
            }
            who.write(w)?;
            let mark = w.refs.mark();
            let itself = who.known().unwrap_or(Reference::Each);
            who.introduce(&mut w.refs);
            write_changes(w, changes)?;
            if let Some(condition) = condition {
                write_condition_after(w, condition, itself)?;
            }
            super::amount::write_pending_x(w)?;
            w.refs.back_to(mark);
            Ok(())
        }
    }
}

/// Whether the sentence isn't of the shape "A gets B".
fn is_special(change: &Change) -> bool {
    matches!(
        change,
        Change::Prevent { portion: Portion::All | Portion::Exactly(Amount::Times(..)), .. }
            | Change::DamageFrom(_)
            | Change::Modal(Modality::Cant, Activity::HaveAttackDisrupted)
    )
}

/// Sentences that aren't of the shape "A gets B"; returns whether one was written.
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
        [Change::Limit(LimitOf::Copies, Limit::UpTo(most))] => {
            w.say(match most {
                1 => "you can only have one copy of".to_string(),
                most => format!("you can only have up to {most} copies of"),
            });
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
        [Change::Modal(Modality::Cant, Activity::HaveAttackDisrupted)] => {
            w.say("attacks from");
            who.write(w)?;
            w.say("can't be disrupted");
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// The verbs of a rule.
pub fn write_changes(w: &mut Writer, changes: &[Change]) -> Written {
    let mut getting = "";
    let mut apart = 0;
    // Where the list after the last verb began.
    let mut list = 0;
    for (i, change) in changes.iter().enumerate() {
        let verb = verb_of(change)?;
        // "'s speed, power and health are 60/6/3".
        if apart == 0
            && let Some(numbers) = set_apart(&changes[i..])
        {
            if i > 0 {
                return Err(Unwritable("values set after other changes"));
            }
            w.say("'s");
            w.list(&numbers, "and", |w, (statistic, _)| {
                w.say(statistic_name(*statistic));
                Ok(())
            })?;
            let numbers: Vec<String> = numbers.iter().map(|(_, n)| n.to_string()).collect();
            w.say(format!("are {}", numbers.join("/")));
            apart = numbers.len();
        }
        if apart > 0 {
            apart -= 1;
            getting = verb;
            continue;
        }
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
        // "gets +2 power and gets +1 health for each ...": only the second is multiplied.
        if verb != getting || verb == "costs" || is_multiplied_by_list(&grants_of(&changes[list..=i])) {
            w.say(verb);
            list = i;
        }
        getting = verb;
        write_change(w, change, !matches!(changes.get(i + 1), Some(Change::Gets(Grant::Set(..)))))?;
    }
    Ok(())
}

/// What a card gets.
fn grants_of(changes: &[Change]) -> Vec<Grant> {
    let grant = |change: &Change| match change {
        Change::Gets(grant) => Some(grant.clone()),
        _ => None,
    };
    changes.iter().filter_map(grant).collect()
}

/// Statistics that are each set to a number, if the changes begin with several different ones.
fn set_apart(changes: &[Change]) -> Option<Vec<(Statistic, i16)>> {
    let number = |change: &Change| match change {
        Change::Gets(Grant::Set(statistic, Amount::Number(n))) => Some((*statistic, *n)),
        _ => None,
    };
    let numbers: Vec<(Statistic, i16)> = changes.iter().map_while(number).collect();
    (numbers.windows(2).any(|two| two[0].1 != two[1].1)).then_some(numbers)
}

fn verb_of(change: &Change) -> Result<&'static str, Unwritable> {
    Ok(match change {
        Change::Gets(Grant::Lose(_)) => "loses",
        Change::Gets(Grant::Set(..)) => "'s",
        Change::Cost { charge: Charge::Activate(_), .. }
        | Change::Modal(Modality::Cant, Activity::HaveAbilityDisrupted(_)) => "'s",
        Change::Gets(_) => "gets",
        Change::Modal(Modality::Cant, Activity::CountTowardControl(_)) => "doesn't count toward controlling",
        Change::Modal(modality, _) => modality_word(*modality)?,
        Change::Unless { .. } => "can't",
        Change::Cost { .. } => "costs",
        Change::Limit(..) => "can have",
        Change::Prevent { .. } | Change::DamageFrom(_) => return Err(Unwritable("this change among others")),
    })
}

/// "can", "can only", "can't", "must".
pub const fn modality_word(modality: Modality) -> Result<&'static str, Unwritable> {
    Ok(match modality {
        Modality::Can => "can",
        Modality::CanOnly => "can only",
        Modality::Cant => "can't",
        Modality::Must => "must",
    })
}

/// One change; if several values are set together, only the last one says to what.
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
        Change::Modal(Modality::Cant, Activity::HaveAbilityDisrupted(class)) => {
            w.say(super::activity::ability_class_words(class)?);
            w.say(if matches!(class, AbilityClass::Keyword(_)) { "abilities" } else { "" });
            w.say("can't be disrupted");
            Ok(())
        }
        Change::Modal(_, activity) => write_activity(w, activity),
        Change::Unless { activity, who, costs } => {
            write_activity(w, activity)?;
            w.say("unless");
            write_player(w, *who)?;
            write_paid_by(w, *who, costs)
        }
        Change::Cost { charge, by, at_least } => write_cost_change(w, charge, by, *at_least),
        Change::Limit(of, limit) => limit::write(w, *of, *limit),
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
            "This unit gets +2 power and gets +1 health for each damage counter on this unit",
            "This unit gets +2 power for each damage counter on this unit, and +1 health",
            "This unit gets +1 power when using Bombard to attack a Ground unit",
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
            "This unit's power is equal to the number of cards in your hand",
            "Ilara Venn gets +1 health",
            "Each of your Jedi's activated abilities cost 1 less Force to play (but not less than 1)",
            "This unit costs 1 less build counter to deploy for each Jedi your opponent has in any arena",
            "This unit can stay tapped in the untap step",
            "Each of your Jedi's activated abilities can't be disrupted",
            "This unit can be stacked beneath one of your Jedi and can't be on top of a stack",
            "Your opponent plays with their hand revealed as long as this unit is tapped",
            "Damage from this unit can only be prevented by a Jedi",
            "This unit can't gain speed or lose speed",
            "This unit's speed is equal to 40 and can't gain speed or lose speed",
            "Each of your units in the Space arena can't retreat",
        ] {
            both(text, read_rule::<Pattern>, write_rule);
        }
    }
}
