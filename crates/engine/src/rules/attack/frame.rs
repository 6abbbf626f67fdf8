//! The stages of an attack as frames.

use super::{Attack, Fact, Mode, Stage, Taps, declare, defender, disrupt, end, pick, predict, roll};
use crate::facts::game::Game;
use crate::records::attack::Frame;
use crate::records::decision::{Ask, Choice};
use crate::records::frame::Flow;
use crate::records::pop::Chance;
use crate::records::state::{Slot, Where};
use crate::rules::keywords::{double_strike, lucky, overkill, overload, redirect};
use crate::rules::{pop, trigger};

impl Frame {
    /// The frame that makes a unit attack.
    pub(crate) fn declare(
        attacker: Slot,
        defender: Slot,
        mode: Mode,
        taps: Taps,
    ) -> crate::records::frame::Frame {
        Frame::Declare { attacker, defender, mode, taps }.into()
    }

    pub(crate) fn step(self, game: &mut Game) -> Flow {
        follow_stacks(game);
        if self.is_cut_short(game) {
            let disrupted = game.state.attack().is_some_and(|attack| attack.facts.has(Fact::Disrupted));
            return if disrupted { disrupt::undo(game) } else { Flow::next(Frame::Ending) };
        }
        match self {
            Frame::Declare { attacker, defender, mode, taps } => {
                declare::declare(game, attacker, defender, mode, taps)
            }
            Frame::Stepped => declare::stepped(game),
            Frame::Declared => declare::declared(game),
            Frame::Overload if overload::is_possible(game) => Flow::Ask,
            Frame::Overload => Flow::push(Frame::AttackPop, trigger::Frame::Resolve),
            Frame::AttackPop => Flow::push(Frame::DefenderFinal, pop::Frame::new(Chance::Attack)),
            // 1106.6: without both units in place no dice are rolled.
            Frame::DefenderFinal if are_in_place(game) => Flow::next(Frame::Predict(0)),
            Frame::DefenderFinal => Flow::next(Frame::Ending),
            Frame::Predict(index) => predict::step(game, index),
            Frame::Roll => roll::roll(game),
            Frame::AddDice => Flow::push(Frame::Reroll, pop::Frame::new(Chance::AddDice)),
            Frame::Reroll => Flow::push(Frame::ChangeDice, pop::Frame::new(Chance::Reroll)),
            Frame::ChangeDice => Flow::push(Frame::FinalDice, pop::Frame::new(Chance::ChangeDice)),
            Frame::FinalDice => roll::final_dice(game),
            Frame::Compare(index) => predict::compare(game, index),
            Frame::OverkillTo if overkill::is_possible(game) => Flow::Ask,
            Frame::OverkillTo => Flow::next(Frame::PendingDamage),
            Frame::PendingDamage => {
                double_strike::before_damage(game);
                roll::pending_damage(game)
            }
            Frame::Ending => end::ending(game),
            Frame::End => end::end(game),
            Frame::EndPop => end::end_pop(game),
            Frame::Tenacity => end::tenacity(game),
            Frame::DoubleStrike => end::double_strike(game),
            Frame::OverkillAmount(_)
            | Frame::Lucky(_)
            | Frame::ShownLucky
            | Frame::Pick { .. }
            | Frame::Redirect(_)
            | Frame::Price(_) => Flow::Ask,
        }
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        match self {
            Frame::Overload => overload::ask(game, choices),
            Frame::Predict(index) => predict::ask(game, index, choices),
            Frame::OverkillTo => overkill::ask_unit(game, choices),
            Frame::OverkillAmount(unit) => overkill::ask_amount(game, unit, choices),
            Frame::Tenacity => end::tenacity_ask(game, choices),
            Frame::DoubleStrike => end::double_strike_ask(game, choices),
            Frame::Lucky(unit) => lucky::ask(game, unit, choices),
            Frame::ShownLucky => lucky::ask_shown(game, choices),
            Frame::Pick { who, least, most, .. } => pick::ask(game, who, least, most, choices),
            Frame::Redirect(unit) => redirect::ask(game, unit, choices),
            Frame::Price(to) => defender::price_ask(game, to, choices),
            Frame::Declare { .. }
            | Frame::Stepped
            | Frame::Declared
            | Frame::AttackPop
            | Frame::DefenderFinal
            | Frame::Roll
            | Frame::AddDice
            | Frame::Reroll
            | Frame::ChangeDice
            | Frame::FinalDice
            | Frame::Compare(_)
            | Frame::PendingDamage
            | Frame::Ending
            | Frame::End
            | Frame::EndPop => None,
        }
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        match self {
            Frame::Overload => overload::chosen(game, choice),
            Frame::Predict(index) => predict::chosen(game, index, choice),
            Frame::OverkillTo => overkill::unit_chosen(choice),
            Frame::OverkillAmount(unit) => overkill::amount_chosen(game, unit, choice),
            Frame::Tenacity => end::tenacity_chosen(game, choice),
            Frame::DoubleStrike => end::double_strike_chosen(game, choice),
            Frame::Lucky(unit) => lucky::chosen(game, unit, choice),
            Frame::ShownLucky => lucky::shown_chosen(game, choice),
            Frame::Pick { to, .. } => pick::chosen(game, to, choice),
            Frame::Redirect(_) => redirect::chosen(game, choice),
            Frame::Price(to) => defender::price_chosen(game, to, choice),
            // `ask` names every stage; one that asks nothing has no answer: such a game is stopped, not wrong.
            _ => {
                game.stop();
                Flow::Done
            }
        }
    }

