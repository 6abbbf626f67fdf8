//! What a unit can attack (rule 1105.1).

use crate::facts::game::Game;
use crate::facts::keywords::{barrage, bombard, ion_cannon, stealth};
use crate::facts::now::{gather, permission};
use crate::records::attack::Mode;
use crate::records::state::{Slot, Where};
use crate::records::topics::Topics;
use vocab::Arena;

/// The units that a unit can attack now, and how.
pub(crate) fn targets(game: &Game, unit: Slot) -> Vec<(Slot, Mode)> {
    let Where::Arena(own) = game.state.card(unit).place else { return Vec::new() };
    let opponent = game.state.card(unit).controller.other();
    let mut targets = Vec::new();
    for mode in [Mode::Normal, Mode::Bombard, Mode::Barrage, Mode::IonCannon] {
        if let Some(arena) = reach(game, unit, own, mode) {
            let fit = game.units_of(opponent, arena).filter(|target| can_be_attacked(game, unit, *target));
            targets.extend(fit.map(|target| (target, mode)));
        }
    }
    let own_rules = gather::may_have(game, unit, Topics::ATTACK);
    let is_beyond = |target: &Slot| {
        let card = game.state.card(*target);
        // 102.2: its own side only if a text says so.
        if card.controller != opponent {
            return *target != unit
                && card.place == Where::Arena(own)
                && permission::may_attack_own(game, unit, *target)
                && can_be_attacked(game, unit, *target);
        }
        // 1105.1: what Bombard and its like reach may be attacked as usual where a text says so.
        card.place != Where::Arena(own)
            && permission::reaches(game, unit, *target)
            && can_be_attacked(game, unit, *target)
    };
    let opposing = game.state.laid_out().and(game.state.controlled_by(opponent));
    let among = if own_rules { game.state.laid_out() } else { opposing };
    targets.extend(among.iter().filter(is_beyond).map(|target| (target, Mode::Normal)));
    targets
}

/// The arena that an attack of this mode goes to.
fn reach(game: &Game, unit: Slot, own: Arena, mode: Mode) -> Option<Arena> {
    match mode {
        Mode::Normal => Some(own),
        Mode::Bombard => bombard::reach(game, unit, own),
        Mode::Barrage => barrage::reach(game, unit, own),
        Mode::IonCannon => ion_cannon::reach(game, unit, own),
    }
}

/// Whether this unit can attack that one, wherever they are: Stealth, texts that forbid it, a price that cannot be
/// paid (rules 1105.2, 1312.1, 1755.1).
pub(crate) fn can_be_attacked(game: &Game, unit: Slot, target: Slot) -> bool {
    let who = game.state.card(unit).controller;
    game.is_unit(target)
        && (!stealth::hides(game, target)
            || permission::sees_through_stealth(game, unit, target)
            || permission::may_be_attacked(game, target))
        && permission::can_attack(game, unit, target)
        && permission::attack_price(game, unit, target) <= game.state.players[who].force
}
