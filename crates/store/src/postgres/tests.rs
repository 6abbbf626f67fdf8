//! PostgreSQL keeps the promises of every store, also when connections and servers go.

use super::{Connections, Postgres};
use crate::game::{AppendError, Created, GameId, Head, Health, StoreError};
use crate::{Address, Games, Memory, NewGame, People, Sqlite, Store, Token, TokenKind, Visitor, VisitorKind};
use crate::{copy, copy_games, suite};
use rig::{Proxy, Way, or_skip};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use table::{By, Row, Step};
use tokio::time::timeout;

const TESTS: &str = "the tests of the PostgreSQL store";

fn shared() -> Option<&'static rig::Postgres> {
    or_skip(TESTS, rig::Postgres::shared())
}

/// A new database: its name and address.
fn database(postgres: &rig::Postgres) -> (String, String) {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = format!("test{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let url = postgres.database(&name).expect("a database");
    (name, url)
}

fn answer(choice: u16, request: u64) -> Row {
    Step::Answer { choice, by: By::Person }.to_row(5, request)
}

fn game(id: &str) -> NewGame {
    NewGame {
        id: Arc::from(id),
        setup: "{}".into(),
        rows: Vec::new(),
        head: Head::default(),
        invitation: None,
        promised: None,
        pocket: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_keeps_the_promises_of_every_store() {
    let Some(postgres) = shared() else { return };
    suite::run(|| async { Postgres::open(&database(postgres).1).await.expect("a store") }).await;
}

/// Two servers and many games: of all who want a number one gets it, and no group waits for another in a circle.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_that_append_at_once_one_wins_and_logs_have_no_gap() {
    let Some(postgres) = shared() else { return };
    let (_, url) = database(postgres);
    // Both start on an empty database at once.
    let (one, other) = tokio::join!(Postgres::open(&url), Postgres::open(&url));
    let servers = [Arc::new(one.expect("a store")), Arc::new(other.expect("a store"))];
    let games: Vec<GameId> = (0..40).map(|number| Arc::from(format!("g{number:02}"))).collect();
    for id in &games {
        servers[0].create(game(id)).await.expect("made");
    }
    let mut writers = Vec::new();
    for writer in 1..=8_u64 {
        for id in games.clone() {
            let store = servers[writer as usize % 2].clone();
            writers.push(tokio::spawn(async move {
                let (mut at, mut won) = (0, 0_u32);
                while at < 12 {
                    match store.append(&id, at, vec![answer(1, writer)], Head::default()).await {
                        Ok(()) => (at, won) = (at + 1, won + 1),
                        Err(AppendError::Conflict { now }) => {
                            assert!(now > at, "{id}: refused at {at}, and it has {now}");
                            at = now;
                        }
                        Err(other) => panic!("{other}"),
                    }
                }
                won
            }));
        }
    }
    let mut won = 0;
    for writer in writers {
        won += writer.await.expect("no panic");
    }
    let checked = Postgres::check(&url).await.expect("checked");
    assert_eq!((checked.games, checked.steps, checked.faults), (40, u64::from(won), Vec::new()));
    // Every game has its 12 steps, and no more than what was under way when the last was written.
    assert!(won >= 40 * 12, "{won}");
}

/// One append that can't be written shares its statement with others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cant_be_written_harms_nothing_beside_it() {
    let Some(postgres) = shared() else { return };
    let (_, url) = database(postgres);
    let one_lane = Connections { append: 1, ..Connections::default() };
    let store = Arc::new(Postgres::open_with(&url, one_lane).await.expect("a store"));
    for number in 0..30 {
        store.create(game(&format!("g{number:02}"))).await.expect("made");
    }
    let appends: Vec<_> = (0..30)
        .map(|number| {
            let store = store.clone();
            // PostgreSQL keeps no text with a zero byte.
            let note = if number == 7 { "a\0b" } else { "fine" };
            let head = Head { note: note.into(), ..Head::default() };
            let id = Arc::from(format!("g{number:02}"));
            tokio::spawn(async move { store.append(&id, 0, vec![answer(1, 1)], head).await })
        })
        .collect();
    for (number, append) in appends.into_iter().enumerate() {
        let written = append.await.expect("no panic");
        let failed = matches!(written, Err(AppendError::Failed(StoreError::Database(_))));
        assert_eq!(failed, number == 7, "{number}: {written:?}");
        assert!(failed || written == Ok(()), "{written:?}");
    }
    assert_eq!(*store.health().borrow(), Health::Well, "the database is well all the same");
    assert_eq!(store.tail(&Arc::from("g07"), 0).await, Ok(Vec::new()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_isnt_ours_or_cant_be_reached_is_refused_with_a_reason() {
    let Some(postgres) = shared() else { return };
    let (name, url) = database(postgres);
    let why = |url: String| async move {
        let opened = Postgres::open(&url).await.err();
        opened.map(|error| error.to_string()).unwrap_or_default()
    };
    let empty = Postgres::check(&url).await.expect_err("no games").to_string();
    assert!(empty.contains("no games are kept"), "{empty}");
    Postgres::open(&url).await.expect("a store");
    Postgres::open(&url).await.expect("the same again");
    let sql = |text: &str| postgres.sql_in(&name, text).expect("done");
    sql("UPDATE schema SET digest = 'another' WHERE number = 7");
    let told = why(url.clone()).await;
    assert!(told.contains("migration 7"), "{told}");
    sql("INSERT INTO schema VALUES (99, 'later', '', now())");
    let told = why(url.clone()).await;
    assert!(told.contains("99") && told.contains("newer program"), "{told}");
    assert!(Postgres::check(&url).await.is_err());
    for (wrong, words) in [
        (url.replace(&name, "nowhere"), "database \"nowhere\" does not exist"),
        (postgres.url_at(1), "refused"),
        (format!("{url}?sslrootcert=ca.pem"), "of no use"),
        ("postgres://[".into(), "the address of the database"),
    ] {
        let told = why(wrong).await;
        assert!(told.contains(words), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn check_finds_gaps_strays_broken_promises_and_damaged_cards() {
    let Some(postgres) = shared() else { return };
    let (name, url) = database(postgres);
    let store = Postgres::open(&url).await.expect("a store");
    for id in ["one", "two"] {
        let pocket = crate::Pocket { digest: "d".into(), source: id.into(), readings: String::new() };
        let made = NewGame { rows: vec![answer(1, 1), answer(2, 2)], pocket: Some(pocket), ..game(id) };
        assert_eq!(store.create(made).await, Ok(Created::New));
    }
    let sql = |text: &str| postgres.sql_in(&name, text).expect("done");
    let faults = || async { Postgres::check(&url).await.expect("checked").faults };
    assert_eq!(faults().await, Vec::<String>::new());
    sql("DELETE FROM steps WHERE game = 'two' AND number = 0");
    assert_eq!(faults().await, ["game two: 2 steps are counted, 1 are there, the last is 2"]);
    sql("INSERT INTO steps VALUES ('three', 0, 'answer', NULL, 1, NULL, 1, 1, NULL)");
    assert!(faults().await.contains(&"game three: there are steps, but no game".to_string()));
    sql("UPDATE games SET promise = repeat('ab', 32) WHERE id = 'one'");
    assert!(faults().await.contains(&"game one: the secret isn't the one that was promised".to_string()));
    sql("UPDATE pockets SET source = 'nothing'");
    assert_eq!(faults().await.len(), 5, "{:?}", faults().await);
}

/// From a folder into a database and back into another folder: everything is as it was.
#[test]
fn games_move_into_the_database_and_back() {
    let Some(postgres) = shared() else { return };
    let (_, url) = database(postgres);
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let at = |place: usize| Address::Folder(folders[place].path().to_path_buf());
    let there = Address::of(&url).expect("an address");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let kept = |address: &Address| {
        runtime.block_on(async {
            // What a store has, in another that can be looked into.
            let (store, copy) = (crate::open(address).await.expect("a store"), Memory::default());
            copy_games(&*store, &copy).await.expect("copied");
            let mut games = Vec::new();
            for id in copy.all(None, 1000).await.expect("read") {
                games.push((copy.load(&id).await, copy.film(&id).await, id));
            }
            (games, copy.everybody(None, 1000).await)
        })
    };
    runtime.block_on(async {
        let store = Sqlite::open(folders[0].path()).expect("a store");
        for number in 0..25_u16 {
            let id = format!("g{number:02}");
            let rows = vec![
                Step::Sit {
                    seat: vocab::Role::Dark,
                    holder: "Größe".into(),
                    name: Some("Mira\u{1F680}".into()),
                }
                .to_row(1, 0),
                Row { trail: Some(u64::MAX), ..answer(number, u64::MAX) },
            ];
            let pocket = crate::Pocket { digest: "d".into(), source: "s\n".into(), readings: "r".into() };
            let secret = [number as u8; 32];
            let promised = table::Promised { game: id.clone(), secret, promise: fair::promise(&id, &secret) };
            let invitation = crate::Invitation {
                seat: vocab::Role::Light,
                digest: format!("d{number}"),
                secret: Some("s".into()),
            };
            let (pocket, promised, invitation) = (Some(pocket), Some(promised), Some(invitation));
            let made = NewGame { rows, pocket, promised, invitation, ..game(&id) };
            store.create(made).await.expect("made");
            store.keep_film(&Arc::from(id), "a film".repeat(200)).await.expect("kept");
        }
        let visitor = Visitor { id: "mira".into(), kind: VisitorKind::Kept, made: 4 };
        let key = Token { digest: "k".into(), kind: TokenKind::Recovery, made: 5 };
        store.welcome(visitor, vec![key]).await.expect("kept");
    });
    let before = kept(&at(0));
    assert_eq!(before.0.len(), 25);
    assert_eq!(copy(&at(0), &there), Ok(25));
    assert_eq!(copy(&at(0), &there), Ok(0), "what is there is left alone");
    assert_eq!(kept(&there), before);
    assert_eq!(copy(&there, &at(1)), Ok(25));
    assert_eq!(kept(&at(1)), before);
    assert!(crate::check(&there).expect("checked").faults.is_empty());
    assert!(copy(&there, &there).is_err());
}

/// Players who append all the time, as owners do: what is in doubt is tried again. They note what they were told.
struct Play {
    stop: AtomicBool,
    acknowledged: AtomicU64,
    doubts: AtomicU64,
    failures: AtomicU64,
}

impl Play {
    async fn play(store: Arc<Postgres>, id: GameId, seen: Arc<Play>) -> (GameId, Vec<u64>) {
        let (mut told, mut request) = (Vec::new(), 0_u64);
        'play: while !seen.stop.load(Ordering::SeqCst) {
            let at = u32::try_from(told.len()).expect("few steps");
            request += 1;
            loop {
                match store.append(&id, at, vec![answer(1, request)], Head::default()).await {
                    Ok(()) => break,
                    Err(AppendError::Conflict { .. }) => {
                        // Nobody else plays here: an earlier try was written after all.
                        let tail = store.tail(&id, at).await;
                        if let Ok(tail) = tail {
                            assert_eq!(tail, vec![answer(1, request)], "{id} at {at}");
                            break;
                        }
                    }
                    Err(AppendError::Failed(error)) => {
                        assert!(matches!(error, StoreError::Database(_)), "{error}");
                        seen.failures.fetch_add(1, Ordering::SeqCst);
                    }
                    Err(AppendError::Doubt(error)) => {
                        assert!(matches!(error, StoreError::Database(_)), "{error}");
                        seen.doubts.fetch_add(1, Ordering::SeqCst);
                    }
                }
                if seen.stop.load(Ordering::SeqCst) {
                    break 'play;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            told.push(request);
            seen.acknowledged.fetch_add(1, Ordering::SeqCst);
        }
        (id, told)
    }

    /// Waits until so many more are acknowledged.
    async fn more(&self, number: u64) {
        let wanted = self.acknowledged.load(Ordering::SeqCst) + number;
        let begun = Instant::now();
        while self.acknowledged.load(Ordering::SeqCst) < wanted {
            assert!(begun.elapsed() < Duration::from_secs(60), "the players don't go on");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

async fn healthy(store: &Postgres) {
    let mut health = store.health();
    let well = timeout(Duration::from_secs(60), health.wait_for(|health| *health == Health::Well)).await;
    well.expect("in time").expect("the store runs");
}

/// Connections are ended, the server is stopped, killed, made to refuse, cut off: whatever was acknowledged is there, once,
/// and everything goes on by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_connections_or_the_server_go() {
    let Some(mut postgres) = or_skip(TESTS, rig::Postgres::start()) else { return };
    let proxy = Proxy::to(postgres.port()).expect("a proxy");
    let store = Arc::new(Postgres::open(&postgres.url_at(proxy.port())).await.expect("a store"));
    let seen = Arc::new(Play {
        stop: AtomicBool::new(false),
        acknowledged: AtomicU64::new(0),
        doubts: AtomicU64::new(0),
        failures: AtomicU64::new(0),
    });
    let mut players = Vec::new();
    for number in 0..20 {
        let id: GameId = Arc::from(format!("g{number:02}"));
        store.create(game(&id)).await.expect("made");
        players.push(tokio::spawn(Play::play(store.clone(), id, seen.clone())));
    }
    seen.more(200).await;
    let end_all =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'dejarik'";
    for _ in 0..5 {
        postgres.sql(end_all).expect("ended");
        seen.more(100).await;
    }
    assert!(seen.doubts.load(Ordering::SeqCst) > 0, "some appends were under way");
    for _ in 0..5 {
        proxy.cut();
        seen.more(100).await;
    }
    // Stopped in order, and killed; meanwhile nothing is said to be written.
    for kill in [false, true] {
        if kill {
            postgres.kill();
        } else {
            postgres.stop();
        }
        let ill = timeout(Duration::from_secs(30), async {
            store.health().wait_for(|health| *health != Health::Well).await.map(drop)
        });
        ill.await.expect("in time").expect("the store runs");
        assert!(store.load(&Arc::from("g00")).await.is_err(), "reading is refused, not waited for");
        let create = timeout(Duration::from_secs(30), store.create(game("late"))).await.expect("in time");
        assert!(create.is_err(), "{create:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
        postgres.start_again().expect("started");
        healthy(&store).await;
        seen.more(100).await;
    }
    // A database that can only be read: refused, surely not written, and well again by itself.
    // What is said from another database takes effect in this one when somebody connects.
    let elsewhere = |statement: &str| postgres.sql_in("template1", statement).map(drop).expect("set");
    elsewhere("ALTER DATABASE postgres SET default_transaction_read_only = on");
    postgres.sql(end_all).expect("ended");
    let ill = timeout(Duration::from_secs(30), async {
        let mut health = store.health();
        let read_only = |health: &Health| matches!(health, Health::Ill(why) if why.contains("read-only"));
        health.wait_for(read_only).await.map(drop)
    });
    ill.await.expect("in time").expect("the store runs");
    elsewhere("ALTER DATABASE postgres RESET default_transaction_read_only");
    postgres.sql(end_all).expect("ended");
    healthy(&store).await;
    seen.more(100).await;
    // Answers that don't come are given up; what was written all the same is found.
    let doubts = seen.doubts.load(Ordering::SeqCst);
    proxy.hold(Some(Way::Back));
    let begun = Instant::now();
    while seen.doubts.load(Ordering::SeqCst) == doubts {
        assert!(begun.elapsed() < Duration::from_secs(40), "nobody waits without end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    proxy.hold(None);
    healthy(&store).await;
    seen.more(200).await;
    seen.stop.store(true, Ordering::SeqCst);
    let mut steps = 0;
    for player in players {
        let (id, told) = player.await.expect("no panic");
        let kept = store.tail(&id, 0).await.expect("read");
        let requests: Vec<u64> = kept.iter().map(|row| row.request).collect();
        assert_eq!(requests[..told.len()], told, "{id}: what was acknowledged is there, once");
        assert!(requests.len() <= told.len() + 1, "{id}: at most the last one was never acknowledged");
        steps += told.len();
    }
    println!(
        "report: PostgreSQL: {steps} acknowledged steps over 10 cuts and 2 restarts, {} in doubt, none lost",
        seen.doubts.load(Ordering::SeqCst)
    );
    assert!(Postgres::check(&postgres.url()).await.expect("checked").faults.is_empty());
}

/// Two servers on one database: one goes on with a game until it is gone, and each hears of the other's steps.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_share_the_work_hear_of_steps_and_know_of_each_other() {
    let Some(postgres) = shared() else { return };
    let (name, url) = database(postgres);
    let (one, other) =
        (Postgres::open(&url).await.expect("a store"), Postgres::open(&url).await.expect("a store"));
    let id: GameId = Arc::from("game");
    one.create(NewGame { head: Head { due: true, ..Head::default() }, ..game("game") }).await.expect("made");
    // Nobody has it; then one has, and keeps it by appending.
    assert_eq!((one.due(0, 9).await, other.due(0, 9).await), (Ok(vec![id.clone()]), Ok(vec![id.clone()])));
    assert_eq!((one.claim(&id).await, other.claim(&id).await), (Ok(true), Ok(false)));
    assert_eq!((one.claim(&id).await, other.due(0, 9).await), (Ok(true), Ok(Vec::new())));
    let due = Head { due: true, ..Head::default() };
    let mut heard = other.bus().subscribe();
    other
        .append(&id, 0, vec![answer(1, 1)], due.clone())
        .await
        .expect("written: it saves work and decides nothing");
    assert_eq!((one.claim(&id).await, one.due(0, 9).await), (Ok(false), Ok(Vec::new())));
    postgres.sql_in(&name, "UPDATE games SET driver_until = now()").expect("the time is over");
    assert_eq!((one.due(0, 9).await, one.claim(&id).await), (Ok(vec![id.clone()]), Ok(true)));
    assert_eq!(one.lengths(&[id.clone(), Arc::from("nowhere")]).await, Ok(vec![(id.clone(), 1)]));
    // Notices: also after their connections were ended.
    for number in [7, 8] {
        let begun = Instant::now();
        let told = loop {
            one.bus().publish(&id, number);
            match timeout(Duration::from_millis(300), heard.recv()).await {
                Ok(Ok(told)) if told.1 >= number => break told,
                _ => assert!(begun.elapsed() < Duration::from_secs(40), "a notice comes"),
            }
        };
        assert_eq!(told, (id.clone(), number));
        let all = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'dejarik' \
                   AND datname = current_database()";
        postgres.sql_in(&name, all).expect("ended");
    }
    assert_eq!((one.present(4).await, other.present(5).await), (Ok(Vec::new()), Ok(vec![4])));
    assert_eq!(one.present(4).await, Ok(vec![5]));
    postgres.sql_in(&name, "UPDATE nodes SET seen = now() - interval '1 minute'").expect("set");
    assert_eq!(one.present(4).await, Ok(Vec::new()), "gone");
}

/// Over TLS: only with a certificate that an authority we trust has signed for this host.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_tls_games_are_kept_and_a_stranger_is_refused() {
    let Some(mut postgres) = or_skip("a PostgreSQL that speaks TLS", rig::Postgres::start()) else { return };
    let Some(authority) = or_skip("a PostgreSQL that speaks TLS", postgres.encrypt()) else { return };
    let refused =
        |url: String| async move { Postgres::open(&url).await.map(drop).expect_err("refused").to_string() };
    let told = refused(format!("{}?sslmode=require", postgres.url())).await;
    assert!(told.contains("certificate") || told.contains("authorities"), "{told}");
    let settings = format!("sslmode=verify-full&sslrootcert={}", authority.display());
    let told = refused(format!("{}?{settings}", postgres.url().replace("127.0.0.1", "127.0.0.2"))).await;
    assert!(!told.is_empty(), "another host");
    let store = Postgres::open(&format!("{}?{settings}", postgres.url())).await.expect("a store");
    assert_eq!(store.create(game("secret")).await, Ok(Created::New));
    let id: GameId = Arc::from("secret");
    assert_eq!(store.append(&id, 0, vec![answer(1, 1)], Head::default()).await, Ok(()));
    let plain = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                 WHERE application_name = 'dejarik' AND NOT ssl";
    assert_eq!(postgres.sql(plain).expect("counted"), "0");
    let all = "SELECT count(*) > 2 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'dejarik' AND ssl";
    assert_eq!(postgres.sql(all).expect("counted"), "t");
}
