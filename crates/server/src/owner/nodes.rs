//! Several servers on one store: whoever is asked, the game is the same one.

use super::simulation::{AtOnce, Sim, alone, answer, lay, setup, world};
use super::{Command, Order, Refusal, Registry};
use crate::pool::{Think, Thought};
use async_trait::async_trait;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use store::{GameId, Games, Memory, Plan};
use table::{Stage, Step, Table};
use tokio::time::sleep;
use vocab::Role;

fn server(store: &Memory) -> Arc<Registry> {
    Sim::with(store, false, engine::RULES, Arc::new(AtOnce)).0
}

async fn number(server: &Arc<Registry>, game: &GameId) -> u32 {
    server.look(game).await.expect("a table").table.number
}

/// A game of two in which both sit.
async fn friends(store: &Memory) -> GameId {
    let game = lay(store, "friends222", setup(&world(), 5, false), "a").await;
    let sit = Command::Sit(Role::Dark, "Gero".into());
    let order = Order { by: Some("b".into()), number: None, request: 3, command: sit };
    server(store).order(&game, order).await.expect("seated");
    game
}

/// Answers whatever is asked, at one of the servers.
async fn goes_on(server: &Arc<Registry>, game: &GameId, request: u64) -> Result<u32, Refusal> {
    let shot = server.look(game).await?;
    let by = shot.table.asked().and_then(|role| shot.table.seats[role].clone());
    let after = server.order(game, Order { by, ..answer(&shot, request) }).await?;
    Ok(after.table.number)
}

#[test]
fn a_step_at_one_server_is_seen_at_the_others_at_once_or_a_few_seconds_later() {
    alone(async {
        let store = Memory::default();
        let game = friends(&store).await;
        let servers = [server(&store), server(&store), server(&store)];
        for server in &servers {
            server.look(&game).await.expect("a table");
        }
        // In turns at each of them: everybody has the other's step before the next question.
        for turn in 0..9 {
            let now = goes_on(&servers[turn % 3], &game, 100 + turn as u64).await.expect("an answer");
            sleep(Duration::from_millis(50)).await;
            for server in &servers {
                assert_eq!(number(server, &game).await, now);
            }
        }
        // Without any notice it takes a few seconds, and nothing else. Here every fourth gets lost, or more.
        store.follow(Plan::new(7, 1, 0, 0));
        for turn in 0..20 {
            let Ok(now) = goes_on(&servers[turn % 3], &game, 200 + turn as u64).await else { continue };
            sleep(Duration::from_millis(5100)).await;
            for server in &servers {
                assert!(number(server, &game).await >= now);
            }
        }
    });
}

/// Counts thoughts.
struct Counting(AtomicUsize);

#[async_trait]
impl Think for Counting {
    async fn film(&self, of: &str, table: Table) -> Option<String> {
        AtOnce.film(of, table).await
    }

    async fn think(&self, thought: Thought) -> u16 {
        self.0.fetch_add(1, Ordering::SeqCst);
        AtOnce.think(thought).await
    }
}

/// A game against the computer that has begun.
async fn against_computer(store: &Memory, at: &Arc<Registry>) -> GameId {
    let game = lay(store, "computer22", setup(&world(), 9, true), "a").await;
    let words =
        Order { by: Some("a".into()), number: None, request: 2, command: Command::Words("4 6".into()) };
    at.order(&game, words).await.expect("begun");
    assert_eq!(at.look(&game).await.expect("a table").table.stage(), Stage::Begun);
    game
}

