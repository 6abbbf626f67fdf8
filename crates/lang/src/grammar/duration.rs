//! How long: "until end of turn", "for this attack", "until it is discarded", "as long as ...".

use super::condition::{read_condition, write_condition};
use super::event::{read_event, write_event};
use super::player::read_owner;
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Duration, Edge, Event, Pattern, Stage, Tense};

const FIXED: [(&str, Duration); 21] = [
    ("until end of turn", Duration::EndOfTurn),
    ("until the end of turn", Duration::EndOfTurn),
    ("until end of the turn", Duration::EndOfTurn),
    ("until the end of the turn", Duration::EndOfTurn),
    ("this turn", Duration::EndOfTurn),
    ("for this attack", Duration::ThisAttack),
    ("for that attack", Duration::ThisAttack),
    ("this attack", Duration::ThisAttack),
    ("for its next attack", Duration::NextAttack),
    ("for his next attack", Duration::NextAttack),
    ("for her next attack", Duration::NextAttack),
    ("until end of battle", Duration::EndOfBattle),
    ("until end of next turn", Duration::EndOfNextTurn),
    ("until the next turn ends", Duration::EndOfNextTurn),
    ("next turn", Duration::NextTurn),
    ("until end of game", Duration::EndOfGame),
    ("until the game ends", Duration::EndOfGame),
    ("until the end of the game", Duration::EndOfGame),
    ("during this attack", Duration::ThisAttack),
    ("during that attack", Duration::ThisAttack),
    ("until the turn ends", Duration::EndOfTurn),
];

/// A duration, before or after what lasts.
pub fn read_duration(p: &mut Parser) -> Option<Duration> {
    if let Some(duration) = p.choice(&FIXED) {
        return Some(duration);
    }
    if p.words("as long as") {
        return read_condition(p).map(|condition| Duration::AsLongAs(Box::new(condition)));
    }
    if p.words("until discarded") {
        return p.refs.pronoun(false).map(|it| {
            if let vocab::ability::Reference::Result(slot) = it {
                p.uses(slot);
            }
            Duration::Until(vec![Event::discarded(Pattern::Known(it))])
        });
    }
    let next = p.attempt(|p| {
        p.words("until").then_some(())?;
        let stage = if p.words("the next turn") {
            Stage::Turn
        } else if p.words("the next battle phase") {
            Stage::BattlePhase
        } else {
            let who = read_owner(p)?;
            p.words("next build step").then_some(Stage::BuildStep(who))?
        };
        // The end of the next one isn't necessarily the next end.
        p.words("starts").then(|| Duration::Until(vec![Event::Stage(Edge::Start, stage)]))
    });
    if next.is_some() {
        return next;
    }
    p.attempt(|p| {
        p.words("until").then_some(())?;
        let mut events = vec![read_event(p, Tense::Happens)?];
        while let Some(next) = p.attempt(|p| {
            p.words("or").then_some(())?;
            p.words("until");
            read_event(p, Tense::Happens)
        }) {
            events.push(next);
        }
        Some(Duration::Until(events))
    })
}

/// Writes what `read_duration` reads.
pub fn write_duration(w: &mut Writer, duration: &Duration) -> Written {
    match duration {
        Duration::AsLongAs(condition) => {
            w.say("as long as");
            write_condition(w, condition)
        }
        Duration::Until(events) => {
            for (i, event) in events.iter().enumerate() {
                w.say(if i == 0 { "until" } else { "or until" });
                write_event(w, event, Tense::Happens)?;
            }
            Ok(())
        }
        fixed => match FIXED.iter().find(|(_, duration)| duration == fixed) {
            Some((words, _)) => {
                w.say(words);
                Ok(())
            }
            None => Err(Unwritable("this duration")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{read_duration, write_duration};
    use crate::testing::both;

    #[test]
    fn durations() {
        for text in [
            "until end of turn",
            "for this attack",
            "until end of game",
            "until this unit is discarded",
            "until your build step starts",
            "as long as this unit is tapped",
        ] {
            both(text, read_duration, write_duration);
        }
    }
}
