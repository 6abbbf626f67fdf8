//! Overload X: X power for this attack at the price of X dice of damage to itself at its end (rule 1741).

use crate::facts::game::Game;
use crate::records::attack::{Frame, Stored};
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::rules::trigger;
use vocab::Keyword;

fn value(game: &Game) -> u8 {
    let attacker = game.state.attack().map(|attack| attack.attacker);
    attacker.map_or(0, |unit| game.value(unit, Keyword::Overload).max(0) as u8)
}

/// Whether the attacker has it.
pub(crate) fn is_possible(game: &Game) -> bool {
    value(game) > 0
}

/// All or nothing (rule 1741.2), when the attack is declared (rule 1741.4).
pub(crate) fn ask(game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
    let unit = game.state.attack()?.attacker;
    choices.extend([Choice::Yes, Choice::No]);
    let who = game.state.card(unit).controller;
    Some(Ask::new(who, Why::Keyword(Keyword::Overload), 1741, 1).about(unit))
}

pub(crate) fn chosen(game: &mut Game, choice: Choice) -> Flow {
    let amount = value(game);
    if let (Choice::Yes, Some(attack)) = (choice, game.state.attacks.last_mut()) {
        attack.overload = amount;
        let unit = attack.attacker;
        let who = game.state.card(unit).controller;
        // 1741.3: the self-damage comes even if no dice are rolled.
        super::store(game, Stored { keyword: Keyword::Overload, from: unit, to: unit, who, amount });
    }
    Flow::push(Frame::AttackPop, trigger::Frame::Resolve)
}
