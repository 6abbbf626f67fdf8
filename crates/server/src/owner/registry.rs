//! The awake games: who owns which, and the way to them.

use super::message::{Condition, Message, Order, Refusal, Shot, State};
use super::presence::Signs;
use super::{MAILBOX, Node, run};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{GameId, Number};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use vocab::Role;

const SHARDS: usize = 16;
/// How often a message is sent to the next owner when the last one went to rest.
const TRIES: usize = 3;
/// Games that wait for the server are opened one after the other with this pause.
const WAKE: Duration = Duration::from_millis(20);
/// How often the store is asked which games wait.
const SWEEP: Duration = Duration::from_secs(3);
/// How often the store is asked about other servers, and how long the logs of awake games are: a notice that got lost
/// costs so much time and nothing else.
const AROUND: Duration = Duration::from_secs(5);
/// How many logs are asked about at once.
const AT_ONCE: usize = 1000;

/// What an owner shows.
pub struct Shared {
    /// The table, or why there is none.
    pub state: watch::Sender<State>,
    /// The same as those see it who watch: perhaps later.
    pub public: watch::Sender<State>,
    /// How many people watch.
    watchers: AtomicUsize,
    /// Somebody has come to watch, or has left.
    pub looked: Notify,
    /// What is seen of the players.
    pub(super) signs: Signs,
    /// A player has come, or has left.
    pub(super) met: Notify,
}

impl Shared {
    fn new() -> Shared {
        Shared {
            state: watch::Sender::new(State::Opening),
            public: watch::Sender::new(State::Opening),
            watchers: AtomicUsize::new(0),
            looked: Notify::new(),
            signs: Signs::new(),
            met: Notify::new(),
        }
    }

    /// What somebody with a seat, or without one, sees of the table from now on.
    pub fn states(&self, seated: bool) -> watch::Receiver<State> {
        if seated { self.state.subscribe() } else { self.public.subscribe() }
    }

    /// Whether somebody has a live connection.
    pub fn is_watched(&self) -> bool {
        self.state.receiver_count() + self.public.receiver_count() > 0
    }

    /// How many people watch.
    pub fn watchers(&self) -> usize {
        self.watchers.load(Ordering::Relaxed)
    }

    /// One more watches; says how many there were before.
    pub fn comes(&self) -> usize {
        self.looked.notify_one();
        self.watchers.fetch_add(1, Ordering::Relaxed)
    }

    /// One of those who watched has left.
    pub fn leaves(&self) {
        self.watchers.fetch_sub(1, Ordering::Relaxed);
        self.looked.notify_one();
    }

    /// A player has a live connection more.
    pub fn player_comes(&self, role: Role) {
        self.signs.comes(role);
        self.met.notify_one();
    }

    /// A player has one less.
    pub fn player_goes(&self, role: Role) {
        self.signs.goes(role);
        self.met.notify_one();
    }

    /// A player asks for something.
    pub fn player_asks(&self, role: Role) {
        self.signs.asks(role);
    }

    /// The owner has ended; those who look are told why.
    pub fn end(&self, why: Option<&Refusal>) {
        for state in [&self.state, &self.public] {
            state.send_if_modified(|state| {
                let open = !matches!(state, State::Ended(_));
                if open {
                    *state = State::Ended(why.cloned());
                }
                open
            });
        }
    }
}

/// The way to an owner.
#[derive(Clone)]
pub struct Handle {
    inbox: mpsc::Sender<Message>,
    /// What the owner shows.
    pub shared: Arc<Shared>,
    generation: u64,
    #[cfg(test)]
    task: tokio::task::AbortHandle,
}

impl Handle {
    /// The table, as soon as the owner has opened it.
    pub async fn shot(&self, seated: bool) -> Result<Arc<Shot>, Refusal> {
        let mut state = self.shared.states(seated);
        let seen = state.wait_for(|state| !matches!(state, State::Opening)).await;
        match seen.as_deref() {
            Ok(State::Open(shot)) => Ok(shot.clone()),
            Ok(State::Ended(Some(refusal))) => Err(refusal.clone()),
            Ok(State::Ended(None) | State::Opening) | Err(_) => Err(Refusal::Resting),
        }
    }
}

/// All awake games of a server.
pub struct Registry {
    node: Arc<Node>,
    shards: [Mutex<BTreeMap<GameId, Handle>>; SHARDS],
    generations: AtomicU64,
    awake: AtomicUsize,
}

