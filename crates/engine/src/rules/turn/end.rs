//! The end of the turn and of the game (rules 605 and 1502).

use super::ended;
use crate::facts::game::Game;
use crate::records::bindings::Bindings;
use crate::records::damage::Bounty;
use crate::records::event::What;
use crate::records::lasting::Lasting;
use crate::records::state::{Left, LeftPlaces, Mark, Moment, Outcome, Slot, SlotSet, State};
use crate::records::trigger::Waiting;
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
    forget_left(game);
    // What ends isn't an event, and may leave less health than damage (rule 605.5).
    game.settled = None;
    check::settle(game);
    let rule = By::rule(605, 2);
    ended(game, Moment::BattlePhase, rule.rule);
    game.begin(Moment::TurnEnd, rule);
    ended(game, Moment::TurnEnd, rule.rule);
}

/// Where cards were that have left, and what they were, is forgotten; not of those that something speaks of that is still
/// to come: a Bounty is paid out in the next build step (rules 1112.3, 1712.1, 1712.3).
fn forget_left(game: &mut Game) {
    let spoken_of = spoken_of(&game.state);
    let places: Vec<(Slot, Option<Left>)> =
        spoken_of.iter().map(|card| (card, game.state.left(card))).collect();
    game.state.left = LeftPlaces::default();
    for (card, left) in places {
        game.state.note_left(card, left);
    }
    game.state.departed.retain(|record| spoken_of.contains(record.card));
}

/// The cards out of play that something speaks of that is still to come.
fn spoken_of(state: &State) -> SlotSet {
    let waiting = || state.waiting.iter().chain(state.delayed.iter().map(|delayed| &delayed.waiting));
    let of_bindings = |of: Bindings| [of.this, of.giver, of.subject, of.object];
    let of_waiting = |waiting: &Waiting| {
        waiting.bound.cards().chain(state.crowd(waiting.bound.crowd())).collect::<Vec<_>>()
    };
    let of_lasting = |record: &Lasting| record.bound.into_iter().chain([record.who]);
    let of_bounty = |bounty: &Bounty| [bounty.unit, bounty.giver, bounty.fallen];
    let bindings = waiting().map(|waiting| waiting.bindings);
    let bindings = bindings.chain(state.lasting.iter().map(|record| record.bindings)).flat_map(of_bindings);
    let cards = bindings.chain(state.lasting.iter().flat_map(of_lasting)).flatten();
    let cards = cards.chain(waiting().flat_map(of_waiting)).chain(state.bounties.iter().flat_map(of_bounty));
    cards.filter(|card| state.card(*card).place.is_out_of_play()).collect()
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
