//! Where games are kept.
//!
//! A store keeps setups and logs and knows nothing of the game itself. Its one important promise is [`Games::append`]:
//! rows are added at a stated number, all of them or none, and none is ever overwritten. One suite of tests holds every
//! store to the promises of the traits; [`Sqlite`] is the default, [`Memory`] fails on purpose.
//!
//! ```
//! use dejarik_store::{AppendError, Games, Head, Memory, NewGame};
//! use table::{By, Step};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let store = Memory::default();
//! let game = NewGame {
//!     id: "friday".into(),
//!     setup: "{}".into(),
//!     rows: Vec::new(),
//!     head: Head::default(),
//!     invitation: None,
//!     promised: None,
//!     pocket: None,
//! };
//! store.create(game).await.unwrap();
//!
//! let row = Step::Answer { choice: 0, by: By::Person }.to_row(0, 1);
//! let id = "friday".into();
//! assert_eq!(store.append(&id, 0, vec![row.clone()], Head::default()).await, Ok(()));
//! // Somebody else was first: nothing is written over their step.
//! let late = store.append(&id, 0, vec![row], Head::default()).await;
//! assert_eq!(late, Err(AppendError::Conflict { now: 1 }));
//! # });
//! ```
//!
//! # Where to go next
//!
//! - [`Games`], [`Invitations`], [`People`], [`Decks`], [`Conduct`], [`Lobby`], [`Outcomes`]: the promises; [`Store`]: all of them
//! - [`Sqlite`]: one file in a data folder, with backup and check; [`Memory`]: for tests

mod address;
mod bus;
mod conduct;
mod decks;
mod game;
mod kept;
mod lobby;
mod memory;
mod migration;
#[cfg(feature = "nats")]
mod nats;
mod outcomes;
mod packed;
mod people;
mod plan;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
#[cfg(test)]
mod suite;

pub use address::{Address, check, conduct, copy, open, rebuild_ratings};
pub use bus::{Alone, Bus, Notice};
pub use conduct::{Conduct, LONGEST_QUEUE, Measure, Reason, Report, Taken};
pub use decks::{DeckVersion, Decks, KeptDeck, ListedDeck};
pub use game::{
    AppendError, Created, GameId, Head, Health, Invitation, Invited, Listed, NewGame, Number, Pocket,
    Redaction, StoreError, Stored, role_of, role_word,
};
pub use kept::Checked;
pub use lobby::{LOBBY, Lobby, Pairing, REST, Rated, Scored, Seek};
pub use memory::Memory;
#[cfg(feature = "nats")]
pub use nats::Nats;
pub use outcomes::{Outcome, Outcomes, SOMEBODY, Side};
pub use people::{
    LONGEST_NAME, People, SHORTEST_NAME, Token, TokenKind, Visitor, VisitorId, VisitorKind, looks_like,
};
pub use plan::{Fault, Plan};
#[cfg(feature = "postgres")]
pub use postgres::{Connections, Postgres};
pub use sqlite::Sqlite;

use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use table::Row;
use tokio::sync::watch;
use vocab::Role;

/// How long a server goes on with a game before others may, if nothing is heard of it.
pub const LEASE: Duration = Duration::from_secs(10);

/// A server that hasn't been heard of for so long is gone.
pub const GONE: Duration = Duration::from_secs(15);

/// The games and their logs.
#[async_trait]
pub trait Games: Send + Sync {
    /// Keeps a new game with its first steps and, if there is one, the invitation to its free seat: all of it or nothing.
    /// A game that is there already is left alone.
    async fn create(&self, game: NewGame) -> Result<Created, StoreError>;

    /// A game with its whole log.
    async fn load(&self, game: &GameId) -> Result<Option<Stored>, StoreError>;

    /// The steps from a number on.
    async fn tail(&self, game: &GameId, from: Number) -> Result<Vec<Row>, StoreError>;

    /// Adds steps, the first of which gets the number `at`. A step that seats somebody uses the seat's invitations up.
    async fn append(&self, game: &GameId, at: Number, rows: Vec<Row>, head: Head) -> Result<(), AppendError>;

