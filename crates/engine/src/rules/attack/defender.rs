//! Changing the defending unit (rule 1106.2), ending an attack before its time (rule 1114.3).

use super::{Fact, Frame, Stage, can_be_attacked};
use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::state::Slot;
use crate::rules::change::By;
use crate::rules::keywords::precision;
use crate::rules::{damage, lasting};
use vocab::RuleNumber;
use vocab::ability::Pool;

/// What changes the defending unit; the older edition tells them apart (rule 1802.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Intercept.
    Intercept,
    /// Redirect, a Battle card.
    Other,
}

/// Another unit becomes the defending unit, if the attacker can attack it and Precision does not hold it.
pub(crate) fn change_defender(game: &mut Game, to: Slot) {
    replace_defender(game, to, Change::Other);
}

/// The same, by Intercept or by something else.
pub(crate) fn replace_defender(game: &mut Game, to: Slot, by: Change) {
    let Some(attack) = game.state.attack() else { return };
    let (attacker, defender) = (attack.attacker, attack.defender);
    let possible = attack.stage == Stage::Attacking && to != defender && can_be_attacked(game, attacker, to);
    // 1106.8, 1745.2: the chosen target stays.
    if !possible || precision::holds(game, attacker, by) {
        return;
    }
    if permission::attack_price(game, attacker, to) > 0 {
        // 1106.4: the attacker's controller decides.
        game.push(Frame::Price(to).into());
    } else {
        set(game, to);
    }
}

/// The unit becomes the defending unit: it "is attacked"; nothing else starts anew (rules 1106.2, 1106.7).
fn set(game: &mut Game, to: Slot) {
    let at = game.state.card(to).place;
    if let Some(attack) = game.state.attacks.last_mut() {
        let from = std::mem::replace(&mut attack.defender, to);
        attack.at = at;
        let attacker = attack.attacker;
        lasting::defender_changes(game, from, to);
        game.note(What::IsAttacked { defender: to, attacker }, RuleNumber::new(1106, 2), None);
    }
}

pub(super) fn price_ask(game: &Game, to: Slot, choices: &mut Vec<Choice>) -> Option<Ask> {
    let attacker = game.state.attack()?.attacker;
    choices.extend([Choice::Yes, Choice::No]);
    Some(Ask::new(game.state.card(attacker).controller, Why::PayOrNot, 1106, 4).about(to))
}

pub(super) fn price_chosen(game: &mut Game, to: Slot, choice: Choice) -> Flow {
    let Some(attacker) = game.state.attack().map(|attack| attack.attacker) else { return Flow::Done };
    let who = game.state.card(attacker).controller;
    let price = permission::attack_price(game, attacker, to);
    if choice == Choice::Yes && game.pay(who, Pool::Force, price, By::card(to, 1105, 2)).is_ok() {
        set(game, to);
    }
    Flow::Done
}

/// "Its attack ends": no further steps up to the attack end (rule 1114.3).
pub(crate) fn end(game: &mut Game) {
    if let Some(attacker) = game.state.attack().filter(|attack| attack.is_on()).map(|attack| attack.attacker)
    {
        end_of(game, attacker);
    }
}

/// The attack of this unit ends, if it is attacking: also one within which another attack is made.
pub(crate) fn end_of(game: &mut Game, attacker: Slot) {
    let mut attacks = game.state.attacks.iter_mut().rev();
    if let Some(attack) = attacks.find(|attack| attack.is_on() && attack.attacker == attacker) {
        attack.facts.set(Fact::Stopped);
        let number = attack.number;
        damage::drop_attack(game, number);
    }
}
