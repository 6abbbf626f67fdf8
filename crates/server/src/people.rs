//! Visitors: who holds a token, and how one is issued. A token that the server never issued is worth nothing.

use crate::secret;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Store, StoreError, Token, TokenKind, Visitor, VisitorId, VisitorKind};

/// How long we remember whose token it is. A browser that was signed out elsewhere may stay signed in for this long.
const BELIEVED: Duration = Duration::from_secs(30);
/// How many tokens are remembered.
const REMEMBERED: usize = 16_384;

/// A visitor who is new, with the secret that goes into the cookie.
#[derive(Clone, Debug)]
pub struct Fresh {
    /// The visitor.
    pub visitor: Visitor,
    /// What is kept of the cookie.
    pub token: Token,
    /// What the cookie holds.
    pub secret: String,
}

impl Fresh {
    /// A new guest.
    pub fn guest(at: i64) -> Result<Fresh, getrandom::Error> {
        let visitor = Visitor { id: secret::visitor_name()?, kind: VisitorKind::Guest, made: at };
        let (token, secret) = cookie(at)?;
        Ok(Fresh { visitor, token, secret })
    }
}

/// A token for a cookie, and its secret.
fn cookie(at: i64) -> Result<(Token, String), getrandom::Error> {
    let secret = secret::token()?;
    Ok((Token { digest: secret::digest(&secret), kind: TokenKind::Cookie, made: at }, secret))
}

/// Why nothing was issued.
#[derive(Debug)]
pub enum Unissued {
    /// The store refuses.
    Store(StoreError),
    /// The system has no random numbers.
    Random(getrandom::Error),
}

impl From<StoreError> for Unissued {
    fn from(error: StoreError) -> Unissued {
        Unissued::Store(error)
    }
}

impl From<getrandom::Error> for Unissued {
    fn from(error: getrandom::Error) -> Unissued {
        Unissued::Random(error)
    }
}

/// The visitors of a server.
pub struct People {
    store: Arc<dyn Store>,
    clock: fn() -> i64,
    known: Mutex<HashMap<String, (Visitor, Instant)>>,
}

impl People {
    /// The visitors that a store knows.
    pub fn new(store: Arc<dyn Store>, clock: fn() -> i64) -> People {
        People { store, clock, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, (Visitor, Instant)>> {
        // Every change under this lock is one insertion or removal.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        (self.clock)()
    }

    /// Whose cookie has this digest, if the server has issued it.
    pub async fn whose(&self, digest: &str) -> Result<Option<Visitor>, StoreError> {
        let now = Instant::now();
        if let Some((visitor, at)) = self.known().get(digest)
            && now.duration_since(*at) < BELIEVED
        {
            return Ok(Some(visitor.clone()));
        }
        let found = match self.store.whose(digest, TokenKind::Cookie).await {
            Ok(found) => found,
            // While the store doesn't answer, whoever was known still is: pages can be read, and nothing is written anyway.
            Err(error) => {
                let known = self.known().get(digest).map(|(visitor, _)| visitor.clone());
                return known.map(Some).ok_or(error);
            }
        };
        let mut known = self.known();
        match &found {
            Some(visitor) => {
                // Only issued tokens get here, so nobody fills this with made-up ones.
                if known.len() >= REMEMBERED {
                    known.clear();
                }
                known.insert(digest.to_string(), (visitor.clone(), now));
            }
            None => drop(known.remove(digest)),
        }
        Ok(found)
    }

    /// Keeps a new guest.
    pub async fn welcome(&self, fresh: &Fresh) -> Result<(), StoreError> {
        self.store.welcome(fresh.visitor.clone(), vec![fresh.token.clone()]).await
    }

    /// A new recovery key of a visitor, in place of an earlier one. Nobody can show it again.
    pub async fn keep(&self, visitor: &VisitorId) -> Result<String, Unissued> {
        let key = secret::recovery_key()?;
        let token = Token { digest: secret::digest(&key), kind: TokenKind::Recovery, made: self.now() };
        self.store.issue(visitor, token).await?;
        self.known().retain(|_, (known, _)| known.id != *visitor);
        Ok(key)
    }

    /// The visitor whose recovery key this is, with the secret of a new cookie.
    pub async fn recover(&self, key: &str) -> Result<Option<(Visitor, String)>, Unissued> {
        let Some(visitor) = self.store.whose(&secret::digest(key), TokenKind::Recovery).await? else {
            return Ok(None);
        };
        let (token, secret) = cookie(self.now())?;
        self.store.issue(&visitor.id, token).await?;
        Ok(Some((visitor, secret)))
    }

    /// Forgets a visitor: every browser is a stranger again.
    pub async fn forget(&self, visitor: &VisitorId) -> Result<(), StoreError> {
        self.store.forget(visitor).await?;
        self.known().retain(|_, (known, _)| known.id != *visitor);
        Ok(())
    }

    /// Makes strangers of all browsers of a visitor but the one with this digest. Says how many there were.
    pub async fn sign_out(&self, visitor: &VisitorId, but: &str) -> Result<u64, StoreError> {
        let number = self.store.sign_out(visitor, but).await?;
        self.known().retain(|digest, (known, _)| known.id != *visitor || digest == but);
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fresh, People};
    use crate::secret;
    use std::sync::Arc;
    use store::{Memory, VisitorKind};

    #[tokio::test]
    async fn a_key_leads_another_browser_to_the_same_visitor_and_no_made_up_token_to_anybody() {
        let people = People::new(Arc::new(Memory::default()), || 5);
        let made_up = secret::digest(&"a".repeat(32));
        assert_eq!(people.whose(&made_up).await, Ok(None));
        let fresh = Fresh::guest(5).expect("random numbers");
        people.welcome(&fresh).await.expect("kept");
        let guest = people.whose(&secret::digest(&fresh.secret)).await.expect("read").expect("known");
        assert_eq!((guest.kind, &guest.id), (VisitorKind::Guest, &fresh.visitor.id));
        let old = people.keep(&guest.id).await.expect("a key");
        let key = people.keep(&guest.id).await.expect("a key");
        assert!(
            people.recover(&old).await.expect("read").is_none(),
            "a new key takes the place of the old one"
        );
        let (kept, cookie) = people.recover(&key).await.expect("read").expect("known");
        assert_eq!((kept.kind, &kept.id), (VisitorKind::Kept, &guest.id));
        let second = secret::digest(&cookie);
        assert_eq!(people.whose(&second).await, Ok(Some(kept.clone())));
        // The first browser is signed out, at once.
        assert_eq!(people.sign_out(&kept.id, &second).await, Ok(1));
        assert_eq!(people.whose(&fresh.token.digest).await, Ok(None));
        assert_eq!(people.whose(&second).await, Ok(Some(kept)));
    }
}