    /// The names of all games, in order, from after a name on.
    async fn all(&self, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError>;

    /// The names of the games that aren't over, in order, from after a name on.
    async fn running(&self, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError>;

    /// Games that wait for the server to go on, or are to be opened by now, and that no other server goes on with; the
    /// longest waiting first.
    async fn due(&self, now: i64, limit: usize) -> Result<Vec<GameId>, StoreError>;

    /// Takes it upon this server to go on with a game for as long as `LEASE`, unless another has. Whoever appends has it
    /// anyway. It only saves work: two servers that go on at once give the same answer, and one of them is first.
    async fn claim(&self, _game: &GameId) -> Result<bool, StoreError> {
        // A store with one server.
        Ok(true)
    }

    /// How long the logs of games are, for those that may have grown by another server's doing.
    async fn lengths(&self, _games: &[GameId]) -> Result<Vec<(GameId, Number)>, StoreError> {
        Ok(Vec::new())
    }

    /// Says that this server is there and under which version of the rules it plays; the versions of the others that are.
    async fn present(&self, _rules: u32) -> Result<Vec<u32>, StoreError> {
        Ok(Vec::new())
    }

    /// Keeps the film of a finished game; one that is there already stays.
    async fn keep_film(&self, game: &GameId, film: String) -> Result<(), StoreError>;

    /// The film of a finished game.
    async fn film(&self, game: &GameId) -> Result<Option<String>, StoreError>;

    /// The games in which somebody holds a seat, the last changed first.
    async fn games_of(&self, holder: &str) -> Result<Vec<Listed>, StoreError>;

    /// The names of all games in which somebody holds a seat, in order.
    async fn held(&self, holder: &str) -> Result<Vec<GameId>, StoreError>;

    /// Writes over what names somebody in a game: the one thing about a game that ever changes. A film that isn't given
    /// stays, and takes no other's place.
    async fn redact(&self, game: &GameId, redaction: Redaction) -> Result<(), StoreError>;
}

/// Links to free seats.
#[async_trait]
pub trait Invitations: Send + Sync {
    /// Keeps an invitation in place of earlier ones to the same seat.
    async fn invite(&self, game: &GameId, invitation: Invitation) -> Result<(), StoreError>;

    /// What the secret with this digest invites to, or invited to before it was used.
    async fn invited(&self, digest: &str) -> Result<Option<Invited>, StoreError>;

    /// The invitation to a seat of a game that nobody has used yet.
    async fn invitation(&self, game: &GameId, seat: Role) -> Result<Option<Invitation>, StoreError>;
}

/// Everything a server needs.
pub trait Store: Games + Invitations + People + Decks + Conduct + Lobby + Outcomes {
    /// Whether the store writes at the moment, as its last write or probe found.
    fn health(&self) -> watch::Receiver<Health>;

    /// The way to other servers that use the store, where there can be any.
    fn bus(&self) -> Arc<dyn Bus> {
        Arc::new(Alone::default())
    }
}

/// Copies all visitors and games of a store into another; those that are there already are left alone. Says how many
/// games were copied.
pub async fn copy_games(from: &dyn Store, to: &dyn Store) -> Result<u64, StoreError> {
    let mut last = None;
    loop {
        let people = from.everybody(last.as_ref(), 200).await?;
        let Some((end, _)) = people.last().cloned() else { break };
        for (visitor, tokens) in people {
            let id = visitor.id.clone();
            to.welcome(visitor, tokens).await?;
            let (known, to_has_none) = (to.learned(&id).await?, to.name_of(&id).await?.is_none());
            for (what, value) in from.learned(&id).await? {
                if !known.iter().any(|(own, _)| *own == what) {
                    to.learn(&id, what, value).await?;
                }
            }
            copy_decks(from, to, &id).await?;
            if let Some(name) = from.name_of(&id).await?.filter(|_| to_has_none) {
                // Somebody else may have it there.
                to.call(&id, Some(name)).await?;
            }
            for (whom, at) in from.blocked_by(&id).await? {
                to.block(&id, &whom, at).await?;
            }
        }
        last = Some(end.id);
    }
    copy_conduct(from, to).await?;
    for scored in from.scores().await? {
        to.score(scored).await?;
    }
    let (mut copied, mut last) = (0, None);
    loop {
        let names = from.all(last.as_ref(), 200).await?;
        let Some(end) = names.last().cloned() else { return Ok(copied) };
        for id in names {
            let Some(Stored { setup, rows, head, invitation, promised, pocket }) = from.load(&id).await?
            else {
                continue;
            };
            let film = from.film(&id).await?;
            let name = id.clone();
            let made = to.create(NewGame { id, setup, rows, head, invitation, promised, pocket }).await?;
            if let Some(film) = film.filter(|_| made == Created::New) {
                to.keep_film(&name, film).await?;
            }
            if let Some(outcome) = from.outcome(&name).await? {
                to.keep_outcome(outcome).await?;
            }
            copied += u64::from(made == Created::New);
        }
        last = Some(end);
    }
}

/// Copies all reports and measures.
async fn copy_conduct(from: &dyn Store, to: &dyn Store) -> Result<(), StoreError> {
    for report in from.reports(false, conduct::ALL).await? {
        to.report(report).await?;
    }
    // In the order in which they were taken.
    for taken in from.measures(conduct::ALL).await?.into_iter().rev() {
        match to.settle(taken).await {
            // Settled there already, by somebody else.
            Ok(()) | Err(StoreError::Missing) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Copies the decks of a visitor; those that are there already are left alone.
async fn copy_decks(from: &dyn Store, to: &dyn Store, owner: &VisitorId) -> Result<(), StoreError> {
    for ListedDeck { id, shared, .. } in from.decks_of(owner).await? {
        if to.deck(&id).await?.is_some() {
            continue;
        }
        for version in from.deck(&id).await?.into_iter().flat_map(|deck| deck.versions) {
            to.save_deck(owner, &id, version).await?;
        }
        to.share_deck(owner, &id, shared).await?;
    }
    Ok(())
}
