//! Effects: sentences that do something, joined into one effect. The families of actions are in the files beside.

mod cards;
mod combat;
mod counters;
mod create;
mod damage;
mod destination;
mod dice;
mod meanwhile;
mod modes;
mod playing;
mod pool;
mod search;
mod sentence;
mod steps;
mod units;

pub use sentence::{actor, read_effect, write_effect};

use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Action, Player};

/// One thing that is done, by `p.actor`: "gain 2 Force", "discards a card".
pub fn read_action(p: &mut Parser) -> Option<Action> {
    pool::read(p)
        .or_else(|| p.attempt(search::read).map(Action::Cards))
        .or_else(|| p.attempt(create::read).map(Action::Cards))
        .or_else(|| p.attempt(cards::read).map(Action::Cards))
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

/// The verb as the actor does it: "gain" or "gains".
fn verb(p: &mut Parser, you: &'static str, others: &'static str) -> bool {
    p.words(if p.actor == Player::You || p.bare { you } else { others })
}

/// Writes the verb as the actor does it.
fn say_verb(w: &mut Writer, you: &str, others: &str) {
    w.say(if w.actor == Player::You || w.bare { you } else { others });
}

/// Only you can be told to do this.
fn imperative(w: &Writer) -> Written {
    if w.actor == Player::You { Ok(()) } else { Err(Unwritable("this done by another player")) }
}
