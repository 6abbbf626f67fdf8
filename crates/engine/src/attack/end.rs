//! Step 8: the attack end (rule 1112) and what follows it (rule 1113).

use super::{Fact, Frame, Stage, Stored, Taps, stored, targets};
use crate::decision::{Ask, Choice, Why};
use crate::event::What;
use crate::frame::Flow;
use crate::game::Game;
use crate::keywords::{double_strike, tenacity};
use crate::pop::{self, Chance};
use crate::state::Where;
use crate::{damage, lasting, trigger};
use vocab::{Keyword, Role, RuleNumber};

/// The attack ends: nobody is attacking any more.
pub(super) fn ending(game: &mut Game) -> Flow {
    let tenacious = tenacity::is_due(game);
    let Some(attack) = game.state.attacks.last_mut() else { return Flow::Done };
    attack.stage = Stage::Ending;
    if tenacious {
        attack.facts.set(Fact::Tenacious);
    }
    Flow::next(Frame::End(Role::Dark))
}

/// Which of a player's stored effects can resolve next: Retaliates in the order of activation (rule 1112.2).
fn next_stored(stored: &[Stored], who: Role) -> Vec<u8> {
    let is_own_retaliate = |effect: &Stored| effect.who == who && effect.keyword == Keyword::Retaliate;
    let first_retaliate = stored.iter().position(is_own_retaliate);
    let fits = |index: &usize| {
        stored.get(*index).is_some_and(|effect| {
            effect.who == who && (effect.keyword != Keyword::Retaliate || first_retaliate == Some(*index))
        })
    };
    (0..stored.len()).filter(fits).map(|index| index as u8).collect()
}

/// DS's stored effects, then what the end of the attack triggers (DS's first again), then LS's stored effects: so all
/// that is DS's comes first (rule 1112.2).
pub(super) fn end(game: &mut Game, who: Role) -> Flow {
    let Some(attack) = game.state.attack() else { return Flow::Done };
    let (attacker, defender) = (attack.attacker, attack.defender);
    match who {
        _ if attack.stored.iter().any(|effect| effect.who == who) => Flow::Ask,
        Role::Dark => {
            game.note(What::AttackEnded { attacker, defender }, RuleNumber::new(1112, 1), None);
            Flow::push(Frame::End(Role::Light), trigger::Frame::Resolve)
        }
        Role::Light => Flow::push(Frame::EndPop, trigger::Frame::Resolve),
    }
}

pub(super) fn end_ask(game: &Game, who: Role, choices: &mut Vec<Choice>) -> Option<Ask> {
    let attack = game.state.attack()?;
    choices.extend(next_stored(&attack.stored, who).into_iter().map(Choice::Option));
    Some(Ask::new(who, Why::Order, 1112, 2).about(attack.attacker))
}

pub(super) fn end_chosen(game: &mut Game, who: Role, choice: Choice) -> Flow {
    let (Choice::Option(index), Some(attack)) = (choice, game.state.attacks.last_mut()) else {
        return Flow::Ask;
    };
    if usize::from(index) >= attack.stored.len() {
        return Flow::Ask;
    }
    let effect = attack.stored.remove(usize::from(index));
    // 1112.3: the unit to be damaged must still be in an arena.
    if !matches!(game.state.card(effect.to).place, Where::Arena(_)) || !game.is_unit(effect.to) {
        return Flow::next(Frame::End(who));
    }
    let value = i16::from(effect.amount);
    let what = What::Keyword { unit: effect.from, keyword: effect.keyword, value };
    game.note(what, RuleNumber::new(1112, 1), Some(effect.from));
    let above = if effect.keyword == Keyword::Riposte {
        let hit = damage::Hit {
            to: effect.to,
            from: effect.from,
            amount: effect.amount,
            preventable: damage::Preventability::Yes,
        };
        damage::deal_by(game, &[hit], Some(effect.keyword))
    } else {
        let (from, using) = (effect.from, Some(effect.keyword));
        damage::dice_by(game, from, &[effect.to], effect.amount, damage::Preventability::Yes, using)
    };
    Flow::push(Frame::End(who), above)
}

/// Effects "for this attack" end; then the attack end POP (rules 1112.5 to 1112.7).
pub(super) fn end_pop(game: &mut Game) -> Flow {
    let Some(attack) = game.state.attacks.last_mut() else { return Flow::Done };
    attack.stage = Stage::Ended;
    let number = attack.number;
    lasting::attack_ends(game);
    stored::expire(game, number);
    Flow::push(Frame::Tenacity, pop::Frame::new(Chance::AttackEnd))
}

pub(super) fn tenacity(game: &Game) -> Flow {
    if tenacity::may_attack(game) { Flow::Ask } else { Flow::next(Frame::DoubleStrike) }
}

pub(super) fn tenacity_ask(game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
    let attack = game.state.attack()?;
    choices.extend([Choice::Yes, Choice::No]);
    let who = game.state.card(attack.attacker).controller;
    Some(Ask::new(who, Why::Keyword(Keyword::Tenacity), 1759, 1).about(attack.attacker))
}

pub(super) fn tenacity_chosen(game: &mut Game, choice: Choice) -> Flow {
    if choice != Choice::Yes {
        return Flow::next(Frame::DoubleStrike);
    }
    // 1902.11: after a Tenacity attack there is no Double Strike, for the unit has not tapped for it.
    match game.state.attacks.pop() {
        Some(attack) => Flow::next(Frame::declare(attack.attacker, attack.defender, attack.mode, Taps::No)),
        None => Flow::Done,
    }
}

pub(super) fn double_strike(game: &mut Game) -> Flow {
    if double_strike::is_due(game) {
        return Flow::Ask;
    }
    game.state.attacks.pop();
    Flow::Done
}

pub(super) fn double_strike_ask(game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
    let attack = game.state.attack()?;
    choices.push(Choice::Done);
    choices.extend(targets(game, attack.attacker).into_iter().map(|(unit, mode)| Choice::Attack(unit, mode)));
    let who = game.state.card(attack.attacker).controller;
    Some(Ask::new(who, Why::Keyword(Keyword::DoubleStrike), 1720, 1).about(attack.attacker))
}

pub(super) fn double_strike_chosen(game: &mut Game, choice: Choice) -> Flow {
    match (game.state.attacks.pop(), choice) {
        (Some(attack), Choice::Attack(target, mode)) => {
            Flow::next(Frame::declare(attack.attacker, target, mode, Taps::No))
        }
        _ => Flow::Done,
    }
}
