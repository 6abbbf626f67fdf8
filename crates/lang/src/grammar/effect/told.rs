//! What a text tells another player to do, where it matters who does it: "your opponent discards that card".

use super::write_action;
use crate::grammar::player::write_player;
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Action, CardAction, Effect, Optional, Player, Selector};

/// Whether an action itself doesn't say who does it, though the text does.
pub(super) fn matters(p: &Parser, action: &Action) -> bool {
    p.actor == Player::Opponent
        && !p.bare
        && matches!(action, Action::Cards(CardAction::Discard(Selector::Known(_) | Selector::Each(_))))
}

/// A step that this player does.
pub(super) fn by(who: Player, step: Effect) -> Effect {
    Effect::Do { optional: Optional::By(who), what: Box::new(step), then: None, otherwise: None }
}

/// Writes what `by` made of a step.
pub(super) fn write(w: &mut Writer, who: Player, step: &Effect) -> Written {
    let (slot, done) = match step {
        Effect::Named(slot, inner) => (Some(*slot), &**inner),
        other => (None, other),
    };
    let Effect::Act(action) = done else {
        return Err(Unwritable("this done by another player"));
    };
    write_player(w, who)?;
    w.actor = who;
    w.bare = false;
    write_action(w, action)?;
    w.step(done, slot);
    Ok(())
}
