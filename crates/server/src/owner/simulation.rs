//! The simulation: production owners and registries on paused time, over a store that fails by plan, with clients that
//! cut, repeat and cross, and servers that are killed. A failing seed is played again, mostly exactly: in a few stories tasks
//! that wait for the same thing are woken in no fixed order, so it may take a few tries.

use super::{Command, Node, Order, Others, Refusal, Registry, Shot, head};
use crate::pool::{Think, Thought};
use crate::world::World;
use async_trait::async_trait;
use engine::Why;
use engine::state::{ByRole, Seed};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use store::{GameId, Games, Memory, NewGame, Plan, Store};
use table::clock::Clock;
use table::conditions::Conditions;
use table::setup::{GameSetup, Hand, Kind, Pace, Passing, Player, Roles, Source, Undo, Watching};
use table::{By, Promised, Row, Stage, Step, Table};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};
use vocab::Role;

pub(super) fn world() -> Arc<World> {
    static WORLD: OnceLock<Arc<World>> = OnceLock::new();
    let world = || {
        // The decks that are played when nobody chooses stay those of the CORE set: everything in them is enforced.
        let folder = singers();
        let cards = dejarik::Cards::folder(folder.path()).expect("two decks with texts by hand");
        Arc::new(World::new(dejarik::Cards::core().with(cards), &[]).expect("the CORE set"))
    };
    WORLD.get_or_init(world).clone()
}

/// A folder with two decks whose units have a text that nobody can read.
fn singers() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let [sets, decks] = ["sets", "decks"].map(|name| folder.path().join(name));
    std::fs::create_dir_all(&sets).expect("a folder");
    std::fs::create_dir_all(&decks).expect("a folder");
    let mut rows = String::from(
        "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText\tScript\tClassification\n",
    );
    for (place, (side, word)) in [("L", "Bard"), ("D", "Fiddler")].into_iter().enumerate() {
        let mut list = String::new();
        for (number, arena) in ["Space", "Ground", "Character"].into_iter().enumerate() {
            let id = place * 3 + number + 1;
            rows.push_str(&format!(
                "{arena} {word}\tHND\tHND00{id}\t{side}\t{arena}\tRebel Singer\t3\t30\t2\t6\tC\t{id}\t\tSing a song that the table likes.\t\tHND\n"
            ));
            list.push_str(&format!("20 {arena} {word}\n"));
        }
        std::fs::write(decks.join(format!("{word}s.txt")), list).expect("written");
    }
    std::fs::write(sets.join("HND.txt"), rows).expect("written");
    folder
}

/// The same game with decks of which every unit has a text by hand.
pub(super) fn with_hands(mut setup: GameSetup) -> GameSetup {
    let world = world();
    for (player, slug) in [(&mut setup.light, "bards"), (&mut setup.dark, "fiddlers")] {
        let offer = world.known(slug).expect("a deck");
        player.cards = world.names_of(offer).expect("playable");
        (player.deck, player.by_hand) = (offer.name.clone(), Hand::Used);
    }
    setup
}

/// A game of two in the midst of a text by hand: begun, and then these words were chosen.
pub(super) async fn in_a_text(store: &Memory, id: &str, setup: GameSetup, words: &[&str]) -> GameId {
    let game = lay(store, id, setup.clone(), "a").await;
    let stored = store.load(&game).await.expect("read").expect("there");
    let mut table = Table::laid(world().catalog.clone(), setup, stored.promised.clone()).expect("a table");
    for row in &stored.rows {
        table.apply(&row.step().expect("a step")).expect("it fits");
    }
    let (number, mut rows) = (table.number, Vec::new());
    let mut take = |table: &mut Table, step: Step| {
        table.apply(&step).expect("it fits");
        rows.push(step.to_row(7, 0));
    };
    let place = |table: &Table, words: &str| {
        let game = &table.game;
        game.choices().iter().position(|choice| game.label(*choice).ends_with(words))
    };
    let say =
        |place: usize| Step::Answer { choice: u16::try_from(place).expect("few choices"), by: By::Person };
    take(&mut table, Step::Sit { seat: Role::Dark, holder: "b".into(), name: None });
    for words in [&["uses its text by hand"], words].concat() {
        loop {
            if let Some(at) = place(&table, words) {
                take(&mut table, say(at));
                break;
            }
            // In setup as many units as there are points for, then passes.
            let next = place(&table, " arena").unwrap_or(0);
            take(&mut table, say(next));
        }
    }
    store.append(&game, number, rows, head(&table, 7)).await.expect("appended");
    game
}

