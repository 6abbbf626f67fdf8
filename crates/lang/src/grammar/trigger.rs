//! Triggers: "When you deploy this unit", "The first time each turn this unit attacks", "just before it is discarded".

use super::event::{read_event, read_event_of, write_event};
use super::place::read_place;
use super::player::{read_owner, write_owner};
use super::player_event::{read_done_by, read_shared};
use super::selector::read_pattern;
use super::timing::{edge_word, read_stage, write_stage};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    ArenaRef, Cause, Edge, Event, Frequency, Noun, Pattern, Period, Place, Player, Stage, Tense, Trigger,
};

/// "When ...", "Whenever ...": the events of a trigger, and how often it works. The comma isn't read.
pub fn read_trigger(p: &mut Parser) -> Option<(Trigger, Tense)> {
    p.attempt(|p| {
        let mut frequency = p.choice(&[
            ("whenever", Frequency::Every),
            ("when", Frequency::Every),
            ("each time", Frequency::Every),
            ("at the", Frequency::Every),
            ("the first time each turn", Frequency::FirstEachTurn),
            ("once per turn , when", Frequency::FirstEachTurn),
            ("once per turn , whenever", Frequency::FirstEachTurn),
            ("once per game , when", Frequency::Once(Period::Game)),
            ("once per game , whenever", Frequency::Once(Period::Game)),
            ("once per attack , when", Frequency::Once(Period::Attack)),
            ("once per attack , whenever", Frequency::Once(Period::Attack)),
            ("the next time", Frequency::Next),
        ]);
        // "The first time this unit attacks each turn".
        let first = frequency.is_none() && p.words("the first time");
        if first {
            frequency = Some(Frequency::Every);
        }
        // "Just before ..." needs no conjunction.
        if frequency.is_none() && p.sees(|p| p.words("just before")) {
            frequency = Some(Frequency::Every);
        }
        let conditional = frequency.is_none() && p.words("if");
        if conditional {
            frequency = Some(Frequency::Every);
        }
        let mut frequency = frequency?;
        if let Some(event) = p.attempt(read_first_stage) {
            frequency = Frequency::First;
            if matches!(player_of(&event), Some(Player::Any | Player::Each)) {
                p.third = Player::That;
            }
            return Some((Trigger::from(event).occurring(frequency), Tense::Happens));
        }
        let before = p.attempt(read_just_before);
        let (mut events, tense) = match before {
            Some(event) => (vec![event], Tense::Would),
            None => read_events(p)?,
        };
        // "If this unit would be discarded, ..." is "When ...".
        let waits = |event: &Event| matches!(event, Event::Discarded { .. } | Event::Damage { .. });
        if conditional && !(events.iter().all(waits)) {
            return None;
        }
        let mut apart = false;
        while let Some(((more, _), joined)) = p.attempt(|p| {
            let joined =
                p.one_of(&["or when", "or whenever", ", or when", "and when", "and whenever", ", and when"])?;
            read_events(p).filter(|(_, other)| *other == tense).map(|more| (more, joined))
        }) {
            events.extend(more);
            apart |= joined > 2;
        }
        for event in &events {
            p.refs.after_event(event);
            if matches!(player_of(event), Some(Player::Any | Player::Each)) {
                p.third = Player::That;
            }
        }
        if first {
            p.words("each turn").then_some(())?;
            frequency = Frequency::FirstEachTurn;
        }
        if p.words("for the first time each turn") || p.words("for the first time in a turn") {
            (frequency == Frequency::Every).then_some(())?;
            frequency = Frequency::FirstEachTurn;
        }
        let during = p.attempt(|p| {
            p.words("during").then_some(())?;
            // Any arena's.
            p.words("the battle step").then_some(Stage::BattleStep(ArenaRef::Any)).or_else(|| read_stage(p))
        });
        // "When you complete this card and whenever you draw a card during your build step": that is said of the second.
        (during.is_none() || !apart).then_some(())?;
        let mut trigger = Trigger::any(events).occurring(frequency);
        trigger.during = during;
        Some((trigger, tense))
    })
}

/// "just before this unit is discarded": while it would be.
fn read_just_before(p: &mut Parser) -> Option<Event> {
    p.words("just before").then_some(())?;
    let what = read_pattern(p)?;
    (p.words("is discarded") || p.words("would be discarded")).then_some(())?;
    Some(Event::Discarded { what, from: read_left(p), cause: Cause::Any })
}

/// The player who does what happens, if it is a player.
fn player_of(event: &Event) -> Option<Player> {
    match event {
        Event::Deploys { who, .. }
        | Event::Completes { who, .. }
        | Event::Plays { who, .. }
        | Event::Enters { who, .. }
        | Event::Pool { who, .. }
        | Event::Draws(who)
        | Event::Searches(who)
        | Event::GainsArena(who, _) => Some(*who),
        Event::Stage(_, Stage::BuildStep(who) | Stage::RetreatStep(who)) => Some(*who),
        Event::Counters { who, .. } => *who,
        _ => None,
    }
}

