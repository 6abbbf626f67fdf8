//! The sentences of an effect: what is done, by whom, whether it's optional, on what condition.

use super::afterwards::{
    ROLLED, are_several, choice_apart, goes_on_with_table, is_followed, is_priced, needs_sentences,
    read_afterwards, read_followed, unless, write_followed, write_table,
};
use super::damage::{read_may_do, write_may_do};
use super::lasting::{newcomers, read_lasting, read_sharing, write_given_rule};
use super::later::{
    TURN_STARTS, put_and_later, read_later, read_next, read_sentences, with_later, write_put_off,
};
use super::meanwhile::{at_its_attack, is_for_discard, read_meanwhile, write_meanwhile};
use super::modes::{read_choose_one, read_choose_player, read_either, write_choose_one};
use super::newcomers::write_newcomers;
use super::predict::{of_prediction, read_prediction, write_prediction};
use super::{actor, modes, read_action, several, told, write_action};
use crate::grammar::amount::read_where_x;
use crate::grammar::condition::{read_condition, write_condition};
use crate::grammar::cost::{read_paid_by, write_amount_paid, write_paid_by};
use crate::grammar::duration::{read_duration, write_duration};
use crate::grammar::filter::{read_filter, write_filter};
use crate::grammar::keyword::{read_keyword_ability, write_keyword_ability};
use crate::grammar::player::{read_player, write_player};
use crate::grammar::rule::write_preventable;
use crate::grammar::trigger::{read_trigger, write_trigger};
use crate::grammar::who::Who;
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Keyword;
use vocab::ability::{
    Action, Choosable, Condition, DamageAction, Effect, Enhancement, Event, Filter, Frequency,
    KeywordAbility, Mode, Optional, Player, Pool, Preventable, Reference, Rule, Selector, Tense, Trigger,
};

/// All sentences up to the end, an option's end or the "Play only" sentences.
pub fn read_effect(p: &mut Parser) -> Option<Effect> {
    if let Some(effect) = p.attempt(read_keyword_use) {
        return Some(effect);
    }
    join(read_sentences(p)?)
}

/// One step, or several in their order.
pub fn join(mut steps: Vec<Effect>) -> Option<Effect> {
    match steps.len() {
        0 => None,
        1 => steps.pop(),
        _ => Some(Effect::Sequence(steps)),
    }
}

/// Whether the effect ends here.
pub fn at_stop(p: &mut Parser) -> bool {
    let next = p.lower();
    if next.is_empty() {
        return true;
    }
    if next == "or" || next == "," {
        return p.sees(|p| p.words("or :") || p.words(", or :"));
    }
    if next == "you" {
        return p.sees(|p| {
            p.words("you may play this ability")
                || p.words("you may do this only")
                || p.words("you may use this ability only")
        });
    }
    next == "play"
        && p.sees(|p| {
            p.advance(1);
            p.words("this ability");
            matches!(p.lower(), "only" | "any" | "up" | "when" | "during" | "if" | "once" | "at" | "before")
        })
}

/// "Evade 2", "Equip to a Jedi", "Armor and Stealth": keywords that are used.
fn read_keyword_use(p: &mut Parser) -> Option<Effect> {
    let mut steps = Vec::new();
    loop {
        let ability = read_keyword_ability(p)?;
        let narrowed = if ability.keyword() == Keyword::Equip && p.words("to") {
            let _ = p.words("a") || p.words("an");
            Some(Box::new(read_filter(p)?))
        } else {
            None
        };
        read_where_x(p);
        steps.push(Effect::Keyword(ability, narrowed));
        if let (Some(first), Some(second)) = (steps.first(), p.attempt(read_other_keyword)) {
            // "Evade 2 or Protect 2".
            let modes = vec![Mode::new(first.clone()), Mode::new(second)];
            (steps.len() == 1).then_some(())?;
            steps = vec![Effect::ChooseOne(Player::You, modes)];
            break;
        }
        if p.one_of(&[", and", "and", ","]).is_none() {
            break;
        }
        if let Some(more) = p.attempt(read_phrases) {
            match more {
                Effect::Sequence(more) => steps.extend(more),
                one => steps.push(one),
            }
            break;
        }
    }
    // "Roll a die -> Evade 1 if you roll a 5 or 6".
    let condition = p.attempt(read_condition_after);
    (p.words(".") || at_stop(p)).then_some(())?;
    at_stop(p).then_some(())?;
    let effect = join(steps)?;
    Some(match condition {
        Some(condition) => Effect::when(condition, effect),
        None => effect,
    })
}