/// Thinks at once, on the one thread of the simulation.
pub(super) struct AtOnce;

#[async_trait]
impl Think for AtOnce {
    async fn film(&self, _: &str, table: Table) -> Option<String> {
        crate::pool::filmed(&table)
    }

    async fn think(&self, thought: Thought) -> u16 {
        sleep(Duration::from_millis(30)).await;
        thought.answer()
    }
}

thread_local! {
    /// The wall clock of a story, which somebody sets wrong now and then.
    pub(super) static CLOCK: Cell<i64> = const { Cell::new(7) };
    /// Steps that clients took within texts by hand, in all stories.
    static BY_HAND: Cell<u64> = const { Cell::new(0) };
    /// The number of the next server.
    static NEXT: Cell<u32> = const { Cell::new(1) };
}

fn clock() -> i64 {
    CLOCK.get()
}

/// Sets the clock an hour forward or back, again and again.
async fn set_clock(mut dice: Dice) {
    loop {
        sleep(Duration::from_millis(50 + dice.below(900))).await;
        let hour = 3_600_000;
        CLOCK.set(CLOCK.get() + if dice.below(2) == 0 { hour } else { -hour });
    }
}

/// A stream of decisions from a seed.
#[derive(Clone)]
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, number: u64) -> u64 {
        self.next() % number
    }
}

/// What clients were told and have seen, to be held against the store.
#[derive(Default)]
struct Seen {
    /// Acknowledged answers: game, number, request, choice.
    acknowledged: Vec<(GameId, u32, u64, u16)>,
    /// Every request that was sent.
    sent: Vec<(GameId, u64)>,
    /// The hashes of states, by game and number.
    states: BTreeMap<(GameId, u32), u64>,
    /// What was wrong at once.
    faults: Vec<String>,
}

pub(super) struct Sim {
    store: Memory,
    /// The servers, each with the task that looks after its games.
    nodes: RefCell<Vec<(Arc<Registry>, AbortHandle)>>,
    seen: RefCell<Seen>,
    /// Whether the servers show steps before they are on the disk.
    hasty: bool,
}

pub(super) fn setup(world: &World, seed: u64, computer: bool) -> GameSetup {
    let (light, dark) = world.suggested().expect("two decks");
    let player = |offer: &crate::world::Offer, kind: Kind| {
        let cards = world.names_of(offer).expect("playable");
        Player {
            name: offer.name.clone(),
            kind,
            deck: offer.name.clone(),
            cards,
            by_hand: Default::default(),
        }
    };
    let far = if computer { Kind::Computer("random".into()) } else { Kind::Person };
    GameSetup {
        edition: "current".into(),
        seed: Seed::from(seed),
        chance: if computer { Source::Promise } else { Source::Seed },
        roles: Roles::Fixed,
        rules: 0,
        pocket: None,
        dark: player(dark, far),
        light: player(light, Kind::Person),
        pace: Pace::Instant,
        undo: Undo::Agreed,
        passing: Passing::AtOnce,
        from: None,
        scratch: None,
        watching: Default::default(),
        lesson: None,
        conditions: Default::default(),
    }
}

/// The same on a clock, if there is one, and under the rules of today.
fn on(clock: Option<Clock>, setup: GameSetup) -> GameSetup {
    let conditions = Conditions { clock, ..Conditions::default() };
    GameSetup { conditions, rules: engine::RULES, ..setup }
}

