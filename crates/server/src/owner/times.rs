//! Clocks over paused time: what answers use up, what running out means, and that no fault costs a second.

use super::simulation::{AtOnce, CLOCK, Sim, alone, answer, in_a_text, lay, setup, with_hands, world};
use super::{Command, Order, Refusal, Registry, Shot};
use engine::Why;
use std::sync::Arc;
use std::time::Duration;
use store::{GameId, Games, Memory, Plan};
use table::clock::{Clock, PRESETS};
use table::conditions::Conditions;
use table::{GameSetup, Step};
use tokio::time::sleep;
use vocab::{Role, RuleNumber};

const SHORT: Clock = Clock { bank: 60, free: 4, bonus: 0 };

fn server(store: &Memory) -> (Arc<Registry>, tokio::task::AbortHandle) {
    Sim::with(store, false, engine::RULES, Arc::new(AtOnce))
}

/// A game of two with a clock, in which both sit.
async fn timed(store: &Memory, at: &Arc<Registry>, clock: Clock) -> GameId {
    let conditions = Conditions { clock: Some(clock), ..Conditions::default() };
    let game = lay(store, "timed22222", GameSetup { conditions, ..setup(&world(), 5, false) }, "a").await;
    let sit = Command::Sit(Role::Dark, "Gero".into());
    at.order(&game, Order { by: Some("b".into()), number: None, request: 3, command: sit })
        .await
        .expect("seated");
    game
}

async fn look(at: &Arc<Registry>, game: &GameId) -> Arc<Shot> {
    at.look(game).await.expect("a table")
}

/// Whoever is asked answers; how much time that player had before and has now.
async fn answers(at: &Arc<Registry>, game: &GameId, request: u64) -> Result<(u64, u64), Refusal> {
    let shot = look(at, game).await;
    let asked = shot.table.asked().expect("a question");
    let by = shot.table.seats[asked].clone();
    let after = at.order(game, Order { by, ..answer(&shot, request) }).await?;
    let left = |shot: &Shot| shot.table.left(asked).expect("a clock");
    Ok((left(&shot), left(&after)))
}

async fn kinds(store: &Memory, game: &GameId, kind: &str) -> usize {
    let stored = store.load(game).await.expect("read").expect("there");
    stored.rows.iter().filter(|row| row.kind == kind).count()
}

#[test]
fn answers_use_up_what_they_take_beyond_the_free_seconds_and_running_out_loses() {
    alone(async {
        let store = Memory::default();
        let (registry, _) = server(&store);
        let game = timed(&store, &registry, SHORT).await;
        sleep(Duration::from_secs(3)).await;
        let (before, after) = answers(&registry, &game, 10).await.expect("an answer");
        assert_eq!((before, after), (60_000, 60_000), "the first seconds are free");
        sleep(Duration::from_secs(10)).await;
        let asked = look(&registry, &game).await;
        let (before, after) = answers(&registry, &game, 11).await.expect("an answer");
        let used = before - after;
        assert!((5_990..=6_020).contains(&used), "{used}");
        // The same answer again is the same answer, however late it comes.
        let who = asked.table.asked().expect("a question");
        let again = Order { by: asked.table.seats[who].clone(), ..answer(&asked, 11) };
        sleep(Duration::from_secs(3)).await;
        assert_eq!(registry.order(&game, again).await.map(|shot| shot.table.left(who)), Ok(Some(after)));
        // Words and offers cost nothing and stop nothing.
        let shot = look(&registry, &game).await;
        let (who, uses) = (shot.table.asked().expect("a question"), shot.time.and_then(|time| time.uses));
        assert_eq!(uses.map(|(role, _)| role), Some(who));
        let draw = Order {
            by: shot.table.seats[who].clone(),
            number: None,
            request: 12,
            command: Command::OfferDraw,
        };
        registry.order(&game, draw).await.expect("an offer");
        let left = shot.table.left(who).expect("a clock");
        sleep(Duration::from_millis(left + 4000 - 3000 - 200)).await;
        assert_eq!(look(&registry, &game).await.table.game.outcome(), None, "not yet");
        sleep(Duration::from_millis(500)).await;
        let shot = look(&registry, &game).await;
        // 1502.13.
        let lost = engine::state::Outcome::Won(who.other(), RuleNumber::new(1502, 13));
        assert_eq!(shot.table.game.outcome(), Some(lost));
        assert_eq!(shot.time.and_then(|time| time.uses), None);
        assert_eq!(kinds(&store, &game, "run-out").await, 1);
        let late = Order { by: shot.table.seats[who].clone(), ..answer(&shot, 13) };
        assert!(registry.order(&game, late).await.is_err());
    });
}

