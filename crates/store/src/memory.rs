//! A store in memory that fails when its plan says so: for tests, and for simulating whole servers.

mod conduct;
mod lobby;
mod outcomes;
mod people;

use crate::bus::{Bus, Notice, WAITING};
use crate::decks::{DeckVersion, Decks, KeptDeck, ListedDeck};
use crate::game::{
    AppendError, Created, GameId, Head, Health, Invitation, Invited, Listed, NewGame, Number, Pocket,
    Redaction, StoreError, Stored,
};
use crate::outcomes::Outcome;
use crate::people::{Token, Visitor, VisitorId};
use crate::plan::{Fault, Plan};
use crate::{GONE, Games, Invitations, LEASE, Store};
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::{Promised, Row, Step};
use tokio::sync::{broadcast, watch};
use tokio::time::Instant;
use vocab::Role;

/// When a late write comes.
const LATE: Duration = Duration::from_millis(700);

#[derive(Debug)]
struct Game {
    setup: String,
    rows: Vec<Row>,
    /// When each row was written.
    written: Vec<Instant>,
    head: Head,
    promised: Option<Promised>,
    pocket: Option<Pocket>,
}

#[derive(Debug)]
struct Link {
    game: GameId,
    invitation: Invitation,
    used: bool,
}

#[derive(Debug, Default)]
struct Kept {
    games: BTreeMap<GameId, Game>,
    invitations: BTreeMap<String, Link>,
    visitors: BTreeMap<VisitorId, (Visitor, Vec<Token>)>,
    names: BTreeMap<VisitorId, String>,
    learned: BTreeMap<VisitorId, BTreeMap<String, String>>,
    decks: BTreeMap<String, KeptDeck>,
    conduct: conduct::Known,
    lobby: lobby::Known,
    outcomes: BTreeMap<GameId, Outcome>,
    films: BTreeMap<GameId, String>,
    leases: BTreeMap<GameId, Lease>,
    /// The rules of the servers, and when each was last there.
    nodes: BTreeMap<u32, (u32, Instant)>,
}

impl Kept {
    /// Whether another server goes on with a game.
    fn is_led(&self, game: &GameId, node: u32) -> bool {
        self.leases.get(game).is_some_and(|(leads, until)| *leads != node && *until > Instant::now())
    }

    /// The invitation to a seat of a game, or to any, that nobody has used.
    fn open(&self, game: &GameId, seat: Option<Role>) -> Option<&Invitation> {
        let is_open = |link: &&Link| {
            link.game == *game && !link.used && seat.is_none_or(|seat| link.invitation.seat == seat)
        };
        self.invitations.values().find(is_open).map(|link| &link.invitation)
    }
}

/// A store that forgets everything when it is dropped.
#[derive(Clone, Debug)]
pub struct Memory {
    kept: Arc<Mutex<Kept>>,
    plan: Arc<Mutex<Plan>>,
    health: Arc<watch::Sender<Health>>,
    bus: Arc<Notices>,
    /// Which of the servers that share the store this is.
    node: u32,
}

/// Who goes on with a game, and until when.
type Lease = (u32, Instant);

/// Notices to the servers that share the store; some get lost when the plan says so.
#[derive(Debug)]
struct Notices {
    heard: broadcast::Sender<Notice>,
    plan: Arc<Mutex<Plan>>,
}

impl Bus for Notices {
    fn publish(&self, game: &GameId, number: Number) {
        if !locked(&self.plan).loses() {
            // Nobody may be there to hear it.
            let _ = self.heard.send((game.clone(), number));
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.heard.subscribe()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new(Plan::calm())
    }
}

impl Memory {
    /// An empty store with a plan of faults.
    pub fn new(plan: Plan) -> Memory {
        let plan = Arc::new(Mutex::new(plan));
        Memory {
            kept: Arc::default(),
            bus: Arc::new(Notices { heard: broadcast::Sender::new(WAITING), plan: plan.clone() }),
            plan,
            health: Arc::new(watch::Sender::new(Health::Well)),
            node: 0,
        }
    }

    /// The same store as another server sees it.
    pub fn node(&self, node: u32) -> Memory {
        Memory { node, ..self.clone() }
    }

