//! Puzzles that come with the program, and the exact solver against other ways of counting.

mod brute;
mod shipped;
mod single;
