//! All live games: opened when somebody comes, driven on while the computer or a player's wishes answer, put away when
//! nobody looks.

use crate::computer;
use crate::store::{Store, StoreError};
use crate::table::Table;
use crate::table::setup::{GameSetup, Pace};
use crate::world::World;
use engine::{ReplayError, Why};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinError;
use vocab::Role;

/// A game nobody has looked at for so long is put away; its next visitor opens it again.
const IDLE: Duration = Duration::from_secs(600);
/// How long the computer waits before an attack, so that a person can follow.
const PAUSE: Duration = Duration::from_millis(650);

/// Why something was not done; nothing has changed.
#[derive(Debug, Error)]
pub enum HubError {
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored game cannot be played again.
    #[error("the stored game cannot be continued: {0}")]
    Replay(#[from] ReplayError),
    /// The card of a scratch table cannot be used.
    #[error("the card of the lab: {0}")]
    Scratch(String),
    /// A stored setup cannot be read.
    #[error("the stored game cannot be read: {0}")]
    Setup(#[from] serde_json::Error),
    /// An answer to a question that is no longer asked.
    #[error("the game has moved on: the question was answered already")]
    Stale,
    /// An answer of somebody who is not asked.
    #[error("somebody else is asked")]
    NotAsked,
    /// There is no such choice.
    #[error("there is no such choice")]
    NoSuchChoice,
    /// Nothing can be taken back.
    #[error("there is nothing to take back")]
    NothingBack,
}

/// A live game with those who look at it.
pub struct Live {
    /// Its name.
    pub name: String,
    /// The game.
    pub table: tokio::sync::Mutex<Table>,
    /// Tells everybody who looks that there is something new.
    pub changed: watch::Sender<u64>,
    /// Who holds which seat: digests of tokens.
    pub seats: Mutex<Vec<(Role, String)>>,
    /// How many live connections there are.
    pub watchers: AtomicUsize,
    chat: Mutex<VecDeque<(Role, String)>>,
    driven: AtomicBool,
    touched: Mutex<Instant>,
}

/// How many of the last words are kept. They are not written down: they end with the visit.
const WORDS: usize = 40;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every change under these locks is one assignment: a panic elsewhere leaves nothing half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    fn new(name: &str, table: Table, seats: Vec<(Role, String)>) -> Live {
        Live {
            name: name.to_string(),
            changed: watch::Sender::new(table.version),
            table: tokio::sync::Mutex::new(table),
            seats: Mutex::new(seats),
            watchers: AtomicUsize::new(0),
            chat: Mutex::default(),
            driven: AtomicBool::new(false),
            touched: Mutex::new(Instant::now()),
        }
    }

    /// The seats that somebody holds.
    pub fn seats_of(&self, holder: Option<&str>) -> Vec<Role> {
        let seats = locked(&self.seats);
        let own = seats.iter().filter(|(_, by)| Some(by.as_str()) == holder);
        own.map(|(role, _)| *role).collect()
    }

    /// Whether somebody sits there, or the computer does.
    pub fn is_taken(&self, role: Role) -> bool {
        locked(&self.seats).iter().any(|(taken, _)| *taken == role)
    }

    /// What the players said last.
    pub fn chat(&self) -> Vec<(Role, String)> {
        locked(&self.chat).iter().cloned().collect()
    }

    /// A player says something.
    pub fn say(&self, who: Role, line: String) {
        let mut chat = locked(&self.chat);
        chat.push_back((who, line));
        if chat.len() > WORDS {
            chat.pop_front();
        }
    }

    fn touch(&self) {
        *locked(&self.touched) = Instant::now();
    }

    /// Tells everybody who looks.
    pub fn tell(&self, version: u64) {
        self.changed.send_replace(version);
    }
}

/// All live games and what they share.
pub struct Hub {
    /// Cards and decks.
    pub world: World,
    /// The database.
    pub store: Store,
    live: Mutex<HashMap<String, Arc<Live>>>,
    /// As many computer players think at once as there are cores: pages do not wait for a crowd of thinkers.
    thinkers: Semaphore,
}

impl Hub {
    /// A hub without live games; stored ones are opened when somebody comes.
    pub fn new(world: World, store: Store) -> Arc<Hub> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(Hub { world, store, live: Mutex::default(), thinkers: Semaphore::new(cores) })
    }

