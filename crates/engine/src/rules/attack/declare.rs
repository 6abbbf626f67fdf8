//! Step 1: declaring (rule 1105).

use super::{Attack, Fact, Frame, Mode, Stage, Taps, can_be_attacked, stored};
use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::play::Tried;
use crate::records::state::{Mark, Slot};
use crate::records::trigger::About;
use crate::rules::change::By;
use crate::rules::{play, trigger};
use vocab::RuleNumber;
use vocab::ability::Pool;

/// The next attack of the game, between these units.
pub(super) fn numbered(game: &mut Game, attacker: Slot, defender: Slot, mode: Mode, taps: Taps) -> Attack {
    game.state.attacks_made = game.state.attacks_made.wrapping_add(1);
    Attack {
        number: game.state.attacks_made,
        attacker,
        defender,
        from: game.state.card(attacker).place,
        at: game.state.card(defender).place,
        mode,
        taps,
        ..Attack::default()
    }
}

/// Names the defending unit (rule 1105.1); texts may step in before the unit attacks (rule 1310.1).
pub(super) fn declare(game: &mut Game, attacker: Slot, defender: Slot, mode: Mode, taps: Taps) -> Flow {
    if !game.is_unit(attacker) || !game.is_unit(defender) {
        return Flow::Done;
    }
    let attack = numbered(game, attacker, defender, mode, taps);
    if game.state.attacks.push(attack).is_err() {
        game.stop();
        return Flow::Done;
    }
    match trigger::would(game, About::Attack) {
        Some(above) => Flow::push(Frame::Stepped, above),
        None => pay(game),
    }
}

/// Texts have stepped in: if something else took the place of the attack, the unit has had its moment (rule 1104.2).
pub(super) fn stepped(game: &mut Game) -> Flow {
    let Some(Attack { attacker, defender, taps, .. }) = game.state.attack().copied() else {
        return Flow::Done;
    };
    let is_possible = game.is_unit(attacker) && game.is_unit(defender);
    if !trigger::was_replaced(game) && is_possible {
        return pay(game);
    }
    game.state.attacks.pop();
    if taps == Taps::Yes && game.is_unit(attacker) {
        game.tap(attacker, By::card(attacker, 1104, 2));
    }
    Flow::Done
}

/// Pays and taps (rules 1105.2, 1105.3); then the attack can be disrupted.
fn pay(game: &mut Game) -> Flow {
    let Some(Attack { attacker, defender, taps, .. }) = game.state.attack().copied() else {
        return Flow::Done;
    };
    let who = game.state.card(attacker).controller;
    if taps == Taps::Yes {
        game.tap(attacker, By::rule(1105, 3));
    }
    // A price that cannot be paid any more: the unit taps and does nothing (1104.4).
    let price = permission::attack_price(game, attacker, defender);
    if price > 0 && game.pay(who, Pool::Force, price, By::card(defender, 1105, 2)).is_err() {
        game.state.attacks.pop();
        return Flow::Done;
    }
    let chance = play::open(game, Tried::Attack(attacker), who);
    Flow::push(Frame::Declared, chance)
}

/// After the disrupt POP: a disrupted attack did not happen (rule 1105.4); otherwise the unit is attacking (1105.7).
pub(super) fn declared(game: &mut Game) -> Flow {
    let disrupted = play::was_disrupted(game);
    let Some(attack) = game.state.attacks.last_mut() else { return Flow::Done };
    if disrupted {
        game.state.attacks.pop();
        return Flow::Done;
    }
    attack.stage = Stage::Attacking;
    let Attack { attacker, defender, mode, .. } = *attack;
    if !game.state.card(attacker).marks.has(Mark::Attacked) {
        game.state.card_mut(attacker).marks.set(Mark::Attacked);
        if let Some(attack) = game.state.attacks.last_mut() {
            attack.facts.set(Fact::First);
        }
    }
    stored::start(game, attacker);
    game.note(What::Attacks { attacker, defender, mode }, RuleNumber::new(1105, 1), None);
    game.note(What::IsAttacked { defender, attacker }, RuleNumber::new(1105, 5), None);
    Flow::next(Frame::Overload)
}

/// Whether a unit is just about to attack: texts step in before it (rules 1104.5, 1310.1).
pub(crate) fn is_about_to_attack(game: &Game, unit: Slot) -> bool {
    match game.state.would.last().map(|would| would.about) {
        Some(About::Attack) => game.state.attack().is_some_and(|attack| attack.attacker == unit),
        Some(About::Act(acting)) => acting == unit,
        _ => false,
    }
}

/// The attack that is about to be declared, or that the acting unit makes, goes to this unit, if the attacker can attack
/// it.
pub(crate) fn aim_at(game: &mut Game, to: Slot) -> bool {
    let about = game.state.would.last().map(|would| would.about);
    let (unit, place) = match (about, game.state.attack()) {
        (Some(About::Act(unit)), _) => (unit, game.state.card(unit).place),
        (_, Some(attack)) => (attack.attacker, attack.at),
        (_, None) => return false,
    };
    let is_possible = to != unit && game.state.card(to).place == place && can_be_attacked(game, unit, to);
    if let (true, Some(would)) = (is_possible, game.state.would.last_mut()) {
        if matches!(would.about, About::Act(_)) {
            would.about = About::Led(to);
        } else if let Some(attack) = game.state.attacks.last_mut() {
            attack.defender = to;
            would.changed = true;
        }
    }
    is_possible
}
