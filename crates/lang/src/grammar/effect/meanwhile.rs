//! Abilities that work by themselves for a while: "this turn, whenever ..., ...".

use super::sentence::{join, read_sentence, write_sentence};
use crate::grammar::clause::kind_after_trigger;
use crate::grammar::condition::{read_condition, write_condition};
use crate::grammar::duration::{read_duration, write_duration};
use crate::grammar::trigger::{read_trigger, write_trigger};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Ability, AbilityKind, Action, Activity, Change, CombatAction, Duration, Effect, Event, Frequency,
    Modality, Optional, Outcome, Replacement, Rule, Selector, Tense, Trigger, X,
};

/// The duration comes before or after the event: "whenever that unit attacks this turn, ...".
pub fn read_meanwhile(p: &mut Parser) -> Option<Effect> {
    let before = p.attempt(|p| {
        let duration = read_duration(p)?;
        p.words(",").then_some(duration)
    });
    let (trigger, tense) = read_trigger(p)?;
    let duration = match before {
        Some(duration) => duration,
        None => p.choice(&[
            ("this turn", Duration::EndOfTurn),
            ("until end of turn", Duration::EndOfTurn),
            ("for this attack", Duration::ThisAttack),
        ])?,
    };
    p.words(",").then_some(())?;
    let condition = p.attempt(|p| {
        p.words("if").then_some(())?;
        let condition = read_condition(p)?;
        p.words(",").then_some(condition)
    });
    let outer = (p.in_enhance, p.enhancement.take(), p.x().clone());
    p.in_enhance = tense == Tense::Would;
    let mut steps = Vec::new();
    let within = std::mem::replace(&mut p.refs.each_time, true);
    let mut read = read_sentence(p, &mut steps);
    // What belongs to the step before belongs to this ability; everything else happens separately.
    while read.is_some()
        && p.sees(|p| p.one_of(&["if you do", "if not", "this damage", "otherwise"]).is_some())
    {
        read = read_sentence(p, &mut steps);
    }
    p.refs.each_time = within;
    let manner = p.enhancement.take();
    (p.in_enhance, p.enhancement) = (outer.0, outer.1);
    read?;
    let explained = p.x().clone();
    let x = if explained == outer.2 { X::Chosen } else { explained };
    p.explain_x(outer.2);
    let kind = kind_after_trigger(tense, manner, trigger, condition, join(steps)?)?;
    Some(Effect::Meanwhile(Box::new(Ability::new(kind).where_x(x)), duration))
}

/// "It must attack this turn, and you may have it attack a unit of your choice": whom, when it makes that attack.
pub fn at_its_attack(steps: &[Effect]) -> Option<[Effect; 2]> {
    let [must @ Effect::Lasting(lasting), attack @ Effect::Do { optional: Optional::May(_), what, .. }] =
        steps
    else {
        return None;
    };
    let Effect::Act(Action::Combat(CombatAction::Attack { attacker: Selector::Known(unit), .. })) = &**what
    else {
        return None;
    };
    let Rule::Cards { who, changes, .. } = &lasting.rule else { return None };
    let must_attack = Change::Modal(Modality::Must, Activity::Attack(None));
    (*who == Selector::Known(*unit) && changes[..] == [must_attack]).then_some(())?;
    let trigger = Trigger::from(Event::attacks(*unit)).occurring(Frequency::Next);
    let outcome = Outcome::First(attack.clone());
    let at_attack = Ability::new(AbilityKind::Replacement(Replacement { trigger, condition: None, outcome }));
    Some([must.clone(), Effect::Meanwhile(Box::new(at_attack), lasting.duration.clone())])
}

/// Whether what it waits for can only be a discard.
pub fn is_for_discard(effect: &Effect) -> bool {
    let Effect::Meanwhile(ability, _) = effect else { return false };
    let AbilityKind::Triggered(text) = &ability.kind else { return false };
    text.trigger.events.iter().all(|event| matches!(event, Event::Discarded { .. }))
}

/// Writes what `read_meanwhile` reads.
pub fn write_meanwhile(w: &mut Writer, ability: &Ability, duration: &Duration) -> Written {
    if matches!(duration, Duration::AsLongAs(_)) || ability.x != X::Chosen {
        return Err(Unwritable("this ability for a while"));
    }
    write_duration(w, duration)?;
    w.say(",");
    let (trigger, tense, condition, effect, instead) = match &ability.kind {
        AbilityKind::Triggered(triggered) => {
            (&triggered.trigger, Tense::Happens, &triggered.condition, &triggered.effect, false)
        }
        AbilityKind::Replacement(Replacement { trigger, condition, outcome }) => match outcome {
            Outcome::First(effect) => (trigger, Tense::Would, condition, effect, false),
            Outcome::Instead(effect) => (trigger, Tense::Would, condition, effect, true),
        },
        _ => return Err(Unwritable("an ability of this kind for a while")),
    };
    write_trigger(w, trigger, tense)?;
    w.say(",");
    if let Some(condition) = condition {
        w.say("if");
        write_condition(w, condition)?;
        w.say(",");
    } else if matches!(effect, Effect::If { .. }) {
        return Err(Unwritable("a condition directly after the event"));
    }
    // One sentence: what follows it happens separately.
    let within = std::mem::replace(&mut w.refs.each_time, true);
    let written = write_sentence(w, effect);
    w.refs.each_time = within;
    written?;
    w.stop();
    if instead {
        w.instead();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::sentence::{read_effect, write_effect};
    use crate::testing::{both, reads};

    #[test]
    fn abilities_for_a_while() {
        let text = "Until end of turn, whenever one of your Diplomats attacks, gain 1 Force.";
        both(text, read_effect, write_effect);
        let before = reads("This turn, whenever this unit attacks, gain 1 Force.", read_effect);
        assert_eq!(before, reads("Whenever this unit attacks this turn, gain 1 Force.", read_effect));
        assert!(before.is_some());
    }
    #[test]
    fn each_time_concerns_those_who_are_there_then() {
        let text = "Choose an arena. Until end of turn, whenever one of your opponent's units in that arena is \
                    discarded, each of your units in that arena gets +4 power until end of turn.";
        let read = format!("{:?}", reads(text, read_effect));
        assert!(read.contains("newcomers: Excluded"), "{read}");
        let lasting = "Choose an arena. Each of your units in that arena gets +4 power until end of turn.";
        assert!(format!("{:?}", reads(lasting, read_effect)).contains("newcomers: Included"));
    }
}
