//! Lucky: what each player rerolls (section 1738).
//!
//! A choice is made one die at a time: take one up, or stop and roll those in the hand together. Which dice are in the
//! hand does not matter any more, so the best choice is found from full hands back to the empty one.

use crate::dice::{DieResult, Natural};
use crate::lattice::Lattice;
use crate::mass::Mass;
use crate::unit::Roller;

/// Two values that differ by less are the same; far above the rounding of a sum, far below any real difference.
const SAME: f64 = 1e-13;

/// How many dice must be rerolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// 1738.1: up to this many.
    UpTo(usize),
    /// 1715.5: under Cunning the number is declared before the dice are seen.
    Exactly(usize),
}

impl Number {
    pub const fn most(self) -> usize {
        match self {
            Number::UpTo(number) | Number::Exactly(number) => number,
        }
    }
}

/// A die that can be taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Die {
    Marked(usize),
    PlainHit,
    PlainMiss,
}

/// What to do in a state: the place of the state after the chosen die is taken up, or `STOP`.
type Step = u32;
const STOP: Step = Step::MAX;

/// What a player does in every state, with 0, 1, 2... dice in the hand.
pub struct Choices {
    steps: Vec<Vec<Step>>,
}

/// The order in which a player takes dice up when nothing else decides.
fn order(lattice: &Lattice, roller: Roller) -> Vec<Die> {
    let marked = |natural: Natural| {
        lattice.faces.marked.iter().position(|marked| marked.natural == natural).map(Die::Marked)
    };
    let (one, two, six) = (marked(Natural::One), marked(Natural::Two), marked(Natural::Six));
    let order = match roller {
        // 1s feed Parry, 2s feed Riposte, 6s are the attacker's own.
        Roller::Attacker => [one, two, Some(Die::PlainMiss), Some(Die::PlainHit), six],
        Roller::Defender => [six, Some(Die::PlainHit), two, one, Some(Die::PlainMiss)],
    };
    order.into_iter().flatten().collect()
}

impl Lattice {
    fn result(&self, die: Die) -> DieResult {
        match die {
            Die::Marked(i) => self.faces.marked[i].result,
            Die::PlainHit => DieResult::Hit,
            Die::PlainMiss => DieResult::Miss,
        }
    }

    /// The place of the state after a die is taken up, if there is such a die.
    fn without(&self, row: usize, hits: usize, taken: usize, die: Die) -> Option<usize> {
        let states = self.plain_states(&self.rows[row], taken);
        match die {
            Die::Marked(i) => self.rows[row].down[i].map(|down| self.start(down) + hits),
            Die::PlainHit => (hits > 0).then(|| self.start(row) + hits - 1),
            Die::PlainMiss => (hits + 1 < states).then(|| self.start(row) + hits),
        }
    }
}

impl Choices {
    /// The simple rule: misses (the defender: hits) in order, as many as allowed.
    ///
    /// A declared number has to be met: when there are no such dice left, the others follow.
    pub fn simple(lattice: &Lattice, roller: Roller, number: Number) -> Choices {
        let order = order(lattice, roller);
        let wanted = match roller {
            Roller::Attacker => DieResult::Miss,
            Roller::Defender => DieResult::Hit,
        };
        let (good, others): (Vec<Die>, Vec<Die>) =
            order.into_iter().partition(|die| lattice.result(*die) == wanted);
        let tried = match number {
            Number::UpTo(_) => good,
            Number::Exactly(_) => [good, others].concat(),
        };
        let steps = (0..number.most()).map(|taken| {
            let mut steps = vec![STOP; lattice.len()];
            for (row, start, states) in lattice.rows_with(taken) {
                for hits in 0..states {
                    let next = tried.iter().find_map(|die| lattice.without(row, hits, taken, *die));
                    steps[start + hits] = next.map_or(STOP, |next| next as Step);
                }
            }
            steps
        });
        Choices { steps: steps.collect() }
    }

