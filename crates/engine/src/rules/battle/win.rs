//! Control of arenas and winning (rules 1501, 1502.2 and 1502.5).

use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::records::state::{Slot, Where};
use crate::rules::check;
use vocab::{Arena, Role};

/// Who controls an arena: who has a unit there that counts while the opponent has none (rules 1501.1, 1501.2).
pub fn control(game: &Game, arena: Arena) -> Option<Role> {
    let here = game.state.everywhere_like(Where::Arena(arena));
    let has_rules = check::has_control_rules(game);
    let counts =
        |unit: Slot| game.is_unit(unit) && (!has_rules || permission::counts_for_control(game, unit, arena));
    let has_one = |who: Role| here.and(game.state.controlled_by(who)).iter().any(counts);
    let who = match Role::ALL.map(has_one) {
        [true, false] => Role::Dark,
        [false, true] => Role::Light,
        [true, true] | [false, false] => return None,
    };
    // 1501.5: what keeps one player from controlling does not give the arena to the other.
    (!has_rules || permission::can_control(game, who, arena)).then_some(who)
}

/// Who controls two or more arenas and can win (rules 1502.2, 1502.5).
pub(crate) fn winner(game: &Game) -> Option<Role> {
    let controls =
        |who: Role| Arena::ALL.into_iter().filter(|arena| control(game, *arena) == Some(who)).count();
    Role::ALL.into_iter().find(|who| controls(*who) >= 2 && permission::can_win(game, *who))
}
