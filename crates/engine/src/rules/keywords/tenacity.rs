//! Tenacity X: a first attack that does less than X damage may be followed by another on that unit (rule 1759).

use crate::facts::game::Game;
use crate::records::attack::Fact;
use crate::rules::attack;
use vocab::Keyword;

/// Whether the damage of the turn's first attack was below X (rules 1759.1, 1759.2, 1759.6).
pub(crate) fn is_due(game: &Game) -> bool {
    game.state.attack().is_some_and(|attack| {
        let value = game.value(attack.attacker, Keyword::Tenacity);
        attack.facts.has(Fact::First) && i16::from(attack.damage_done) < value
    })
}

/// After the attack end: whether both units are there and the attack is possible (rules 1759.3, 1759.8).
pub(crate) fn may_attack(game: &Game) -> bool {
    game.state.attack().is_some_and(|attack| {
        let same = (attack.defender, attack.mode);
        attack.facts.has(Fact::Tenacious)
            && game.is_unit(attack.attacker)
            && game.state.card(attack.attacker).place == attack.from
            && attack::targets(game, attack.attacker).contains(&same)
    })
}
