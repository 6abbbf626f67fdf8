//! When something may be played: stages of the game and the "Play only" sentences.

use super::condition::{read_condition, write_condition};
use super::event::{read_event, write_event};
use super::place::{read_arena, write_arena};
use super::player::{read_owner, write_owner};
use super::reference::read_reference;
use super::selector::{read_pattern, write_pattern};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Action, ArenaRef, Condition, DamageAction, DiceAction, Duration, Edge, Effect, Event, Pattern, Payment,
    Period, Play, PlayOnly, Player, Quality, Reference, Stage, Tense, Timing, Usage,
};
use vocab::{Arena, Arenas, Role};

/// "your build step", "the battle phase", "the Ground battle step", "each turn".
pub fn read_stage(p: &mut Parser) -> Option<Stage> {
    if let Some(stage) = p.choice(&[
        ("the battle phase", Stage::BattlePhase),
        ("each battle phase", Stage::BattlePhase),
        ("the turn", Stage::Turn),
        ("each turn", Stage::Turn),
        ("this turn", Stage::Turn),
        ("setup", Stage::Setup),
        ("each of your build steps", Stage::BuildStep(Player::You)),
        ("each of your build step", Stage::BuildStep(Player::You)),
        ("the dark side build step", Stage::BuildStep(Player::InRole(Role::Dark))),
        ("the light side build step", Stage::BuildStep(Player::InRole(Role::Light))),
    ]) {
        return Some(stage);
    }
    p.attempt(|p| {
        (p.words("the") || p.words("each")).then_some(())?;
        let arena = read_arena_word(p)?;
        (p.words("battle step") || p.words("step"))
            .then_some(Stage::BattleStep(ArenaRef::Named(Arenas::one(arena))))
    })
    .or_else(|| {
        p.attempt(|p| {
            let arena = read_arena(p)?;
            p.words("'s battle step").then_some(Stage::BattleStep(arena))
        })
    })
    .or_else(|| {
        p.attempt(|p| {
            let who = read_owner(p)?;
            p.choice(&[("build step", Stage::BuildStep(who)), ("retreat step", Stage::RetreatStep(who))])
        })
    })
}

fn read_arena_word(p: &mut Parser) -> Option<Arena> {
    p.choice(&[("space", Arena::Space), ("ground", Arena::Ground), ("character", Arena::Character)])
}

/// Writes what `read_stage` reads.
pub fn write_stage(w: &mut Writer, stage: Stage) -> Written {
    match stage {
        Stage::Setup => w.say("setup"),
        Stage::Turn => w.say("each turn"),
        Stage::BattlePhase => w.say("the battle phase"),
        Stage::BuildStep(who) => {
            write_owner(w, who)?;
            w.say("build step");
        }
        Stage::RetreatStep(who) => {
            write_owner(w, who)?;
            w.say("retreat step");
        }
        Stage::BattleStep(ArenaRef::Named(arenas)) if !arenas.is_multi() => {
            w.say(format!("the {arenas} battle step"));
        }
        Stage::BattleStep(ArenaRef::Any) => return Err(Unwritable("any battle step")),
        Stage::BattleStep(arena) => {
            write_arena(w, arena)?;
            w.say("'s battle step");
        }
    }
    Ok(())
}

/// The sentences at the end: "Play only during your build step and only once per turn."
pub fn read_timing(p: &mut Parser) -> Option<Timing> {
    let mut timing = Timing::usual();
    while let Some(()) = p.attempt(|p| read_sentence(p, &mut timing)) {}
    Some(timing)
}

/// "Play only during your build step or when this unit would attack.": a timing for each.
pub fn read_either_timing(p: &mut Parser) -> Option<Vec<Timing>> {
    p.one_of(&["play only", "play this ability only"])?;
    let first = read_item(p)?;
    p.words("or").then_some(())?;
    // "when this unit is attacked or would attack".
    let second = if p.words("would attack") { PlayOnly::WouldAttack(Pattern::THIS) } else { read_item(p)? };
    (p.words(".") || p.at_end()).then_some(())?;
    Some(vec![Timing::only(first), Timing::only(second)])
}

