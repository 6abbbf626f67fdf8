//! The end of the turn and of the game (rules 605 and 1502).

use super::ended;
use crate::facts::game::Game;
use crate::records::event::What;
use crate::records::state::{LeftPlaces, Mark, Moment, Outcome};
use crate::rules::change::By;
use crate::rules::{attack, battle, check, lasting};
use vocab::{Counter, RuleNumber};

/// Idle turns in a row after which nobody has won (rule 1502.11).
const IDLE_TURNS: u8 = 10;
/// Turns after which nobody has won (rule 1502.11).
const TURNS: u16 = 200;

/// What lasts until end of turn ends; then the battle phase and the turn end (rules 605.1, 605.2, 605.5).
pub(super) fn end(game: &mut Game) {
    lasting::turn_ends(game);
    attack::battle_ends(game);
    for card in game.state.on_the_table() {
        game.state.card_mut(card).marks.clear(Mark::Exposed);
    }
    // 1703.2, 1761.1: Adapt and Velocity last until end of turn.
    game.state.forget_turn();
    game.state.departed.clear();
    game.state.left = LeftPlaces::default();
    // What ends isn't an event, and may leave less health than damage (rule 605.5).
    game.settled = None;
    check::settle(game);
    let rule = By::rule(605, 2);
    ended(game, Moment::BattlePhase, rule.rule);
    game.begin(Moment::TurnEnd, rule);
    ended(game, Moment::TurnEnd, rule.rule);
}

/// The win check, and the limits that end a game that goes nowhere (rules 1502.2, 1502.11).
pub(super) fn check(game: &mut Game) {
    if let Some(winner) = battle::winner(game) {
        game.over(Outcome::Won(winner, RuleNumber::new(1502, 2)));
    } else if game.state.idle_turns >= IDLE_TURNS || game.state.turn >= TURNS {
        game.over(Outcome::Draw(RuleNumber::new(1502, 11)));
    }
    lasting::win_checked(game);
}

/// Whether an event keeps a turn from being idle: a card changed zones, damage counters, an attack (rule 1502.11).
pub(crate) const fn is_activity(what: What) -> bool {
    matches!(
        what,
        What::Moved { .. }
            | What::Attacks { .. }
            | What::Damaged { .. }
            | What::PutCounters { kind: Counter::Damage, .. }
            | What::RemovedCounters { kind: Counter::Damage, .. }
    )
}
