//! When something happens later, once: "when your next build step starts", "when the attack ends".

use super::sentence::{at_stop, join, read_sentence};
use crate::parser::Parser;
use crate::writer::{Writer, Written};
use vocab::ability::{Action, CardAction, Edge, Effect, Event, Player, Reference, Selector, Stage};

pub const TURN_STARTS: Event = Event::Stage(Edge::Start, Stage::Turn);
const BATTLE_STARTS: Event = Event::Stage(Edge::Start, Stage::BattlePhase);
const BATTLE_ENDS: Event = Event::Stage(Edge::End, Stage::BattlePhase);

/// All sentences of an effect. "When the battle phase starts, choose a unit. Do 2 damage to that unit. Gain 1 Force.":
/// a step that refers to something later happens later itself, and so does everything after it.
pub fn read_sentences(p: &mut Parser) -> Option<Vec<Effect>> {
    let mut steps = Vec::new();
    let mut is_later = false;
    while !at_stop(p) {
        let before = p.used_count();
        read_sentence(p, &mut steps)?;
        is_later |= p.used_count() != before && matches!(steps[..], [Effect::Delayed(..), _]);
        // A step with its own time waits for that.
        is_later &= !matches!(steps.last(), Some(Effect::Delayed(..)));
        if is_later {
            put_off(&mut steps)?;
        }
    }
    Some(steps)
}

/// The last step happens together with the first, which waits for something.
fn put_off(steps: &mut Vec<Effect>) -> Option<()> {
    let last = steps.pop()?;
    let Some(Effect::Delayed(_, later)) = steps.first_mut() else { return None };
    let mut all = match std::mem::replace(&mut **later, Effect::Sequence(Vec::new())) {
        Effect::Sequence(first) => first,
        first => vec![first],
    };
    all.push(last);
    **later = join(all)?;
    Some(())
}

/// "If it is a Ground card, put it into the Ground arena. When the battle step ends, discard it.": what is put there is
/// discarded, and nothing that stayed where it was.
pub fn with_later(if_so: Effect, later: Effect) -> Vec<Effect> {
    match if_so {
        Effect::If { condition, then, otherwise: None }
            if put(&then).is_some() && delayed_of(&later) == put(&then) =>
        {
            let then = Box::new(Effect::Sequence(vec![*then, later]));
            vec![Effect::If { condition, then, otherwise: None }]
        }
        if_so => vec![if_so, later],
    }
}

/// What `with_later` joins.
pub fn put_and_later(then: &Effect) -> Option<(&Effect, &Effect)> {
    let Effect::Sequence(steps) = then else { return None };
    let [first, later] = &steps[..] else { return None };
    (put(first).is_some() && delayed_of(later) == put(first)).then_some((first, later))
}

/// What is put somewhere, if it was spoken of before.
fn put(effect: &Effect) -> Option<Reference> {
    match effect {
        Effect::Act(Action::Cards(CardAction::Put(Selector::Known(known), _))) => Some(*known),
        Effect::Named(_, inner) => put(inner),
        _ => None,
    }
}

/// What happens later is done to this.
fn delayed_of(effect: &Effect) -> Option<Reference> {
    let Effect::Delayed(_, later) = effect else { return None };
    match &**later {
        Effect::Act(action) => match crate::referents::acted_on(action)? {
            Selector::Known(known) => Some(*known),
            Selector::Choose(_) | Selector::Each(_) | Selector::Together(_) => None,
        },
        _ => None,
    }
}

type Write = fn(&mut Writer, &Effect) -> Written;

/// Writes what happens later: in one sentence, or in several if a later step needs its own.
pub fn write_put_off(w: &mut Writer, later: &Effect, body: Write, sentence: Write) -> Written {
    let needs_sentence = |step: &Effect| {
        matches!(step, Effect::Unless { .. } | Effect::If { .. } | Effect::Do { .. } | Effect::Meanwhile(..))
    };
    match later {
        Effect::Sequence(steps)
            if let [first @ Effect::Named(..), rest @ ..] = &steps[..]
                && rest.iter().any(needs_sentence) =>
        {
            body(w, first)?;
            for step in rest {
                w.stop();
                w.actor = Player::You;
                w.bare = false;
                sentence(w, step)?;
            }
            Ok(())
        }
        later => body(w, later),
    }
}

/// Before what happens then, with its comma.
pub fn read_next(p: &mut Parser) -> Option<Event> {
    p.choice(&[
        ("when your next build step starts ,", Event::YOUR_BUILD_STEP_STARTS),
        ("when the next turn starts ,", TURN_STARTS),
        ("when the next battle phase starts ,", BATTLE_STARTS),
    ])
}

/// After what happens then.
pub fn read_later(p: &mut Parser) -> Option<Event> {
    let others = Event::Stage(Edge::Start, Stage::BuildStep(p.other()));
    p.choice(&[
        ("when your next build step starts", Event::YOUR_BUILD_STEP_STARTS),
        ("at the start of your next build step", Event::YOUR_BUILD_STEP_STARTS),
        ("when his or her next build step starts", others.clone()),
        ("when their next build step starts", others),
        (
            "when your opponent's next build step starts",
            Event::Stage(Edge::Start, Stage::BuildStep(Player::Opponent)),
        ),
        ("when the attack ends", Event::ATTACK_ENDS),
        ("when the battle phase ends", BATTLE_ENDS),
        ("when the turn ends", Event::Stage(Edge::End, Stage::Turn)),
        ("when this turn ends", Event::Stage(Edge::End, Stage::Turn)),
        ("when the next turn starts", TURN_STARTS),
    ])
}