/// Lays a table at which one seat is taken.
pub(super) async fn lay(store: &Memory, id: &str, setup: GameSetup, holder: &str) -> GameId {
    let (world, id, secret) = (world(), GameId::from(id), [7; 32]);
    let promised = (setup.chance == Source::Promise).then(|| Promised {
        game: id.to_string(),
        secret,
        promise: fair::promise(&id, &secret),
    });
    let laid = Table::laid(world.catalog.clone(), setup.clone(), promised.clone()).expect("a table");
    let sit = Step::Sit { seat: Role::Light, holder: holder.into(), name: None };
    let steps = std::iter::once(sit).chain(laid.server_commitments());
    let rows: Vec<_> = steps.map(|step| step.to_row(7, 0)).collect();
    let table = table::fold(world.catalog.clone(), setup.clone(), promised.clone(), &rows).expect("a game");
    let setup = serde_json::to_string(&setup).expect("text");
    let head = head(&table, 7);
    let new = NewGame { id: id.clone(), setup, rows, head, invitation: None, promised, pocket: None };
    store.create(new).await.expect("made");
    id
}

impl Sim {
    fn node(store: &Memory, hasty: bool) -> (Arc<Registry>, AbortHandle) {
        Sim::with(store, hasty, engine::RULES, Arc::new(AtOnce))
    }

    /// One more server on a store.
    pub(super) fn with(
        store: &Memory,
        hasty: bool,
        rules: u32,
        thinkers: Arc<dyn Think>,
    ) -> (Arc<Registry>, AbortHandle) {
        let store = store.node(NEXT.replace(NEXT.get() + 1));
        let node = Node {
            world: world(),
            bus: store.bus(),
            store: Arc::new(store),
            rules,
            others: Others::default(),
            thinkers,
            metrics: Arc::default(),
            clock,
            awake: 100,
            hasty,
            stumbles: None,
        };
        let registry = Registry::new(Arc::new(node));
        let task = tokio::spawn(registry.clone().look_after()).abort_handle();
        (registry, task)
    }

    /// One of the servers: any may be asked.
    fn any(&self, dice: &mut Dice) -> Arc<Registry> {
        let nodes = self.nodes.borrow();
        nodes[dice.below(nodes.len() as u64) as usize].0.clone()
    }

    /// A shot that somebody sees: every step of it is on the disk, and all servers show the same at the same number.
    fn check(&self, shot: &Shot) {
        let (number, hash) = (shot.table.number, shot.table.game.whole().stable_hash());
        let mut seen = self.seen.borrow_mut();
        if self.store.steps(&shot.game) < number as usize {
            seen.faults.push(format!("{} shows step {number} before it is on the disk", shot.game));
        }
        let before = *seen.states.entry((shot.game.clone(), number)).or_insert(hash);
        if before != hash {
            seen.faults.push(format!("{} shows two tables at step {number}", shot.game));
        }
    }

    async fn make(&self, id: &str, seed: u64, computer: bool, holder: &str) -> GameId {
        self.make_under(id, seed, computer, holder, None).await
    }

    /// A game on a clock, if there is one.
    async fn make_under(
        &self,
        id: &str,
        seed: u64,
        computer: bool,
        holder: &str,
        clock: Option<Clock>,
    ) -> GameId {
        lay(&self.store, id, on(clock, setup(&world(), seed, computer)), holder).await
    }

