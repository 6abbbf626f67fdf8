//! The lobby, in memory.

use super::{Memory, locked};
use crate::game::{GameId, Head, Listed, StoreError};
use crate::lobby::{LOBBY, Lobby, Pairing, Rated, Scored, Seek};
use crate::people::VisitorId;
use async_trait::async_trait;
use std::collections::BTreeMap;
use vocab::Role;

/// What is kept of it.
#[derive(Debug, Default)]
pub struct Known {
    seeks: BTreeMap<String, Seek>,
    pairings: Vec<Pairing>,
    scores: Vec<Scored>,
    ratings: BTreeMap<VisitorId, Rated>,
}

impl Known {
    /// Nothing is sought for somebody who is forgotten, and nobody asks how strong they were.
    pub fn forget(&mut self, visitor: &VisitorId) {
        self.seeks.retain(|_, seek| seek.visitor != *visitor);
        self.ratings.remove(visitor);
    }

    fn of(&self, visitor: &VisitorId) -> Rated {
        self.ratings.get(visitor).copied().unwrap_or(Rated::NEW)
    }

    /// What a result means for both players.
    fn count(&mut self, scored: &Scored) {
        let Scored { dark, light, score, at, .. } = scored;
        let [first, second] = Rated::after(self.of(dark), self.of(light), *score, *at);
        self.ratings.insert(dark.clone(), first);
        self.ratings.insert(light.clone(), second);
    }
}

#[async_trait]
impl Lobby for Memory {
    async fn seek(&self, seek: Seek) -> Result<(), StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        if !kept.visitors.contains_key(&seek.visitor) {
            return Err(StoreError::Missing);
        }
        kept.lobby.seeks.retain(|_, old| old.visitor != seek.visitor || old.game.is_some());
        kept.lobby.seeks.entry(seek.id.clone()).or_insert(seek);
        Ok(())
    }

    async fn found(&self, id: &str) -> Result<Option<Seek>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| kept.lobby.seeks.get(id).cloned()))
    }

    async fn seeks(&self) -> Result<Vec<Seek>, StoreError> {
        self.pause().await;
        let mut open: Vec<Seek> =
            self.read(|kept| kept.lobby.seeks.values().filter(|seek| seek.game.is_none()).cloned().collect());
        open.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
        open.truncate(LOBBY);
        Ok(open)
    }

    async fn withdraw(&self, visitor: &VisitorId, id: &str) -> Result<(), StoreError> {
        self.pause().await;
        let own = |seek: &Seek| seek.id == id && seek.visitor == *visitor && seek.game.is_none();
        locked(&self.kept).lobby.seeks.retain(|_, seek| !own(seek));
        Ok(())
    }

    async fn pair(&self, pairing: Pairing) -> Result<bool, StoreError> {
        self.pause().await;
        let lobby = &mut locked(&self.kept).lobby;
        let [one, other] = &pairing.seeks;
        let open = |id: &String| lobby.seeks.get(id).is_some_and(|seek| seek.game.is_none());
        if one == other || !open(one) || !open(other) {
            return Ok(false);
        }
        for id in &pairing.seeks {
            if let Some(seek) = lobby.seeks.get_mut(id) {
                seek.game = Some(pairing.game.clone());
            }
        }
        lobby.pairings.push(pairing);
        Ok(true)
    }

    async fn unlaid(&self, since: i64) -> Result<Vec<Pairing>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let waits = |pairing: &&Pairing| pairing.at >= since && !kept.games.contains_key(&pairing.game);
            kept.lobby.pairings.iter().filter(waits).cloned().collect()
        }))
    }

    async fn are_there(&self, seeks: &[String], at: i64) -> Result<(), StoreError> {
        self.pause().await;
        let lobby = &mut locked(&self.kept).lobby;
        for id in seeks {
            if let Some(seek) = lobby.seeks.get_mut(id) {
                seek.seen = seek.seen.max(at);
            }
        }
        Ok(())
    }

    async fn tidy_lobby(&self, before: i64) -> Result<(), StoreError> {
        self.pause().await;
        let kept = &mut *locked(&self.kept);
        kept.lobby.seeks.retain(|_, seek| seek.seen >= before);
        let goes_on = |game: &GameId| kept.games.get(game).is_some_and(|game| !game.head.over);
        kept.lobby.pairings.retain(|pairing| pairing.at >= before || goes_on(&pairing.game));
        Ok(())
    }

    async fn public_games(&self) -> Result<Vec<Listed>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let mut listed: Vec<&Pairing> =
                kept.lobby.pairings.iter().filter(|pairing| pairing.listed).collect();
            listed.sort_by(|one, other| (other.at, &one.game).cmp(&(one.at, &other.game)));
            let line = |game: &GameId| {
                let Head { note, over, asks, .. } = kept.games.get(game)?.head.clone();
                (!over).then(|| Listed { game: game.clone(), role: Role::Dark, note, over, asks })
            };
            listed.into_iter().filter_map(|pairing| line(&pairing.game)).take(LOBBY).collect()
        }))
    }

    async fn score(&self, scored: Scored) -> Result<bool, StoreError> {
        self.pause().await;
        let lobby = &mut locked(&self.kept).lobby;
        if lobby.scores.iter().any(|old| old.game == scored.game) {
            return Ok(false);
        }
        lobby.count(&scored);
        lobby.scores.push(scored);
        Ok(true)
    }

    async fn scores(&self) -> Result<Vec<Scored>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| kept.lobby.scores.clone()))
    }

    async fn ratings(&self, visitors: &[VisitorId]) -> Result<Vec<Rated>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| visitors.iter().map(|visitor| kept.lobby.of(visitor)).collect()))
    }

    async fn rebuild_ratings(&self) -> Result<u64, StoreError> {
        self.pause().await;
        let lobby = &mut locked(&self.kept).lobby;
        lobby.ratings.clear();
        let scores = lobby.scores.clone();
        scores.iter().for_each(|scored| lobby.count(scored));
        Ok(scores.len() as u64)
    }
}
