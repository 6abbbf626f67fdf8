//! Predictions: "predict the damage that the attacking unit will do. If you predict correctly, ...".
//!
//! A number is chosen; until the attack is over, the effect steps in before exactly that much damage to the defending
//! unit.

use super::sentence::{join, read_sentence, write_sentence};
use crate::grammar::reference::read_reference;
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Ability, AbilityKind, Action, Amount, Choosable, Duration, Effect, Event, Outcome, Pattern, Player,
    Range, Reference, Replacement, Slot, Trigger, X,
};

/// No attack does more damage, so a higher prediction could only be wrong.
const MOST: u8 = 40;

/// The prediction, and what happens if it's right.
pub fn read_prediction(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You && !p.bare).then_some(())?;
    p.words("before the dice are rolled ,");
    p.one_of(&["predict the number of damage", "predict the damage", "predict the amount of damage"])?;
    p.words("that");
    (read_reference(p)? == Reference::Attacker && p.words("will do")).then_some(())?;
    p.words("( before damage prevention )");
    p.words(".").then_some(())?;
    p.one_of(&["if you predict correctly ,", "if you predict correct ,", "if you're correct ,"])?;
    let chosen = p.step(Action::Choose(Choosable::Number(Player::You, 0, MOST)).into());
    let slot = p.refs.last_step()?;
    p.uses(slot);
    let outer = (p.in_enhance, p.in_damage, p.enhancement.take());
    (p.in_enhance, p.in_damage) = (true, true);
    let mut steps = Vec::new();
    let read = read_sentence(p, &mut steps);
    let plain = p.enhancement.is_none();
    (p.in_enhance, p.in_damage, p.enhancement) = outer;
    read?;
    plain.then_some(())?;
    Some(Effect::Sequence(vec![chosen, if_right(slot, join(steps)?)]))
}

/// What happens before exactly that much damage is done.
fn if_right(slot: Slot, effect: Effect) -> Effect {
    let damage = Event::Damage {
        source: Some(Pattern::Known(Reference::Attacker)),
        target: Some(Pattern::Known(Reference::Defender)),
        amount: Some(Range::Exactly(Amount::Result(slot))),
        using: None,
    };
    let text =
        Replacement { trigger: Trigger::from(damage), condition: None, outcome: Outcome::First(effect) };
    Effect::Meanwhile(Box::new(Ability::new(text)), Duration::ThisAttack)
}

/// What a right prediction does, if these steps are a prediction.
pub fn of_prediction(effect: &Effect) -> Option<&Effect> {
    let Effect::Sequence(steps) = effect else { return None };
    let [Effect::Named(slot, chosen), Effect::Meanwhile(ability, Duration::ThisAttack)] = &steps[..] else {
        return None;
    };
    let Ability { kind: AbilityKind::Replacement(text), x: X::Chosen, .. } = &**ability else { return None };
    let Outcome::First(effect) = &text.outcome else { return None };
    let number: Effect = Action::Choose(Choosable::Number(Player::You, 0, MOST)).into();
    let is_it = **chosen == number && steps[1] == if_right(*slot, effect.clone());
    is_it.then_some(effect)
}

/// Writes what `read_prediction` reads, without its last full stop.
pub fn write_prediction(w: &mut Writer, whole: &Effect, then: &Effect) -> Written {
    let Effect::Sequence(steps) = whole else { return Err(Unwritable("this prediction")) };
    w.say("predict the damage that the attacking unit will do");
    w.stop();
    w.say("if you predict correctly,");
    if let Some(Effect::Named(slot, chosen)) = steps.first() {
        w.step(chosen, Some(*slot));
    }
    write_sentence(w, then)
}

#[cfg(test)]
mod tests {
    use super::super::sentence::read_effect;
    use crate::testing::reads;

    #[test]
    fn predictions() {
        let text = "Predict the damage that the attacking unit will do. If you predict correctly, prevent that damage.";
        let read = reads(text, read_effect);
        assert!(read.is_some());
        let told = "Before the dice are rolled, predict the number of damage the attacking unit will do (before damage \
                    prevention). If you predict correct, prevent that damage.";
        assert_eq!(read, reads(told, read_effect));
    }
}
