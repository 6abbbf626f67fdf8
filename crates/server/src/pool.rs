//! Work for the processor: a few threads, and queues in which nobody can push in.
//!
//! Thoughts of the computer, tables, hints and heavy pages run here, beside the tasks that answer requests. Each class has
//! a share of the threads' time, and inside a class every visitor has a queue: a flood only holds up the visitor who
//! sends it.

use crate::computer;
use crate::pocket::{self, Pinned};
use crate::world::World;
use async_trait::async_trait;
use engine::Game;
use engine::state::Seed;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use store::Pocket;
use table::{Film, Table};
use tokio::sync::oneshot;
use vocab::Role;

/// What kind of work it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A thought of the computer.
    Think,
    /// A table that is laid or opened.
    Table,
    /// A hint.
    Hint,
    /// A heavy page: a deck check, the lab, a replay, a proof.
    Heavy,
}

impl Class {
    const ALL: [Class; 4] = [Class::Think, Class::Table, Class::Hint, Class::Heavy];

    /// Its name in the counts.
    const fn name(self) -> &'static str {
        match self {
            Class::Think => "think",
            Class::Table => "table",
            Class::Hint => "hint",
            Class::Heavy => "heavy",
        }
    }

    /// How many of eleven parts of the time the class has when all of them wait.
    const fn weight(self) -> u32 {
        match self {
            Class::Think | Class::Table => 4,
            Class::Hint => 2,
            Class::Heavy => 1,
        }
    }

    /// How long work may wait. A thought may wait as long as it takes: its game waits for it.
    const fn patience(self) -> Option<Duration> {
        match self {
            Class::Think => None,
            Class::Table => Some(Duration::from_secs(20)),
            Class::Hint => Some(Duration::from_secs(4)),
            Class::Heavy => Some(Duration::from_secs(8)),
        }
    }
}

/// How much work of one visitor may wait; more is refused.
const WAITING: usize = 4;

/// Why work was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// The visitor has too much work waiting, or waited too long.
    TooMuch,
    /// The work panicked.
    Failed,
}

type Job = Box<dyn FnOnce() + Send>;

struct Waiting {
    since: Instant,
    job: Job,
}

/// The queues of a class: one for each visitor, served in turn.
#[derive(Default)]
struct Queues {
    of: HashMap<String, VecDeque<Waiting>>,
    turn: VecDeque<String>,
}

#[derive(Default)]
struct Desk {
    classes: [Queues; 4],
    /// How much time each class has had, by its weight: the one with the least is next.
    spent: [Duration; 4],
    /// What the class that was next had had. Nobody saves up time while there is nothing to do.
    present: Duration,
    /// Whose work is being done: one piece of each at a time.
    busy: HashSet<(usize, String)>,
    stopped: bool,
}

impl Desk {
    fn push(&mut self, class: usize, visitor: &str, job: Job) -> Result<(), Undone> {
        let queues = &mut self.classes[class];
        let queue = queues.of.entry(visitor.to_string()).or_default();
        if queue.len() >= WAITING {
            return Err(Undone::TooMuch);
        }
        if queues.turn.is_empty() {
            self.spent[class] = self.spent[class].max(self.present);
        }
        if queue.is_empty() {
            queues.turn.push_back(visitor.to_string());
        }
        queue.push_back(Waiting { since: Instant::now(), job });
        Ok(())
    }

    /// The next piece of work, with whose it is. Classes share the time by weight, visitors take turns.
    fn next(&mut self) -> Option<(usize, String, Job)> {
        let mut classes = Class::ALL.map(|class| class as usize);
        classes.sort_by_key(|class| self.spent[*class]);
        for class in classes {
            if let Some((visitor, job)) = self.next_of(class) {
                self.present = self.present.max(self.spent[class]);
                return Some((class, visitor, job));
            }
        }
        None
    }

