//! Tapping, retreating and dice.

use super::act::picks;
use super::amount::amount;
use super::node::by;
use super::{Context, Scope};
use crate::game::Game;
use crate::state::{Mark, Slot};
use crate::{attack, build};
use vocab::Role;
use vocab::ability::{Action, Dice, DiceAction, Quantity, UnitAction};

pub(super) fn units(game: &mut Game, context: &Context, action: &UnitAction) {
    let scope = Scope::of_context(game, context);
    let wanted = Action::Units(action.clone());
    let cards: Vec<Slot> = picks(context, 0)
        .into_iter()
        .filter(|card| super::is_in_play(game, *card) && super::cost::suits(scope, &wanted, *card))
        .collect();
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
    game.leave(&cards, 0, !cards.is_empty());
}

pub(super) fn dice(game: &mut Game, context: &Context, action: &DiceAction) -> Option<crate::frame::Frame> {
    match action {
        DiceAction::Roll(who, of) => {
            let scope = Scope::of_context(game, context);
            let dice = u8::try_from(amount(scope, of).clamp(0, 60)).unwrap_or(0);
            let who: Role = scope.player(*who);
            let total = game.roll(who, dice, by(context, 1602, 22)).into_iter().map(i16::from).sum();
            game.leave(&[], total, true);
            None
        }
        DiceAction::Reroll(dice, quantity) => {
            let scope = Scope::of_context(game, context);
            let number = |of| u8::try_from(amount(scope, of).clamp(0, 60)).unwrap_or(0);
            let (least, most) = match quantity {
                Quantity::Exactly(of) => (number(of), number(of)),
                Quantity::UpTo(of) => (0, number(of)),
                Quantity::Between(least, most) => (least.unsigned_abs() as u8, most.unsigned_abs() as u8),
                Quantity::AnyNumber => (0, 60),
                Quantity::All => (60, 60),
            };
            if !are_meant(scope, *dice) {
                game.leave(&[], 0, false);
                return None;
            }
            attack::reroll_dice(game, context.you, least, most)
        }
        DiceAction::Change(dice, quantity, to) => {
            let scope = Scope::of_context(game, context);
            let Quantity::Exactly(of) = quantity else { return None };
            let count = u8::try_from(amount(scope, of).clamp(0, 60)).unwrap_or(0);
            if !are_meant(scope, *dice) {
                game.leave(&[], 0, false);
                return None;
            }
            attack::change_dice(game, context.you, count, *to)
        }
        // Other changes of dice: refused by `support`.
        DiceAction::Add(..) | DiceAction::Modify(..) | DiceAction::RollOnly(..) => None,
    }
}

/// Whether the dice on the table are the ones that a text speaks of.
fn are_meant(scope: Scope, dice: Dice) -> bool {
    let Some((attacker, _)) = attack::parties(scope.game) else { return matches!(dice, Dice::Any) };
    match dice {
        Dice::Any => true,
        Dice::OfAttackBy(unit) => scope.object(unit) == Some(attacker),
        Dice::OfPlayer(player) => {
            let controller = scope.game.state.card(attacker).controller;
            scope.players(player).any(|who| who == controller)
        }
        Dice::BuildRoll => false,
    }
}
