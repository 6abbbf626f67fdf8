//! Step 3: the dice (rule 1107).

use super::{Attack, Fact, Frame, Stage, Values};
use crate::facts::game::Game;
use crate::records::attack::DICE;
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::play::Period;
use crate::rules::change::By;
use crate::rules::keywords::{accuracy, armor, backfire, cunning, focus, fury, overkill, riposte};
use crate::rules::{damage, play, trigger};
use vocab::{Keyword, RuleNumber};

/// The first roll (rules 1107.1 to 1107.5).
pub(super) fn roll(game: &mut Game) -> Flow {
    let Some(attack) = game.state.attack().copied() else { return Flow::Done };
    let (attacking, defending) = (game.now(attack.attacker), game.now(attack.defender));
    let values = Values {
        accuracy: attacking.value(Keyword::Accuracy),
        critical_hit: attacking.value(Keyword::CriticalHit),
        fury: attacking.value(Keyword::Fury),
        parry: defending.value(Keyword::Parry),
        riposte: defending.value(Keyword::Riposte),
        shields: defending.value(Keyword::Shields),
    };
    // 1107.3: a number that an effect has set overrides power and Shields.
    let by_power = game.attack_power_of(attack.attacker, &attacking, attack.mode) - values.shields;
    let dice = attack.dice_set.map_or(by_power, i16::from).clamp(0, DICE as i16) as u8;
    if let Some(attack) = game.state.attacks.last_mut() {
        attack.values = values;
        attack.first_dice = dice;
        attack.stage = Stage::Rerolling;
        if cunning::hides(&attacking) {
            attack.facts.set(Fact::Hidden);
        }
    }
    if dice == 0 {
        return Flow::next(Frame::FinalDice);
    }
    let first = add_dice(game, dice);
    if let Some(attack) = game.state.attacks.last_mut() {
        attack.first = first.iter().fold(0, |set, natural| set | 1 << natural);
    }
    backfire::check(game);
    focus::check(game);
    fury::check(game);
    // 1107.6: triggered rerolls come before the reroll POP.
    Flow::push(Frame::AddDice, trigger::Frame::Resolve)
}

/// Rolls attack dice and adds them (rule 1107.5).
pub(crate) fn add_dice(game: &mut Game, dice: u8) -> Vec<u8> {
    let Some(attack) = game.state.attack() else { return Vec::new() };
    let attacker = attack.attacker;
    let room = (DICE - attack.dice.len()) as u8;
    let who = game.state.card(attacker).controller;
    let (dice, by) = (dice.min(room), By::card(attacker, 1107, 4));
    let is_hidden = attack.facts.has(Fact::Hidden);
    let rolled = if is_hidden { game.roll_hidden(who, dice, by) } else { game.roll(who, dice, by) };
    if let Some(attack) = game.state.attacks.last_mut() {
        for natural in &rolled {
            if attack.dice.push(*natural).is_err() {
                break;
            }
        }
    }
    rolled
}

/// The dice are final (rule 1107.9). Hidden ones are looked at by the attacker alone: nothing is announced yet.
pub(super) fn final_dice(game: &mut Game) -> Flow {
    play::period_ends(game, Period::Roll);
    let hits = game.state.attack().map_or(0, |attack| count_hits(game, attack));
    let Some(attack) = game.state.attacks.last_mut() else { return Flow::Done };
    attack.stage = Stage::Damage;
    attack.hits = hits;
    if attack.facts.has(Fact::Hidden) {
        return Flow::next(Frame::OverkillTo);
    }
    settle_dice(game);
    Flow::push(Frame::Compare(0), trigger::Frame::Resolve)
}

/// Hidden dice are shown: now everybody knows what they were (rule 1715.1).
pub(crate) fn show_dice(game: &mut Game) {
    let Some(attack) = game.state.attacks.last_mut() else { return };
    attack.facts.clear(Fact::Hidden);
    let (attacker, dice) = (attack.attacker, attack.dice);
    for natural in dice.iter() {
        game.show_die(*natural, By::card(attacker, 1715, 1));
    }
    backfire::tell(game);
    focus::tell(game);
}

/// Counts the final dice in the open: hits, Riposte (rules 1107.9, 1107.10).
pub(crate) fn settle_dice(game: &mut Game) {
    let hits = game.state.attack().map_or(0, |attack| count_hits(game, attack));
    let Some(attack) = game.state.attacks.last_mut() else { return };
    attack.hits = hits;
    let Attack { attacker, defender, .. } = *attack;
    overkill::clamp(game);
    game.note(What::Hits { attacker, defender, hits }, RuleNumber::new(1107, 9), None);
    riposte::check(game);
}

/// The hits of the dice as they are: Accuracy is added to each, Armor asks for 5 (rule 1107.9).
pub(crate) fn count_hits(game: &Game, attack: &Attack) -> u8 {
    let needed = armor::needed(game, attack.defender);
    accuracy::hits(&attack.dice, attack.values.accuracy + attack.modifier, needed)
}

/// Step 4: pending damage (rule 1108). The rest is a damage sequence.
pub(super) fn pending_damage(game: &mut Game) -> Flow {
    match damage::of_attack(game) {
        Some(sequence) => Flow::push(Frame::Ending, sequence),
        None => Flow::next(Frame::Ending),
    }
}
