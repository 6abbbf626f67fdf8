//! Battle phase and battle steps (rules 1101 to 1104), contested units (rule 806), winning (chapter 15).

mod contest;
mod step;
mod win;

pub(crate) use contest::contests;
pub(crate) use step::add as add_step;
pub use win::control;
pub(crate) use win::winner;

use crate::change::By;
use crate::check;
use crate::decision::{Ask, Choice};
use crate::frame::Flow;
use crate::game::Game;
use crate::keywords::{adapt, velocity};
use crate::pop::{self, Chance};
use crate::state::{Moment, Slot};
use crate::trigger;
use vocab::ability::Edge;
use vocab::{Arena, Role};

/// Whether a battle step goes on after its end effects, because a unit can still act (rule 1102.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Round {
    /// No unit has acted yet: this player may have one that can attack first (rule 1103.1).
    Opening(Role),
    /// It has not come to its end yet.
    First,
    /// Its end effects have happened; they do not happen again.
    More,
}

/// Whether the acting unit has played an ability instead of attacking (rule 1104.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Played {
    /// Not yet.
    No,
    /// It has.
    Yes,
}

/// A stage of the battle phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// The battle phase begins (rule 1101.2).
    Start,
    /// Its triggers resolve (rule 1101.2).
    Triggers,
    /// What is played only when the battle phase starts (rule 1101.2).
    StartChance,
    /// The next battle step, or the end of the phase (rule 1101.1).
    NextStep,
    /// A battle step begins (rule 1102.1).
    Step(Arena),
    /// Which text a unit gets by one of its Adapts (rule 1703.1).
    Adapt(Slot, u8),
    /// Whether a unit changes its speed by Velocity (rule 1761.1).
    Velocity(Slot),
    /// What is played only when the battle step starts (rule 1102.1).
    StepChance(Arena),
    /// A general chance (rules 1102.2, 1102.3).
    General(Arena, Round),
    /// The next unit (rule 1103).
    Next(Arena, Round),
    /// A unit acts (rule 1104).
    Act(Arena, Round, Slot, Played),
    /// A unit has acted.
    Acted(Arena, Round),
    /// The battle step ends (rule 1102.4).
    Ends(Arena),
    /// What is played only when the battle step ends (rule 1102.4).
    EndChance(Arena),
    /// Whether it goes on after all (rule 1102.5).
    GoesOn(Arena),
    /// Contested units, one pair after another (rule 806.5).
    Contests,
    /// A player bids for a pair, DS's unit and LS's; so many have declined in succession (rule 806.2).
    Bid(Slot, Slot, Role, u8),
    /// A unit's moment to act: first a text may say whom it attacks (rule 1104.5).
    Moment(Arena, Round, Slot),
    /// Texts have named whom it attacks, or nobody.
    Led(Arena, Round, Slot),
}

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
