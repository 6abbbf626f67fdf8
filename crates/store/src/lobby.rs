//! Strangers who look for a game, and how strong they turn out to be.

use crate::StoreError;
use crate::game::{GameId, Listed};
use crate::people::VisitorId;
use async_trait::async_trait;
use table::glicko::Rating;

/// How many seeks or games a list has at most.
pub const LOBBY: usize = 500;

/// A rating becomes less sure with every such time without a game, in milliseconds.
pub const REST: i64 = 30 * 24 * 60 * 60 * 1000;

/// Somebody who looks for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Its name.
    pub id: String,
    /// Who.
    pub visitor: VisitorId,
    /// What they want and bring: the server's to read.
    pub wants: String,
    /// Since when: milliseconds since 1970.
    pub at: i64,
    /// When they were last seen waiting.
    pub seen: i64,
    /// The game that was found.
    pub game: Option<GameId>,
}

/// Two who have found each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The name that their game has or will have.
    pub game: GameId,
    /// Their seeks.
    pub seeks: [String; 2],
    /// Whether the game is shown to those who want to watch one.
    pub listed: bool,
    /// When: milliseconds since 1970.
    pub at: i64,
}

/// The result of a rated game.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// The game.
    pub game: GameId,
    /// Who had the Dark Side.
    pub dark: VisitorId,
    /// Who had the Light Side.
    pub light: VisitorId,
    /// What the Dark Side scored: 1, ½ or 0.
    pub score: f64,
    /// When it ended: milliseconds since 1970.
    pub at: i64,
}

/// How strong a visitor is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// The rating, as it was after the last game.
    pub rating: Rating,
    /// How many games it follows from.
    pub games: u32,
    /// When the last of them was.
    pub at: i64,
}

impl Rated {
    /// Somebody without a game.
    pub const NEW: Rated = Rated { rating: Rating::new(1500.0), games: 0, at: 0 };

    /// The rating at a moment: whoever hasn't played for long is less sure.
    pub fn by(self, now: i64) -> Rating {
        let rests = if self.games == 0 { 0 } else { (now - self.at).max(0) / REST };
        (0..rests.min(240)).fold(self.rating, |rating, _| rating.rested())
    }

    /// Both players after a game between them, in which the first has scored so much. A game is a period of its own.
    pub fn after(one: Rated, other: Rated, score: f64, at: i64) -> [Rated; 2] {
        let [first, second] = [one, other].map(|rated| rated.by(at));
        let rated = |before: Rated, rating: Rating| Rated { rating, games: before.games + 1, at };
        [rated(one, first.after(&[(second, score)])), rated(other, second.after(&[(first, 1.0 - score)]))]
    }
}

/// The lobby of a server, or of all that share a store.
#[async_trait]
pub trait Lobby: Send + Sync {
    /// Keeps a seek in place of the visitor's earlier one that hasn't found a game. A visitor who isn't known is missing.
    async fn seek(&self, seek: Seek) -> Result<(), StoreError>;

    /// A seek, whether it has found a game or not.
    async fn found(&self, id: &str) -> Result<Option<Seek>, StoreError>;

    /// The seeks that haven't found a game, the longest waiting first.
    async fn seeks(&self) -> Result<Vec<Seek>, StoreError>;

    /// Takes a visitor's seek back, if it hasn't found a game.
    async fn withdraw(&self, visitor: &VisitorId, id: &str) -> Result<(), StoreError>;

    /// Brings two together, if neither has found a game meanwhile; whether it did. However many servers try, nobody gets
    /// two games.
    async fn pair(&self, pairing: Pairing) -> Result<bool, StoreError>;

    /// Pairings from a moment on whose game hasn't been laid.
    async fn unlaid(&self, since: i64) -> Result<Vec<Pairing>, StoreError>;

    /// Those who wait were there at a moment.
    async fn are_there(&self, seeks: &[String], at: i64) -> Result<(), StoreError>;

    /// Forgets seeks of which nothing was seen since a moment, found or not, and which games came about before it that
    /// don't go on any more.
    async fn tidy_lobby(&self, before: i64) -> Result<(), StoreError>;

    /// Games that go on and may be watched, the last begun first.
    async fn public_games(&self) -> Result<Vec<Listed>, StoreError>;

    /// Keeps the result of a rated game, once, and what it means for both ratings. Whether it was new.
    async fn score(&self, scored: Scored) -> Result<bool, StoreError>;

    /// All results, in the order in which they counted.
    async fn scores(&self) -> Result<Vec<Scored>, StoreError>;

    /// How strong visitors are, in the order in which they were asked for.
    async fn ratings(&self, visitors: &[VisitorId]) -> Result<Vec<Rated>, StoreError>;

    /// Works all ratings out anew from the results; how many results there were.
    async fn rebuild_ratings(&self) -> Result<u64, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::{REST, Rated};

    #[test]
    fn who_wins_gains_what_the_other_loses_and_rest_makes_unsure() {
        let [won, lost] = Rated::after(Rated::NEW, Rated::NEW, 1.0, 5);
        assert!((won.rating.rating + lost.rating.rating - 3000.0).abs() < 1e-6, "{won:?} {lost:?}");
        // Glickman's formulas for two newcomers: 162 points.
        assert!((won.rating.rating - 1662.3).abs() < 0.2, "{won:?}");
        assert_eq!((won.games, won.at, won.by(5 + REST - 1)), (1, 5, won.rating));
        assert!(won.by(5 + REST).deviation > won.rating.deviation);
        assert_eq!(won.by(5 + REST).rating, won.rating.rating);
        assert_eq!(Rated::NEW.by(i64::MAX), Rated::NEW.rating);
        assert!(won.by(i64::MAX).deviation <= 350.0);
    }
}