    /// A piece of work is done, and took so long.
    fn done(&mut self, class: usize, visitor: String, took: Duration) {
        self.spent[class] += took / Class::ALL[class].weight();
        self.busy.remove(&(class, visitor));
    }

    fn next_of(&mut self, class: usize) -> Option<(String, Job)> {
        let patience = Class::ALL[class].patience();
        for _ in 0..self.classes[class].turn.len() {
            let visitor = self.classes[class].turn.pop_front()?;
            if self.busy.contains(&(class, visitor.clone())) {
                self.classes[class].turn.push_back(visitor);
                continue;
            }
            let queues = &mut self.classes[class];
            let queue = queues.of.get_mut(&visitor)?;
            // Whoever waits for work that comes too late is told by its being dropped.
            while queue.front().is_some_and(|first| patience.is_some_and(|long| first.since.elapsed() > long))
            {
                queue.pop_front();
            }
            let first = queue.pop_front();
            if queue.is_empty() {
                queues.of.remove(&visitor);
            } else {
                queues.turn.push_back(visitor.clone());
            }
            if let Some(first) = first {
                self.busy.insert((class, visitor.clone()));
                return Some((visitor, first.job));
            }
        }
        None
    }
}

struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        // Jobs run outside of the lock and catch their own panics.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, what: Work) {
        let mut desk = self.desk();
        loop {
            let next = match what {
                Work::Any => desk.next(),
                Work::Thoughts => {
                    let think = Class::Think as usize;
                    desk.next_of(think).map(|(game, job)| (think, game, job))
                }
            };
            if let Some((class, visitor, job)) = next {
                drop(desk);
                let began = Instant::now();
                job();
                let took = began.elapsed();
                desk = self.desk();
                desk.done(class, visitor, took);
                self.changed.notify_all();
            } else if desk.stopped {
                return;
            } else {
                desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// Lets the threads that answer requests go first: a page is a millisecond's work, and whoever asked for heavy work can
/// wait for that millisecond.
#[cfg(target_os = "linux")]
fn step_back() {
    if let Err(error) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 10) {
        tracing::warn!(%error, "heavy work runs at the same priority as pages");
    }
}

/// Elsewhere a priority is the whole process's.
#[cfg(not(target_os = "linux"))]
const fn step_back() {}

/// What a thread does.
#[derive(Clone, Copy)]
enum Work {
    /// Whatever waits.
    Any,
    /// Thoughts of the computer alone.
    Thoughts,
}

/// The threads and their queues.
pub struct Pool {
    shared: Arc<Shared>,
}

impl Default for Pool {
    /// One thread fewer than there are cores, so that pages never wait for thinkers; at least one. One more does nothing
    /// but think: while a hint takes its third of a second, hundreds of games would wait for the computer, and then all
    /// go on at once.
    fn default() -> Pool {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let pool = Pool::new(cores.saturating_sub(1).max(1));
        pool.start("thoughts".into(), Work::Thoughts);
        pool
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.desk().stopped = true;
        self.shared.changed.notify_all();
    }
}

impl Pool {
    /// A pool of this many threads.
    pub fn new(threads: usize) -> Pool {
        let pool = Pool { shared: Arc::new(Shared { desk: Mutex::default(), changed: Condvar::new() }) };
        (1..=threads).for_each(|number| pool.start(format!("pool {number}"), Work::Any));
        pool
    }

    fn start(&self, name: String, what: Work) {
        let shared = self.shared.clone();
        let work = move || {
            step_back();
            shared.work(what);
        };
        if let Err(error) = thread::Builder::new().name(name).spawn(work) {
            tracing::error!(%error, "a thread for work can't start");
        }
    }

    /// How much work waits, by class.
    pub fn waiting(&self) -> [(&'static str, usize); 4] {
        let desk = self.shared.desk();
        Class::ALL.map(|class| {
            let waiting = desk.classes[class as usize].of.values().map(VecDeque::len).sum();
            (class.name(), waiting)
        })
    }

    /// Does a piece of work for a visitor when it is the visitor's turn.
    pub async fn work<T: Send + 'static>(
        &self,
        class: Class,
        visitor: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        let (done, result) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Nobody waits any more: the visitor has left.
            if done.is_closed() {
                return;
            }
            let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            let _ = done.send(worked.map_err(|_| Undone::Failed));
        });
        self.shared.desk().push(class as usize, visitor, job)?;
        // Not every thread does every kind of work.
        self.shared.changed.notify_all();
        result.await.map_err(|_| Undone::TooMuch)?
    }
}