/// "... or Protect 2": another keyword that can be used instead.
fn read_other_keyword(p: &mut Parser) -> Option<Effect> {
    p.words("or").then_some(())?;
    read_keyword_ability(p).map(Effect::keyword)
}

/// One sentence; "If you do" and table rows go into the step before.
pub fn read_sentence(p: &mut Parser, steps: &mut Vec<Effect>) -> Option<()> {
    p.actor = Player::You;
    p.bare = false;
    if p.in_enhance && p.words("also ,") {
        p.enhancement = Some(Enhancement::Also);
    }
    let then = p.words("then ,") || p.words("then");
    let follows = is_followed(steps) && (then || p.sees(|p| read_player(p).is_some() && p.words("may then")));
    let belongs = p.attempt(|p| read_afterwards(p, steps)).is_some();
    if !belongs && follows {
        read_followed(p, steps)?;
    } else if !belongs {
        // It belongs to the table or to nothing.
        (!goes_on_with_table(p, steps)).then_some(())?;
        let effect = read_body(p)?;
        match (effect, steps.last()) {
            // "Gain 1 Force. If ..., gain 2 Force instead.": one or the other.
            (
                Effect::If { condition, then, otherwise: None },
                Some(Effect::Act(_) | Effect::Lasting(_) | Effect::ForEach(..)),
            ) if !p.in_enhance && !is_choice(&then) && p.words("instead") => {
                let otherwise = steps.pop().map(Box::new);
                steps.push(Effect::If { condition, then, otherwise });
            }
            // "Each A gets B. Each A with C gets D instead.": the first is for the others.
            (Effect::Lasting(second), Some(Effect::Lasting(_))) if !p.in_enhance && p.words("instead") => {
                if let Some(Effect::Lasting(first)) = steps.last_mut() {
                    super::lasting::except(first, &second).then_some(())?;
                }
                steps.push(Effect::Lasting(second));
            }
            // "Tap one of your units. If that unit is a Jedi, untap it instead.": chosen first, then one or the other.
            (Effect::If { condition, then, otherwise: None }, Some(Effect::Named(slot, named)))
                if !p.in_enhance
                    && let Some((choice, rest)) = choice_apart(named, *slot)
                    && p.words("instead") =>
            {
                let slot = *slot;
                steps.pop();
                steps.push(Effect::from(Action::Choose(Choosable::Objects(choice))).named(slot));
                steps.push(Effect::If { condition, then, otherwise: Some(Box::new(rest)) });
            }
            // "If you do, gain 1 Force. If it is a Jedi, gain 2 Force instead."
            (
                Effect::If { condition, then, otherwise: None },
                Some(Effect::Do { then: Some(inner), otherwise: None, .. }),
            ) if !p.in_enhance
                && matches!(**inner, Effect::Act(_) | Effect::Lasting(_))
                && p.words("instead") =>
            {
                if let Some(Effect::Do { optional, what, then: Some(inner), .. }) = steps.pop() {
                    let either = Effect::If { condition, then, otherwise: Some(inner) };
                    let then = Some(Box::new(either));
                    steps.push(Effect::Do { optional, what, then, otherwise: None });
                }
            }
            // "Tap this unit and roll a die. If you roll ...": the table belongs to the roll alone.
            (Effect::Sequence(mut parts), _) if p.sees(|p| p.words(".") && p.one_of(&ROLLED).is_some()) => {
                let roll = parts.pop()?;
                steps.extend(parts);
                steps.push(roll);
            }
            // "When the step ends, if ..., ... Then discard it.": what comes then comes with what was before.
            (effect, Some(Effect::Delayed(..))) if then => continue_last(steps, effect)?,
            (Effect::Sequence(parts), _) if let Some(apart) = at_its_attack(&parts) => steps.extend(apart),
            (Effect::Delayed(events, later), Some(Effect::If { .. })) => {
                let if_so = steps.pop()?;
                steps.extend(with_later(if_so, Effect::Delayed(events, later)));
            }
            (effect, _) => steps.push(effect),
        }
        // "..., and if you have a Jedi, draw a card": a sentence of its own.
        let more = p.attempt(|p| {
            p.one_of(&[", and if", "and if"])?;
            let condition = read_condition(p)?;
            p.words(",").then_some(())?;
            p.actor = Player::You;
            p.bare = false;
            Some(Effect::when(condition, read_body(p)?))
        });
        steps.extend(more);
    }
    if p.in_enhance && (p.words("instead") || p.words(", instead")) {
        p.enhancement = Some(Enhancement::Instead);
    }
    (p.words(".") || p.is_after_stop() || at_stop(p)).then_some(())
}