fn read_sentence(p: &mut Parser, timing: &mut Timing) -> Option<()> {
    (p.words("play this ability") || p.words("play") || p.words("you may play this ability")).then_some(())?;
    let mut part = Timing::usual();
    loop {
        // "Play during your build step" says the same as with "only".
        p.words("only");
        if let Some(usage) = p.attempt(read_usage) {
            if part.usage.is_some() || timing.usage.is_some() {
                return None;
            }
            part.usage = Some(usage);
        } else if p.words("any time") || p.words("at any time") {
            part.only.push(PlayOnly::AnyTime);
        } else {
            part.only.push(read_item(p)?);
        }
        let further = p.words("and")
            || p.words(", and")
            || p.words(", but")
            || (part.usage.is_some() && p.sees(|p| p.one_of(&["during", "when", "if"]).is_some()));
        // "any number of times per turn as long as no unit is attacking".
        if part.usage.is_some() && p.words("as long as no unit is attacking") {
            part.only.push(PlayOnly::NoUnitAttacking);
        } else if further {
            continue;
        }
        break;
    }
    // "(and only if Tikkes is in your build zone)".
    if let Some(only) = p.attempt(|p| {
        p.words("( and only if").then_some(())?;
        let condition = read_condition(p)?;
        p.words(")").then_some(condition)
    }) {
        part.only.push(PlayOnly::If(Box::new(only)));
    }
    (p.words(".") || p.at_end()).then_some(())?;
    timing.only.extend(part.only);
    timing.usage = timing.usage.or(part.usage);
    Some(())
}

/// "once per turn", "up to 2 times per turn", "any number of times per turn".
fn read_usage(p: &mut Parser) -> Option<Usage> {
    let times = if p.words("once") {
        Some(1)
    } else if p.words("twice") {
        Some(2)
    } else if p.words("any number of times") {
        None
    } else {
        p.words("up to").then_some(())?;
        let n = p.number()?;
        p.words("times").then_some(())?;
        Some(u8::try_from(n).ok()?)
    };
    let period = p.choice(&[
        ("per turn", Period::Turn),
        ("each turn", Period::Turn),
        ("this turn", Period::Turn),
        ("per game", Period::Game),
        ("per attack", Period::Attack),
        ("during each attack", Period::Attack),
    ]);
    // "any number of times during your build step": no limit there.
    let period = match period {
        Some(period) => period,
        None => {
            let here = p.sees(|p| p.words("during your build step"));
            (here || (times.is_none() && p.sees(|p| p.words(".")))).then_some(Period::Turn)?
        }
    };
    Some(times.map_or(Usage::AnyNumber(period), |times| Usage::Times(times, period)))
}

/// Whether it is known which stage is meant before anything is chosen or paid: when a play is announced, it must be
/// (rule 1306.2).
const fn is_known_before(stage: &Stage) -> bool {
    !matches!(stage, Stage::BattleStep(ArenaRef::Of(Reference::Result(_) | Reference::Paid(_))))
}

