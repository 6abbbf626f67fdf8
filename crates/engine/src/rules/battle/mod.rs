//! Battle phase and battle steps (rules 1101 to 1104), contested units (rule 806), winning (chapter 15).

mod contest;
mod step;
mod win;

use crate::facts::game::Game;
pub(crate) use crate::records::battle::{Frame, Played, Round};
use crate::records::decision::{Ask, Choice};
use crate::records::frame::Flow;
use crate::records::pop::Chance;
use crate::records::state::Moment;
use crate::rules::change::By;
use crate::rules::keywords::{adapt, velocity};
use crate::rules::{check, pop, trigger};
pub(crate) use contest::contests;
pub(crate) use step::add as add_step;
pub use win::control;
pub(crate) use win::winner;

use vocab::Role;
use vocab::ability::Edge;

impl Frame {
    pub(crate) fn step(self, game: &mut Game) -> Flow {
        match self {
            Frame::Start => {
                game.begin(Moment::BattlePhase, By::rule(1101, 1));
                step::line_up(game);
                check::settle(game);
                Flow::push(Frame::Triggers, Frame::Contests)
            }
            Frame::Triggers => Flow::push(Frame::StartChance, trigger::Frame::Resolve),
            Frame::StartChance => at(Frame::NextStep, Edge::Start, Moment::BattlePhase),
            Frame::NextStep => match game.state.steps.pop().flatten() {
                Some(arena) => Flow::next(Frame::Step(arena)),
                None => Flow::Done,
            },
            Frame::Step(arena) => {
                game.begin(Moment::BattleStep(arena), By::rule(1102, 1));
                // 1102.1: they are among what triggers then, in the order of 1305.4.
                adapt::line_up(game, arena);
                velocity::line_up(game, arena);
                Flow::push(Frame::StepChance(arena), trigger::Frame::Resolve)
            }
            Frame::Adapt(..) | Frame::Velocity(_) => Flow::Ask,
            Frame::StepChance(arena) => {
                at(Frame::General(arena, Round::Opening(Role::Dark)), Edge::Start, Moment::BattleStep(arena))
            }
            Frame::General(arena, round) => {
                Flow::push(Frame::Next(arena, round), pop::Frame::new(Chance::General))
            }
            Frame::Next(arena, round) => step::next(game, arena, round),
            Frame::Act(arena, round, unit, _) => step::may_act(game, arena, round, unit),
            Frame::Acted(arena, round) => {
                check::settle(game);
                let round = if round == Round::More { Round::More } else { Round::First };
                Flow::push(Frame::General(arena, round), trigger::Frame::Resolve)
            }
            Frame::Ends(arena) => step::ends(game, arena),
            Frame::EndChance(arena) => at(Frame::GoesOn(arena), Edge::End, Moment::BattleStep(arena)),
            Frame::GoesOn(arena) => Flow::next(Frame::Next(arena, Round::More)),
            Frame::Contests => contest::next(game),
            Frame::Bid(dark, light, who, passes) => contest::bidding(game, dark, light, who, passes),
            Frame::Moment(arena, round, unit) => step::moment(game, arena, round, unit),
            Frame::Led(arena, round, unit) => step::led(game, arena, round, unit),
        }
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        match self {
            Frame::Adapt(unit, nth) => adapt::ask(game, unit, nth, choices),
            Frame::Velocity(unit) => velocity::ask(game, unit, choices),
            Frame::Next(arena, round) => step::ask_next(game, arena, round, choices),
            Frame::Act(_, _, unit, played) => Some(step::ask_act(game, unit, played, choices)),
            Frame::Contests => Some(contest::ask(game, choices)),
            Frame::Bid(dark, _, who, passes) => Some(contest::ask_bid(game, dark, who, passes, choices)),
            Frame::Start
            | Frame::Triggers
            | Frame::StartChance
            | Frame::NextStep
            | Frame::Step(_)
            | Frame::StepChance(_)
            | Frame::General(..)
            | Frame::Acted(..)
            | Frame::Ends(_)
            | Frame::EndChance(_)
            | Frame::Moment(..)
            | Frame::Led(..)
            | Frame::GoesOn(_) => None,
        }
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        match (self, choice) {
            (Frame::Adapt(unit, nth), choice) => adapt::chosen(game, unit, nth, choice),
            (Frame::Velocity(unit), choice) => velocity::chosen(game, unit, choice),
            (Frame::Next(arena, round), Choice::Card(unit)) => Flow::next(Frame::Moment(arena, round, unit)),
            // He or she lets the speed decide.
            (Frame::Next(arena, round), Choice::Pass) => Flow::next(Frame::Next(arena, step::after(round))),
            (Frame::Act(arena, round, unit, _), choice) => step::act(game, arena, round, unit, choice),
            (Frame::Contests, Choice::Card(dark)) => contest::begin(game, dark),
            (Frame::Bid(dark, light, who, passes), choice) => {
                contest::bid(game, [dark, light], who, passes, choice)
            }
            _ => Flow::Ask,
        }
    }
}

/// A limited chance, and what comes after it (rule 1307.5).
fn at(next: Frame, edge: Edge, moment: Moment) -> Flow {
    Flow::push(next, pop::Frame::new(Chance::At(edge, moment)))
}