    /// The number of live games.
    pub fn live(&self) -> usize {
        locked(&self.live).len()
    }

    /// Starts and keeps a game; `answers` are those of the game that it goes on from.
    pub async fn create(
        self: &Arc<Hub>,
        name: &str,
        setup: GameSetup,
        answers: Vec<u16>,
        seats: Vec<(Role, String)>,
    ) -> Result<Arc<Live>, HubError> {
        let catalog = self.world.catalog_of(&setup).map_err(HubError::Scratch)?;
        let table = Table::new(catalog, setup, &answers)?;
        let written = serde_json::to_string(&table.setup)?;
        self.store.create(name, written, answers, seats.clone()).await?;
        self.store.note(name, table.note(), table.game.outcome().is_some()).await?;
        let live = Arc::new(Live::new(name, table, seats));
        locked(&self.live).insert(name.to_string(), live.clone());
        self.drive(&live);
        Ok(live)
    }

    /// A live game; a stored one is played again to where it was.
    pub async fn open(self: &Arc<Hub>, name: &str) -> Result<Option<Arc<Live>>, HubError> {
        let live = locked(&self.live).get(name).cloned();
        if let Some(live) = live {
            live.touch();
            return Ok(Some(live));
        }
        let Some(stored) = self.store.game(name)? else { return Ok(None) };
        let setup: GameSetup = serde_json::from_str(&stored.setup)?;
        let catalog = self.world.catalog_of(&setup).map_err(HubError::Scratch)?;
        let table = Table::new(catalog, setup, &stored.answers)?;
        tracing::info!(game = name, answers = stored.answers.len(), "opened");
        let opened = Arc::new(Live::new(name, table, stored.seats));
        let live = locked(&self.live).entry(name.to_string()).or_insert(opened).clone();
        self.drive(&live);
        Ok(Some(live))
    }

    /// Answers for a player: a run of choices, the first of which answers the question with this number.
    pub async fn answer(
        self: &Arc<Hub>,
        live: &Arc<Live>,
        who: Role,
        number: usize,
        path: &[u16],
    ) -> Result<(), HubError> {
        {
            let mut table = live.table.lock().await;
            if table.answers.len() != number {
                return Err(HubError::Stale);
            }
            // The run is tried on a copy: all of it is possible, or nothing is done.
            let mut tried = table.game.clone();
            for answer in path {
                let decision = tried.decision().ok_or(HubError::Stale)?;
                if decision.who != who {
                    return Err(HubError::NotAsked);
                }
                tried.answer(usize::from(*answer)).map_err(|_| HubError::NoSuchChoice)?;
            }
            self.store.answer(&live.name, number, path).await?;
            for answer in path {
                table.answer(*answer).map_err(|_| HubError::NoSuchChoice)?;
            }
            self.told(live, &table).await;
        }
        self.drive(live);
        Ok(())
    }

    /// Notes who sat down, under which name; the name is part of the stored setup.
    pub async fn seat(&self, live: &Live, role: Role, holder: String, name: String) -> Result<(), HubError> {
        locked(&live.seats).push((role, holder));
        let mut table = live.table.lock().await;
        match role {
            Role::Dark => table.setup.dark.name = name,
            Role::Light => table.setup.light.name = name,
        }
        self.store.rename(&live.name, serde_json::to_string(&table.setup)?).await?;
        table.version += 1;
        self.told(live, &table).await;
        Ok(())
    }