/// A step that comes after what the last step does later, as a part of it.
fn continue_last(steps: &mut [Effect], more: Effect) -> Option<()> {
    let Effect::Delayed(_, before) = steps.last_mut()? else { return None };
    // What is said of a condition isn't said of what comes then.
    let before = match &mut **before {
        Effect::If { then, otherwise: None, .. } => then,
        _ => before,
    };
    let first = std::mem::replace(&mut **before, Effect::Sequence(Vec::new()));
    **before = match first {
        Effect::Sequence(mut all) => {
            all.push(more);
            join(all)?
        }
        first => join(vec![first, more])?,
    };
    Some(())
}

/// Whether it's optional: if it isn't done, what it would replace happens after all.
const fn is_choice(effect: &Effect) -> bool {
    matches!(effect, Effect::Do { optional: Optional::May(_), .. })
}

/// "If A, B", "You may A", "Until end of turn, A", "When the attack ends, A", or A alone.
pub fn read_body(p: &mut Parser) -> Option<Effect> {
    let conditional = p.attempt(|p| {
        p.words("if").then_some(())?;
        let condition = read_condition(p)?;
        // Some cards forget the comma.
        (p.words(",") || p.sees(|p| p.words("gain"))).then_some(())?;
        let then = Box::new(p.attempt(read_body)?);
        Some(Effect::If { condition, then, otherwise: None })
    });
    if conditional.is_some() {
        return conditional;
    }
    let next = read_next(p);
    if let Some(event) = next {
        let later = Box::new(read_body(p)?);
        return Some(Effect::Delayed(vec![event], later));
    }
    // "Unless your opponent pays 2 Force, ...".
    let before = p.attempt(|p| {
        let price = read_unless(p)?;
        p.words(",").then_some(price)
    });
    if let Some((who, costs)) = before {
        return Some(read_phrases(p)?.unless(who, costs));
    }
    if let Some(prediction) = p.attempt(read_prediction) {
        return Some(prediction);
    }
    if p.words("nothing happens") {
        return Some(Effect::Sequence(Vec::new()));
    }
    // "If that unit is discarded this turn, ...".
    let waits = p.sees(|p| p.words("if"));
    if let Some(meanwhile) =
        p.attempt(|p| read_meanwhile(p).filter(|effect| !waits || is_for_discard(effect)))
    {
        return Some(meanwhile);
    }
    let delayed = p.attempt(|p| {
        // "If that unit is discarded, ...": the text doesn't say until when.
        (!p.sees(|p| p.words("if"))).then_some(())?;
        let (Trigger { events, frequency: Frequency::Every, during: None }, Tense::Happens) =
            read_trigger(p)?
        else {
            return None;
        };
        // Some cards forget the comma.
        (p.words(",") || events == [Event::ATTACK_ENDS]).then_some(())?;
        Some(Effect::Delayed(events, Box::new(read_body(p)?)))
    });
    if delayed.is_some() {
        return delayed;
    }
    let lasting = p.attempt(|p| {
        let duration = read_duration(p)?;
        p.words(",").then_some(())?;
        read_lasting(p, Some(duration))
    });
    if lasting.is_some() {
        return lasting;
    }
    if let Some(who) = p.attempt(|p| {
        let who = read_player(p)?;
        (p.words("may then") || p.words("may")).then_some(who)
    }) {
        p.actor = who;
        p.bare = true;
        let mut what = Box::new(read_phrases(p)?);
        p.bare = false;
        if let Some((payer, costs)) = p.attempt(read_unless) {
            what = Box::new(unless(*what, payer, costs));
        }
        p.bare = true;
        // "you may pay 1 Force to draw a card": the cost and what it buys.
        let then = if matches!(*what, Effect::Pay(..) | Effect::Act(_)) && p.words("to") {
            Some(Box::new(read_phrases(p)?))
        } else {
            None
        };
        p.bare = false;
        return Some(Effect::Do { optional: Optional::May(who), what, then, otherwise: None });
    }
    if let Some(done) = p.attempt(read_may_do) {
        return Some(done);
    }
    if let Some(each) = p.attempt(read_each_does) {
        return Some(each);
    }
    let effect = read_phrases(p)?;
    if let Some(choice) = p.attempt(|p| modes::read_or_else(p, &effect)) {
        return Some(choice);
    }
    // Build points stay until one's build step ends (rule 104.4), and the build step of this turn may be still to come.
    if matches!(effect, Effect::Act(Action::Gain(Player::You, Pool::BuildPoints, _))) && p.words("next turn")
    {
        return Some(Effect::delayed(TURN_STARTS, effect));
    }
    if let Some(event) = read_later(p) {
        return Some(Effect::delayed(event, effect));
    }
    if let Some(condition) = p.attempt(read_condition_after) {
        return Some(Effect::when(condition, effect));
    }
    Some(match p.attempt(read_unless) {
        // It can't be said of an attack and of how it is made at once.
        Some(_) if matches!(&effect, Effect::Sequence(parts) if at_its_attack(parts).is_some()) => {
            return None;
        }
        Some((who, costs)) => unless(effect, who, costs),
        None => effect,
    })
}

