//! Backfire X: a natural 3 in the first roll stores X dice of damage against the attacker itself (rule 1709).

use crate::facts::game::Game;
use crate::records::attack::Stored;
use vocab::Keyword;

/// The dice that were hidden are shown: that it triggered is known now (rules 1715.1, 1715.5).
pub(crate) fn tell(game: &mut Game) {
    let stored = game
        .state
        .attack()
        .and_then(|attack| attack.stored.iter().find(|stored| stored.keyword == Keyword::Backfire).copied());
    if let Some(stored) = stored {
        super::note(game, stored.from, Keyword::Backfire, i16::from(stored.amount));
    }
}

/// Looks at the first roll (rules 1107.4, 1709.2).
pub(crate) fn check(game: &mut Game) {
    let Some(attack) = game.state.attack() else { return };
    let unit = attack.attacker;
    let amount = game.value(unit, Keyword::Backfire).max(0) as u8;
    if attack.first_had(3) && amount > 0 {
        let who = game.state.card(unit).controller;
        super::store(game, Stored { keyword: Keyword::Backfire, from: unit, to: unit, who, amount });
    }
}
