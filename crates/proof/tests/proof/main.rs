//! The referee under watch: golden games, random games, altered replays, and every kind of ability in a scenario.

mod by_hand;
mod deeds;
mod generated;
mod gifts;
mod given;
mod golden;
mod kinds;
mod moments;
mod mutation;
mod obvious;
mod soak;
mod twins;
