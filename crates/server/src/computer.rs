//! The computer players, by level.

use ai::{Budget, Level, Player};
use engine::Game;
use engine::state::Seed;
use std::time::Duration;
use table::Table;
use table::setup::Kind;
use vocab::Role;

/// How long a hint may take.
const HINT: Duration = Duration::from_millis(350);

/// The level with this name; the usual one for an unknown name.
pub fn level(word: &str) -> Level {
    word.parse().unwrap_or(usual())
}

/// The level when nobody chooses one.
pub const fn usual() -> Level {
    Level::Quick
}

/// What the computer is called at the table.
pub const fn name(level: Level) -> &'static str {
    match level {
        Level::Random => "Nemo",
        Level::Careless => "Wren",
        Level::Quick => "Kestrel",
        Level::Steady => "Corvin",
        Level::Search => "Oracle",
    }
}

/// The level's name for people.
pub fn title(level: Level) -> String {
    let mut letters = level.name().chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A hint: the best choice a short search finds, with its reason.
pub fn hint(game: &Game, who: Role) -> String {
    match ai::hint(game.seat(who), Budget::time(HINT)).first() {
        Some(best) => {
            let choice =
                game.choices().get(best.index).map_or_else(String::new, |choice| game.label(*choice));
            format!("Hint: {choice} ({}; {:.0}% to win).", best.reason, best.win_chance * 100.0)
        }
        None => "No hint for this one.".into(),
    }
}

/// The computer's answer. It depends only on the game and the seed, and sees no hidden card.
pub fn choose(word: &str, game: &Game, who: Role, seed: Seed, answers: usize) -> usize {
    let mixed = seed.0[1].rotate_left(7) ^ (answers as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    Player::new(level(word), mixed).choose(game.seat(who))
}

/// What the computer answers when it is asked in a game at a table, after this many answers.
pub fn computer_answer(table: &Table, game: &Game, answers: usize) -> Option<u16> {
    let who = game.asked()?.who;
    let Kind::Computer(level) = &table.setup.player(who).kind else { return None };
    u16::try_from(choose(level, game, who, table.computer_seed(), answers)).ok()
}
