//! The positions of a game that computer players play, for those who learn from games.

use ai::Player;
use ai::value::{Features, win_chance};
use engine::Game;
use engine::state::{ByRole, Moment, Outcome};
use std::sync::atomic::{AtomicBool, Ordering};
use vocab::Role;

/// A position at the start of a step of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The turn.
    pub turn: u16,
    /// The step.
    pub moment: Moment,
    /// The Dark Side player's chance to win, as the players judge it.
    pub dark: f32,
    /// The position as numbers.
    pub features: Features,
}

/// The positions of a game, and who won it.
#[derive(Clone, Debug, PartialEq)]
pub struct Positions {
    /// In order.
    pub all: Vec<Position>,
    /// 1 if the Dark Side won, 0 if the Light Side did, a half for a draw.
    pub dark_won: f32,
}

/// Plays a game and notes its positions; nothing if `stop` became true meanwhile. A game whose players have no answer left
/// ends there, as a draw.
pub fn positions(mut game: Game, mut players: ByRole<Player>, stop: &AtomicBool) -> Option<Positions> {
    let mut all = Vec::new();
    let mut last = (0, Moment::Preparation);
    while let Some(ask) = game.asked() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let (turn, moment) = (game.whole().turn, game.whole().moment);
        if (turn, moment) != last && turn > 0 {
            last = (turn, moment);
            let dark = win_chance(&game, Role::Dark);
            all.push(Position { turn, moment, dark, features: Features::of(&game) });
        }
        let index = players[ask.who].choose(game.seat(ask.who));
        if game.answer(index).is_err() {
            break;
        }
        game.forget_events();
    }
    let dark_won = match game.outcome() {
        Some(Outcome::Won(Role::Dark, _)) => 1.0,
        Some(Outcome::Won(Role::Light, _)) => 0.0,
        Some(Outcome::Draw(_) | Outcome::Stopped) | None => 0.5,
    };
    Some(Positions { all, dark_won })
}