    /// Goes back to the position after so many answers.
    pub async fn take_back(self: &Arc<Hub>, live: &Arc<Live>, to: usize) -> Result<(), HubError> {
        {
            let mut table = live.table.lock().await;
            if to >= table.answers.len() {
                return Err(HubError::NothingBack);
            }
            let rewound = table.rewound(to)?;
            self.store.undo(&live.name, to).await?;
            *table = rewound;
            self.told(live, &table).await;
        }
        self.drive(live);
        Ok(())
    }

    /// Notes the game for lists and tells everybody who looks.
    async fn told(&self, live: &Live, table: &Table) {
        live.touch();
        let over = table.game.outcome().is_some();
        let moved_on = table.log.last().is_some_and(|line| line.answer == table.answers.len());
        let noted = match (over, moved_on) {
            (true, _) => self.store.note(&live.name, table.note(), true).await,
            (false, true) => self.store.note_soon(&live.name, table.note()),
            (false, false) => Ok(()),
        };
        if let Err(error) = noted {
            tracing::error!(game = live.name, %error, "a note was lost");
        }
        live.tell(table.version);
    }

    /// Goes on as long as the computer, or a player's wishes, answer.
    pub fn drive(self: &Arc<Hub>, live: &Arc<Live>) {
        if live.driven.swap(true, Ordering::AcqRel) {
            return;
        }
        let (hub, live) = (self.clone(), live.clone());
        tokio::spawn(async move {
            while let Some(result) = hub.drive_once(&live).await {
                if let Err(error) = result {
                    tracing::error!(game = live.name, %error, "the game cannot go on");
                    live.driven.store(false, Ordering::Release);
                    return;
                }
            }
        });
    }

    async fn drive_once(&self, live: &Live) -> Option<Result<(), HubError>> {
        let (number, answer) = {
            let table = live.table.lock().await;
            let number = table.answers.len();
            if let Some(answer) = table.wished() {
                (number, answer)
            } else if let Some((who, level)) = table.computer_asked() {
                let (game, level, seed) = (table.game.clone(), level.to_string(), table.setup.seed);
                let attacks = table.game.decision().is_some_and(|decision| decision.why == Why::Act);
                let pause = table.setup.pace == Pace::Calm && attacks && live.changed.receiver_count() > 0;
                drop(table);
                if pause {
                    tokio::time::sleep(PAUSE).await;
                }
                let thinking = self.think(move || computer::choose(&level, &game, who, seed, number));
                match thinking.await {
                    Ok(answer) => (number, u16::try_from(answer).unwrap_or(0)),
                    Err(error) => {
                        tracing::error!(game = live.name, %error, "the computer player failed");
                        (number, 0)
                    }
                }
            } else {
                // Still under the lock: whoever answers next finds that nobody drives.
                live.driven.store(false, Ordering::Release);
                return None;
            }
        };
        let mut table = live.table.lock().await;
        // The game was taken back meanwhile: think again.
        if table.answers.len() != number || usize::from(answer) >= table.game.choices().len() {
            return Some(Ok(()));
        }
        if let Err(error) = self.store.answer(&live.name, number, &[answer]).await {
            return Some(Err(error.into()));
        }
        if table.answer(answer).is_err() {
            return Some(Err(HubError::NoSuchChoice));
        }
        self.told(live, &table).await;
        Some(Ok(()))
    }

    /// Lets a computer player think, when one of the cores is free for it.
    pub async fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        // The semaphore is never closed; without a permit the thought would only be slower.
        let _permit = self.thinkers.acquire().await;
        tokio::task::spawn_blocking(thought).await
    }

    /// Puts games away that nobody has looked at for a while; they are all in the database.
    pub fn tidy(&self) {
        let mut live = locked(&self.live);
        let before = live.len();
        live.retain(|_, game| {
            let idle = locked(&game.touched).elapsed() > IDLE;
            !idle || game.changed.receiver_count() > 0 || game.driven.load(Ordering::Acquire)
        });
        if live.len() < before {
            tracing::info!(away = before - live.len(), live = live.len(), "games put away");
        }
    }
}
