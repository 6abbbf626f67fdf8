//! Games in a PostgreSQL database, which any number of servers share.
//!
//! Every server has a few connections that only append, each of which takes everything that waits into one statement and
//! so into one flush of the disk; a few that read; and some for everything else that is written. Which of two servers
//! appends first is decided by the counter in the game's row, under the lock of that row.

mod append;
mod bus;
mod check;
mod conduct;
mod decks;
mod desk;
mod link;
mod lobby;
mod migrate;
mod outcomes;
mod people;
#[cfg(test)]
mod plans;
mod reach;
mod statements;
#[cfg(test)]
mod tests;

use crate::decks::{DeckVersion, Decks, KeptDeck, ListedDeck};
use crate::game::{
    AppendError, Created, GameId, Head, Health, Invitation, Invited, Listed, NewGame, Number, Redaction,
    StoreError, Stored,
};
use crate::kept::Checked;
use crate::people::{Token, TokenKind, Visitor, VisitorId};
use crate::{Bus, Games, Invitations, People, Store};
use append::Appenders;
use async_trait::async_trait;
use desk::Desks;
use link::{Lane, Link};
use reach::Reach;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use table::Row;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use vocab::Role;

/// How often a store that is well shows that it still writes.
const PROBE: Duration = Duration::from_secs(5);
/// How often one that isn't tries again.
const RETRY: Duration = Duration::from_millis(500);

/// How many connections a server has to its database, besides the one that shows whether it still writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// That append steps; a game always uses the same one.
    pub append: usize,
    /// That read.
    pub read: usize,
    /// For everything else that is written.
    pub write: usize,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections { append: 4, read: 4, write: 2 }
    }
}

/// Games in a PostgreSQL database.
pub struct Postgres {
    readers: Vec<Lane>,
    next: AtomicUsize,
    appenders: Appenders,
    desks: Desks,
    health: Pulse,
    probe: AbortHandle,
    /// The name of this server among those that use the database.
    node: Arc<str>,
    bus: Arc<bus::Notices>,
}

/// Whether the store writes, as those who write find it.
#[derive(Clone)]
struct Pulse(Arc<watch::Sender<Health>>);

impl Pulse {
    /// Notes how the last write went.
    fn found(&self, fault: Option<String>) {
        let found = fault.map_or(Health::Well, Health::Ill);
        self.0.send_if_modified(|health| {
            let changed = *health != found;
            if changed {
                tracing::info!(?found, "the store's health has changed");
                *health = found;
            }
            changed
        });
    }
}

impl Postgres {
    /// Opens a database that exists, and makes its tables or brings them up to date.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        Postgres::open_with(url, Connections::default()).await
    }

    /// Opens a database with other numbers of connections.
    pub async fn open_with(url: &str, connections: Connections) -> Result<Postgres, StoreError> {
        let reach = Reach::of(url)?;
        let mut link = Link::connect(&reach, "").await?;
        migrate::run(&mut link).await?;
        let named = link.client.query_one("SELECT gen_random_uuid()::text", &[]).await?;
        let node: Arc<str> = Arc::from(named.get::<_, &str>(0));
        let health = Pulse(Arc::new(watch::Sender::new(Health::Well)));
        let probe = tokio::spawn(probe(Lane::new(reach.clone()), health.clone())).abort_handle();
        Ok(Postgres {
            readers: (0..connections.read.max(1)).map(|_| Lane::new(reach.clone())).collect(),
            next: AtomicUsize::new(0),
            appenders: Appenders::start(&reach, connections.append.max(1), &node, &health),
            desks: Desks::new(&reach, connections.write.max(1)),
            health,
            probe,
            node,
            bus: Arc::new(bus::Notices::start(&reach)),
        })
    }

    /// Looks through a database without changing it: its schema, and every log.
    pub async fn check(url: &str) -> Result<Checked, StoreError> {
        check::check(&mut Link::connect(&Reach::of(url)?, "").await?).await
    }

    /// A connection to read with: they take turns.
    fn reader(&self) -> &Lane {
        &self.readers[self.next.fetch_add(1, Ordering::Relaxed) % self.readers.len()]
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.probe.abort();
    }
}

