//! The library from outside: its examples, and what it refuses.

mod examples;
mod refusals;
