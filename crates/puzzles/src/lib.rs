//! Puzzles: positions with one answer that is clearly best, as files; their exact solution, and finding them in games.
//!
//! - [`read`] reads a puzzle, [`check`] solves it again; docs/PUZZLES.md has the notation
//! - [`Solver`]: the chance to reach a goal, exactly, on the real referee
//! - [`Trial`]: a puzzle that somebody tries, answer by answer
//! - [`mine`]: puzzles found in games between computer players
//! - [`FILES`]: the puzzles that come with the program

mod check;
mod dice;
mod file;
mod files;
mod goal;
pub mod mine;
mod searched;
mod solve;
mod trial;

pub use check::{Posed, Solved, check, pose};
pub use dice::{Dice, Faces};
pub use file::{Listed, Puzzle, Worth, is_puzzle, read};
pub use files::FILES;
pub use goal::{Aim, Goal, Reached, Until, Wanted, Wish};
pub use searched::ROUNDS;
pub use solve::{NODES, Solver, Speech, Unsolved, still_to_act};
pub use trial::{Mistake, Point, Trial, Tried};
