//! Replacements: something else happens in place of an event that would happen (rule 1310).

use super::find::{may_speak, triggers, waiting, with_parties};
use super::resolve::context_of;
use super::{Frame, Waiting};
use crate::catalog::Topics;
use crate::effect::{self, Scope, condition};
use crate::event::Event;
use crate::frame::{self, Flow};
use crate::game::Game;
use crate::now::gather::{self, Given};
use crate::state::Register;
use vocab::ability::{AbilityKind, Outcome};

/// The replacements that fit something that would happen: DS's first; each can apply once (rule 1310.2).
pub(crate) fn would(game: &Game, event: &Event) -> Vec<Waiting> {
    let mut found = Vec::new();
    for card in game.state.slots().filter(|card| may_speak(game, *card)) {
        gather::everything(game, card, 0, Topics::ABILITIES, &mut |given| {
            let Given::Ability(id, giver) = given else { return };
            let AbilityKind::Replacement(text) = &game.catalog.ability(id).kind else { return };
            let scope = Scope::of_card(game, card, 0).given_by(giver);
            if let (Outcome::Instead(_), Some(parties)) =
                (&text.outcome, triggers(scope, &text.trigger, event))
            {
                let scope = with_parties(scope, parties);
                if text.condition.as_ref().is_none_or(|only| condition::holds(scope, only)) {
                    found.extend(waiting(scope, id, parties));
                }
            }
        });
    }
    found.sort_by_key(|waiting| waiting.you);
    found
}

/// Begins a replacement. The register then says with the number 1 that it took the place of the event; a choice not
/// taken, or something that could not be done, leaves the event as it was (rules 1310.1, 1310.5).
pub(crate) fn instead(game: &mut Game, waiting: &Waiting) -> frame::Frame {
    let context = context_of(game, waiting);
    game.open(context);
    Frame::Replace.into()
}

/// Runs the effect of a replacement.
pub(super) fn run(game: &Game) -> Flow {
    match game.catalog.entry(game.context().ability).root {
        Some(root) => Flow::push(Frame::Replaced, effect::Frame::Node(root, 0)),
        None => Flow::next(Frame::Replaced),
    }
}

/// Leaves in the register whether the replacement happened.
pub(super) fn leave(game: &mut Game) -> Flow {
    let did = game.context().last.did;
    game.state.contexts.pop();
    game.state.register = Register::Number(i16::from(did));
    Flow::Done
}
