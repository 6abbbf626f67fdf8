//! Work for the processor: thoughts of the computer and hints run beside the tasks that answer requests.

use crate::computer;
use async_trait::async_trait;
use engine::Game;
use engine::state::Seed;
use tokio::sync::Semaphore;
use tokio::task::JoinError;
use vocab::Role;

/// A question for a computer player.
pub struct Thought {
    /// Its level.
    pub level: String,
    /// The game.
    pub game: Game,
    /// Who is asked.
    pub who: Role,
    /// What its chance comes from.
    pub seed: Seed,
    /// How many answers were given before.
    pub answers: usize,
}

impl Thought {
    /// The answer. It depends on the thought alone.
    pub fn answer(self) -> u16 {
        let Thought { level, game, who, seed, answers } = self;
        u16::try_from(computer::choose(&level, &game, who, seed, answers)).unwrap_or(0)
    }
}

/// Who thinks for the computer.
#[async_trait]
pub trait Think: Send + Sync {
    /// The computer's answer.
    async fn think(&self, thought: Thought) -> u16;
}

/// Threads for thinking: as many at once as there are cores, so that pages don't wait for a crowd of thinkers.
pub struct Pool {
    places: Semaphore,
}

impl Default for Pool {
    fn default() -> Pool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Pool { places: Semaphore::new(cores) }
    }
}

impl Pool {
    /// Does a piece of work when one of the cores is free for it.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        // The semaphore is never closed; without a place the work would only be slower.
        let _place = self.places.acquire().await;
        tokio::task::spawn_blocking(work).await
    }
}

#[async_trait]
impl Think for Pool {
    async fn think(&self, thought: Thought) -> u16 {
        match self.work(|| thought.answer()).await {
            Ok(answer) => answer,
            Err(error) => {
                // Every question has a first choice.
                tracing::error!(%error, "a computer player failed");
                0
            }
        }
    }
}