/// A question for a computer player.
pub struct Thought {
    /// The game that waits for it.
    pub of: String,
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
        let Thought { level, game, who, seed, answers, .. } = self;
        u16::try_from(computer::choose(&level, &game, who, seed, answers)).unwrap_or(0)
    }
}

/// The film of a game as text.
pub fn filmed(table: &Table) -> Option<String> {
    Film::of(table).ok().and_then(|film| serde_json::to_string(&film).ok())
}

/// Who thinks for the computer.
#[async_trait]
pub trait Think: Send + Sync {
    /// The computer's answer.
    async fn think(&self, thought: Thought) -> u16;

    /// The film of a finished game, as it is stored; nothing if it can't be made.
    async fn film(&self, of: &str, table: Table) -> Option<String>;

    /// The cards of a game as they were when it was laid, where they have changed since; nothing if there is too much to
    /// do.
    async fn pin(&self, _: &str, world: Arc<World>, pocket: Pocket) -> Option<Result<Pinned, String>> {
        Some(pocket::open(&world, &pocket))
    }
}

#[async_trait]
impl Think for Pool {
    async fn film(&self, of: &str, table: Table) -> Option<String> {
        self.work(Class::Heavy, of, move || filmed(&table)).await.ok().flatten()
    }

    async fn pin(&self, of: &str, world: Arc<World>, kept: Pocket) -> Option<Result<Pinned, String>> {
        self.work(Class::Table, of, move || pocket::open(&world, &kept)).await.ok()
    }

