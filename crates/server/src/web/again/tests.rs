//! Matches over the production routes, in memory: two people play until one has won most games.

use super::super::bytes::{GAME, Server, setup, world};
use super::super::site::Site;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use engine::Viewer;
use std::sync::atomic::{AtomicI64, Ordering};
use table::GameSetup;
use table::conditions::Conditions;
use table::series::Series;
use vocab::Role;

const DARK: Viewer = Viewer::Seat(Role::Dark);
const LIGHT: Viewer = Viewer::Seat(Role::Light);

/// What the wall clock says in a test that lets time go by.
static NOW: AtomicI64 = AtomicI64::new(7);

fn best_of_three() -> GameSetup {
    let conditions = Conditions { series: Some(Series::new(3)), ..Conditions::default() };
    GameSetup { conditions, ..setup(1) }
}

async fn post(server: &Server, who: Viewer, game: &str, what: &str, body: &str) -> (StatusCode, String) {
    let reply = server.ask(who, "POST", &format!("/t/{game}/{what}"), body.to_string()).await;
    let to = reply.headers.get(LOCATION).and_then(|to| to.to_str().ok()).unwrap_or_default();
    (reply.status, to.trim_start_matches("/t/").to_string())
}

async fn done(server: &Server, who: Viewer, game: &str, what: &str, body: &str) -> String {
    let (status, to) = post(server, who, game, what, body).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{what} {body}");
    to
}

async fn text(server: &Server, who: Viewer, game: &str) -> String {
    server.get(who, &format!("/t/{game}/text")).await.body
}

/// The next game, for which one of the two asks; both shuffle.
async fn next(server: &Server, who: Viewer, game: &str) -> String {
    let next = done(server, who, game, "again", "").await;
    assert_ne!(next, game, "one is enough in a match");
    for player in [DARK, LIGHT] {
        done(server, player, &next, "words", "words=4+6+1+1+3").await;
    }
    next
}

#[tokio::test]
async fn two_people_play_best_of_three_with_the_same_decks_until_one_has_won_two() {
    let server = Server::new(best_of_three()).await;
    let decks = async |game: &str| {
        let shot = server.registry.look(&game.into()).await.expect("a table");
        Role::ALL.map(|role| shot.table.setup.player(role).cards.clone())
    };
    let first = decks(GAME).await;
    done(&server, DARK, GAME, "concede", "").await;
    assert!(text(&server, LIGHT, GAME).await.contains("Best of three, game 1: 1 to 0."));
    assert!(text(&server, DARK, GAME).await.contains("Best of three, game 1: 0 to 1."));
    let (status, _) = post(&server, LIGHT, GAME, "again", "swap=1").await;
    assert!(
        status == StatusCode::FORBIDDEN || status == StatusCode::CONFLICT,
        "decks stay with their players"
    );
    let second = next(&server, LIGHT, GAME).await;
    // The other is led there, and asking again leads to the same table.
    assert_eq!(done(&server, DARK, GAME, "again", "").await, second);
    assert_eq!(decks(&second).await, first);
    // What was agreed to can't be called off in the middle.
    assert_eq!(post(&server, DARK, &second, "abort", "").await.0, StatusCode::CONFLICT);
    assert!(
        text(&server, Viewer::Public, &second).await.contains("1 to 0")
            || text(&server, LIGHT, &second).await.contains(">1<")
    );
    // A draw counts for nobody.
    done(&server, DARK, &second, "draw", "").await;
    done(&server, LIGHT, &second, "draw", "draw=yes").await;
    let third = next(&server, DARK, &second).await;
    done(&server, LIGHT, &third, "concede", "").await;
    assert!(text(&server, DARK, &third).await.contains("Best of three, game 3: 1 to 1."));
    let fourth = next(&server, LIGHT, &third).await;
    done(&server, DARK, &fourth, "concede", "").await;
    assert!(text(&server, LIGHT, &fourth).await.contains("You’ve won the match, 2 to 1."));
    assert!(text(&server, DARK, &fourth).await.contains("has won the match, 1 to 2."));
    // Another match needs both.
    assert_eq!(done(&server, LIGHT, &fourth, "again", "").await, fourth);
    let again = done(&server, DARK, &fourth, "again", "").await;
    assert_ne!(again, fourth);
    let shot = server.registry.look(&again.as_str().into()).await.expect("a table");
    assert_eq!(shot.table.setup.conditions.series, Some(Series::new(3)));
}

#[tokio::test]
async fn a_match_is_conceded_whole_in_a_game_or_between_two() {
    for between in [false, true] {
        let server = Server::new(best_of_three()).await;
        if between {
            done(&server, LIGHT, GAME, "concede", "").await;
        }
        // Strangers concede nothing.
        assert_eq!(
            post(&server, Viewer::Public, GAME, "concede", "what=match").await.0,
            StatusCode::FORBIDDEN
        );
        done(&server, DARK, GAME, "concede", "what=match").await;
        done(&server, DARK, GAME, "concede", "what=match").await;
        let told = text(&server, LIGHT, GAME).await;
        assert!(told.contains("You’ve won the match"), "between: {between} {told}");
        assert_eq!(
            post(&server, LIGHT, GAME, "concede", "what=match").await.0,
            StatusCode::CONFLICT,
            "too late"
        );
        assert_eq!(done(&server, LIGHT, GAME, "again", "").await, GAME, "there is no next game");
    }
    // A game that is no part of a match has none to concede.
    let server = Server::new(setup(1)).await;
    assert_eq!(post(&server, DARK, GAME, "concede", "what=match").await.0, StatusCode::CONFLICT);
}

#[tokio::test]
async fn who_doesnt_come_to_the_next_game_loses_the_match_after_five_minutes() {
    let site = Site { public: true, operator: None };
    let server = Server::of(world(), best_of_three(), site, || NOW.load(Ordering::Relaxed)).await;
    done(&server, LIGHT, GAME, "concede", "").await;
    let second = done(&server, DARK, GAME, "again", "").await;
    let claim = async |who: Viewer| post(&server, who, &second, "claim", "").await.0;
    // Whoever claims has come, and has waited.
    NOW.store(7 + 400_000, Ordering::Relaxed);
    assert_eq!(claim(DARK).await, StatusCode::CONFLICT, "shuffle first");
    done(&server, DARK, &second, "words", "words=4+6+1+1+3").await;
    NOW.store(7 + 200_000, Ordering::Relaxed);
    assert_eq!(claim(DARK).await, StatusCode::CONFLICT, "too early");
    NOW.store(7 + 400_000, Ordering::Relaxed);
    assert_eq!(claim(LIGHT).await, StatusCode::CONFLICT, "who isn’t ready claims nothing");
    let shot = server.registry.look(&second.as_str().into()).await.expect("a table");
    assert!(shot.table.stands().expect("a match").winner.is_none());
    // Light asked a moment ago: after a rest of the table nobody has been seen.
    server.registry.kill();
    assert_eq!(claim(DARK).await, StatusCode::SEE_OTHER);
    let shot = server.registry.look(&second.as_str().into()).await.expect("a table");
    assert_eq!(shot.table.stands().expect("a match").winner, Some(Role::Dark));
}
