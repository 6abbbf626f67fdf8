//! How games came out, for those who played them.

use crate::StoreError;
use crate::game::GameId;
use crate::people::VisitorId;
use async_trait::async_trait;
use vocab::Role;

/// What stands in the place of the name of somebody who wanted to be forgotten.
pub const SOMEBODY: &str = "Somebody";

/// How a game came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The game.
    pub game: GameId,
    /// When it ended: milliseconds since 1970.
    pub at: i64,
    /// What the Dark Side scored: 1, ½ or 0.
    pub score: f64,
    /// Whether it counts for the players' ratings.
    pub rated: bool,
    /// The Dark Side player.
    pub dark: Side,
    /// The Light Side player.
    pub light: Side,
}

/// Who played one side of a game, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Who; nobody where the computer played.
    pub holder: Option<VisitorId>,
    /// What the player was called.
    pub name: String,
    /// The name of the deck.
    pub deck: String,
    /// The level of the computer, where it played.
    pub level: Option<String>,
}

impl Outcome {
    /// One of the sides.
    pub const fn side(&self, role: Role) -> &Side {
        match role {
            Role::Dark => &self.dark,
            Role::Light => &self.light,
        }
    }

    /// The role that somebody played.
    pub fn role_of(&self, holder: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| self.side(*role).holder.as_deref() == Some(holder))
    }

    /// What a role scored.
    pub const fn score_of(&self, role: Role) -> f64 {
        match role {
            Role::Dark => self.score,
            Role::Light => 1.0 - self.score,
        }
    }
}

/// The outcomes of a server's games.
#[async_trait]
pub trait Outcomes: Send + Sync {
    /// Keeps how a game came out, once.
    async fn keep_outcome(&self, outcome: Outcome) -> Result<(), StoreError>;

    /// How a game came out.
    async fn outcome(&self, game: &GameId) -> Result<Option<Outcome>, StoreError>;

    /// How the games of somebody came out, the last first; those before a moment and a name, to go on with a list.
    async fn outcomes_of(
        &self,
        holder: &str,
        before: Option<(i64, GameId)>,
        limit: usize,
    ) -> Result<Vec<Outcome>, StoreError>;
}