    /// Replaces the plan of faults; with a calm one the store is well again.
    pub fn follow(&self, plan: Plan) {
        *locked(&self.plan) = plan;
        self.health.send_replace(Health::Well);
    }

    /// How many steps a game has, without delay or fault: what is on the disk, so to speak.
    pub fn steps(&self, game: &GameId) -> usize {
        self.read(|kept| kept.games.get(game).map_or(0, |game| game.rows.len()))
    }

    /// When each step of a game was written, likewise.
    pub fn written(&self, game: &GameId) -> Vec<Instant> {
        self.read(|kept| kept.games.get(game).map_or_else(Vec::new, |game| game.written.clone()))
    }

    async fn pause(&self) {
        let pause = locked(&self.plan).pause();
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }

    fn read<T>(&self, read: impl FnOnce(&Kept) -> T) -> T {
        read(&locked(&self.kept))
    }

    fn now_at(
        &self,
        kept: &mut Kept,
        game: &GameId,
        at: Number,
        rows: &[Row],
        head: &Head,
    ) -> Result<(), AppendError> {
        let Some(stored) = kept.games.get_mut(game) else {
            return Err(AppendError::Failed(StoreError::Missing));
        };
        let now = Number::try_from(stored.rows.len()).unwrap_or(Number::MAX);
        if now != at {
            return Err(AppendError::Conflict { now });
        }
        stored.rows.extend_from_slice(rows);
        stored.written.resize(stored.rows.len(), Instant::now());
        stored.head = head.clone();
        for row in rows {
            if let Ok(Step::Sit { seat, .. }) = row.step() {
                let of_seat = |link: &&mut Link| link.game == *game && link.invitation.seat == seat;
                kept.invitations.values_mut().filter(of_seat).for_each(|link| link.used = true);
            }
        }
        kept.leases.insert(game.clone(), (self.node, Instant::now() + LEASE));
        Ok(())
    }

    fn ill(&self) -> AppendError {
        self.health.send_replace(Health::Ill("a planned fault".into()));
        AppendError::Failed(StoreError::Planned)
    }
}

#[async_trait]
impl Games for Memory {
    async fn create(&self, game: NewGame) -> Result<Created, StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        if kept.games.contains_key(&game.id) {
            return Ok(Created::Already);
        }
        if let Some(invitation) = game.invitation {
            let link = Link { game: game.id.clone(), invitation, used: false };
            kept.invitations.insert(link.invitation.digest.clone(), link);
        }
        let NewGame { id, setup, rows, head, promised, pocket, .. } = game;
        let written = vec![Instant::now(); rows.len()];
        kept.games.insert(id, Game { setup, rows, written, head, promised, pocket });
        Ok(Created::New)
    }