/// Whoever carries a text out thinks on the own clock, and whoever is asked to agree as well (rules 1316.5, 1502.13).
#[test]
fn time_runs_out_in_a_text_by_hand_and_for_whoever_has_to_agree() {
    let gain = ["gain or lose Force or build points", "you gain Force", "2"];
    for (words, why) in [
        (Vec::new(), Why::ByHand),
        (gain.to_vec(), Why::ByHand),
        ([&gain[..], &["done"]].concat(), Why::Agree),
    ] {
        alone(async {
            let store = Memory::default();
            let conditions = Conditions { clock: Some(SHORT), ..Conditions::default() };
            let setup = with_hands(GameSetup { conditions, ..setup(&world(), 5, false) });
            let game = in_a_text(&store, "timed22222", setup, &words).await;
            let (registry, _) = server(&store);
            let shot = look(&registry, &game).await;
            let asked = shot.table.game.asked().expect("a question");
            assert_eq!(asked.why, why);
            assert_eq!(shot.time.and_then(|time| time.uses).map(|(role, _)| role), Some(asked.who));
            sleep(Duration::from_secs(50)).await;
            assert_eq!(look(&registry, &game).await.table.game.outcome(), None, "not yet");
            // A server that has just opened the game gives some time more.
            sleep(Duration::from_secs(300)).await;
            let lost = engine::state::Outcome::Won(asked.who.other(), RuleNumber::new(1502, 13));
            assert_eq!(look(&registry, &game).await.table.game.outcome(), Some(lost), "{why:?}");
        });
    }
}

#[test]
fn a_game_of_days_sleeps_and_its_time_runs_out_all_the_same() {
    alone(async {
        let store = Memory::default();
        let (registry, _) = server(&store);
        let game = timed(&store, &registry, Clock { bank: 0, free: 7200, bonus: 0 }).await;
        answers(&registry, &game, 10).await.expect("an answer");
        sleep(Duration::from_secs(600)).await;
        assert_eq!(registry.awake(), 0, "a game of days sleeps");
        CLOCK.set(CLOCK.get() + 7_199_000);
        sleep(Duration::from_secs(10)).await;
        assert_eq!((registry.awake(), kinds(&store, &game, "run-out").await), (0, 0), "not yet");
        CLOCK.set(CLOCK.get() + 2000);
        // Nobody has to open it.
        sleep(Duration::from_secs(10)).await;
        assert_eq!(kinds(&store, &game, "run-out").await, 1);
        assert!(look(&registry, &game).await.table.game.outcome().is_some());
    });
}

#[test]
fn a_killed_server_takes_no_time_and_loses_none() {
    alone(async {
        CLOCK.set(1_000_000);
        let store = Memory::default();
        let (first, task) = server(&store);
        let game = timed(&store, &first, SHORT).await;
        sleep(Duration::from_secs(20)).await;
        let (before, after) = answers(&first, &game, 10).await.expect("an answer");
        assert!(before - after > 15_000);
        let who = look(&first, &game).await.table.asked().expect("a question");
        let left = look(&first, &game).await.table.left(who);
        sleep(Duration::from_secs(30)).await;
        task.abort();
        first.kill();
        // Ten minutes later another server goes on by itself: nobody has to open the table.
        sleep(Duration::from_secs(600)).await;
        CLOCK.set(CLOCK.get() + 700_000);
        let (second, _) = server(&store);
        sleep(Duration::from_secs(20)).await;
        assert_eq!((second.awake(), kinds(&store, &game, "ask-anew").await), (1, 1));
        assert_eq!(look(&second, &game).await.table.left(who), left, "what was used up before is still so");
        let (before, after) = answers(&second, &game, 11).await.expect("an answer");
        assert_eq!(
            (Some(before), Some(after)),
            (left, left),
            "neither the outage nor the time before it counts"
        );
        // From then on it counts again.
        sleep(Duration::from_secs(10)).await;
        let (before, after) = answers(&second, &game, 12).await.expect("an answer");
        assert!((5_900..6_100).contains(&(before - after)), "{before} {after}");
        assert_eq!(kinds(&store, &game, "ask-anew").await, 1);
    });
}