/// "... unless your opponent pays 2 Force".
fn read_unless(p: &mut Parser) -> Option<(Player, vocab::ability::Costs)> {
    (p.words("unless") || p.words(", unless")).then_some(())?;
    let who = read_player(p)?;
    // What was paid is gone; "its controller" is about something else.
    (!matches!(who, Player::ControllerOf(Reference::Paid(_)) | Player::OwnerOf(Reference::Paid(_))))
        .then_some(())?;
    Some((who, read_paid_by(p, who)?))
}

/// "... if you have a Jedi": the same as "If you have a Jedi, ...", unless it's about what was just done.
fn read_condition_after(p: &mut Parser) -> Option<Condition> {
    (p.words("if") || p.words(", if")).then_some(())?;
    let steps = p.used_count();
    let condition = read_condition(p)?;
    (p.used_count() == steps && p.sees(|p| p.words(".") || at_stop(p))).then_some(condition)
}

/// "each of your Jedi does 2 damage to that unit": one after the other.
fn read_each_does(p: &mut Parser) -> Option<Effect> {
    p.sees(|p| p.words("each of your") || p.words("each")).then_some(())?;
    let Selector::Each(filter) = crate::grammar::selector::read_selector(p)? else { return None };
    p.words("does").then_some(())?;
    let action = super::damage::read_done_by(p, Reference::Each)?;
    Some(Effect::ForEach(filter.into(), Box::new(action.into())))
}

/// "A, B and C": verbs joined in one sentence.
pub fn read_phrases(p: &mut Parser) -> Option<Effect> {
    let mut steps = match read_phrase(p)? {
        Effect::Sequence(steps) => steps,
        one => vec![one],
    };
    if let Some(Effect::Act(first)) = steps.first()
        && let Some(second) = p
            .attempt(|p| super::pool::read_second(p, first))
            .or_else(|| p.attempt(|p| super::counters::read_second(p, first)))
    {
        let second = p.step(Effect::Act(second));
        steps.push(second);
    }
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", and then", ", then", "and then", ", and", "and", ","])?;
        if p.actor != Player::You && !p.bare && p.words("may") {
            let who = p.actor;
            p.bare = true;
            let what = Box::new(read_done(p)?);
            p.bare = false;
            return Some(Effect::Do { optional: Optional::May(who), what, then: None, otherwise: None });
        }
        read_phrase(p)
    }) {
        steps.push(next);
    }
    read_where_x(p);
    join(steps)
}

