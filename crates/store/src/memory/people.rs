//! Visitors and their tokens, in memory.

use super::{Kept, Memory, locked};
use crate::People;
use crate::game::StoreError;
use crate::outcomes::SOMEBODY;
use crate::people::{COOKIES, Token, TokenKind, Visitor, VisitorId, VisitorKind, looks_like};
use async_trait::async_trait;

impl Kept {
    /// Who has a name that looks like this one.
    fn named(&self, name: &str) -> Option<&VisitorId> {
        let key = looks_like(name);
        self.names.iter().find(|(_, own)| looks_like(own) == key).map(|(visitor, _)| visitor)
    }
}

#[async_trait]
impl People for Memory {
    async fn welcome(&self, visitor: Visitor, tokens: Vec<Token>) -> Result<(), StoreError> {
        self.pause().await;
        locked(&self.kept).visitors.entry(visitor.id.clone()).or_insert((visitor, tokens));
        Ok(())
    }

    async fn whose(&self, digest: &str, kind: TokenKind) -> Result<Option<Visitor>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let is_it = |token: &Token| token.digest == digest && token.kind == kind;
            let found = kept.visitors.values().find(|(_, tokens)| tokens.iter().any(is_it));
            found.map(|(visitor, _)| visitor.clone())
        }))
    }

    async fn issue(&self, visitor: &VisitorId, token: Token) -> Result<(), StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        let (visitor, tokens) = kept.visitors.get_mut(visitor).ok_or(StoreError::Missing)?;
        if token.kind == TokenKind::Recovery {
            tokens.retain(|old| old.kind != TokenKind::Recovery);
            visitor.kind = VisitorKind::Kept;
        } else {
            let mut cookies: Vec<(i64, String)> = tokens
                .iter()
                .filter(|token| token.kind == TokenKind::Cookie)
                .map(|token| (-token.made, token.digest.clone()))
                .collect();
            cookies.sort();
            let old: Vec<String> = cookies.into_iter().skip(COOKIES - 1).map(|(_, digest)| digest).collect();
            tokens.retain(|token| !old.contains(&token.digest));
        }
        tokens.push(token);
        Ok(())
    }

    async fn sign_out(&self, visitor: &VisitorId, but: &str) -> Result<u64, StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        let (_, tokens) = kept.visitors.get_mut(visitor).ok_or(StoreError::Missing)?;
        let before = tokens.len();
        tokens.retain(|token| token.kind != TokenKind::Cookie || token.digest == but);
        Ok((before - tokens.len()) as u64)
    }

    async fn learn(&self, visitor: &VisitorId, what: String, value: String) -> Result<(), StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        if !kept.visitors.contains_key(visitor) {
            return Err(StoreError::Missing);
        }
        kept.learned.entry(visitor.clone()).or_default().insert(what, value);
        Ok(())
    }

    async fn learned(&self, visitor: &VisitorId) -> Result<Vec<(String, String)>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let own = kept.learned.get(visitor).into_iter().flatten();
            own.map(|(what, value)| (what.clone(), value.clone())).collect()
        }))
    }

    async fn learned_by_all(&self, begins: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let all = kept.learned.iter().flat_map(|(visitor, own)| {
                own.iter().map(move |(what, value)| (what.clone(), visitor, value.clone()))
            });
            let mut found: Vec<_> = all.filter(|(what, _, _)| what.starts_with(begins)).collect();
            found.sort();
            found.into_iter().map(|(what, _, value)| (what, value)).collect()
        }))
    }

    async fn name_of(&self, visitor: &VisitorId) -> Result<Option<String>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| kept.names.get(visitor).cloned()))
    }

    async fn call(&self, visitor: &VisitorId, name: Option<String>) -> Result<bool, StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        if !kept.visitors.contains_key(visitor) {
            return Err(StoreError::Missing);
        }
        match name {
            Some(name) if kept.named(&name).is_some_and(|who| who != visitor) => return Ok(false),
            Some(name) => drop(kept.names.insert(visitor.clone(), name)),
            None => drop(kept.names.remove(visitor)),
        }
        Ok(true)
    }

    async fn named(&self, name: &str) -> Result<Option<VisitorId>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| kept.named(name).cloned()))
    }

    async fn forget(&self, visitor: &VisitorId) -> Result<(), StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        kept.visitors.remove(visitor);
        kept.names.remove(visitor);
        kept.learned.remove(visitor);
        kept.decks.retain(|_, deck| deck.owner != *visitor);
        kept.conduct.forget(visitor);
        kept.lobby.forget(visitor);
        for outcome in kept.outcomes.values_mut() {
            for side in [&mut outcome.dark, &mut outcome.light] {
                if side.holder.as_ref() == Some(visitor) {
                    side.name = SOMEBODY.into();
                }
            }
        }
        Ok(())
    }

    async fn everybody(
        &self,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<(Visitor, Vec<Token>)>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let later = kept.visitors.iter().filter(|(id, _)| after.is_none_or(|after| *id > after));
            let sorted = later.map(|(_, (visitor, tokens))| {
                let mut tokens = tokens.clone();
                tokens.sort_by(|one, other| one.digest.cmp(&other.digest));
                (visitor.clone(), tokens)
            });
            sorted.take(limit).collect()
        }))
    }
}