    /// A player: looks, decides, sends; cuts, repeats, and doesn't care what became of it.
    async fn play(self: Rc<Sim>, game: GameId, holder: String, mut dice: Dice, orders: usize) {
        for _ in 0..orders {
            sleep(Duration::from_millis(dice.below(120))).await;
            let registry = self.any(&mut dice);
            let Ok(Ok(shot)) = timeout(Duration::from_secs(60), registry.look(&game)).await else { continue };
            self.check(&shot);
            let table = &shot.table;
            let who = table.seats_of(Some(&holder)).first().copied();
            let command = match dice.below(10) {
                _ if who.is_none() => Command::Sit(Role::Dark, "Guest".into()),
                kind if table.stage() != Stage::Begun => {
                    let (seat, entropy) = (who.unwrap_or(Role::Light), [5; 32]);
                    let digest = fair::commitment(&game, seat as u8, &entropy);
                    match (kind, table.stage()) {
                        (0..4, _) => Command::Words("4 6 1".into()),
                        (_, Stage::Laid) => Command::Commit(vec![(seat, digest)]),
                        _ => Command::Reveal(vec![(seat, entropy)]),
                    }
                }
                0 => Command::Undo,
                1 => Command::Agree(dice.below(2) == 0),
                2 => Command::Say("hello".into()),
                3 => match dice.below(24) {
                    0 => Command::Concede,
                    1..8 => Command::OfferDraw,
                    8..11 => Command::AnswerDraw(dice.below(4) == 0),
                    11 => Command::Abort,
                    _ => continue,
                },
                _ if who.is_some() && table.asked() == who => {
                    let choices = table.game.choices().len() as u64;
                    Command::Answer(vec![u16::try_from(dice.below(choices)).expect("few choices")])
                }
                _ => continue,
            };
            let number = matches!(command, Command::Answer(_) | Command::Undo).then_some(table.number);
            let order = Order { by: Some(holder.clone()), number, request: dice.next() | 1, command };
            self.send(&game, &order, &mut dice).await;
        }
    }

    async fn send(&self, game: &GameId, order: &Order, dice: &mut Dice) {
        self.seen.borrow_mut().sent.push((game.clone(), order.request));
        let patience = Duration::from_millis(if dice.below(3) == 0 { dice.below(40) } else { 30_000 });
        for _ in 0..=dice.below(3) {
            // A repetition may reach another server.
            let registry = self.any(dice);
            let answered = timeout(patience, registry.order(game, order.clone())).await;
            match answered {
                Ok(Ok(shot)) => {
                    self.check(&shot);
                    if let (Command::Answer(path), Some(number)) = (&order.command, order.number) {
                        let told = (game.clone(), number, order.request, path[0]);
                        self.seen.borrow_mut().acknowledged.push(told);
                    }
                }
                Ok(Err(Refusal::Broken | Refusal::Unreadable(_) | Refusal::Missing)) => {
                    self.seen.borrow_mut().faults.push(format!("{game}: {answered:?}"));
                }
                // Cut off, refused, or not known: the store decides.
                Ok(Err(_)) | Err(_) => {}
            }
        }
    }

    /// Kills servers now and then, and starts others on the same store.
    async fn kill(self: Rc<Sim>, mut dice: Dice, times: u64) {
        for _ in 0..times {
            sleep(Duration::from_millis(200 + dice.below(1500))).await;
            let place = dice.below(self.nodes.borrow().len() as u64) as usize;
            let rules = self.nodes.borrow()[place].0.node().rules;
            let fresh = Sim::with(&self.store, self.hasty, rules, Arc::new(AtOnce));
            let (old, task) = std::mem::replace(&mut self.nodes.borrow_mut()[place], fresh);
            task.abort();
            old.kill();
        }
    }