/// "the first turn starts", "the first battle phase ends".
fn read_first_stage(p: &mut Parser) -> Option<Event> {
    let stage = if p.words("the first") {
        p.choice(&[
            ("turn", Stage::Turn),
            ("battle phase", Stage::BattlePhase),
            ("build step", Stage::BuildStep(Player::You)),
        ])?
    } else {
        let who = read_owner(p)?;
        p.words("first build step").then_some(Stage::BuildStep(who))?
    };
    let edge = p.choice(&[("starts", Edge::Start), ("ends", Edge::End)])?;
    Some(Event::Stage(edge, stage))
}

fn read_events(p: &mut Parser) -> Option<(Vec<Event>, Tense)> {
    [Tense::Happens, Tense::Would].into_iter().find_map(|tense| {
        p.attempt(|p| {
            let mut events = match p.attempt(|p| read_shared(p, tense)) {
                Some(events) => events,
                None => vec![read_event(p, tense)?],
            };
            // "is discarded from your hand, any arena, or your build zone".
            while let Some(next) = p.attempt(|p| {
                let Some(Event::Discarded { what, from: Some(_), cause: Cause::Any }) = events.last() else {
                    return None;
                };
                (tense == Tense::Happens).then_some(())?;
                p.one_of(&[", or", "or", ","])?;
                let from = super::place::read_place_name(p)?;
                // After a hand, it's about units again.
                let mut what = what.clone();
                if let (Pattern::Any(filter), Place::Arena(_) | Place::BuildZone(_)) = (&mut what, from) {
                    for class in filter.classes.iter_mut().filter(|class| class.noun == Noun::UnitCard) {
                        class.noun = Noun::Unit;
                    }
                }
                let what = super::event::as_cards_of(what, from);
                Some(Event::Discarded { what, from: Some(from), cause: Cause::Any })
            }) {
                events.push(next);
            }
            // "attacks or is attacked", "you play a Battle card or complete a Trap": the same subject.
            while let Some(next) = p.attempt(|p| {
                p.one_of(&[", or", "or"])?;
                read_further(p, &events[0], tense)
            }) {
                events.push(next);
            }
            Some((events, tense))
        })
    })
}

/// What else the same card or player does.
fn read_further(p: &mut Parser, first: &Event, tense: Tense) -> Option<Event> {
    if let Event::Deploys { who: Player::Any, what, using: None } = first
        && p.words("discarded")
    {
        // "is deployed or discarded from the Space arena".
        return Some(Event::Discarded { what: what.clone(), from: read_left(p), cause: Cause::Any });
    }
    if let Some(what) = subject(first) {
        return read_event_of(p, what.clone(), tense);
    }
    let who = player_of(first).filter(|who| matches!(who, Player::You | Player::Opponent))?;
    let stage = matches!(first, Event::Stage(..));
    if stage { None } else { read_done_by(p, who, tense) }
}

/// "from the Space arena": where a card was.
fn read_left(p: &mut Parser) -> Option<Place> {
    p.attempt(|p| {
        p.sees(|p| p.words("from")).then_some(())?;
        read_place(p)
    })
}

/// Who the event is about, for "attacks or is attacked".
fn subject(event: &Event) -> Option<&Pattern> {
    match event {
        Event::Attacks { attacker, .. } => Some(attacker),
        Event::IsAttacked { defender, .. } => Some(defender),
        Event::Damage { source: Some(source), .. } => Some(source),
        Event::Damage { target: Some(target), .. } => Some(target),
        Event::Discarded { what, .. }
        | Event::Retreats(what)
        | Event::Taps(what)
        | Event::Untaps(what)
        | Event::Moves(what)
        | Event::AttackEnds(what)
        | Event::Deploys { what, who: Player::Any, using: None } => Some(what),
        _ => None,
    }
}