#[test]
fn a_store_that_fails_costs_no_time() {
    alone(async {
        let store = Memory::default();
        let (registry, _) = server(&store);
        let game = timed(&store, &registry, SHORT).await;
        answers(&registry, &game, 10).await.expect("an answer");
        store.follow(Plan::refusing());
        sleep(Duration::from_secs(10)).await;
        assert_eq!(answers(&registry, &game, 11).await, Err(Refusal::NotDone));
        assert_eq!(
            look(&registry, &game).await.time.and_then(|time| time.uses),
            None,
            "the clock stands still"
        );
        sleep(Duration::from_secs(400)).await;
        assert_eq!(look(&registry, &game).await.table.game.outcome(), None);
        store.follow(Plan::calm());
        sleep(Duration::from_secs(10)).await;
        assert_eq!(kinds(&store, &game, "ask-anew").await, 1);
        let (before, after) = answers(&registry, &game, 12).await.expect("an answer");
        assert_eq!((before, after), (60_000, 60_000));
    });
}

#[test]
fn of_several_servers_one_keeps_the_time_and_another_goes_on_when_it_is_gone() {
    alone(async {
        let store = Memory::default();
        let ((first, task), (second, _)) = (server(&store), server(&store));
        let game = timed(&store, &first, SHORT).await;
        answers(&first, &game, 10).await.expect("an answer");
        sleep(Duration::from_secs(10)).await;
        look(&second, &game).await;
        sleep(Duration::from_secs(1)).await;
        assert_eq!(kinds(&store, &game, "ask-anew").await, 0, "there is no fault");
        // Whichever of them takes the answer counts the same time.
        let (before, after) = answers(&second, &game, 11).await.expect("an answer");
        assert!((5_000..8_000).contains(&(before - after)), "{before} {after}");
        sleep(Duration::from_millis(100)).await;
        answers(&first, &game, 12).await.expect("an answer");
        task.abort();
        first.kill();
        sleep(Duration::from_secs(90)).await;
        let shot = look(&second, &game).await;
        assert_eq!((shot.table.game.outcome(), kinds(&store, &game, "ask-anew").await), (None, 1));
        sleep(Duration::from_secs(90)).await;
        assert!(look(&second, &game).await.table.game.outcome().is_some(), "then the time runs out");
    });
}

/// The wall clock of a server is wrong by an hour when it opens a game in the middle of a question: by it the time would be over.
#[test]
fn a_wall_clock_that_is_wrong_by_an_hour_ends_no_game() {
    for hour in [3_600_000, -3_600_000] {
        alone(async {
            CLOCK.set(5_000_000);
            let store = Memory::default();
            let (first, _) = server(&store);
            let game = timed(&store, &first, SHORT).await;
            answers(&first, &game, 10).await.expect("an answer");
            sleep(Duration::from_secs(2)).await;
            CLOCK.set(CLOCK.get() + hour);
            let (second, _) = server(&store);
            sleep(Duration::from_secs(3)).await;
            look(&second, &game).await;
            sleep(Duration::from_secs(4)).await;
            // Nine seconds, four of them free: whichever server takes the answer, no more than that.
            let (before, after) = answers(&second, &game, 11).await.expect("an answer");
            assert!(before - after <= 5_100, "{hour}: {before} {after}");
            let outcome = look(&first, &game).await.table.game.outcome();
            assert_eq!((outcome, kinds(&store, &game, "run-out").await), (None, 0));
            CLOCK.set(7);
        });
    }
}

#[test]
fn what_a_takeback_ends_was_used_up_too() {
    alone(async {
        let store = Memory::default();
        let (registry, _) = server(&store);
        let game = timed(&store, &registry, PRESETS[0].1).await;
        for request in 10..14 {
            answers(&registry, &game, request).await.expect("an answer");
        }
        let shot = look(&registry, &game).await;
        let who = shot.table.asked().expect("a question");
        let order = |role: Role, request, command| Order {
            by: shot.table.seats[role].clone(),
            number: None,
            request,
            command,
        };
        let asks = Role::ALL.into_iter().find(|role| shot.table.back_to(*role).is_some()).expect("an answer");
        sleep(Duration::from_secs(34)).await;
        registry.order(&game, order(asks, 20, Command::Undo)).await.expect("asked");
        let after =
            registry.order(&game, order(asks.other(), 21, Command::Agree(true))).await.expect("agreed");
        let used = shot.table.left(who).expect("a clock") - after.table.left(who).expect("a clock");
        assert!((29_900..30_100).contains(&used), "{used}");
        let stored = store.load(&game).await.expect("read").expect("there");
        let last: Vec<Step> =
            stored.rows.iter().rev().take(2).map(|row| row.step().expect("a step")).collect();
        assert!(matches!(last[..], [Step::Back { .. }, Step::Spent { .. }]), "{last:?}");
    });
}