    /// Holds what was told against what is stored.
    async fn judge(&self, games: &[GameId]) -> Vec<String> {
        let mut faults = std::mem::take(&mut self.seen.borrow_mut().faults);
        for game in games {
            let stored = self.store.load(game).await.expect("read").expect("there");
            let setup: GameSetup = serde_json::from_str(&stored.setup).expect("a setup");
            let mut table =
                Table::laid(world().catalog.clone(), setup, stored.promised.clone()).expect("a table");
            let mut hashes = vec![table.game.whole().stable_hash()];
            for row in &stored.rows {
                let why = table.game.asked().map(|ask| ask.why);
                if row.request != 0 && matches!(why, Some(Why::ByHand | Why::Agree)) {
                    BY_HAND.set(BY_HAND.get() + 1);
                }
                let applied = row
                    .step()
                    .map_err(|error| error.to_string())
                    .and_then(|step| table.apply(&step).map_err(|error| error.to_string()));
                if let Err(error) = applied {
                    faults.push(format!("{game}: step {}: {error}", hashes.len() - 1));
                    break;
                }
                hashes.push(table.game.whole().stable_hash());
            }
            let seen = self.seen.borrow();
            for ((_, number), hash) in seen.states.iter().filter(|((of, _), _)| of == game) {
                if hashes.get(*number as usize) != Some(hash) {
                    faults.push(format!("{game}: what was shown at step {number} isn't in the log"));
                }
            }
            for (_, number, request, choice) in seen.acknowledged.iter().filter(|(of, ..)| of == game) {
                // The time that it used up stands before an answer; one that came too late has ended the game instead.
                let rows = stored.rows.get(*number as usize..).unwrap_or_default();
                let own = rows.iter().take_while(|row| row.request == *request).map(Row::step);
                let own: Vec<Step> = own.flatten().collect();
                let answer = Step::Answer { choice: *choice, by: By::Person };
                let [Step::RunOut { .. }, ..] = own[..] else {
                    if !own.contains(&answer) {
                        faults.push(format!("{game}: the acknowledged step {number} is lost"));
                    }
                    continue;
                };
            }
            for (_, request) in seen.sent.iter().filter(|(of, _)| of == game) {
                // A request may take several steps at once, but none of them twice; what the table answers by itself
                // after it may be several questions.
                let own = |row: &&Row| row.request == *request && row.kind != "wish";
                let mut steps: Vec<_> = stored.rows.iter().filter(own).collect();
                steps.sort_by_key(|row| (row.kind.clone(), row.role.map(|role| role as usize)));
                let twice =
                    steps.windows(2).any(|two| (&two[0].kind, two[0].role) == (&two[1].kind, two[1].role));
                if twice {
                    faults.push(format!("{game}: request {request} had its effect twice: {steps:?}"));
                }
            }
            faults.extend(self.overcharged(game, &table, &stored.rows));
            // In a game that was called off nobody is waited for.
            if !table.abandoned && table.computer_asked().is_some() {
                faults.push(format!("{game}: the computer still thinks after the faults ended"));
            }
        }
        faults
    }
}

impl Sim {
    /// Where a player lost more time than the question could be seen: from the moment at which it was on the disk to the one at
    /// which its answer was, whatever the wall clock said meanwhile.
    fn overcharged(&self, game: &GameId, table: &Table, rows: &[Row]) -> Vec<String> {
        let Some(clock) = table.setup.conditions.clock else { return Vec::new() };
        let (written, mut faults) = (self.store.written(game), Vec::new());
        // Where nothing is promised, somebody is asked from the beginning.
        let begun = written.first().map(|at| (*at, u64::from(clock.free) * 1000));
        let (mut spent, mut asked) = (ByRole::from_fn(|_| 0), begun);
        for (number, row) in rows.iter().enumerate() {
            let (Ok(step), Some(at)) = (row.step(), written.get(number)) else { continue };
            let seen = |(since, free): (Instant, u64)| {
                let millis = u64::try_from(at.duration_since(since).as_millis()).unwrap_or(u64::MAX);
                millis.saturating_sub(free)
            };
            let seen = asked.map_or(0, seen);
            match step {
                Step::Spent { role, millis } => {
                    spent[role] += u64::from(millis);
                    if u64::from(millis) > seen {
                        faults.push(format!(
                            "{game}: step {number} takes {millis} ms for {seen} ms that could be seen"
                        ));
                    }
                }
                Step::RunOut { role } => {
                    let left = (u64::from(clock.bank) * 1000).saturating_sub(spent[role]);
                    if left > seen {
                        faults.push(format!("{game}: at step {number} {left} ms run out within {seen} ms"));
                    }
                }
                _ => {}
            }
            if row.asks() {
                let anew = if let Step::AskAnew { free } = step { u64::from(free) } else { 0 };
                asked = Some((*at, u64::from(clock.free) * 1000 + anew));
            }
        }
        faults
    }
}

/// What a story comes to.
struct Told {
    /// What is wrong at its end.
    faults: Vec<String>,
    steps: usize,
    acknowledged: usize,
    /// How many rows of a kind there are in its logs.
    rows: BTreeMap<String, usize>,
}

