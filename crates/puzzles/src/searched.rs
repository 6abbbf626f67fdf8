//! Where there is too much to count: the search of the computer players, for the goal of a puzzle.

use crate::goal::{Goal, Until};
use ai::{Budget, Plan, Reach, Tried, search_for};
use engine::Game;
use sim::{Interval, wilson};

/// How many rounds a search has.
pub const ROUNDS: usize = 4_000;
/// How far the best answer must be ahead.
pub const GAP: f64 = 0.15;

/// The answer that leads after a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// Its place among the choices.
    pub choice: usize,
    /// Its value.
    pub best: f64,
    /// The place of the next best.
    pub second: usize,
    /// The value of that one.
    pub next: f64,
}

/// Searches a question for a goal.
pub fn search(game: &Game, goal: &Goal, rounds: usize, seed: u64) -> Vec<Tried> {
    let reach = match goal.until {
        Until::Turn => Reach::Turn,
        Until::Step => Reach::Step,
    };
    let reached = |game: &Game| if goal.in_the_end(game) { 1.0 } else { 0.0 };
    search_for(game.seat(goal.who), Plan { budget: Budget::iterations(rounds), reach }, seed, &reached)
}

/// What leads if it leads beyond doubt: by the gap, and with intervals of 95 % that don't touch. Choices that come to the
/// same count as one.
pub fn lead(game: &Game, goal: &Goal, tried: &[Tried]) -> Option<Lead> {
    let best = leading(tried)?;
    let choices = game.choices();
    let is_other = |place: &usize| !ai::are_alike(game, goal.who, choices[*place], choices[best]);
    let others = (0..tried.len()).filter(is_other).filter(|place| tried[*place].visits > 0);
    let interval = |place: usize| -> Interval {
        let Tried { visits, value } = tried[place];
        wilson(f64::from(value) * f64::from(visits), u64::from(visits))
    };
    let own = interval(best);
    let mut second: Option<usize> = None;
    for other in others {
        if interval(other).high >= own.low {
            return None;
        }
        if second.is_none_or(|second| tried[other].value > tried[second].value) {
            second = Some(other);
        }
    }
    let second = second?;
    let (value, next) = (f64::from(tried[best].value), f64::from(tried[second].value));
    (value - next >= GAP).then_some(Lead { choice: best, best: value, second, next })
}

/// The choice that was tried most, which is what a player would answer.
pub fn leading(tried: &[Tried]) -> Option<usize> {
    let known = (0..tried.len()).filter(|place| tried[*place].visits > 0);
    known.max_by(|one, other| {
        let [one, other] = [one, other].map(|place| (tried[*place].visits, std::cmp::Reverse(*place)));
        one.cmp(&other)
    })
}
