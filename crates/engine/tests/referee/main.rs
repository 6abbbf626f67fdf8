//! The rules of the game, through the public door: one binary, a file for each part of the rulebook.

mod common;
mod table;
mod text;

mod attack_damage;
mod attack_defender;
mod attack_dice;
mod attack_end;
mod attack_hidden;
mod attack_prevention;
mod attack_random;
mod attack_steps;
mod battle;
mod build;
mod effect;
mod equipment;
mod hand;
mod hidden;
mod look_back;
mod now;
mod pilot;
mod play;
mod random;
mod random_games;
mod seen;
mod setup;
mod stack;
mod trigger;
mod turn;
mod win;