/// Tells everybody that an owner has ended, however it ended, and takes it off the list.
struct Ending {
    registry: Arc<Registry>,
    game: GameId,
    shared: Arc<Shared>,
    generation: u64,
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.shared.end(None);
        self.registry.forget(&self.game, self.generation);
    }
}

impl Registry {
    /// A registry without awake games.
    pub fn new(node: Arc<Node>) -> Arc<Registry> {
        Arc::new(Registry {
            node,
            shards: std::array::from_fn(|_| Mutex::default()),
            generations: AtomicU64::new(0),
            awake: AtomicUsize::new(0),
        })
    }

    /// What all games share.
    pub fn node(&self) -> &Arc<Node> {
        &self.node
    }

    /// How many games are awake.
    pub fn awake(&self) -> usize {
        self.awake.load(Ordering::Relaxed)
    }

    /// How many owners are how.
    pub fn owners(&self) -> Vec<(&'static str, usize)> {
        const OPENING: &str = "opening";
        let words = std::iter::once(OPENING).chain(Condition::ALL.map(Condition::word));
        let mut owners: Vec<(&'static str, usize)> = words.map(|word| (word, 0)).collect();
        for shard in &self.shards {
            for handle in shard.lock().unwrap_or_else(PoisonError::into_inner).values() {
                let word = match &*handle.shared.state.borrow() {
                    State::Opening => OPENING,
                    State::Open(shot) => shot.condition.word(),
                    // It is taken off the list in a moment.
                    State::Ended(_) => continue,
                };
                owners.iter_mut().filter(|(known, _)| *known == word).for_each(|(_, number)| *number += 1);
            }
        }
        owners
    }

    fn shard(&self, game: &GameId) -> MutexGuard<'_, BTreeMap<GameId, Handle>> {
        let mut hasher = DefaultHasher::new();
        game.hash(&mut hasher);
        let shard = &self.shards[hasher.finish() as usize % SHARDS];
        // Every change under this lock is one insertion or removal.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The owner of a game; one is made if the game is asleep. Loading happens in the owner's task, so twenty visitors
    /// open a game once.
    pub fn handle(self: &Arc<Registry>, game: &GameId) -> Result<Handle, Refusal> {
        let mut shard = self.shard(game);
        if let Some(handle) = shard.get(game) {
            return Ok(handle.clone());
        }
        if self.awake() >= self.node.awake {
            return Err(Refusal::Busy);
        }
        self.awake.fetch_add(1, Ordering::Relaxed);
        let generation = self.generations.fetch_add(1, Ordering::Relaxed);
        let (inbox, messages) = mpsc::channel(MAILBOX);
        let shared = Arc::new(Shared::new());
        let ending =
            Ending { registry: self.clone(), game: game.clone(), shared: shared.clone(), generation };
        let (node, owned) = (self.node.clone(), (game.clone(), shared.clone()));
        let owner = async move {
            let _ending = ending;
            run::run(owned.0, node, owned.1, messages).await;
        };
        let task = tokio::spawn(owner);
        let handle = Handle {
            inbox,
            shared,
            generation,
            #[cfg(test)]
            task: task.abort_handle(),
        };
        drop(task);
        shard.insert(game.clone(), handle.clone());
        Ok(handle)
    }

    fn forget(&self, game: &GameId, generation: u64) {
        let mut shard = self.shard(game);
        if shard.get(game).is_some_and(|handle| handle.generation == generation) {
            shard.remove(game);
            self.awake.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// The table of a game.
    pub async fn look(self: &Arc<Registry>, game: &GameId) -> Result<Arc<Shot>, Refusal> {
        self.look_as(game, true).await
    }

    /// The table of a game, as those with a seat or those without one see it.
    pub async fn look_as(self: &Arc<Registry>, game: &GameId, seated: bool) -> Result<Arc<Shot>, Refusal> {
        for _ in 0..TRIES {
            let handle = self.handle(game)?;
            match handle.shot(seated).await {
                Err(Refusal::Resting) => self.forget(game, handle.generation),
                seen => return seen,
            }
        }
        Err(Refusal::Busy)
    }

    /// Sends a command to the owner of a game and waits for its answer. Who stops waiting stops nothing.
    pub async fn order(self: &Arc<Registry>, game: &GameId, order: Order) -> Result<Arc<Shot>, Refusal> {
        for _ in 0..TRIES {
            let handle = self.handle(game)?;
            let (reply, answer) = oneshot::channel();
            match handle.inbox.try_send(Message::Do(order.clone(), reply)) {
                Ok(()) => {}
                Err(TrySendError::Full(_)) => return Err(Refusal::Busy),
                Err(TrySendError::Closed(_)) => {
                    self.forget(game, handle.generation);
                    continue;
                }
            }
            match answer.await {
                Ok(Err(Refusal::Resting)) => self.forget(game, handle.generation),
                Ok(answered) => return answered,
                // The owner has ended in the middle of it.
                Err(_) => return Err(Refusal::NotKnown),
            }
        }
        Err(Refusal::Busy)
    }

    /// Looks after the games, for ever: those that wait for the server, and those that other servers go on with.
    pub async fn look_after(self: Arc<Registry>) {
        tokio::join!(self.sweep(), self.listen(), self.look_around());
    }

    /// After a start, and after a fault that left a step in the log which no owner knows of, nobody has to open the games
    /// that wait for the server for the computer to go on.
    async fn sweep(self: &Arc<Registry>) {
        loop {
            match self.node.store.due((self.node.clock)(), self.node.awake).await {
                Ok(due) => {
                    for game in due {
                        let Ok(handle) = self.handle(&game) else { break };
                        // A full mailbox means that the owner is awake enough.
                        let _ = handle.inbox.try_send(Message::Due);
                        tokio::time::sleep(WAKE).await;
                    }
                }
                Err(error) => tracing::error!(%error, "can't list the games that wait for the computer"),
            }
            tokio::time::sleep(SWEEP).await;
        }
    }

    /// Hears what other servers tell.
    async fn listen(&self) {
        let mut notices = self.node.bus.subscribe();
        loop {
            match notices.recv().await {
                Ok((game, number)) => self.tell(&game, number),
                // Whatever was missed is found when the logs are looked at.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    /// Says now and then that this server is there, and looks whether awake games have grown unheard.
    async fn look_around(&self) {
        loop {
            self.present().await;
            let awake: Vec<GameId> = self
                .shards
                .iter()
                .flat_map(|shard| {
                    let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
                    shard.keys().cloned().collect::<Vec<_>>()
                })
                .collect();
            for some in awake.chunks(AT_ONCE) {
                match self.node.store.lengths(some).await {
                    Ok(lengths) => lengths.iter().for_each(|(game, number)| self.tell(game, *number)),
                    Err(error) => tracing::warn!(%error, "can't look at the logs of awake games"),
                }
            }
            tokio::time::sleep(AROUND).await;
        }
    }

    /// Says that this server is there, and learns which others are.
    pub async fn present(&self) {
        match self.node.store.present(self.node.rules).await {
            Ok(others) => self.node.others.are(&others),
            Err(error) => tracing::warn!(%error, "can't ask for other servers"),
        }
    }

    /// Tells the owner of an awake game how long its log is, if that is news.
    fn tell(&self, game: &GameId, number: Number) {
        let Some(handle) = self.shard(game).get(game).cloned() else { return };
        let is_known = match &*handle.shared.state.borrow() {
            State::Open(shot) => shot.table.number >= number,
            // It reads the log in a moment.
            State::Opening | State::Ended(_) => true,
        };
        if !is_known {
            // A full mailbox means that the owner is awake enough.
            let _ = handle.inbox.try_send(Message::Behind(number));
        }
    }

    /// Somebody has been forgotten: if the game is awake, its owner no longer shows their name.
    pub async fn unname(&self, game: &GameId, holder: &str) {
        let handle = self.shard(game).get(game).cloned();
        if let Some(handle) = handle {
            // An owner that has ended reads the game anew when it is opened next.
            let _ = handle.inbox.send(Message::Unname(holder.to_string())).await;
        }
    }

    /// How many awake games aren't over.
    pub fn running(&self) -> usize {
        let runs = |handle: &Handle| match &*handle.shared.state.borrow() {
            State::Opening => true,
            State::Open(shot) => !shot.table.is_over() && !shot.table.abandoned,
            State::Ended(_) => false,
        };
        let count = |shard: &Mutex<BTreeMap<GameId, Handle>>| {
            shard
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .values()
                .filter(|handle| runs(handle))
                .count()
        };
        self.shards.iter().map(count).sum()
    }

    /// Ends all owners as a crash would: in the middle of whatever they do.
    #[cfg(test)]
    pub fn kill(&self) {
        for shard in &self.shards {
            let handles = std::mem::take(&mut *shard.lock().unwrap_or_else(PoisonError::into_inner));
            for handle in handles.into_values() {
                handle.task.abort();
            }
        }
    }
}
