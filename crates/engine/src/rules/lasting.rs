//! Lasting effects: a change, whom it concerns, how long (rules 1301.5, 1309).

use crate::facts::game::Game;
use crate::facts::lasting::duration;
use crate::records::event::{Event, What};
use crate::records::id::NodeId;
use crate::records::lasting::Lasting;
use crate::records::state::{Slot, Where};
use crate::rules::change::By;
use crate::rules::{play, trigger};
use vocab::Role;
use vocab::ability::{
    AbilityKind, Duration, Edge, Effect, Event as AbilityEvent, PlayerActivity, Reference, Rule, Selector,
    Stage,
};

/// Ends the effects that do not go on.
fn end(game: &mut Game, ends: impl Fn(&Game, &Lasting) -> bool) {
    // What ends may end others (control that goes back is an event): so the list is looked at anew each time.
    while let Some(index) = game.state.lasting.iter().position(|lasting| ends(game, lasting)) {
        let lasting = game.state.lasting.remove(index);
        ended(game, &lasting, index);
    }
}

/// What happens when an effect is over that was in this place: control goes back (rule 105.5), unless a later effect has
/// taken it; then the unit goes back by that one to who had it before both.
fn ended(game: &mut Game, lasting: &Lasting, index: usize) {
    let (true, Some(unit)) = (is_control(game, lasting), lasting.who) else { return };
    let is_later = |place: &usize| {
        let later = &game.state.lasting[*place];
        later.who == Some(unit) && is_control(game, later)
    };
    let later = (index..game.state.lasting.len()).find(is_later);
    if let Some(later) = later {
        game.state.lasting[later].values[0] = lasting.values[0];
        return;
    }
    let before = if lasting.values[0] == 0 { Role::Dark } else { Role::Light };
    if game.state.card(unit).controller != before {
        game.take_control(unit, before, By::rule(105, 5));
    }
}

/// Whether an effect that lasts has given control of a unit.
pub(crate) fn is_controlled(game: &Game, unit: Slot) -> bool {
    game.state.lasting.iter().any(|lasting| lasting.who == Some(unit) && is_control(game, lasting))
}

/// Whether an effect gives control of a unit.
fn is_control(game: &Game, lasting: &Lasting) -> bool {
    matches!(game.catalog.node(lasting.node).effect, Effect::Act(_))
}

/// An attack ends: what was for this attack, or for the next attack and this was it (rules 1112.5, 1112.7).
pub(crate) fn attack_ends(game: &mut Game) {
    let attack = game.state.attacks.len() as u8;
    end(game, |game, lasting| {
        let in_it = lasting.attack == attack;
        match duration(game, lasting.node) {
            Some(Duration::ThisAttack) => in_it,
            Some(Duration::NextAttack) => in_it && lasting.begun,
            Some(
                Duration::EndOfTurn
                | Duration::EndOfBattle
                | Duration::NextTurn
                | Duration::EndOfNextTurn
                | Duration::EndOfGame
                | Duration::Until(_)
                | Duration::AsLongAs(_),
            )
            | None => false,
        }
    });
    play::period_ends(game, play::Period::Attack);
}

/// The attack did not happen: what is for the next attack waits for another one, what was for this one is over (rule
/// 1308.7).
pub(crate) fn attack_undone(game: &mut Game) {
    let attack = game.state.attacks.len() as u8;
    for index in 0..game.state.lasting.len() {
        let lasting = game.state.lasting[index];
        if matches!(duration(game, lasting.node), Some(Duration::NextAttack)) && lasting.attack == attack {
            game.state.lasting[index].begun = false;
        }
    }
    attack_ends(game);
}

/// Another unit becomes the defending unit: what "the defending unit" gets or loses for this attack stays on the attack
/// (rule 1106.3).
pub(crate) fn defender_changes(game: &mut Game, from: Slot, to: Slot) {
    let attack = game.state.attacks.len() as u8;
    for index in 0..game.state.lasting.len() {
        let lasting = game.state.lasting[index];
        if lasting.who == Some(from) && lasting.attack == attack && is_of_defender(game, lasting.node) {
            game.state.lasting[index].who = Some(to);
        }
    }
}

/// Whether an effect is about the defending unit of an attack, whichever unit that is, for as long as the attack goes on.
fn is_of_defender(game: &Game, node: NodeId) -> bool {
    matches!(&game.catalog.node(node).effect, Effect::Lasting(lasting)
        if lasting.duration == Duration::ThisAttack
            && matches!(lasting.rule, Rule::Cards { who: Selector::Known(Reference::Defender), .. }))
}