/// One whole story from a seed. In every other one the games have a clock; in some, one of several servers has newer rules.
fn story(seed: u64, hasty: bool) -> Told {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let local = tokio::task::LocalSet::new();
    local.block_on(&runtime, async move {
        let mut dice = Dice(seed);
        let store = Memory::default();
        let servers = 1 + dice.below(3);
        let clock = seed.is_multiple_of(2).then(|| {
            let (bank, free) = (5 + dice.below(40) as u32, dice.below(3) as u32);
            Clock { bank, free, bonus: 0 }
        });
        let newer = (servers > 1 && dice.below(3) == 0).then(|| dice.below(servers));
        let rules = |node: u64| engine::RULES + u32::from(newer == Some(node));
        let nodes =
            (0..servers).map(|node| Sim::with(&store, hasty, rules(node), Arc::new(AtOnce))).collect();
        let sim = Rc::new(Sim { store, nodes: RefCell::new(nodes), seen: RefCell::default(), hasty });
        let alone = sim.make_under("computer22", seed, true, "a", clock).await;
        // In every third story the friends are in the midst of a text by hand.
        let friends = if seed.is_multiple_of(3) {
            let laid = on(clock, with_hands(setup(&world(), seed ^ 5, false)));
            in_a_text(&sim.store, "friends222", laid, &[]).await
        } else {
            sim.make_under("friends222", seed ^ 5, false, "a", clock).await
        };
        sim.store.follow(Plan::new(seed, 150, 25, 6));
        let mut tasks = Vec::new();
        for (game, holder) in [(&alone, "a"), (&friends, "a"), (&friends, "b"), (&friends, "c")] {
            let dice = Dice(dice.next());
            tasks.push(tokio::task::spawn_local(sim.clone().play(game.clone(), holder.into(), dice, 14)));
        }
        let kills = dice.below(3);
        tasks.push(tokio::task::spawn_local(sim.clone().kill(Dice(dice.next()), kills)));
        let wrong = tokio::task::spawn_local(set_clock(Dice(seed ^ 0xC10C)));
        for task in tasks {
            task.await.expect("no client panics");
        }
        wrong.abort();
        // The faults end. Nobody needs to look for the games to go on.
        sim.store.follow(Plan::calm());
        sleep(Duration::from_secs(30)).await;
        let faults = sim.judge(&[alone.clone(), friends.clone()]).await;
        let steps = sim.store.steps(&alone) + sim.store.steps(&friends);
        let acknowledged = sim.seen.borrow().acknowledged.len();
        let mut rows = BTreeMap::new();
        for game in [&alone, &friends] {
            for row in sim.store.load(game).await.expect("read").expect("there").rows {
                *rows.entry(row.kind.to_string()).or_default() += 1;
            }
        }
        Told { faults, steps, acknowledged, rows }
    })
}

/// `FAULT_SEEDS` says how many stories; `FAULT_FROM` the first.
#[test]
fn no_fault_cut_or_kill_loses_doubles_or_freezes_a_step() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
    };
    let (from, seeds) = (number("FAULT_FROM", 1), number("FAULT_SEEDS", 150));
    let (mut steps, mut acknowledged, mut rows) = (0, 0, BTreeMap::<String, usize>::new());
    for seed in from..from + seeds {
        let told = story(seed, false);
        let faults = told.faults;
        assert!(faults.is_empty(), "seed {seed} (FAULT_FROM={seed} FAULT_SEEDS=1): {faults:#?}");
        steps += told.steps;
        acknowledged += told.acknowledged;
        told.rows.into_iter().for_each(|(kind, number)| *rows.entry(kind).or_default() += number);
    }
    let [spent, out, anew, carried] =
        ["spent", "run-out", "ask-anew", "carried"].map(|kind| rows.get(kind).copied().unwrap_or(0));
    println!(
        "report: {seeds} simulated stories with one to three servers, half of them on a clock, some with newer rules at one \
         server: {steps} steps, {acknowledged} answers acknowledged; time taken {spent} times, run out {out} times, asked anew \
         {anew} times, carried over {carried} times; no fault"
    );
    // A single seed is played again to look at it.
    if seeds >= 100 {
        assert!(acknowledged as u64 > seeds * 4, "the clients play: {acknowledged}");
        assert!([spent, out, anew, carried].into_iter().all(|number| number > 5), "{rows:?}");
    }
    let by_hand = BY_HAND.get();
    assert!(by_hand > seeds / 2, "they do things by hand: {by_hand}");
}