#[test]
fn the_computer_thinks_at_one_server_and_at_another_soon_after_that_one_has_died() {
    alone(async {
        let store = Memory::default();
        let thinkers = Arc::new(Counting(AtomicUsize::new(0)));
        let servers: Vec<_> =
            (0..3).map(|_| Sim::with(&store, false, engine::RULES, thinkers.clone())).collect();
        let game = against_computer(&store, &servers[0].0).await;
        for (server, _) in &servers {
            server.look(&game).await.expect("a table");
        }
        for request in 10..22 {
            let _ = goes_on(&servers[request % 3].0, &game, request as u64).await;
            sleep(Duration::from_secs(2)).await;
        }
        let stored = store.load(&game).await.expect("read").expect("there");
        let by_computer = stored.rows.iter().filter(|row| row.kind == "computer").count();
        let thoughts = thinkers.0.load(Ordering::SeqCst);
        assert!(by_computer > 3, "the computer plays: {by_computer}");
        assert_eq!(thoughts, by_computer, "nobody thought in vain");
        // The one that has just answered dies before the computer's next thought is done.
        for request in 30..60 {
            let shot = servers[0].0.look(&game).await.expect("a table");
            if shot.table.game.outcome().is_some() {
                break;
            }
            let _ = goes_on(&servers[0].0, &game, request).await;
            if servers[0].0.look(&game).await.expect("a table").table.computer_asked().is_some() {
                break;
            }
            sleep(Duration::from_secs(1)).await;
        }
        servers[0].1.abort();
        servers[0].0.kill();
        let before = store.steps(&game);
        sleep(Duration::from_secs(20)).await;
        let shot = servers[1].0.look(&game).await.expect("a table");
        assert!(shot.table.computer_asked().is_none(), "another has gone on from step {before}");
    });
}

#[test]
fn of_two_versions_of_the_rules_the_newer_keeps_what_it_has_taken_over() {
    alone(async {
        let store = Memory::default();
        let game = friends(&store).await;
        // Begun under the older rules.
        let row = Step::Carried { rules: engine::RULES }.to_row(7, 0);
        let shot = server(&store).look(&game).await.expect("a table");
        store
            .append(&game, shot.table.number, vec![row], super::head(&shot.table, 7))
            .await
            .expect("written");
        let old = server(&store);
        old.present().await;
        goes_on(&old, &game, 5).await.expect("the older one plays");
        let (new, _) = Sim::with(&store, false, engine::RULES + 1, Arc::new(AtOnce));
        new.present().await;
        let after = goes_on(&new, &game, 6).await.expect("the newer one goes on");
        let carried = |rows: &[table::Row]| rows.iter().filter(|row| row.kind == "carried").count();
        sleep(Duration::from_millis(100)).await;
        // The older one has heard of it, and doesn't take it back, however often it is asked.
        for request in 7..12 {
            assert_eq!(old.look(&game).await.map(|_| ()), Err(Refusal::Elsewhere));
            assert_eq!(goes_on(&old, &game, request).await, Err(Refusal::Elsewhere));
            sleep(Duration::from_secs(4)).await;
        }
        assert!(!old.node().takes_tables() && new.node().takes_tables(), "and gets no new tables");
        let stored = store.load(&game).await.expect("read").expect("there");
        assert_eq!((carried(&stored.rows), stored.rows.len()), (2, after as usize));
        goes_on(&new, &game, 20).await.expect("it goes on");
        // When the newer ones are gone for good, the older one may go on: everything still means the same there.
        new.kill();
        drop(new);
        let late = Memory::default();
        let alone = server(&late);
        let single = friends(&late).await;
        let shot = alone.look(&single).await.expect("a table");
        let row = Step::Carried { rules: engine::RULES + 7 }.to_row(7, 0);
        alone.kill();
        late.append(&single, shot.table.number, vec![row], super::head(&shot.table, 7))
            .await
            .expect("written");
        goes_on(&server(&late), &single, 4).await.expect("it goes on");
    });
}

#[test]
fn a_server_that_drains_goes_on_with_its_games_and_takes_no_new_ones() {
    alone(async {
        let store = Memory::default();
        let game = friends(&store).await;
        let server = server(&store);
        server.look(&game).await.expect("a table");
        assert_eq!((server.running(), server.node().takes_tables()), (1, true));
        server.node().others.drain();
        assert!(!server.node().takes_tables());
        goes_on(&server, &game, 4).await.expect("an answer");
        assert_eq!(server.running(), 1);
    });
}