    async fn load(&self, game: &GameId) -> Result<Option<Stored>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let invitation = kept.open(game, None).cloned();
            let Game { setup, rows, head, promised, pocket, .. } = kept.games.get(game)?;
            let (setup, rows, head) = (setup.clone(), rows.clone(), head.clone());
            Some(Stored { setup, rows, head, invitation, promised: promised.clone(), pocket: pocket.clone() })
        }))
    }

    async fn tail(&self, game: &GameId, from: Number) -> Result<Vec<Row>, StoreError> {
        self.pause().await;
        self.read(|kept| {
            let game = kept.games.get(game).ok_or(StoreError::Missing)?;
            Ok(game.rows.get(from as usize..).unwrap_or_default().to_vec())
        })
    }

    async fn append(&self, game: &GameId, at: Number, rows: Vec<Row>, head: Head) -> Result<(), AppendError> {
        self.pause().await;
        let fault = locked(&self.plan).fault();
        let write = |store: &Memory| store.now_at(&mut locked(&store.kept), game, at, &rows, &head);
        match fault {
            Fault::None => {
                let done = write(self);
                self.health.send_if_modified(|health| {
                    let was_ill = *health != Health::Well;
                    *health = Health::Well;
                    was_ill
                });
                done
            }
            Fault::Failed => Err(self.ill()),
            Fault::DoubtWritten => {
                let _ = write(self);
                Err(AppendError::Doubt(StoreError::Planned))
            }
            Fault::DoubtLost => Err(AppendError::Doubt(StoreError::Planned)),
            Fault::DoubtLate => {
                let (store, game) = (self.clone(), game.clone());
                tokio::spawn(async move {
                    tokio::time::sleep(LATE).await;
                    // Whether it still fits is decided when it arrives.
                    let _ = store.now_at(&mut locked(&store.kept), &game, at, &rows, &head);
                });
                Err(AppendError::Doubt(StoreError::Planned))
            }
        }
    }

    async fn all(&self, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let names = kept.games.keys().filter(|id| after.is_none_or(|after| *id > after));
            names.take(limit).cloned().collect()
        }))
    }

    async fn running(&self, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let running = kept.games.iter().filter(|(_, game)| !game.head.over).map(|(id, _)| id);
            running.filter(|id| after.is_none_or(|after| *id > after)).take(limit).cloned().collect()
        }))
    }

    async fn due(&self, now: i64, limit: usize) -> Result<Vec<GameId>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let mut due: Vec<(i64, GameId)> = kept
                .games
                .iter()
                .filter(|(_, game)| game.head.due || game.head.wakes.is_some_and(|wakes| wakes <= now))
                .filter(|(id, _)| !kept.is_led(id, self.node))
                .map(|(id, game)| (game.head.at, id.clone()))
                .collect();
            due.sort();
            due.into_iter().take(limit).map(|(_, id)| id).collect()
        }))
    }

    async fn claim(&self, game: &GameId) -> Result<bool, StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        let free = !kept.is_led(game, self.node);
        if free {
            kept.leases.insert(game.clone(), (self.node, Instant::now() + LEASE));
        }
        Ok(free)
    }

    async fn lengths(&self, games: &[GameId]) -> Result<Vec<(GameId, Number)>, StoreError> {
        self.pause().await;
        let length =
            |game: &GameId| (game.clone(), Number::try_from(self.steps(game)).unwrap_or(Number::MAX));
        Ok(games.iter().map(length).collect())
    }

    async fn present(&self, rules: u32) -> Result<Vec<u32>, StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        kept.nodes.insert(self.node, (rules, Instant::now()));
        let others =
            kept.nodes.iter().filter(|(node, (_, seen))| **node != self.node && seen.elapsed() < GONE);
        Ok(others.map(|(_, (rules, _))| *rules).collect())
    }

    async fn keep_film(&self, game: &GameId, film: String) -> Result<(), StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        if !kept.games.contains_key(game) {
            return Err(StoreError::Missing);
        }
        kept.films.entry(game.clone()).or_insert(film);
        Ok(())
    }

    async fn film(&self, game: &GameId) -> Result<Option<String>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| kept.films.get(game).cloned()))
    }

    async fn games_of(&self, holder: &str) -> Result<Vec<Listed>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let seat = |game: &Game| {
                let mut seats: Vec<Role> = game
                    .rows
                    .iter()
                    .filter_map(|row| match row.step() {
                        Ok(Step::Sit { seat, holder: by, .. }) if by == holder => Some(seat),
                        _ => None,
                    })
                    .collect();
                seats.sort_by_key(|role| *role as usize);
                seats.first().copied()
            };
            let mut games: Vec<(i64, Listed)> = kept
                .games
                .iter()
                .filter_map(|(id, game)| {
                    let role = seat(game)?;
                    let Head { note, over, at, asks, .. } = game.head.clone();
                    Some((at, Listed { game: id.clone(), role, note, over, asks }))
                })
                .collect();
            games.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.game.cmp(&other.game)));
            games.into_iter().map(|(_, listed)| listed).collect()
        }))
    }

    async fn held(&self, holder: &str) -> Result<Vec<GameId>, StoreError> {
        self.pause().await;
        let sits = |row: &Row| matches!(row.step(), Ok(Step::Sit { holder: by, .. }) if by == holder);
        Ok(self.read(|kept| {
            let own = kept.games.iter().filter(|(_, game)| game.rows.iter().any(sits));
            own.map(|(id, _)| id.clone()).collect()
        }))
    }

    async fn redact(&self, game: &GameId, redaction: Redaction) -> Result<(), StoreError> {
        self.pause().await;
        let kept = &mut *locked(&self.kept);
        let stored = kept.games.get_mut(game).ok_or(StoreError::Missing)?;
        let Redaction { setup, sits, note, film } = redaction;
        (stored.setup, stored.head.note) = (setup, note);
        for (number, row) in sits {
            if let Some(sit) = stored.rows.get_mut(number as usize).filter(|sit| sit.kind == "sit") {
                sit.extra = row.extra;
            }
        }
        if let Some(film) = film {
            kept.films.insert(game.clone(), film);
        }
        Ok(())
    }
}

