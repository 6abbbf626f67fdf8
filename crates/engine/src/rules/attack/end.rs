//! Step 8: the attack end (rule 1112) and what follows it (rule 1113).

use super::{Fact, Frame, Stage, Stored, Taps, stored};
use crate::facts::game::Game;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::event::What;
use crate::records::frame;
use crate::records::frame::Flow;
use crate::records::pop::Chance;
use crate::records::state::Where;
use crate::records::trigger::{Sort, Waiting};
use crate::rules::keywords::{double_strike, tenacity};
use crate::rules::{damage, lasting, pop, trigger};
use vocab::{Keyword, RuleNumber};

/// The attack ends: nobody is attacking any more.
pub(super) fn ending(game: &mut Game) -> Flow {
    double_strike::after_damage(game);
    let tenacious = tenacity::is_due(game);
    let Some(attack) = game.state.attacks.last_mut() else { return Flow::Done };
    attack.stage = Stage::Ending;
    if tenacious {
        attack.facts.set(Fact::Tenacious);
    }
    Flow::next(Frame::End)
}

/// Everything that waits for the end of the attack resolves, what keywords stored and what the end triggers alike: DS's
/// first, each player's in the order he or she chooses (rules 1112.1, 1112.2).
pub(super) fn end(game: &mut Game) -> Flow {
    let Some(attack) = game.state.attacks.last_mut() else { return Flow::Done };
    let (attacker, defender) = (attack.attacker, attack.defender);
    for effect in std::mem::take(&mut attack.stored).iter() {
        let Stored { keyword, from, to, who, amount } = *effect;
        let mut waiting = Waiting::of(Sort::Stored(keyword), Some(from), who);
        waiting.subject = Some(to);
        waiting.that_much = i16::from(amount);
        game.wait(waiting);
    }
    game.note(What::AttackEnded { attacker, defender }, RuleNumber::new(1112, 1), None);
    Flow::push(Frame::EndPop, trigger::Frame::Resolve)
}

/// Deals damage that a keyword stored; the unit must still be in an arena (rules 1112.3, 1112.4).
pub(crate) fn deal_stored(game: &mut Game, waiting: &Waiting, keyword: Keyword) -> Option<frame::Frame> {
    let (from, to) = waiting.this.zip(waiting.subject)?;
    if !matches!(game.state.card(to).place, Where::Arena(_)) || !game.is_unit(to) {
        return None;
    }
    let what = What::Keyword { unit: from, keyword, value: waiting.that_much };
    game.note(what, RuleNumber::new(1112, 1), Some(from));
    let (amount, preventable) =
        (waiting.that_much.clamp(0, 200).unsigned_abs() as u8, damage::Preventability::YES);
    // 1752.2: Riposte is damage, everything else dice of damage.
    Some(if keyword == Keyword::Riposte {
        damage::deal_by(game, &[damage::Hit { to, from, amount, preventable }], Some(keyword))
    } else {
        damage::dice_by(game, from, &[to], amount, preventable, Some(keyword))
    })
}

/// Effects "for this attack" end; then the attack end POP (rules 1112.5 to 1112.7).
pub(super) fn end_pop(game: &mut Game) -> Flow {
    let Some(attack) = game.state.attacks.last_mut() else { return Flow::Done };
    attack.stage = Stage::Ended;
    let number = attack.number;
    let strikes = double_strike::is_had(game);
    lasting::attack_ends(game);
    double_strike::keep(game, strikes);
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
    let targets = double_strike::targets(game, attack.attacker);
    choices.extend(targets.into_iter().map(|(unit, mode)| Choice::Attack(unit, mode)));
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