fn read_item(p: &mut Parser) -> Option<PlayOnly> {
    if p.words("when no unit is attacking") || p.words("if no unit is attacking") {
        return Some(PlayOnly::NoUnitAttacking);
    }
    if p.words("during") {
        // 603.6: in the opponent's only if the text says so.
        if p.words("the build step") || p.words("build step") {
            return Some(PlayOnly::During(Stage::BuildStep(Player::You)));
        }
        let stage = read_stage(p).filter(is_known_before)?;
        // "during the Space battle step starts" is when it starts.
        let starts = p.words("starts");
        return Some(if starts { PlayOnly::At(Edge::Start, stage) } else { PlayOnly::During(stage) });
    }
    // "only if that unit would be discarded" is "only when".
    let would = p.attempt(|p| {
        p.words("if").then_some(())?;
        read_event(p, Tense::Would).filter(|event| matches!(event, Event::Discarded { .. }))
    });
    if let Some(event) = would {
        return Some(PlayOnly::WhenWould(Box::new(event)));
    }
    if p.words("if") {
        return read_condition(p).map(|condition| PlayOnly::If(Box::new(condition)));
    }
    if p.words("before any") {
        return p.attempt(|p| {
            let attacker = super::filter::read_filter(p)?;
            p.words("attacks").then_some(())?;
            Some(PlayOnly::Before(Box::new(Event::attacks(attacker))))
        });
    }
    if p.words("before") {
        return read_event(p, Tense::Happens).map(|event| PlayOnly::Before(Box::new(event)));
    }
    p.words("when").then_some(())?;
    p.attempt(|p| {
        let stage = read_stage(p).filter(is_known_before)?;
        let edge = p.choice(&[("starts", Edge::Start), ("ends", Edge::End)])?;
        Some(PlayOnly::At(edge, stage))
    })
    .or_else(|| {
        p.attempt(|p| {
            let who = read_pattern(p)?;
            p.words("would attack").then_some(())?;
            let bare = p.sees(|p| p.words(".") || p.words("and only") || p.words(", and only") || p.at_end());
            bare.then_some(PlayOnly::WouldAttack(who))
        })
    })
    .or_else(|| {
        p.attempt(|p| {
            let who = read_reference(p)?;
            p.words("is being attacked").then_some(())?;
            let by = if p.words("by") { Some(Box::new(read_pattern(p)?)) } else { None };
            Some(PlayOnly::If(Box::new(Condition::is(who, Quality::Defending(by)))))
        })
    })
    .or_else(|| {
        p.attempt(|p| {
            let who = read_reference(p)?;
            p.words("is attacking").then_some(())?;
            let whom = p.attempt(read_pattern).map(Box::new);
            Some(PlayOnly::If(Box::new(Condition::is(who, Quality::Attacking(whom)))))
        })
    })
    .or_else(|| {
        // "when one of your Jedi is attacking": one of them is.
        p.attempt(|p| {
            let Pattern::Any(filter) = read_pattern(p)? else { return None };
            p.words("is attacking").then_some(())?;
            let whom = p.attempt(read_pattern).map(Box::new);
            let attacking = filter.with(Quality::Attacking(whom));
            Some(PlayOnly::If(Box::new(Condition::exists(attacking))))
        })
    })
    .or_else(|| {
        p.attempt(|p| {
            let event = read_event(p, Tense::Happens)?;
            let is_known = !matches!(&event, Event::Stage(_, stage) if !is_known_before(stage));
            is_known.then(|| PlayOnly::When(Box::new(event)))
        })
    })
    .or_else(|| p.attempt(|p| read_event(p, Tense::Would).map(|event| PlayOnly::WhenWould(Box::new(event)))))
}

/// Writes what `read_timing` reads, as one sentence.
pub fn write_timing(w: &mut Writer, timing: &Timing) -> Written {
    if *timing == Timing::usual() {
        return Ok(());
    }
    w.stop();
    w.say("play");
    for (i, item) in timing.only.iter().enumerate() {
        let any_time = *item == PlayOnly::AnyTime;
        w.say(match (i, any_time) {
            (0, true) => "",
            (0, false) => "only",
            (_, true) => "and",
            (_, false) => "and only",
        });
        write_item(w, item)?;
    }
    if let Some(usage) = timing.usage {
        w.say(if timing.only.is_empty() { "only" } else { "and only" });
        let (words, period) = match usage {
            Usage::Times(1, period) => ("once".to_string(), period),
            Usage::Times(n, period) => (format!("up to {n} times"), period),
            Usage::AnyNumber(period) => ("any number of times".to_string(), period),
        };
        w.say(words);
        w.say(match period {
            Period::Attack => "per attack",
            Period::Turn => "per turn",
            Period::Game => "per game",
        });
    }
    w.stop();
    Ok(())
}

fn write_item(w: &mut Writer, item: &PlayOnly) -> Written {
    match item {
        PlayOnly::During(stage) => {
            w.say("during");
            write_stage(w, *stage)
        }
        PlayOnly::At(edge, stage) => {
            w.say("when");
            write_stage(w, *stage)?;
            w.say(edge_word(*edge));
            Ok(())
        }
        PlayOnly::NoUnitAttacking => {
            w.say("when no unit is attacking");
            Ok(())
        }
        PlayOnly::WouldAttack(who) => {
            w.say("when");
            write_pattern(w, who, false)?;
            w.say("would attack");
            Ok(())
        }
        PlayOnly::When(event) => {
            w.say("when");
            write_event(w, event, Tense::Happens)
        }
        PlayOnly::WhenWould(event) => {
            w.say("when");
            write_event(w, event, Tense::Would)
        }
        PlayOnly::Before(event) => match &**event {
            Event::Attacks { attacker: Pattern::Any(filter), defender: None, using: None } => {
                w.say("before any");
                super::filter::write_filter(w, filter, false)?;
                w.say("attacks");
                Ok(())
            }
            event => {
                w.say("before");
                write_event(w, event, Tense::Happens)
            }
        },
        PlayOnly::If(condition) => {
            w.say("if");
            write_condition(w, condition)
        }
        PlayOnly::AnyTime => {
            w.say("any time");
            Ok(())
        }
    }
}

