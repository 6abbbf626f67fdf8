//! Riposte X: a natural 2 among the final attack dice stores X damage against the attacker (rule 1752).

use crate::facts::game::Game;
use crate::records::attack::Stored;
use vocab::Keyword;

/// Looks at the final dice; once per attack (rules 1752.1, 1752.2).
pub(crate) fn check(game: &mut Game) {
    let Some(attack) = game.state.attack() else { return };
    let amount = attack.values.riposte.clamp(0, 100) as u8;
    if attack.shows(2) && amount > 0 {
        let (from, to) = (attack.defender, attack.attacker);
        let who = game.state.card(from).controller;
        super::store(game, Stored { keyword: Keyword::Riposte, from, to, who, amount });
    }
}
