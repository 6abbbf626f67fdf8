//! An attack that is only supposed: the values that count in it, before anybody has declared it.

use super::declare::numbered;
use super::{Attack, Mode, Stage, Taps, stored};
use crate::facts::game::Game;
use crate::records::state::{Mark, Slot};

impl Game {
    /// A copy of the game in which this unit is attacking that one and nothing has been played (rule 1105.7). So texts
    /// such as "+1 power when attacking a Capital Ship" count, and power for the next attack does (rule 1309.4). It is
    /// for looking at values, not for playing on.
    pub fn supposing(&self, attacker: Slot, defender: Slot, mode: Mode) -> Game {
        let mut game = self.clone();
        let is_on =
            |attack: &Attack| attack.is_on() && attack.attacker == attacker && attack.defender == defender;
        if game.state.attack().is_some_and(is_on) {
            return game;
        }
        let attack = numbered(&mut game, attacker, defender, mode, Taps::Yes);
        let attack = Attack { stage: Stage::Attacking, ..attack };
        // Without room for one more attack the values are those without it.
        if game.state.attacks.push(attack).is_ok() {
            // 1105.3: it taps.
            game.state.card_mut(attacker).marks.set(Mark::Tapped);
            stored::start(&mut game, attacker);
        }
        game
    }
}
