//! Tapping, retreating, dice and steps.

use super::act::picks;
use super::amount::amount;
use super::node::by;
use super::{Context, Scope};
use crate::facts::game::Game;
use crate::records::state::{Mark, Moment, Slot};
use crate::rules::{attack, battle, build, turn};
use vocab::Role;
use vocab::ability::{Action, Dice, DiceAction, Quantity, StepAction, UnitAction};

pub(super) fn units(game: &mut Game, context: &Context, action: &UnitAction) {
    let scope = Scope::of_context(game, context);
    let wanted = Action::Units(action.clone());
    let picked: Vec<Slot> =
        picks(context, 0).into_iter().filter(|card| super::is_in_play(game, *card)).collect();
    let suits = |card: &Slot| super::cost::suits(scope, &wanted, *card);
    let cards: Vec<Slot> = picked.iter().copied().filter(suits).collect();
    for card in &cards {
        match action {
            UnitAction::Tap(_) => game.tap(*card, by(context, 1602, 11)),
            UnitAction::Untap(_) => game.untap(*card, by(context, 1602, 11)),
            UnitAction::SkipNextUntap(_) => game.state.card_mut(*card).marks.set(Mark::SkipsUntap),
            UnitAction::Retreat(_) => build::retreat(game, *card, by(context, 706, 4)),
            // A part of its own: it lasts.
            UnitAction::GainControl { .. } => {}
        }
    }
    if matches!(action, UnitAction::Retreat(_)) && cards.is_empty() {
        game.with_context(|context| context.failed = true);
    }
    // 102.4: a unit that is tapped already is the one that was chosen, and the rest is done to it.
    let meant = match action {
        UnitAction::Tap(_) | UnitAction::Untap(_) => &picked,
        UnitAction::SkipNextUntap(_) | UnitAction::Retreat(_) | UnitAction::GainControl { .. } => &cards,
    };
    game.leave(meant, cards.len() as i16, !cards.is_empty());
}

/// Adds a step to the turn (rules 603.3, 1101.1).
pub(super) fn steps(game: &mut Game, context: &Context, action: &StepAction) {
    match action {
        StepAction::Battle(_) => {
            if let Some(arena) = context.last.arena {
                battle::add_step(game, arena);
            }
            game.leave(&[], 0, context.last.arena.is_some());
        }
        StepAction::Build(who) => {
            for role in Scope::of_context(game, context).players(*who) {
                game.state.players[role].steps.build_continues = true;
            }
            game.leave(&[], 0, true);
        }
    }
}

/// Rolls or changes dice; the frame in which dice are picked, if some are.
pub(super) fn dice(
    game: &mut Game,
    context: &Context,
    action: &DiceAction,
) -> Option<crate::records::frame::Frame> {
    let scope = Scope::of_context(game, context);
    let small = |number: i16| u8::try_from(number.clamp(0, 60)).unwrap_or(0);
    let number = |of| small(amount(scope, of));
    if let Some(which) = dice_of(action)
        && !are_meant(scope, which)
    {
        game.leave(&[], 0, false);
        return None;
    }
    let reason = by(context, 1602, 22);
    let is_build_roll = of_build_roll(game);
    match action {
        DiceAction::Roll(who, of) => {
            let (who, dice): (Role, u8) = (scope.player(*who), number(of));
            let total = game.roll(who, dice, reason).into_iter().map(i16::from).sum();
            game.leave(&[], total, true);
            None
        }
        DiceAction::Reroll(_, quantity) if is_build_roll => {
            if bounds(scope, quantity).1 > 0 {
                let to = game.reroll(game.state.build_roll, reason);
                turn::change_build_roll(game, to, reason);
            }
            game.leave(&[], i16::from(game.state.build_roll), true);
            None
        }
        DiceAction::Reroll(_, quantity) => {
            let (least, most) = bounds(scope, quantity);
            attack::reroll_dice(game, context.you, least, most)
        }
        DiceAction::Change(_, quantity, to) if is_build_roll => {
            if bounds(scope, quantity).1 > 0 {
                let to = game.turn_die(game.state.build_roll, (*to).clamp(1, 6), reason);
                turn::change_build_roll(game, to, reason);
            }
            game.leave(&[], i16::from(game.state.build_roll), true);
            None
        }
        DiceAction::Change(_, quantity, to) => {
            let (least, most) = bounds(scope, quantity);
            attack::change_dice(game, context.you, least, most, *to)
        }
        DiceAction::Add(_, of) => {
            let due = number(of);
            let rolled = attack::more_dice(game, due);
            game.leave(&[], rolled, rolled > 0);
            None
        }
        DiceAction::Modify(_, of) => {
            let by = amount(scope, of);
            let did = if is_build_roll {
                let to = small(i16::from(game.state.build_roll).saturating_add(by));
                turn::change_build_roll(game, to, reason);
                true
            } else {
                attack::modify_dice(game, by)
            };
            game.leave(&[], by, did);
            None
        }
        DiceAction::RollOnly(_, of) => {
            let due = number(of);
            let did = attack::set_dice(game, due);
            game.leave(&[], i16::from(due), did);
            None
        }
    }
}