/// "starts" or "ends".
pub const fn edge_word(edge: Edge) -> &'static str {
    match edge {
        Edge::Start => "starts",
        Edge::End => "ends",
    }
}

/// An ability that costs build points and names no time is played in its player's build step (rule 1307.11).
pub fn pay_while_building(play: &mut Play) {
    let costs_points = play.costs.0.iter().any(|payment| matches!(payment, Payment::BuildPoints(_)));
    let is_timed = play.timing.only.iter().any(|only| !matches!(only, PlayOnly::If(_)));
    if costs_points && !is_timed && fits_build_step(&play.effect) {
        play.timing.only.push(PlayOnly::During(Stage::BuildStep(Player::You)));
    }
}

/// Whether an effect has no chance of its own, such as one to prevent damage.
fn fits_build_step(effect: &Effect) -> bool {
    match effect {
        Effect::Sequence(steps) => steps.iter().all(fits_build_step),
        Effect::Named(_, inner) | Effect::ForEach(_, inner) => fits_build_step(inner),
        Effect::Do { what, then, otherwise, .. } => {
            fits_build_step(what)
                && [then, otherwise].into_iter().flatten().all(|effect| fits_build_step(effect))
        }
        Effect::If { then, otherwise, .. } => {
            fits_build_step(then) && otherwise.as_deref().is_none_or(fits_build_step)
        }
        Effect::ChooseOne(_, modes) => {
            modes.iter().all(|mode| mode.timing.only.is_empty() && fits_build_step(&mode.effect))
        }
        Effect::Unless { effect, .. } => fits_build_step(effect),
        Effect::Table(_, rows) => rows.iter().all(|row| fits_build_step(&row.effect)),
        Effect::Act(action) => match action {
            Action::Damage(damage) => matches!(damage, DamageAction::Do { .. }),
            Action::Dice(dice) => matches!(dice, DiceAction::Roll(..)),
            Action::Combat(_) => false,
            Action::Counters(_)
            | Action::Cards(_)
            | Action::Units(_)
            | Action::Steps(_)
            | Action::Gain(..)
            | Action::Lose(..)
            | Action::Choose(_)
            | Action::EndGame(..) => true,
        },
        Effect::Lasting(lasting) => lasting.duration != Duration::ThisAttack,
        Effect::Keyword(..) => false,
        Effect::Pay(..) | Effect::Delayed(..) | Effect::Meanwhile(..) | Effect::ByHand => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{read_stage, read_timing, write_stage, write_timing};
    use crate::testing::{both, reads};
    use vocab::ability::Timing;

    #[test]
    fn stages() {
        for text in ["your build step", "the battle phase", "the Ground battle step", "each turn", "setup"] {
            both(text, read_stage, |w, stage| write_stage(w, *stage));
        }
    }

    #[test]
    fn sentences() {
        assert_eq!(reads("Play only during your build step.", read_timing), Some(Timing::your_build_step()));
        for text in [
            "Play only during your build step and only once per turn.",
            "Play only when no unit is attacking.",
            "Play only when this unit would attack.",
            "Play only when the battle phase starts.",
            "Play only if you have a Jedi in any arena.",
            "Play only up to 2 times per turn.",
            "Play only when this unit is attacked.",
        ] {
            // The writer ends the sentence before it; here there is none.
            both(text, read_timing, |w, timing| {
                write_timing(w, timing)?;
                let rest = w.take();
                w.say(rest.trim_start_matches(['.', ' ']));
                Ok(())
            });
        }
    }
}
