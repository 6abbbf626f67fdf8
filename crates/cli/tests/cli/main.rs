//! The program as people and scripts use it, and whole games with everything the program is made of.

mod by_hand;
mod commands;
mod core;
mod core_play;
mod docs;
#[cfg(feature = "parquet")]
mod farm;
mod folder;
mod lang;
mod odds;
#[cfg(feature = "parquet")]
mod parquet;
mod play;
mod players;
mod program;
mod puzzles;
mod recorded;
mod scenarios;
mod sentences;
mod settings;
mod sim;
mod snapshots;
mod texts;