    /// The best choice for these values of the final dice (the defender wants them low), and what it is worth.
    pub fn best(lattice: &Lattice, roller: Roller, number: Number, values: &[f64]) -> (Choices, Vec<f64>) {
        let sign = match roller {
            Roller::Attacker => 1.0,
            Roller::Defender => -1.0,
        };
        let order = order(lattice, roller);
        let mut rolled = vec![values.iter().map(|value| sign * value).collect::<Vec<f64>>()];
        for taken in 1..=number.most() {
            rolled.push(lattice.roll_back(taken, &rolled[taken - 1]));
        }
        let mut steps = Vec::new();
        let mut worth = rolled.pop().unwrap_or_default();
        for taken in (0..number.most()).rev() {
            let stopped = match number {
                Number::UpTo(_) => rolled.pop().unwrap_or_default(),
                Number::Exactly(_) => vec![f64::NEG_INFINITY; lattice.len()],
            };
            let (best, step) = take_or_stop(lattice, &order, taken, stopped, &worth);
            worth = best;
            steps.push(step);
        }
        steps.reverse();
        worth.iter_mut().for_each(|value| *value *= sign);
        (Choices { steps }, worth)
    }

    /// What other values of the final dice are worth when these choices are made.
    pub fn worth(&self, lattice: &Lattice, values: &[f64]) -> Vec<f64> {
        let mut rolled = vec![values.to_vec()];
        for taken in 1..=self.steps.len() {
            rolled.push(lattice.roll_back(taken, &rolled[taken - 1]));
        }
        let mut worth = rolled.pop().unwrap_or_default();
        for (taken, steps) in self.steps.iter().enumerate().rev() {
            let mut before = rolled.pop().unwrap_or_default();
            for (_, start, states) in lattice.rows_with(taken) {
                for (value, step) in before[start..start + states].iter_mut().zip(&steps[start..]) {
                    if *step != STOP {
                        *value = worth[*step as usize];
                    }
                }
            }
            worth = before;
        }
        worth
    }

    /// The weights of the dice after the reroll.
    pub fn play<M: Mass>(&self, lattice: &Lattice, weights: Vec<M>) -> Vec<M> {
        let mut stopped = Vec::new();
        let mut hand = weights;
        for (taken, steps) in self.steps.iter().enumerate() {
            let mut taken_up = vec![M::ZERO; lattice.len()];
            for (_, start, states) in lattice.rows_with(taken) {
                for (weight, step) in hand[start..start + states].iter_mut().zip(&steps[start..]) {
                    if *step != STOP {
                        let next = &mut taken_up[*step as usize];
                        *next = next.plus(std::mem::replace(weight, M::ZERO));
                    }
                }
            }
            stopped.push(std::mem::replace(&mut hand, taken_up));
        }
        // 1738.3: all chosen dice are rolled together, once.
        for (before, mut rolled) in stopped.into_iter().enumerate().rev() {
            lattice.roll_on(before + 1, &hand, &mut rolled);
            hand = rolled;
        }
        hand
    }
}

/// Takes up the die that leads to the best place, or stops if nothing is better.
fn take_or_stop(
    lattice: &Lattice,
    order: &[Die],
    taken: usize,
    stopped: Vec<f64>,
    worth: &[f64],
) -> (Vec<f64>, Vec<Step>) {
    let (mut best, mut steps) = (stopped, vec![STOP; lattice.len()]);
    for (row, start, states) in lattice.rows_with(taken) {
        for die in order {
            // The states of this row that have such a die, and where they lead; the way is the same for all of them.
            let (first, last) = match die {
                Die::Marked(_) => (0, states),
                Die::PlainHit => (1, states),
                Die::PlainMiss => (0, states - 1),
            };
            let Some(target) = (first < last).then(|| lattice.without(row, first, taken, *die)).flatten()
            else {
                continue;
            };
            let after = &worth[target..target + last - first];
            let here = start + first..start + last;
            let places = best[here.clone()].iter_mut().zip(&mut steps[here]);
            for (((best, chosen), after), next) in places.zip(after).zip(target as Step..) {
                let better = *after > *best + SAME;
                *best = if better { *after } else { *best };
                *chosen = if better { next } else { *chosen };
            }
        }
    }
    (best, steps)
}

impl Lattice {
    /// The rows that have states when dice are taken up: number, first place, states.
    pub fn rows_with(&self, taken: usize) -> impl Iterator<Item = (usize, usize, usize)> {
        self.rows.iter().enumerate().filter_map(move |(row, states)| {
            let states = self.plain_states(states, taken);
            (states > 0).then(|| (row, self.start(row), states))
        })
    }
}
