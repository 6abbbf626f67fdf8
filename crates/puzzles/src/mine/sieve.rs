//! The sieves: how many positions there were, and why each of the others is no puzzle.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a position is no puzzle, in the order in which it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sieve {
    /// All answers come to the same card, number or word.
    OneAnswer,
    /// It isn't in a battle step: the first two thirds of a turn are for building.
    Early,
    /// The first impression is already sure.
    Obvious,
    /// Nothing that could be done would bring anything beyond its cost.
    Equal,
    /// Neither a win, nor a loss, nor a unit of 5 points is at stake.
    Idle,
    /// At a glance all answers reach the goal equally often.
    Level,
    /// All answers are lost, or all are won.
    Decided,
    /// Counted, the best answer isn't far enough ahead.
    Close,
    /// Searched, no answer leads beyond doubt.
    Unclear,
    /// With other hidden cards another answer is better.
    Hidden,
    /// Later on the line there is no clear answer, or there are too many.
    Branching,
    /// It is the only attack, or the one with the largest chance on its button, or players of the lower levels find it.
    Trivial,
    /// A scenario can't say it, or the referee sees something else in it.
    Unwritten,
    /// More than nine units or seven keywords are left in the picture.
    Crowded,
    /// The same position has been found before.
    Again,
}

impl Sieve {
    /// All, in order.
    pub const ALL: [Sieve; 15] = [
        Sieve::OneAnswer,
        Sieve::Early,
        Sieve::Obvious,
        Sieve::Equal,
        Sieve::Idle,
        Sieve::Level,
        Sieve::Decided,
        Sieve::Close,
        Sieve::Unclear,
        Sieve::Hidden,
        Sieve::Branching,
        Sieve::Trivial,
        Sieve::Unwritten,
        Sieve::Crowded,
        Sieve::Again,
    ];

    /// The step that it belongs to: 1 games, 2 the cheap sieve, 3 exact, 4 searched, 5 hidden cards, 6 unique at every step,
    /// 7 not trivial, 8 small.
    pub const fn step(self) -> u8 {
        match self {
            Sieve::OneAnswer => 1,
            Sieve::Early | Sieve::Obvious | Sieve::Equal | Sieve::Idle | Sieve::Level => 2,
            Sieve::Close => 3,
            Sieve::Unclear => 4,
            Sieve::Hidden => 5,
            Sieve::Branching => 6,
            Sieve::Decided | Sieve::Trivial => 7,
            Sieve::Unwritten | Sieve::Crowded | Sieve::Again => 8,
        }
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Sieve::OneAnswer => "one answer, or equal ones",
            Sieve::Early => "not in the last third of the turn",
            Sieve::Obvious => "first impression over 80 %",
            Sieve::Equal => "nothing to be gained",
            Sieve::Idle => "neither win, loss nor a unit of 5 points at stake",
            Sieve::Level => "the answers are equal at a glance",
            Sieve::Decided => "all lost or all won",
            Sieve::Close => "counted: the best isn't 7 points and a tenth ahead",
            Sieve::Unclear => "searched: no lead of 15 points beyond doubt",
            Sieve::Hidden => "another answer with other hidden cards",
            Sieve::Branching => "no clear answer later, or more than four",
            Sieve::Trivial => "the only attack, the largest chance, or found at once",
            Sieve::Unwritten => "a scenario can't say it",
            Sieve::Crowded => "more than 9 units or 7 keywords left",
            Sieve::Again => "found before",
        }
    }
}

impl fmt::Display for Sieve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// How many positions there were, and how many each sieve removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Games that were played.
    pub games: u64,
    /// Questions that were asked in them.
    pub positions: u64,
    /// How many each sieve removed, in their order.
    pub removed: [u64; Sieve::ALL.len()],
    /// How many were left, by kind: forced, exact, searched.
    pub found: [u64; 3],
}

impl Counts {
    /// Takes down why a position is no puzzle.
    pub fn remove(&mut self, sieve: Sieve) {
        self.removed[sieve as usize] += 1;
    }

    /// How many a sieve removed.
    pub const fn removed_by(&self, sieve: Sieve) -> u64 {
        self.removed[sieve as usize]
    }

    /// How many puzzles were found.
    pub fn puzzles(&self) -> u64 {
        self.found.iter().sum()
    }

    /// Adds those of other games.
    pub fn add(&mut self, other: &Counts) {
        self.games += other.games;
        self.positions += other.positions;
        self.removed.iter_mut().zip(&other.removed).for_each(|(own, more)| *own += more);
        self.found.iter_mut().zip(&other.found).for_each(|(own, more)| *own += more);
    }
}

#[cfg(test)]
mod tests {
    use super::Sieve;

    #[test]
    fn sieves_are_counted_at_their_places() {
        assert!(Sieve::ALL.into_iter().enumerate().all(|(place, sieve)| sieve as usize == place));
    }
}
