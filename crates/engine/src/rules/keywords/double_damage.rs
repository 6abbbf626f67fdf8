//! Double Damage: a second counter for every damage of the attack that got through to the defender (rule 1719).

use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::damage::{Instance, Kind};
use vocab::Keyword;

/// The counters that it adds: only for the attack's own damage to its defending unit (rules 1719.2, 1719.8).
pub(crate) fn extra(game: &Game, instance: &Instance, attack: Option<u16>) -> u8 {
    let is_doubled = attack.is_some()
        && instance.kind == Kind::Attack
        && source::has(game, instance.from, Keyword::DoubleDamage);
    if is_doubled { instance.amount } else { 0 }
}