/// What would be wrong if append and publish changed places: the simulation notices, in most stories.
#[test]
fn a_server_that_shows_steps_before_they_are_on_the_disk_is_found_out() {
    let found = (1..=20).filter(|seed| {
        story(*seed, true).faults.iter().any(|fault| fault.contains("before it is on the disk"))
    });
    let found = found.count();
    assert!(found > 10, "{found} of 20 stories");
}

/// Runs something on one thread with paused time.
pub(super) fn alone<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    tokio::task::LocalSet::new().block_on(&runtime.expect("a runtime"), work)
}

/// A command of the holder `a` at a table as it is now.
pub(super) fn answer(shot: &Shot, request: u64) -> Order {
    let command = Command::Answer(vec![0]);
    Order { by: Some("a".into()), number: Some(shot.table.number), request, command }
}

#[test]
fn a_game_that_panics_is_one_table_and_a_takeback_leads_on() {
    alone(async {
        let store = Memory::default();
        let (registry, _) = Sim::node(&store, false);
        let nodes = RefCell::new(vec![Sim::node(&store, false)]);
        let sim = Sim { store: store.clone(), nodes, seen: RefCell::default(), hasty: false };
        let games =
            [sim.make("broken2222", 3, false, "a").await, sim.make("friends222", 4, false, "a").await];
        // Light is asked first or after Dark's answers: whoever is asked, `a` holds both seats.
        for game in &games {
            let shot = registry.look(game).await.expect("a table");
            let sit = Step::Sit { seat: Role::Dark, holder: "a".into(), name: None }.to_row(7, 0);
            store.append(game, shot.table.number, vec![sit], head(&shot.table, 7)).await.expect("seated");
        }
        let node = Node {
            world: world(),
            bus: store.bus(),
            store: Arc::new(store.clone()),
            rules: engine::RULES,
            others: Others::default(),
            thinkers: Arc::new(AtOnce),
            metrics: Arc::default(),
            clock: || 7,
            awake: 100,
            hasty: false,
            stumbles: Some(games[0].clone()),
        };
        let registry = Registry::new(Arc::new(node));
        for (game, wanted) in games.iter().zip([Err(Refusal::Broken), Ok(())]) {
            let shot = registry.look(game).await.expect("a table");
            let asked = shot.table.asked().expect("a question");
            let screen = Order { number: None, command: Command::Screen(asked), ..answer(&shot, 5) };
            let shot = registry.order(game, screen).await.expect("the screen");
            let before = store.steps(game);
            let done = registry.order(game, answer(&shot, 9)).await;
            assert_eq!(done.as_ref().map(|_| ()).map_err(Clone::clone), wanted, "{game}");
            let shot = registry.look(game).await.expect("it can still be seen");
            match wanted {
                Ok(()) => assert!(store.steps(game) > before && shot.in_words().is_none()),
                Err(_) => {
                    assert_eq!(store.steps(game), before, "nothing was done");
                    assert!(shot.in_words().is_some_and(|told| told.contains("stumbled")));
                    assert!(registry.owners().contains(&("broken", 1)), "{:?}", registry.owners());
                }
            }
        }
        // Under a program that doesn't panic the game simply goes on: its log is in order.
        let (cured, _) = Sim::node(&store, false);
        let shot = cured.look(&games[0]).await.expect("a table");
        assert!(shot.in_words().is_none() && shot.table.asked().is_some());
    });
}

