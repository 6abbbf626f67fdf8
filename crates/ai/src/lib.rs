//! Computer players: they see what a person in their seat sees, and choose.
//!
//! A player gets a [`Seat`]: what a person there sees. Whatever it works out, it works out on a *determinisation*
//! ([`Seat::determinise`]), a game in which everything hidden from the seat is dealt anew. So no player can look at
//! hidden cards, not even by mistake.
//!
//! ```
//! use dejarik_ai::{Level, Player};
//! use engine::Game;
//! use vocab::Role;
//!
//! /// Plays a game to its end: Dark looks one step ahead, Light answers at random.
//! fn play(mut game: Game) -> Game {
//!     let mut players = [Player::new(Level::Skilled, 7), Player::new(Level::Learner, 8)];
//!     while let Some(question) = game.asked() {
//!         let player = &mut players[usize::from(question.who == Role::Light)];
//!         let index = player.choose(game.seat(question.who));
//!         game.answer(index).expect("an offered choice");
//!     }
//!     game
//! }
//! ```
//!
//! # Where to go next
//!
//! - [`Level`]: the players by strength; [`Player`]: one at a table
//! - [`hint`](fn@hint): the best choices with a reason; [`analyse`](fn@analyse): where a recorded game turned
//! - docs/PLAYERS.md: how they choose
//! - inside: `value` says how good a position is, `strike` what an attack does, `policy` what a choice is worth at first
//!   sight; `quick` looks one step ahead, `search` as far as its budget allows
//!
//! [`Seat`]: engine::Seat
//! [`Seat::determinise`]: engine::Seat::determinise

mod analyse;
mod dear;
mod dice;
mod gain;
mod gentle;
mod gifts;
mod hands;
mod hint;
mod level;
mod likeness;
mod luck;
pub mod moments;
mod null;
mod obvious;
mod player;
mod policy;
mod quick;
mod regret;
mod rolled;
mod search;
mod strike;
pub mod value;
mod waste;

pub use analyse::{Analysis, Point, TurningPoint, analyse, analyse_from};
pub use gain::{Change, useless};
pub use gifts::{Gift, Kind, gifts};
pub use hint::{Hint, hint};
pub use level::{Level, UnknownLevel};
pub use likeness::{Likeness, are_alike, of_choice as likeness};
pub use obvious::{Obvious, known_useless, obvious};
pub use player::Player;
pub use policy::{at_first_sight, shares};
pub use regret::{Ahead, regret};
pub use search::{Budget, Knowledge, Plan, Reach, Tried, search_for};
pub use strike::{attack, left_out};
pub use value::win_chance;
