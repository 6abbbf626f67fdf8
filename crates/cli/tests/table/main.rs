//! The table in a real browser, and against visitors who mean harm.
//!
//! The tests that need a browser say what is missing when there is none, and are skipped then.

mod audit;
mod browser;
mod builder;
mod clocks;
mod cut;
mod desk;
mod ends;
mod fair;
mod friend;
mod game;
mod hand;
mod health;
mod hostile;
mod kept;
mod layout;
mod lessons;
#[cfg(feature = "postgres")]
mod moments;
mod nodes;
mod pages;
mod people;
mod played;
mod plays;
mod practice;
mod protocol;
mod screens;
#[cfg(feature = "postgres")]
mod sent_on;
mod served;
mod streams;
mod visitor;