fn read_phrase(p: &mut Parser) -> Option<Effect> {
    if let Some(choice) = p.attempt(read_choose_player) {
        return Some(choice);
    }
    let choice = p
        .attempt(read_choose_one)
        .or_else(|| p.attempt(read_either))
        .or_else(|| p.attempt(modes::read_put_or_stacked))
        .or_else(|| p.attempt(modes::read_combined))
        .or_else(|| p.attempt(modes::read_combined_grants))
        .or_else(|| p.attempt(modes::read_either_counters))
        .or_else(|| p.attempt(modes::read_gets_either));
    if choice.is_some() {
        return choice;
    }
    if let Some(both) =
        p.attempt(several::read_two_counters).or_else(|| p.attempt(several::read_moved_within))
    {
        return Some(both);
    }
    let several = p
        .attempt(several::read_choices)
        .or_else(|| p.attempt(several::read_looks))
        .or_else(|| p.attempt(several::read_attached))
        .or_else(|| p.attempt(several::read_created_apart))
        .or_else(|| p.attempt(several::read_discards))
        .or_else(|| p.attempt(several::read_ability_for));
    if several.is_some() {
        return several;
    }
    if let Some(searches) = p.attempt(super::search::read_several) {
        return Some(Effect::Sequence(searches.into_iter().map(|search| p.step(search.into())).collect()));
    }
    // "choose up to 2 Jedi to each get +1 power": not a separate choice.
    if p.sees(|p| p.words("choose"))
        && let Some(given) = p.attempt(|p| read_lasting(p, None))
    {
        return Some(given);
    }
    p.attempt(|p| {
        let who = read_player(p)?;
        p.actor = who;
        p.bare = false;
        if p.words("must") {
            p.bare = true;
            return read_done(p);
        }
        if p.words("may") {
            p.words("then");
            p.bare = true;
            let what = Box::new(p.attempt(read_done).or_else(|| read_lasting(p, None))?);
            return Some(Effect::Do { optional: Optional::May(who), what, then: None, otherwise: None });
        }
        read_done(p)
    })
    .or_else(|| p.attempt(read_done))
    .or_else(|| p.attempt(|p| read_lasting(p, None)))
    .or_else(|| p.attempt(read_sharing))
}

/// One thing that the actor does.
fn read_done(p: &mut Parser) -> Option<Effect> {
    // Things done one after another add up.
    if p.words("also") && p.in_enhance {
        p.enhancement = Some(Enhancement::Also);
    }
    // Whoever discards a card chooses it (rule 1602.6).
    let _ = p.sees(|p| p.words("chooses and discards")) && p.words("chooses and");
    if p.words(if p.actor == Player::You || p.bare { "pay" } else { "pays" }) {
        // The cost is read as paid by the player who pays it.
        let who = p.actor;
        let costs = crate::grammar::cost::read_amount_paid(p)?;
        return Some(p.step(Effect::Pay(who, costs)));
    }
    let action = read_action(p)?;
    let is_told = told::matters(p, &action);
    let who = p.actor;
    let step = p.step(Effect::Act(action));
    Some(if is_told { told::by(who, step) } else { step })
}

/// Writes what `read_effect` reads: sentences, each with its full stop.
pub fn write_effect(w: &mut Writer, effect: &Effect) -> Written {
    match effect {
        prediction if of_prediction(prediction).is_some() => {
            write_sentence(w, prediction)?;
            w.stop();
            Ok(())
        }
        Effect::Sequence(steps) if matches!(steps.first(), Some(Effect::Keyword(..))) => {
            w.list(steps, "and", |w, step| match step {
                Effect::Keyword(ability, narrowed) => write_narrowed(w, ability, narrowed.as_deref()),
                other => write_phrase(w, other),
            })
        }
        Effect::Sequence(steps) => {
            for (i, step) in steps.iter().enumerate() {
                if i > 0 {
                    w.stop();
                }
                write_sentence(w, step)?;
            }
            w.stop();
            Ok(())
        }
        Effect::Keyword(ability, narrowed) => write_narrowed(w, ability, narrowed.as_deref()),
        Effect::If { condition, then, otherwise: None } if matches!(**then, Effect::Keyword(..)) => {
            write_effect(w, then)?;
            w.say("if");
            write_condition(w, condition)?;
            w.stop();
            Ok(())
        }
        other => {
            write_sentence(w, other)?;
            w.stop();
            Ok(())
        }
    }
}