    async fn think(&self, thought: Thought) -> u16 {
        let of = thought.of.clone();
        match self.work(Class::Think, &of, || thought.answer()).await {
            Ok(answer) => answer,
            Err(error) => {
                // Every question has a first choice.
                tracing::error!(game = of, ?error, "a computer player failed");
                0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, Pool, Undone};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, mpsc};
    use std::time::Duration;
    use tokio::task::JoinHandle;

    /// A pool whose only thread is held up until the sender is used or dropped.
    async fn held() -> (Arc<Pool>, mpsc::Sender<()>) {
        let pool = Arc::new(Pool::new(1));
        let (open, gate) = mpsc::channel::<()>();
        let (started, begun) = tokio::sync::oneshot::channel();
        let own = pool.clone();
        tokio::spawn(async move {
            let hold = move || {
                let _ = started.send(());
                let _ = gate.recv();
            };
            own.work(Class::Heavy, "first", hold).await
        });
        begun.await.expect("the thread has begun");
        (pool, open)
    }

    /// Hands in a piece of work that says how many of the others were done before it.
    fn hand_in(
        pool: &Arc<Pool>,
        class: Class,
        whose: &str,
        done: &Arc<AtomicUsize>,
    ) -> JoinHandle<Result<usize, Undone>> {
        let (pool, whose, done) = (pool.clone(), whose.to_string(), done.clone());
        tokio::spawn(
            async move { pool.work(class, &whose, move || done.fetch_add(1, Ordering::SeqCst)).await },
        )
    }

    /// Waits until so much work waits.
    async fn until_waiting(pool: &Pool, number: usize) {
        while pool.waiting().iter().map(|(_, waiting)| waiting).sum::<usize>() != number {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[tokio::test]
    async fn a_flood_holds_up_only_its_visitor_and_is_refused() {
        let (pool, open) = held().await;
        let done = Arc::<AtomicUsize>::default();
        let flood: Vec<_> = (0..12).map(|_| hand_in(&pool, Class::Heavy, "flood", &done)).collect();
        until_waiting(&pool, 4).await;
        let quiet = hand_in(&pool, Class::Heavy, "quiet", &done);
        until_waiting(&pool, 5).await;
        drop(open);
        let before = quiet.await.expect("no panic").expect("done");
        assert!(before <= 1, "{before} pieces of the flood came first");
        let mut refused = 0;
        for piece in flood {
            refused += usize::from(piece.await.expect("no panic") == Err(Undone::TooMuch));
        }
        assert_eq!(refused, 8, "four wait, the others are refused");
    }

    #[tokio::test]
    async fn thoughts_go_before_heavy_pages_and_a_panic_harms_nobody() {
        let (pool, open) = held().await;
        let done = Arc::<AtomicUsize>::default();
        let heavy: Vec<_> =
            (0..20).map(|visitor| hand_in(&pool, Class::Heavy, &visitor.to_string(), &done)).collect();
        until_waiting(&pool, 20).await;
        let thoughts: Vec<_> =
            (0..4).map(|game| hand_in(&pool, Class::Think, &format!("game {game}"), &done)).collect();
        until_waiting(&pool, 24).await;
        drop(open);
        for thought in thoughts {
            let before = thought.await.expect("no panic").expect("done");
            assert!(before <= 5, "{before} pieces came first");
        }
        for piece in heavy {
            assert!(piece.await.expect("no panic").is_ok());
        }
        let failed: Result<(), Undone> = pool.work(Class::Hint, "one", || panic!("a fault")).await;
        assert_eq!(failed, Err(Undone::Failed));
        assert_eq!(pool.work(Class::Hint, "one", || 1).await, Ok(1));
    }

    #[tokio::test]
    async fn hints_that_take_long_dont_hold_up_those_who_want_a_table() {
        let (pool, open) = held().await;
        let hints = Arc::<AtomicUsize>::default();
        let flood: Vec<_> = (0..4)
            .map(|_| {
                let (pool, hints) = (pool.clone(), hints.clone());
                let think = move || {
                    std::thread::sleep(Duration::from_millis(50));
                    hints.fetch_add(1, Ordering::SeqCst);
                };
                tokio::spawn(async move { pool.work(Class::Hint, "flood", think).await })
            })
            .collect();
        until_waiting(&pool, 4).await;
        let tables: Vec<_> = (0..40)
            .map(|guest| {
                let (pool, hints) = (pool.clone(), hints.clone());
                let lay = move || hints.load(Ordering::SeqCst);
                tokio::spawn(async move { pool.work(Class::Table, &guest.to_string(), lay).await })
            })
            .collect();
        until_waiting(&pool, 44).await;
        drop(open);
        for table in tables {
            let before = table.await.expect("no panic").expect("done");
            assert!(before <= 1, "{before} hints came first");
        }
        for hint in flood {
            assert!(hint.await.expect("no panic").is_ok());
        }
    }

    #[tokio::test]
    async fn thoughts_go_on_while_a_hint_takes_its_time() {
        let pool = Arc::new(Pool::default());
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(std::sync::Mutex::new(gate));
        // All threads for heavy work are held up, and more of it waits.
        let hints: Vec<_> = (0..64)
            .map(|visitor| {
                let (pool, gate) = (pool.clone(), gate.clone());
                tokio::spawn(async move {
                    let hold = move || {
                        let _ = gate.lock().expect("unharmed").recv();
                    };
                    pool.work(Class::Heavy, &visitor.to_string(), hold).await
                })
            })
            .collect();
        while pool.waiting()[Class::Heavy as usize].1 == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        for game in 0..20 {
            assert_eq!(pool.work(Class::Think, &game.to_string(), move || game).await, Ok(game));
        }
        drop(open);
        for hint in hints {
            assert!(matches!(hint.await.expect("no panic"), Ok(()) | Err(Undone::TooMuch)));
        }
    }
}