    /// Whether the attack has been stopped and this stage does not take place any more (rule 1114.3).
    fn is_cut_short(self, game: &Game) -> bool {
        let is_step = match self {
            Frame::Overload
            | Frame::AttackPop
            | Frame::DefenderFinal
            | Frame::Predict(_)
            | Frame::Roll
            | Frame::AddDice
            | Frame::Reroll
            | Frame::ChangeDice
            | Frame::FinalDice
            | Frame::OverkillTo
            | Frame::OverkillAmount(_)
            | Frame::PendingDamage => true,
            Frame::Declare { .. }
            | Frame::Stepped
            | Frame::Declared
            | Frame::Compare(_)
            | Frame::Ending
            | Frame::End
            | Frame::EndPop
            | Frame::Tenacity
            | Frame::DoubleStrike
            | Frame::Lucky(_)
            | Frame::ShownLucky
            | Frame::Pick { .. }
            | Frame::Redirect(_)
            | Frame::Price(_) => false,
        };
        is_step && game.state.attack().is_some_and(|attack| attack.facts.has(Fact::Stopped))
    }
}

/// Whether attacker and defender are where they were (rule 1106.6).
fn are_in_place(game: &Game) -> bool {
    game.state.attack().is_some_and(|attack| {
        let is_at = |unit: Slot, place: Where| game.is_unit(unit) && game.state.card(unit).place == place;
        is_at(attack.attacker, attack.from) && is_at(attack.defender, attack.at)
    })
}

/// A unit that got a new top card goes on attacking and being attacked under it (rule 805.3).
fn follow_stacks(game: &mut Game) {
    let Some(Attack { attacker, defender, stage, .. }) = game.state.attack().copied() else { return };
    if stage == Stage::Ended {
        return;
    }
    let (attacker, defender) = (top_of(game, attacker), top_of(game, defender));
    if let Some(attack) = game.state.attacks.last_mut() {
        (attack.attacker, attack.defender) = (attacker, defender);
    }
}

/// The top card of the stack that a card is in.
fn top_of(game: &Game, card: Slot) -> Slot {
    match game.state.card(card).place {
        Where::Stacked(top) => top,
        _ => card,
    }
}