/// "Evade 2", "Equip to a Jedi".
fn write_narrowed(w: &mut Writer, ability: &KeywordAbility, narrowed: Option<&Filter>) -> Written {
    write_keyword_ability(w, ability)?;
    if let Some(filter) = narrowed {
        w.say("to a");
        write_filter(w, filter, false)?;
    }
    Ok(())
}

/// Writes one sentence without its full stop.
pub fn write_sentence(w: &mut Writer, effect: &Effect) -> Written {
    w.actor = Player::You;
    if let Some(then) = of_prediction(effect) {
        return write_prediction(w, effect, then);
    }
    match effect {
        Effect::Do { optional, what, then, otherwise } => {
            write_body(
                w,
                &Effect::Do { optional: *optional, what: what.clone(), then: None, otherwise: None },
            )?;
            let did = match optional {
                Optional::May(Player::Opponent) => "if your opponent does,",
                Optional::May(Player::That | Player::Each) => "if that player does,",
                Optional::By(Player::Opponent) => "if your opponent does,",
                Optional::May(_) | Optional::By(_) | Optional::Must => "if you do,",
            };
            for (words, part) in [(did, then), ("if not,", otherwise)] {
                // "If you do, A. If it is a Jedi, B instead."
                if let (Some(part), None) = (part, otherwise)
                    && let Effect::If { condition, then, otherwise: Some(usual) } = &**part
                {
                    w.stop();
                    w.say(words);
                    w.actor = Player::You;
                    write_body(w, usual)?;
                    w.stop();
                    let instead =
                        Effect::If { condition: condition.clone(), then: then.clone(), otherwise: None };
                    w.actor = Player::You;
                    write_body(w, &instead)?;
                    w.say("instead");
                    continue;
                }
                if let Some(part) = part {
                    w.stop();
                    w.say(words);
                    w.actor = Player::You;
                    match &**part {
                        Effect::Sequence(steps) if needs_sentences(steps) => {
                            write_followed(w, steps, write_body, write_sentence)?;
                        }
                        part => write_body(w, part)?,
                    }
                }
            }
            Ok(())
        }
        Effect::If { condition, then, otherwise: None } if let Some((first, later)) = put_and_later(then) => {
            let first = Box::new(first.clone());
            write_body(w, &Effect::If { condition: condition.clone(), then: first, otherwise: None })?;
            w.stop();
            w.actor = Player::You;
            write_body(w, later)
        }
        Effect::If { condition, then, otherwise: Some(otherwise) } => {
            write_body(w, &Effect::If { condition: condition.clone(), then: then.clone(), otherwise: None })?;
            w.stop();
            w.say("otherwise,");
            w.actor = Player::You;
            write_body(w, otherwise)
        }
        other => {
            write_body(w, other)?;
            if let Some(preventable) = preventable(other)
                && !matches!(preventable, Preventable::Yes | Preventable::No)
            {
                w.stop();
                w.say("this damage");
                write_preventable(w, preventable)?;
            }
            Ok(())
        }
    }
}

fn preventable(effect: &Effect) -> Option<&Preventable> {
    match effect {
        Effect::Act(Action::Damage(DamageAction::Do { preventable, .. })) => Some(preventable),
        Effect::Named(_, inner) => preventable(inner),
        _ => None,
    }
}

