//! Players as the command line names them: levels, searches of so many rounds, and the search of version 0.1; each with
//! the opponent's list or, `closed:`, without.

use crate::first::First;
use ai::{Level, Plan, Player, Reach};
use engine::{Lists, Seat};
use std::fmt;

/// A player, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contestant {
    /// One of the levels.
    Level(Level),
    /// One of the levels that doesn't know the opponent's list: `closed:strong`.
    Closed(Level),
    /// A search of this many rounds: `turn:200`, or `step:200` for one that looks no further than the battle step.
    Search(Plan),
    /// The search of version 0.1 with this many rounds: `first:400`.
    First(usize),
}

impl Contestant {
    /// Reads a name.
    pub fn read(name: &str) -> Result<Contestant, String> {
        let rounds = |n: &str| n.parse::<usize>().map_err(|_| format!("`{n}` isn't a number of rounds"));
        match name.split_once(':') {
            None => name.parse().map(Contestant::Level).map_err(|error: ai::UnknownLevel| error.to_string()),
            Some(("closed", level)) => {
                level.parse().map(Contestant::Closed).map_err(|error: ai::UnknownLevel| error.to_string())
            }
            Some(("turn", n)) => {
                Ok(Contestant::Search(Plan { reach: Reach::Turn, ..Plan::rounds(rounds(n)?) }))
            }
            Some(("step", n)) => {
                Ok(Contestant::Search(Plan { reach: Reach::Step, ..Plan::rounds(rounds(n)?) }))
            }
            Some(("first", n)) => Ok(Contestant::First(rounds(n)?)),
            Some((other, _)) => Err(format!(
                "there's no player `{other}`: expected a level, closed:LEVEL, turn:N, step:N or first:N"
            )),
        }
    }

    /// Sits down at a table.
    pub fn sit(self, seed: u64) -> Sitting {
        match self {
            Contestant::Level(level) => Sitting::Now(Player::new(level, seed), Lists::Open),
            Contestant::Closed(level) => Sitting::Now(Player::new(level, seed), Lists::Closed),
            Contestant::Search(plan) => {
                Sitting::Now(Player::searching(plan, ai::Knowledge::Hand, seed), Lists::Open)
            }
            Contestant::First(rounds) => Sitting::First(First::new(rounds, seed)),
        }
    }
}

/// A player at a table.
#[derive(Debug)]
pub enum Sitting {
    /// One of today's, and whether it knows the opponent's list.
    Now(Player, Lists),
    /// That of version 0.1.
    First(First),
}

impl Sitting {
    /// Answers the question that waits for this seat.
    pub fn choose(&mut self, seat: Seat<'_>) -> usize {
        match self {
            Sitting::Now(player, lists) => player.choose(seat.with(*lists)),
            Sitting::First(player) => player.choose(seat),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Level(level) => write!(f, "{level}"),
            Contestant::Closed(level) => write!(f, "closed:{level}"),
            Contestant::Search(Plan { budget, reach: Reach::Turn }) => {
                write!(f, "turn:{}", budget.iterations)
            }
            Contestant::Search(Plan { budget, reach: Reach::Step }) => {
                write!(f, "step:{}", budget.iterations)
            }
            Contestant::First(rounds) => write!(f, "first:{rounds}"),
        }
    }
}