/// Writes a trigger with its conjunction.
pub fn write_trigger(w: &mut Writer, trigger: &Trigger, tense: Tense) -> Written {
    if trigger.during.is_some() && trigger.frequency == Frequency::First {
        return Err(Unwritable("a trigger with a window"));
    }
    if trigger.frequency == Frequency::First {
        let [Event::Stage(edge, stage)] = trigger.events[..] else {
            return Err(Unwritable("the first of these events"));
        };
        w.say("when");
        match stage {
            Stage::Turn => w.say("the first turn"),
            Stage::BattlePhase => w.say("the first battle phase"),
            Stage::BuildStep(who) => {
                write_owner(w, who)?;
                w.say("first build step");
            }
            _ => return Err(Unwritable("the first of these stages")),
        }
        w.say(edge_word(edge));
        return Ok(());
    }
    for (i, event) in trigger.events.iter().enumerate() {
        w.say(match (i, trigger.frequency) {
            (0, Frequency::Every) => conjunction(event),
            (0, Frequency::FirstEachTurn) => "the first time each turn",
            (0, Frequency::Next) => "the next time",
            (0, Frequency::Once(Period::Attack)) => "once per attack, when",
            (0, Frequency::Once(Period::Turn)) => "once per turn, when",
            (0, Frequency::Once(Period::Game)) => "once per game, when",
            _ => "or when",
        });
        write_event(w, event, tense)?;
    }
    for event in &trigger.events {
        w.refs.after_event(event);
    }
    if let Some(stage) = trigger.during {
        w.say("during");
        if stage == Stage::BattleStep(ArenaRef::Any) {
            w.say("the battle step");
            return Ok(());
        }
        write_stage(w, stage)?;
    }
    Ok(())
}

/// "When" for stages, which come once a turn; "whenever" for events, which can happen repeatedly.
const fn conjunction(event: &Event) -> &'static str {
    match event {
        Event::Stage(..) | Event::BuildRoll | Event::Deploys { .. } | Event::Completes { .. } => "when",
        _ => "whenever",
    }
}

#[cfg(test)]
mod tests {
    use super::{read_trigger, write_trigger};
    use crate::testing::{both, reads};
    use vocab::ability::Tense;

    #[test]
    fn triggers() {
        for text in [
            "When your build step starts",
            "When you deploy this unit",
            "Whenever your opponent plays a Battle card",
            "Whenever this unit attacks a Jedi",
            "Whenever one of your Diplomats is attacked",
            "Whenever this unit damages a Character",
            "Whenever one of your Jedi is damaged by 2 or more damage",
            "Whenever this unit is discarded from the Character arena",
            "Whenever damage from this unit causes a unit to be discarded",
            "When the roll for build points is made",
            "When the first turn starts",
            "Whenever this unit's attack ends",
            "When you deploy this unit to the Ground arena",
            "When you deploy a Jedi in the Ground arena",
            "Whenever your opponent deploys, moves or puts a unit into this arena",
            "Whenever you draw a card during the battle phase",
            "Whenever one of your Jedi uses a Force-activated ability that costs 2 or more Force",
            "Whenever you add a card to one of your Jedi's stack",
            "Whenever you stack a Jedi beneath one of your Diplomats",
            "Whenever one of your Jedi gains a Bounty",
            "Whenever this unit does 3 or more damage to a Character",
            "Whenever you gain Force during the battle step",
            "Whenever you search your deck",
            "The next time your opponent gains Force",
            "Whenever you put 2 or more mastery counters on this unit",
            "Whenever damage to one of your units is prevented",
            "Whenever damage to this unit is prevented using Evade",
            "Whenever this unit does damage",
            "Whenever this unit does damage using Ambush",
            "Whenever you deploy or put a Jedi into any arena",
            "Whenever your opponent moves a unit into the Space arena",
            "Whenever this unit's Backfire is triggered",
            "Whenever this unit uses Ambush",
            "When your opponent deploys a unit using Hidden Cost",
            "Whenever you predict correctly for one of your Jedi's Foresight",
            "Whenever you play a Battle card or when you complete a Trap",
            "Once per game, when this unit attacks",
            "When each player's first build step starts",
            "Whenever one of your opponent's cards is damaged by Overload",
        ] {
            both(
                text,
                |p| read_trigger(p).map(|(trigger, _)| trigger),
                |w, trigger| write_trigger(w, trigger, Tense::Happens),
            );
        }
    }

    #[test]
    fn what_is_said_of_one_of_two_events_is_not_said_of_both() {
        let trigger = |text: &str| reads(text, |p| read_trigger(p).map(|(trigger, _)| trigger));
        let drawn = "When this unit attacks and whenever you draw a card";
        assert!(trigger(drawn).is_some());
        assert_eq!(trigger(&format!("{drawn} during your build step")), None);
        // It happens for each card.
        assert_eq!(trigger("Whenever you draw 1 or more cards"), None);
        // Accuracy isn't used, it works.
        assert_eq!(trigger("Whenever this unit uses Accuracy"), None);
        assert_eq!(
            trigger("Whenever your opponent deploys a unit with Hidden Cost"),
            trigger("Whenever your opponent deploys a unit using Hidden Cost")
        );
        assert_eq!(
            trigger("Whenever this unit uses Overload"),
            trigger("Whenever this unit's Overload is triggered")
        );
    }
}