/// Writes one sentence that stands on its own.
pub fn write_body(w: &mut Writer, effect: &Effect) -> Written {
    match effect {
        Effect::Table(Player::You, rows) => write_table(w, rows),
        Effect::If { condition, then, otherwise: None } => {
            w.say("if");
            write_condition(w, condition)?;
            w.say(",");
            match &**then {
                Effect::Do { optional: Optional::May(_), then: Some(_), otherwise: None, .. } => {
                    write_sentence(w, then)
                }
                then => write_body(w, then),
            }
        }
        Effect::Delayed(events, then) => {
            if events[..] == [TURN_STARTS] {
                w.say("when the next turn starts");
            } else {
                write_trigger(w, &Trigger::any(events.clone()), Tense::Happens)?;
            }
            w.say(",");
            write_put_off(w, then, write_body, write_sentence)
        }
        Effect::Do { optional: Optional::By(_), then: None, otherwise: None, .. } => write_phrase(w, effect),
        Effect::Do { optional, what, then: None, otherwise: None } => {
            if *optional == Optional::May(Player::You) && write_may_do(w, what)? {
                return Ok(());
            }
            if let Optional::May(who) = optional {
                write_player(w, *who)?;
                w.say("may");
                w.actor = *who;
                w.bare = true;
            }
            match &**what {
                Effect::Unless { who, costs, effect } => {
                    write_phrases(w, effect)?;
                    w.bare = false;
                    write_unless(w, *who, costs)?;
                }
                Effect::Table(Player::You, rows) => write_table(w, rows)?,
                what => write_phrases(w, what)?,
            }
            w.bare = false;
            Ok(())
        }
        Effect::Meanwhile(ability, duration) => write_meanwhile(w, ability, duration),
        Effect::ForEach(pattern @ vocab::ability::Pattern::Any(_), then) => {
            let Effect::Act(Action::Damage(DamageAction::Do {
                source: Reference::Each,
                damage,
                to,
                share,
                preventable: preventable @ (Preventable::Yes | Preventable::No),
            })) = &**then
            else {
                return Err(Unwritable("this for each of them"));
            };
            crate::grammar::selector::write_pattern(w, pattern, true)?;
            w.say("does");
            super::damage::write_done(w, damage, to, *share, preventable)
        }
        Effect::Sequence(steps) if steps.is_empty() => {
            w.say("nothing happens");
            Ok(())
        }
        Effect::Unless { who, costs, effect } if are_several(effect) => {
            write_unless(w, *who, costs)?;
            w.say(",");
            write_phrases(w, effect)
        }
        other => write_phrases(w, other),
    }
}

fn write_unless(w: &mut Writer, who: Player, costs: &vocab::ability::Costs) -> Written {
    w.say("unless");
    write_player(w, who)?;
    write_paid_by(w, who, costs)
}

fn write_phrases(w: &mut Writer, effect: &Effect) -> Written {
    match effect {
        Effect::Sequence(steps) => {
            for (i, step) in steps.iter().enumerate() {
                if i > 0 {
                    // Not "and": that could join two objects.
                    w.say(", then");
                }
                if is_priced(steps, i) { write_phrases(w, step) } else { write_phrase(w, step) }?;
            }
            Ok(())
        }
        Effect::Unless { who, costs, effect } => {
            write_phrases(w, effect)?;
            w.bare = false;
            write_unless(w, *who, costs)
        }
        one => write_phrase(w, one),
    }
}

fn write_phrase(w: &mut Writer, effect: &Effect) -> Written {
    let (slot, effect) = match effect {
        Effect::Named(slot, inner) => (Some(*slot), &**inner),
        other => (None, other),
    };
    match effect {
        Effect::Act(action) => {
            let who = actor(action);
            let imperative = who == w.actor && (w.bare || who == Player::You);
            if !imperative {
                write_player(w, who)?;
                w.actor = who;
                w.bare = false;
            } else if matches!(action, Action::EndGame(..)) && !w.bare {
                w.say("you");
            }
            write_action(w, action)?;
        }
        Effect::Pay(who, costs) => {
            let imperative = *who == w.actor && (w.bare || *who == Player::You);
            if !imperative {
                write_player(w, *who)?;
                w.actor = *who;
                w.bare = false;
            }
            w.say(if imperative { "pay" } else { "pays" });
            write_amount_paid(w, costs)?;
        }
        Effect::Lasting(lasting) => {
            if w.actor != Player::You {
                return Err(Unwritable("a rule made by another player"));
            }
            let usual = newcomers(&lasting.rule, &w.refs);
            write_given_rule(w, &lasting.rule)?;
            let mark = w.refs.mark();
            if let Rule::Cards { who, .. } = &lasting.rule {
                who.introduce(&mut w.refs);
            }
            write_duration(w, &lasting.duration)?;
            w.refs.back_to(mark);
            write_newcomers(w, lasting, usual)?;
        }
        Effect::Do { optional: Optional::By(who), what, then: None, otherwise: None } => {
            return told::write(w, *who, what);
        }
        Effect::Do { optional: Optional::May(_), then: None, otherwise: None, .. } if !w.bare => {
            return write_body(w, effect);
        }
        Effect::ChooseOne(who, modes) => return write_choose_one(w, *who, modes),
        _ => return Err(Unwritable("this effect within a sentence")),
    }
    w.step(effect, slot);
    Ok(())
}
