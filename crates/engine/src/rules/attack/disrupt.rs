//! A text that an attack has triggered, or that steps in before one, disrupts it (rule 1308.7).

use super::{Fact, Stage};
use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::state::Mark;
use crate::records::trigger::About;
use crate::rules::change::By;
use crate::rules::{damage, history, lasting, trigger};

use super::stored;

/// Disrupts the attack that is going on or is about to be made; whether there was one that can be disrupted.
pub(crate) fn disrupt(game: &mut Game, by: By) -> bool {
    let Some(attack) = game.state.attack().copied() else { return false };
    if attack.facts.has(Fact::Disrupted) || !permission::can_be_disrupted(game, attack.attacker, true) {
        return false;
    }
    match attack.stage {
        // Before it is declared the unit taps and has had its moment (rule 1105.4).
        Stage::Declared => match game.state.would.last_mut() {
            Some(would) if would.about == About::Attack && !would.replaced => would.replaced = true,
            _ => return false,
        },
        Stage::Attacking | Stage::Rerolling | Stage::Damage => {
            if let Some(attack) = game.state.attacks.last_mut() {
                attack.facts.set(Fact::Stopped);
                attack.facts.set(Fact::Disrupted);
            }
            damage::drop_attack(game, attack.number);
        }
        Stage::Ending | Stage::Ended => return false,
    }
    game.note(What::Disrupted(attack.attacker), by.rule, by.card);
    true
}

/// The attack is over without an attack end, for it did not happen (rules 1105.4, 1308.2).
pub(super) fn undo(game: &mut Game) -> Flow {
    let Some(attack) = game.state.attack().copied() else { return Flow::Done };
    if attack.facts.has(Fact::First) {
        game.unmark(attack.attacker, Mark::Attacked);
    }
    history::forget_attack(game, attack.number);
    trigger::forget_attack(game);
    stored::give_back(game, attack.number);
    lasting::attack_undone(game);
    game.state.attacks.pop();
    Flow::Done
}