#[test]
fn a_full_mailbox_is_told_at_once_and_what_was_in_it_is_done() {
    alone(async {
        let store = Memory::default();
        let nodes = RefCell::new(vec![Sim::node(&store, false)]);
        let sim = Sim { store: store.clone(), nodes, seen: RefCell::default(), hasty: false };
        let game = sim.make("friends222", 4, false, "a").await;
        let registry = sim.nodes.borrow()[0].0.clone();
        registry.look(&game).await.expect("a table");
        // Nobody reads the mailbox before all of them are sent: there is one thread.
        let say = |number: u64| {
            let (registry, game) = (registry.clone(), game.clone());
            let command = Command::Say(format!("line {number}"));
            let order = Order { by: Some("a".into()), number: None, request: number, command };
            async move { registry.order(&game, order).await.map(|_| ()) }
        };
        let answers = futures_util::future::join_all((1..=40).map(say)).await;
        let busy = answers.iter().filter(|answer| **answer == Err(Refusal::Busy)).count();
        let done = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!((done, busy), (32, 8), "{answers:?}");
        let shot = registry.look(&game).await.expect("a table");
        assert_eq!(shot.chat.len(), 32);
        assert_eq!(say(99).await, Ok(()), "and there is room again");
    });
}

/// A server of its own on a store, at the time that the clock says.
fn server(store: &Memory) -> Arc<Registry> {
    Sim::node(store, false).0
}

#[test]
fn those_who_watch_see_a_game_as_late_as_its_players_wish() {
    alone(async {
        CLOCK.set(1_000_000);
        let store = Memory::default();
        let wanted = GameSetup { watching: Watching::Later(60), ..setup(&world(), 5, false) };
        let game = lay(&store, "friends222", wanted, "a").await;
        let registry = server(&store);
        let sit = Order {
            by: Some("b".into()),
            number: None,
            request: 3,
            command: Command::Sit(Role::Dark, "Gero".into()),
        };
        registry.order(&game, sit).await.expect("seated");
        // What had happened when the server started is a minute old to it, or will be.
        CLOCK.set(1_100_000);
        sleep(Duration::from_secs(61)).await;
        let public = |registry: Arc<Registry>| {
            let game = game.clone();
            async move { registry.look_as(&game, false).await.expect("a table").table.number }
        };
        let before = registry.look(&game).await.expect("a table").table.number;
        assert_eq!(public(registry.clone()).await, before);
        for request in 10..14 {
            let shot = registry.look(&game).await.expect("a table");
            let by = shot.table.asked().and_then(|role| shot.table.seats[role].clone());
            registry.order(&game, Order { by, ..answer(&shot, request) }).await.expect("an answer");
        }
        let now = registry.look(&game).await.expect("a table").table.number;
        assert!(now >= before + 4);
        assert_eq!(public(registry.clone()).await, before, "not yet");
        sleep(Duration::from_secs(59)).await;
        assert_eq!(public(registry.clone()).await, before, "not yet");
        // A server that starts meanwhile doesn't give it away either.
        CLOCK.set(1_159_000);
        assert_eq!(public(server(&store)).await, before, "not after a start");
        sleep(Duration::from_secs(2)).await;
        assert_eq!(public(registry.clone()).await, now, "a minute later");
        CLOCK.set(1_161_000);
        assert_eq!(public(server(&store)).await, now);
        // Players and those who watch are told how many do.
        let handle = registry.handle(&game).expect("an owner");
        assert_eq!((handle.shared.comes(), handle.shared.comes()), (0, 1));
        sleep(Duration::from_secs(2)).await;
        assert_eq!(registry.look(&game).await.expect("a table").watchers, 2);
        handle.shared.leaves();
        sleep(Duration::from_secs(2)).await;
        let shot = registry.look(&game).await.expect("a table");
        assert_eq!((shot.watchers, shot.table.number, shot.may_be_watched()), (1, now, true));
        let private = GameSetup { watching: Watching::Nobody, ..setup(&world(), 5, false) };
        let game = lay(&store, "private222", private, "a").await;
        assert!(!registry.look(&game).await.expect("a table").may_be_watched());
        CLOCK.set(7);
    });
}
