//! Effects: sentences that do something, joined into one effect. The families of actions have files of their own.

mod afterwards;
mod cards;
mod combat;
mod counters;
mod create;
mod damage;
mod destination;
mod dice;
mod lasting;
mod later;
mod meanwhile;
mod modes;
mod newcomers;
mod playing;
mod pool;
mod predict;
mod search;
mod sentence;
mod several;
mod steps;
mod told;
mod units;

pub use afterwards::first_choice;
pub use combat::read_taken;
pub use counters::{onto as counters_onto, read_two as read_two_counters};
pub use sentence::{join, read_effect, write_effect, write_sentence};

use crate::parser::Parser;
use crate::referents::acted_on;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Action, CardAction, Choosable, Chooser, DiceAction, Place, Player, Selector, UnitAction,
};

/// One thing that `p.actor` does: "gain 2 Force", "discards a card".
pub fn read_action(p: &mut Parser) -> Option<Action> {
    pool::read(p)
        .or_else(|| p.attempt(search::read).map(Action::Cards))
        .or_else(|| p.attempt(create::read).map(Action::Cards))
        .or_else(|| p.attempt(cards::read_of_both).map(Action::Cards))
        .or_else(|| p.attempt(counters::read).map(Action::Counters))
        .or_else(|| p.attempt(damage::read).map(Action::Damage))
        .or_else(|| p.attempt(units::read).map(Action::Units))
        .or_else(|| p.attempt(playing::read).map(Action::Cards))
        .or_else(|| p.attempt(dice::read).map(Action::Dice))
        .or_else(|| p.attempt(steps::read).map(Action::Steps))
        .or_else(|| combat::read(p))
}

/// Writes what `read_action` reads.
pub fn write_action(w: &mut Writer, action: &Action) -> Written {
    match action {
        Action::Damage(action) => damage::write(w, action),
        Action::Counters(action) => counters::write(w, action),
        Action::Cards(action) => cards::write(w, action),
        Action::Units(action) => units::write(w, action),
        Action::Combat(_) | Action::Dice(_) | Action::Choose(_) | Action::EndGame(..) => {
            combat::write(w, action)
        }
        Action::Steps(action) => steps::write(w, action),
        Action::Gain(..) | Action::Lose(..) => pool::write(w, action),
    }
}

/// The verb that goes with the actor: "gain" or "gains".
fn verb(p: &mut Parser, you: &'static str, others: &'static str) -> bool {
    // "That player discards": even if that's you.
    if p.picked == Some(Player::You) && p.actor == Player::You && !p.bare && p.words(others) {
        return true;
    }
    p.words(if p.actor == Player::You || p.bare { you } else { others })
}

/// Writes the verb that goes with the actor.
fn say_verb(w: &mut Writer, you: &str, others: &str) {
    w.say(if w.actor == Player::You || w.bare { you } else { others });
}

/// Only you can be told to do this.
fn imperative(w: &Writer) -> Written {
    if w.actor == Player::You { Ok(()) } else { Err(Unwritable("this done by another player")) }
}

/// Who does it, so that the sentence has a subject.
pub fn actor(action: &Action) -> Player {
    match action {
        Action::Gain(who, ..) | Action::Lose(who, ..) | Action::EndGame(who, _) => *who,
        Action::Cards(
            CardAction::Draw(who, _) | CardAction::LookAt(who, _) | CardAction::RevealUntil(who, _),
        ) => *who,
        Action::Dice(DiceAction::Roll(who, _)) => *who,
        Action::Units(UnitAction::GainControl { who, .. }) => *who,
        Action::Choose(
            Choosable::Arena(who, _)
            | Choosable::Subtype(who)
            | Choosable::CardType(who)
            | Choosable::Name(who, _)
            | Choosable::Number(who, ..),
        ) => *who,
        other => match acted_on(other) {
            Some(Selector::Choose(choice)) => match choice.chooser {
                Chooser::By(who) => who,
                Chooser::Random if choice.of.place == Some(Place::Hand(Player::That)) => Player::Each,
                Chooser::Random => Player::You,
            },
            Some(Selector::Each(filter)) if filter.control == Some(Player::That) => Player::Each,
            _ => Player::You,
        },
    }
}