#[async_trait]
impl Invitations for Memory {
    async fn invite(&self, game: &GameId, invitation: Invitation) -> Result<(), StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        if !kept.games.contains_key(game) {
            return Err(StoreError::Missing);
        }
        kept.invitations.retain(|_, link| link.game != *game || link.invitation.seat != invitation.seat);
        let link = Link { game: game.clone(), invitation, used: false };
        kept.invitations.insert(link.invitation.digest.clone(), link);
        Ok(())
    }

    async fn invited(&self, digest: &str) -> Result<Option<Invited>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let Link { game, invitation, used } = kept.invitations.get(digest)?;
            Some(Invited { game: game.clone(), seat: invitation.seat, used: *used })
        }))
    }

    async fn invitation(&self, game: &GameId, seat: Role) -> Result<Option<Invitation>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| kept.open(game, Some(seat)).cloned()))
    }
}

impl Kept {
    /// A deck, if it is theirs.
    fn own_deck(&mut self, owner: &VisitorId, deck: &str) -> Result<&mut KeptDeck, StoreError> {
        self.decks.get_mut(deck).filter(|kept| kept.owner == *owner).ok_or(StoreError::Missing)
    }
}

#[async_trait]
impl Decks for Memory {
    async fn save_deck(
        &self,
        owner: &VisitorId,
        deck: &str,
        version: DeckVersion,
    ) -> Result<u32, StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        if !kept.visitors.contains_key(owner) {
            return Err(StoreError::Missing);
        }
        let fresh = || KeptDeck { owner: owner.clone(), shared: false, versions: Vec::new() };
        kept.decks.entry(deck.to_string()).or_insert_with(fresh);
        let own = kept.own_deck(owner, deck)?;
        own.versions.push(version);
        Ok(u32::try_from(own.versions.len()).unwrap_or(u32::MAX))
    }

    async fn deck(&self, deck: &str) -> Result<Option<KeptDeck>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| kept.decks.get(deck).cloned()))
    }

    async fn decks_of(&self, owner: &VisitorId) -> Result<Vec<ListedDeck>, StoreError> {
        self.pause().await;
        let mut listed: Vec<ListedDeck> = self.read(|kept| {
            let own = kept.decks.iter().filter(|(_, deck)| deck.owner == *owner);
            let list = own.filter_map(|(id, deck)| {
                let versions = u32::try_from(deck.versions.len()).unwrap_or(u32::MAX);
                let last = deck.versions.last()?.clone();
                Some(ListedDeck { id: id.clone(), shared: deck.shared, versions, last })
            });
            list.collect()
        });
        listed.sort_by(|a, b| b.last.at.cmp(&a.last.at).then_with(|| a.id.cmp(&b.id)));
        Ok(listed)
    }

    async fn share_deck(&self, owner: &VisitorId, deck: &str, shared: bool) -> Result<(), StoreError> {
        self.pause().await;
        locked(&self.kept).own_deck(owner, deck)?.shared = shared;
        Ok(())
    }

    async fn forget_deck(&self, owner: &VisitorId, deck: &str) -> Result<(), StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        kept.own_deck(owner, deck)?;
        kept.decks.remove(deck);
        Ok(())
    }
}

impl Store for Memory {
    fn health(&self) -> watch::Receiver<Health> {
        self.health.subscribe()
    }

    fn bus(&self) -> Arc<dyn Bus> {
        self.bus.clone()
    }
}
