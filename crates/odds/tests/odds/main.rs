//! The odds by hand, by brute force, by the rules, and by what must hold for all of them.

mod best_play;
mod figures;
mod properties;
mod rules;
mod sequences;