/// Writes something that nobody needs, again and again, to know whether writing works.
async fn probe(lane: Lane, health: Pulse) {
    loop {
        let ill = *health.0.borrow() != Health::Well;
        tokio::time::sleep(if ill { RETRY } else { PROBE }).await;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        let written = lane
            .ask(
                "INSERT INTO probe (only_row, at) VALUES (1, $1) ON CONFLICT (only_row) DO UPDATE SET at = $1",
                &[&now],
            )
            .await;
        health.found(written.err().map(|error| error.to_string()));
    }
}

#[async_trait]
impl Games for Postgres {
    async fn create(&self, game: NewGame) -> Result<Created, StoreError> {
        self.desks.write(move |db| Box::pin(async move { statements::create(db, &game).await })).await
    }

    async fn load(&self, game: &GameId) -> Result<Option<Stored>, StoreError> {
        statements::load(self.reader(), game).await
    }

    async fn tail(&self, game: &GameId, from: Number) -> Result<Vec<Row>, StoreError> {
        statements::rows(self.reader(), game, from, None).await
    }

    async fn append(&self, game: &GameId, at: Number, rows: Vec<Row>, head: Head) -> Result<(), AppendError> {
        self.appenders.append(game.clone(), at, rows, head).await
    }

    async fn all(&self, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError> {
        statements::all(self.reader(), after, limit).await
    }

    async fn running(&self, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError> {
        statements::running(self.reader(), after, limit).await
    }

    async fn due(&self, now: i64, limit: usize) -> Result<Vec<GameId>, StoreError> {
        statements::due(self.reader(), &self.node, now, limit).await
    }

    async fn claim(&self, game: &GameId) -> Result<bool, StoreError> {
        statements::claim(self.reader(), &self.node, game).await
    }

    async fn lengths(&self, games: &[GameId]) -> Result<Vec<(GameId, Number)>, StoreError> {
        statements::lengths(self.reader(), games).await
    }

    async fn present(&self, rules: u32) -> Result<Vec<u32>, StoreError> {
        statements::present(self.reader(), &self.node, rules).await
    }

    async fn keep_film(&self, game: &GameId, film: String) -> Result<(), StoreError> {
        let game = game.clone();
        self.desks
            .write(move |db| Box::pin(async move { statements::keep_film(db, &game, &film).await }))
            .await
    }

    async fn film(&self, game: &GameId) -> Result<Option<String>, StoreError> {
        statements::film(self.reader(), game).await
    }

    async fn games_of(&self, holder: &str) -> Result<Vec<Listed>, StoreError> {
        statements::games_of(self.reader(), holder).await
    }

    async fn held(&self, holder: &str) -> Result<Vec<GameId>, StoreError> {
        statements::held(self.reader(), holder).await
    }

    async fn redact(&self, game: &GameId, redaction: Redaction) -> Result<(), StoreError> {
        let game = game.clone();
        self.desks
            .write(move |db| Box::pin(async move { statements::redact(db, &game, &redaction).await }))
            .await
    }
}

#[async_trait]
impl Invitations for Postgres {
    async fn invite(&self, game: &GameId, invitation: Invitation) -> Result<(), StoreError> {
        let game = game.clone();
        self.desks
            .write(move |db| Box::pin(async move { statements::invite(db, &game, &invitation).await }))
            .await
    }

    async fn invited(&self, digest: &str) -> Result<Option<Invited>, StoreError> {
        statements::invited(self.reader(), digest).await
    }

    async fn invitation(&self, game: &GameId, seat: Role) -> Result<Option<Invitation>, StoreError> {
        statements::invitation(self.reader(), game, seat).await
    }
}

#[async_trait]
impl People for Postgres {
    async fn welcome(&self, visitor: Visitor, tokens: Vec<Token>) -> Result<(), StoreError> {
        self.desks
            .write(move |db| Box::pin(async move { people::welcome(db, &visitor, &tokens).await }))
            .await
    }

    async fn whose(&self, digest: &str, kind: TokenKind) -> Result<Option<Visitor>, StoreError> {
        people::whose(self.reader(), digest, kind).await
    }

    async fn issue(&self, visitor: &VisitorId, token: Token) -> Result<(), StoreError> {
        let visitor = visitor.clone();
        self.desks.write(move |db| Box::pin(async move { people::issue(db, &visitor, &token).await })).await
    }

    async fn sign_out(&self, visitor: &VisitorId, but: &str) -> Result<u64, StoreError> {
        let (visitor, but) = (visitor.clone(), but.to_string());
        self.desks.write(move |db| Box::pin(async move { people::sign_out(db, &visitor, &but).await })).await
    }

    async fn learn(&self, visitor: &VisitorId, what: String, value: String) -> Result<(), StoreError> {
        let visitor = visitor.clone();
        self.desks
            .write(move |db| Box::pin(async move { people::learn(db, &visitor, &what, &value).await }))
            .await
    }

    async fn learned(&self, visitor: &VisitorId) -> Result<Vec<(String, String)>, StoreError> {
        people::learned(self.reader(), visitor).await
    }

    async fn learned_by_all(&self, begins: &str) -> Result<Vec<(String, String)>, StoreError> {
        people::learned_by_all(self.reader(), begins).await
    }

    async fn name_of(&self, visitor: &VisitorId) -> Result<Option<String>, StoreError> {
        people::name_of(self.reader(), visitor).await
    }

    async fn call(&self, visitor: &VisitorId, name: Option<String>) -> Result<bool, StoreError> {
        let visitor = visitor.clone();
        self.desks.write(move |db| Box::pin(async move { people::call(db, &visitor, name).await })).await
    }

    async fn named(&self, name: &str) -> Result<Option<VisitorId>, StoreError> {
        people::named(self.reader(), name).await
    }

    async fn forget(&self, visitor: &VisitorId) -> Result<(), StoreError> {
        let visitor = visitor.clone();
        self.desks.write(move |db| Box::pin(async move { people::forget(db, &visitor).await })).await
    }

    async fn everybody(
        &self,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<(Visitor, Vec<Token>)>, StoreError> {
        people::everybody(self.reader(), after, limit).await
    }
}

#[async_trait]
impl Decks for Postgres {
    async fn save_deck(
        &self,
        owner: &VisitorId,
        deck: &str,
        version: DeckVersion,
    ) -> Result<u32, StoreError> {
        let (owner, deck) = (owner.clone(), deck.to_string());
        let save = self
            .desks
            .write(move |db| Box::pin(async move { decks::save(db, &owner, &deck, &version).await }));
        save.await
    }

    async fn deck(&self, deck: &str) -> Result<Option<KeptDeck>, StoreError> {
        decks::load(self.reader(), deck).await
    }

    async fn decks_of(&self, owner: &VisitorId) -> Result<Vec<ListedDeck>, StoreError> {
        decks::of(self.reader(), owner).await
    }

    async fn share_deck(&self, owner: &VisitorId, deck: &str, shared: bool) -> Result<(), StoreError> {
        let (owner, deck) = (owner.clone(), deck.to_string());
        let share = self
            .desks
            .write(move |db| Box::pin(async move { decks::share(db, &owner, &deck, shared).await }));
        share.await
    }

    async fn forget_deck(&self, owner: &VisitorId, deck: &str) -> Result<(), StoreError> {
        let (owner, deck) = (owner.clone(), deck.to_string());
        let forget =
            self.desks.write(move |db| Box::pin(async move { decks::forget(db, &owner, &deck).await }));
        forget.await
    }
}

impl Store for Postgres {
    fn health(&self) -> watch::Receiver<Health> {
        self.health.0.subscribe()
    }

    fn bus(&self) -> Arc<dyn Bus> {
        self.bus.clone()
    }
}

/// A game's name from the database.
fn id(text: String) -> GameId {
    Arc::from(text)
}

/// A number for the database, which has signed ones only.
fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