/// How many dice are picked at least and at most (rule 1311.7).
fn bounds(scope: Scope, quantity: &Quantity) -> (u8, u8) {
    let small = |number: i16| u8::try_from(number.clamp(0, 60)).unwrap_or(0);
    let number = |of| small(amount(scope, of));
    match quantity {
        Quantity::Exactly(of) => (number(of), number(of)),
        Quantity::UpTo(of) => (0, number(of)),
        Quantity::Between(least, most) => (small(*least), small(*most)),
        Quantity::AnyNumber => (0, 60),
        Quantity::All => (60, 60),
    }
}

/// The dice on the table that an action is about; rolling anew is about none.
pub(crate) const fn dice_of(action: &DiceAction) -> Option<Dice> {
    match action {
        DiceAction::Roll(..) => None,
        DiceAction::Reroll(dice, _)
        | DiceAction::Add(dice, _)
        | DiceAction::Change(dice, _, _)
        | DiceAction::Modify(dice, _)
        | DiceAction::RollOnly(dice, _) => Some(*dice),
    }
}

/// Whether the dice that an action is about have been rolled, or can be.
pub(super) fn is_roll_open(scope: Scope, action: &DiceAction) -> bool {
    let lies_there = match action {
        DiceAction::Roll(..) | DiceAction::RollOnly(..) => true,
        DiceAction::Reroll(..) | DiceAction::Add(..) | DiceAction::Change(..) | DiceAction::Modify(..) => {
            of_build_roll(scope.game) || attack::has_dice(scope.game)
        }
    };
    lies_there && dice_of(action).is_none_or(|which| are_meant(scope, which))
}

/// Whether the roll that is going on is the one for build points (rule 602.5).
fn of_build_roll(game: &Game) -> bool {
    game.state.moment == Moment::Ready && game.state.attacks.is_empty() && game.state.sequences.is_empty()
}

/// Whether the dice on the table are the ones that a text means.
pub(crate) fn are_meant(scope: Scope, dice: Dice) -> bool {
    let is_build_roll = of_build_roll(scope.game);
    match (dice, attack::parties(scope.game)) {
        (Dice::Any, _) => true,
        (Dice::BuildRoll, _) => is_build_roll,
        (Dice::OfAttackBy(unit), Some((attacker, _))) => scope.object(unit) == Some(attacker),
        (Dice::OfPlayer(player), Some((attacker, _))) => {
            let controller = scope.game.state.card(attacker).controller;
            scope.players(player).any(|who| who == controller)
        }
        (Dice::OfAttackBy(_) | Dice::OfPlayer(_), None) => false,
    }
}
