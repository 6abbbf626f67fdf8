//! How games came out, in memory.

use super::{Memory, locked};
use crate::game::{GameId, StoreError};
use crate::outcomes::{Outcome, Outcomes};
use async_trait::async_trait;

#[async_trait]
impl Outcomes for Memory {
    async fn keep_outcome(&self, outcome: Outcome) -> Result<(), StoreError> {
        self.pause().await;
        locked(&self.kept).outcomes.entry(outcome.game.clone()).or_insert(outcome);
        Ok(())
    }

    async fn outcome(&self, game: &GameId) -> Result<Option<Outcome>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| kept.outcomes.get(game).cloned()))
    }

    async fn outcomes_of(
        &self,
        holder: &str,
        before: Option<(i64, GameId)>,
        limit: usize,
    ) -> Result<Vec<Outcome>, StoreError> {
        self.pause().await;
        let mut own: Vec<Outcome> = self.read(|kept| {
            let theirs = kept.outcomes.values().filter(|outcome| outcome.role_of(holder).is_some());
            theirs.cloned().collect()
        });
        own.sort_by(|one, other| (other.at, &other.game).cmp(&(one.at, &one.game)));
        let is_later = |outcome: &Outcome| {
            before.as_ref().is_some_and(|(at, game)| (outcome.at, &outcome.game) >= (*at, game))
        };
        Ok(own.into_iter().filter(|outcome| !is_later(outcome)).take(limit).collect())
    }
}