/// The battle phase ends, and with it the turn (rule 605.1).
pub(crate) fn turn_ends(game: &mut Game) {
    let turn = game.state.turn;
    end(game, |game, lasting| match duration(game, lasting.node) {
        Some(Duration::EndOfTurn | Duration::EndOfBattle) => !includes_the_end(game, lasting.node),
        Some(Duration::ThisAttack) => true,
        Some(Duration::NextTurn | Duration::EndOfNextTurn) => turn > lasting.turn,
        Some(Duration::NextAttack | Duration::EndOfGame | Duration::Until(_) | Duration::AsLongAs(_))
        | None => false,
    });
    play::turn_ends(game);
}

/// The win check is over: what texts ruled about winning and losing this turn ends (rule 1502.5), and what waited for the
/// end of the turn.
pub(crate) fn win_checked(game: &mut Game) {
    end(game, |game, lasting| {
        let of_turn =
            matches!(duration(game, lasting.node), Some(Duration::EndOfTurn | Duration::EndOfBattle));
        of_turn && includes_the_end(game, lasting.node)
    });
}

/// Whether an effect includes the end of the turn for which it lasts: one about winning or losing the game the win check,
/// with which the turn ends (rules 605.4, 1502.5); "when the battle phase ends this turn" that moment (rule 605.2).
fn includes_the_end(game: &Game, node: NodeId) -> bool {
    let is_end = |event: &AbilityEvent| {
        matches!(event, AbilityEvent::Stage(Edge::End, Stage::BattlePhase | Stage::Turn))
    };
    match &game.catalog.node(node).effect {
        Effect::Lasting(lasting) => {
            matches!(lasting.rule, Rule::Players { activity: PlayerActivity::Win | PlayerActivity::Lose, .. })
        }
        Effect::Meanwhile(ability, _) => {
            matches!(&ability.kind, AbilityKind::Triggered(text) if text.trigger.events.iter().any(is_end))
        }
        _ => false,
    }
}

/// The effects on a unit go on with another top card (rule 805.3).
pub(crate) fn transfer(game: &mut Game, from: Slot, to: Slot) {
    for lasting in game.state.lasting.iter_mut().filter(|lasting| lasting.who == Some(from)) {
        lasting.who = Some(to);
    }
}

/// Looks at an event before triggers do: effects that it ends, end (rule 1309.7).
pub(crate) fn notice(game: &mut Game, event: &Event) {
    if game.state.lasting.is_empty() {
        return;
    }
    if let What::Attacks { attacker, .. } = event.what {
        let attack = game.state.attacks.len() as u8;
        for index in 0..game.state.lasting.len() {
            let lasting = game.state.lasting[index];
            let waits = matches!(duration(game, lasting.node), Some(Duration::NextAttack)) && !lasting.begun;
            if waits && lasting.who == Some(attacker) {
                game.state.lasting[index].begun = true;
                game.state.lasting[index].attack = attack;
            }
        }
    }
    end(game, |game, lasting| {
        // 304.3: a card of the hand that got something keeps it on its way to the table.
        let gone = matches!(event.what, What::Moved { card, to, .. } if lasting.who == Some(card) && !is_on_table(to));
        gone || match duration(game, lasting.node) {
            Some(Duration::Until(events)) => {
                let scope = lasting.scope(game, 0);
                events.iter().any(|until| trigger::matches(scope, until, event).is_some())
            }
            Some(Duration::AsLongAs(_)) => !lasting.is_active(game, 0),
            Some(
                Duration::ThisAttack
                | Duration::NextAttack
                | Duration::EndOfTurn
                | Duration::EndOfBattle
                | Duration::NextTurn
                | Duration::EndOfNextTurn
                | Duration::EndOfGame,
            )
            | None => false,
        }
    });
}

/// Whether a card there keeps what was done to it (rules 304.3, 1309.5).
const fn is_on_table(place: Where) -> bool {
    match place {
        Where::Arena(_)
        | Where::BuildZone
        | Where::EventZone
        | Where::Stacked(_)
        | Where::Piloting(_)
        | Where::Attached(_)
        | Where::Beneath(_) => true,
        Where::Nowhere | Where::Deck | Where::Hand | Where::DiscardPile | Where::Removed | Where::Supply => {
            false
        }
    }
}
