//! The stages of a damage sequence as frames (rule 1202.1).

use super::{blind, discard, divide, place, prevent, roll, start};
use crate::facts::game::Game;
use crate::records::damage::Frame;
use crate::records::decision::{Ask, Choice};
use crate::records::frame::Flow;
use crate::records::pop::Chance;
use crate::records::state::Report;
use crate::records::trigger::About;
use crate::rules::keywords::{area_damage, forewarning, parry, surge};
use crate::rules::{attack, pop, trigger};

impl Frame {
    pub(crate) fn step(self, game: &mut Game) -> Flow {
        match self {
            Frame::RollNext => roll::next(game),
            Frame::Rolled => roll::rolled(game),
            Frame::RolledTogether => divide::rolled_together(),
            Frame::Count => divide::count(game),
            Frame::Divide(index) => divide::divide(game, index),
            // 1715.7: nobody knows yet what hidden dice would do.
            Frame::Start if blind::is_on(game) => Flow::next(Frame::Pending),
            Frame::Start => above(trigger::would(game, About::Damage), Frame::Pending),
            Frame::Pending => pending(game),
            Frame::ByItself => above(trigger::would(game, About::Pending), Frame::Triggers),
            Frame::ByText(index) => prevent::by_text(game, index),
            Frame::Parry if parry::is_asked(game) => Flow::Ask,
            Frame::Parry => {
                parry::resolve(game);
                Flow::Done
            }
            Frame::Prevention => prevention(game),
            Frame::Show => blind::show(game),
            Frame::Shown => {
                blind::shown(game);
                above(trigger::would(game, About::Damage), Frame::Open)
            }
            Frame::Open => {
                start::note_pending(game);
                Flow::push(Frame::ByItself, attack::Frame::Compare(0))
            }
            Frame::Triggers => triggers(game),
            Frame::Apply => {
                blind::apply(game);
                Flow::push(Frame::Applied, Frame::Join)
            }
            // What was triggered meanwhile comes before prevention is played (rule 1109.1).
            Frame::Applied => Flow::push(Frame::Prevention, trigger::Frame::Resolve),
            Frame::Join if prevent::is_joined(game) => Flow::Done,
            Frame::Join => above(trigger::would(game, About::Damage), Frame::Joined),
            Frame::Joined => above(trigger::would(game, About::Pending), Frame::Settled),
            Frame::Settled => {
                prevent::join(game);
                Flow::Done
            }
            Frame::Place => place::place(game),
            Frame::Surge(..) | Frame::AreaDamage { .. } => Flow::Ask,
            Frame::WouldBeDiscarded => place::would_be_discarded(game),
            Frame::Replace => {
                discard::doom(game);
                above(trigger::would(game, About::Fallen), Frame::Discard)
            }
            Frame::Discard => discard::discard(game),
            Frame::Report(total) => {
                game.state.report = Report::Damage(total);
                Flow::Done
            }
            Frame::Choose { unit, keyword, value } => prevent::choose(game, unit, keyword, value),
            Frame::Amount { unit, keyword, value, instance } => {
                prevent::amount(game, unit, keyword, value, instance)
            }
            Frame::Declare { .. } => Flow::Ask,
        }
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        match self {
            Frame::RollNext => roll::ask(game, choices),
            Frame::Divide(index) => divide::ask(game, index, choices),
            Frame::Parry => parry::ask(game, choices),
            Frame::ByText(index) => prevent::by_text_ask(game, index, choices),
            Frame::Surge(unit, _) => surge::ask(game, unit, choices),
            Frame::AreaDamage { from, who, arena, .. } => area_damage::ask(game, from, who, arena, choices),
            Frame::Choose { unit, keyword, .. } => prevent::choose_ask(game, unit, keyword, choices),
            Frame::Amount { unit, keyword, value, instance } => {
                prevent::amount_ask(game, unit, keyword, value, instance, choices)
            }
            Frame::Declare { unit, keyword, value, .. } => {
                blind::declare_ask(game, (unit, keyword, value), choices)
            }
            Frame::Rolled
            | Frame::RolledTogether
            | Frame::Count
            | Frame::Start
            | Frame::Pending
            | Frame::Prevention
            | Frame::Show
            | Frame::Shown
            | Frame::Open
            | Frame::ByItself
            | Frame::Triggers
            | Frame::Apply
            | Frame::Applied
            | Frame::Join
            | Frame::Joined
            | Frame::Settled
            | Frame::Place
            | Frame::WouldBeDiscarded
            | Frame::Replace
            | Frame::Report(_)
            | Frame::Discard => None,
        }
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        match self {
            Frame::RollNext => roll::chosen(game, choice),
            Frame::Divide(index) => divide::chosen(game, index, choice),
            Frame::Parry => {
                parry::chosen(game, choice);
                Flow::Done
            }
            Frame::ByText(index) => {
                prevent::by_text_chosen(game, index, choice);
                Flow::Done
            }
            Frame::Surge(unit, power) => {
                surge::chosen(game, unit, i16::from(power), choice);
                Flow::Done
            }
            Frame::AreaDamage { from, dice, .. } => {
                area_damage::chosen(game, from, dice, choice).map_or(Flow::Done, Flow::Next)
            }
            Frame::Choose { unit, keyword, value } => prevent::chosen(unit, keyword, value, choice),
            Frame::Amount { unit, keyword, value, instance } => {
                prevent::amount_chosen(game, (unit, keyword, value), instance, choice)
            }
            Frame::Declare { unit, keyword, value, to } => {
                blind::declare_chosen(game, (unit, keyword, value), to, choice)
            }
            // `ask` names every stage; one that asks nothing has no answer: such a game is stopped, not wrong.
            _ => {
                game.stop();
                Flow::Done
            }
        }
    }
}

/// Goes on as `next`, after a frame that has to run before.
fn above(first: Option<crate::records::frame::Frame>, next: Frame) -> Flow {
    match first {
        Some(first) => Flow::push(next, first),
        None => Flow::next(next),
    }
}

/// Damage becomes pending (rule 1202.1); without any the sequence is over (rule 1204.11), unless dice are hidden.
fn pending(game: &mut Game) -> Flow {
    if blind::is_on(game) {
        return Flow::push(Frame::Show, pop::Frame::new(Chance::Prevention));
    }
    if super::pending(game).is_empty() {
        let total = start::over(game);
        return Flow::next(Frame::Report(total));
    }
    start::note_pending(game);
    Flow::next(Frame::ByItself)
}

/// What else was triggered; then prevention is played, or what was declared is applied (rules 1204.2, 1715.8).
fn triggers(game: &mut Game) -> Flow {
    forewarning::pending(game);
    prevent::join(game);
    let was_hidden = game.state.sequences.last().is_some_and(|sequence| sequence.closed > 0);
    let next = if was_hidden { Frame::Apply } else { Frame::Prevention };
    Flow::push(next, trigger::Frame::Resolve)
}

/// The prevention POP, as long as anything can still be prevented (rule 1204.11).
fn prevention(game: &Game) -> Flow {
    if super::pending(game).is_empty() {
        return Flow::next(Frame::Place);
    }
    Flow::push(Frame::Place, pop::Frame::new(Chance::Prevention))
}
