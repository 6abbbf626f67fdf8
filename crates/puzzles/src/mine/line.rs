//! The best line of a position: what everybody answers, with dice that let it work, and whether each of the solver's answers
//! on it is the only good one.

use crate::goal::Goal;
use crate::mine::sieve::Sieve;
use crate::solve::{Outcome, Solver, Unsolved};
use engine::Game;
use odds::Fraction;

/// An exact best answer must be so many hundredths ahead of the next.
const POINTS: u128 = 7;
/// A solver decides at most so often.
const DECISIONS: usize = 4;
/// A line has at most so many answers.
const LONGEST: usize = 60;

/// What the answers of a question are worth, and which is the one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The place of the best answer; of equal ones the first.
    pub best: usize,
    /// Its value.
    pub value: Fraction,
    /// The place of the best answer that comes to something else.
    pub second: usize,
    /// Its value.
    pub next: Fraction,
}

impl Verdict {
    /// Compares answers; nothing if all come to the same.
    pub fn of(game: &Game, goal: &Goal, values: &[Option<Fraction>]) -> Option<Verdict> {
        let first =
            |best: Option<(usize, Fraction)>, (place, value): (usize, &Option<Fraction>)| match (best, value)
            {
                (Some((_, known)), Some(value)) if *value <= known => best,
                (_, Some(value)) => Some((place, *value)),
                (_, None) => best,
            };
        let (best, value) = values.iter().enumerate().fold(None, first)?;
        let choices = game.choices();
        let others = values
            .iter()
            .enumerate()
            .filter(|(place, _)| !ai::are_alike(game, goal.who, choices[*place], choices[best]));
        let (second, next) = others.fold(None, first)?;
        Some(Verdict { best, value, second, next })
    }

    /// Whether the best answer is clearly best: 7 points and a tenth ahead.
    pub fn is_clear(&self) -> bool {
        let far = Fraction::new(POINTS, 100).and_then(|points| self.next.plus(points));
        let times = Fraction::new(11, 10).and_then(|tenth| self.next.times(tenth));
        far.is_some_and(|far| self.value >= far) && times.is_some_and(|times| self.value >= times)
    }

    /// Whether it is forced: certain, and nothing else is.
    pub fn is_forced(&self) -> bool {
        self.value == Fraction::ONE && self.next < Fraction::ONE
    }

    /// Whether all is lost or all is won.
    pub fn is_decided(&self) -> bool {
        self.value.value() < 0.10 || self.next.value() > 0.90
    }
}

/// An answer on the line.
#[derive(Debug)]
pub struct Step {
    /// The game before it.
    pub game: Box<Game>,
    /// The answer.
    pub answer: usize,
    /// The dice that fall after it.
    pub dice: Vec<u8>,
    /// Whether it is one of the decisions that make the puzzle.
    pub decides: bool,
}

/// A line to the moment in which the goal is decided.
#[derive(Debug)]
pub struct Line {
    /// The answers.
    pub steps: Vec<Step>,
    /// The first decision.
    pub verdict: Verdict,
    /// The game after it.
    pub end: Box<Game>,
}

impl Line {
    /// How many decisions the solver has.
    pub fn decisions(&self) -> usize {
        self.steps.iter().filter(|step| step.decides).count()
    }
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// It is no puzzle.
    Sieve(Sieve),
    /// It can't be counted.
    Unsolved(Unsolved),
}

impl From<Unsolved> for NoLine {
    fn from(unsolved: Unsolved) -> NoLine {
        NoLine::Unsolved(unsolved)
    }
}

/// Follows the best line. After the first question with equal answers nothing is decided any more that counts.
pub fn follow(solver: &mut Solver<'_>, game: &Game, goal: &Goal) -> Result<Line, NoLine> {
    let mut game = Box::new(game.clone());
    let mut steps: Vec<Step> = Vec::new();
    let mut first: Option<Verdict> = None;
    let (mut open, mut decisions) = (true, 0);
    for _ in 0..LONGEST {
        let Some(ask) = game.asked() else { return Err(NoLine::Unsolved(Unsolved::Stopped)) };
        let own = ask.who == goal.who;
        let values = solver.answers(&game)?;
        let mut decides = false;
        let answer = if own {
            let verdict = Verdict::of(&game, goal, &values);
            if let Some(verdict) = verdict.as_ref().filter(|_| open) {
                if verdict.value == verdict.next {
                    open = false;
                } else if !verdict.is_clear() {
                    let sieve = if first.is_none() { Sieve::Close } else { Sieve::Branching };
                    return Err(NoLine::Sieve(sieve));
                } else {
                    decides = true;
                    decisions += 1;
                }
            }
            if first.is_none() {
                match &verdict {
                    Some(verdict) if decides => first = Some(verdict.clone()),
                    Some(_) | None => return Err(NoLine::Sieve(Sieve::Close)),
                }
            }
            if decisions > DECISIONS {
                return Err(NoLine::Sieve(Sieve::Branching));
            }
            best_of(&values, true)
        } else {
            best_of(&values, false)
        };
        let answer = answer.ok_or(Unsolved::Stopped)?;
        let Outcome { dice, next, decided } = solver.likeliest(&game, answer)?;
        steps.push(Step { game, answer, dice, decides });
        game = next;
        if decided {
            let verdict = first.ok_or(NoLine::Sieve(Sieve::Close))?;
            return Ok(Line { steps, verdict, end: game });
        }
    }
    Err(NoLine::Sieve(Sieve::Branching))
}

/// The first of the best answers, or of the worst.
fn best_of(values: &[Option<Fraction>], best: bool) -> Option<usize> {
    let mut found: Option<(usize, Fraction)> = None;
    for (place, value) in values.iter().enumerate() {
        let Some(value) = *value else { continue };
        if found.is_none_or(|(_, known)| if best { value > known } else { value < known }) {
            found = Some((place, value));
        }
    }
    found.map(|(place, _)| place)
}
