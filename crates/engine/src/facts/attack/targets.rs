//! What a unit can attack (rule 1105.1).

use crate::facts::game::Game;
use crate::facts::keywords::{barrage, bombard, ion_cannon, stealth};
use crate::facts::now::{gather, permission};
use crate::records::attack::Mode;
use crate::records::refusal::Refusal;
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
    hindrance(game, unit, target).is_none()
}

/// What keeps this unit from attacking that one, wherever they are.
fn hindrance(game: &Game, unit: Slot, target: Slot) -> Option<Refusal> {
    let who = game.state.card(unit).controller;
    if !game.is_unit(target) {
        return Some(Refusal::NotAUnit);
    }
    if stealth::hides(game, target)
        && !permission::sees_through_stealth(game, unit, target)
        && !permission::may_be_attacked(game, target)
    {
        return Some(Refusal::Stealth);
    }
    if !permission::can_attack(game, unit, target) {
        return Some(Refusal::Forbidden);
    }
    let price = permission::attack_price(game, unit, target);
    (price > game.state.players[who].force).then_some(Refusal::AttackPrice(price))
}

/// Why a unit that acts isn't offered a target: something about the target, or where it is; otherwise another is demanded.
pub(crate) fn refused(game: &Game, unit: Slot, target: Slot) -> Refusal {
    let (own, other) = (game.state.card(unit), game.state.card(target));
    if !game.is_unit(target) {
        return Refusal::NotAUnit;
    }
    if own.controller == other.controller && !permission::may_attack_own(game, unit, target) {
        return Refusal::OwnSide;
    }
    let is_aimed_at = |(to, _): &(Slot, Mode)| *to == target;
    if targets(game, unit).iter().any(is_aimed_at) {
        return Refusal::Demanded;
    }
    hindrance(game, unit, target).unwrap_or(Refusal::OutOfReach)
}
