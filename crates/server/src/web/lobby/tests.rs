//! The lobby over the production routes, in memory: many strangers, two servers on one store.

use super::super::bytes::{Server, setup, world};
use super::super::site::Site;
use crate::lobby::matcher::once;
use crate::secret;
use axum::body::{Body, to_bytes};
use axum::http::header::LOCATION;
use axum::http::{Request, StatusCode};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use store::{Lobby, Memory, People, Token, TokenKind, Visitor, VisitorKind};
use tower::ServiceExt;
use vocab::Role;

fn public() -> Site {
    Site { public: true, operator: None }
}

/// The cookie of a stranger.
fn cookie(number: usize) -> String {
    let letters: Vec<char> = "abcdefghijkmnpqrstuvwxyz23456789".chars().collect();
    let own = [letters[number / 32 % 32], letters[number % 32]];
    own.iter().chain(letters.iter()).take(32).collect()
}

fn id(number: usize) -> String {
    format!("stranger{number}")
}

async fn strangers(store: &Memory, number: usize, kind: VisitorKind) {
    for number in 0..number {
        let visitor = Visitor { id: id(number), kind, made: 7 };
        let token = Token { digest: secret::digest(&cookie(number)), kind: TokenKind::Cookie, made: 7 };
        store.welcome(visitor, vec![token]).await.expect("kept");
    }
}

/// A request of a stranger: status, where it leads, and the page.
async fn ask(
    server: &Server,
    who: usize,
    method: &str,
    path: &str,
    body: &str,
) -> (StatusCode, String, String) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost")
        .header("cookie", format!("dejarik={}", cookie(who)))
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(body.to_string()))
        .expect("a request");
    let response = server.router.clone().oneshot(request).await.expect("a response");
    let status = response.status();
    let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok()).unwrap_or_default().to_string();
    let body = to_bytes(response.into_body(), 1 << 22).await.expect("a body");
    (status, to, String::from_utf8_lossy(&body).into_owned())
}

async fn seeks(server: &Server, who: usize, body: &str) -> String {
    let (status, to, page) = ask(server, who, "POST", "/lobby", body).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{who} {body}: {page}");
    to
}

/// What a stranger asks for, by number: one of six conditions, or anything.
fn wish(number: usize) -> (usize, &'static str) {
    const WISHES: [&str; 7] = [
        "do=seek",
        "do=seek&clock=quick",
        "do=seek&clock=usual",
        "do=seek&format=Open",
        "do=seek&format=Open&clock=quick",
        "do=seek&games=3",
        "do=anything",
    ];
    // Uneven numbers of each, mixed.
    let kind = (number * number + number / 3) % 7;
    (kind, WISHES[kind])
}

#[tokio::test]
async fn of_200_seeks_nobody_is_paired_twice_and_nobody_waits_while_a_fitting_one_waits() {
    let server = Server::of(world(), setup(1), public(), || 1000).await;
    // A second server on the same store.
    let other = Server::on(server.store.node(1), world(), public(), || 1000);
    strangers(&server.store, 200, VisitorKind::Guest).await;
    let decks = ["diplomats", "underworld", "droid-army"];
    let mut pages = BTreeMap::new();
    for number in 0..200 {
        let body = format!("name=S{number}&deck={}&{}", decks[number % 3], wish(number).1);
        let at = if number % 2 == 0 { &server } else { &other };
        pages.insert(number, seeks(at, number, &body).await);
        // Some change their mind: the later seek counts.
        if number % 17 == 0 {
            pages.insert(number, seeks(&server, number, &body).await);
        }
        if number % 40 == 39 {
            let (one, two) = tokio::join!(once(&server.app), once(&other.app));
            assert!(one.is_ok() && two.is_ok());
        }
    }
    for _ in 0..2 {
        let (one, two) = tokio::join!(once(&server.app), once(&other.app));
        assert!(one.is_ok() && two.is_ok());
    }
    // Where everybody's page leads.
    let mut games: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut waiting = Vec::new();
    for (number, page) in &pages {
        let (status, to, text) = ask(&server, *number, "GET", page, "").await;
        match to.strip_prefix("/t/") {
            Some(game) => games.entry(game.to_string()).or_default().push(*number),
            None => {
                assert!(
                    status == StatusCode::OK && text.contains("Looking for an opponent"),
                    "{number}: {text}"
                );
                waiting.push(wish(*number).0);
            }
        }
    }
    assert!(games.len() > 90, "{} games", games.len());
    for (game, players) in &games {
        let [one, two] = players[..] else { panic!("{game}: {players:?} sit there") };
        let ((first, _), (second, _)) = (wish(one), wish(two));
        assert!(first == second || first == 6 || second == 6, "{one} and {two} asked for other things");
        // Both sit there, each once, and the conditions are theirs.
        let shot = server.registry.look(&game.as_str().into()).await.expect("a table");
        let mut seated = Role::ALL.map(|role| shot.table.seats[role].clone().expect("taken"));
        let mut wanted = [id(one), id(two)];
        seated.sort();
        wanted.sort();
        assert_eq!(seated, wanted);
        let kind = first.min(second);
        let conditions = &shot.table.setup.conditions;
        assert_eq!(conditions.format.is_some(), kind == 3 || kind == 4, "{one} and {two}");
        assert_eq!(
            conditions.clock.map(|clock| clock.bank),
            [None, Some(900), Some(1800), None, Some(900), None, None][kind]
        );
        assert_eq!(conditions.series.is_some(), kind == 5);
    }
    // Of those who still wait no two fit: not the same conditions, and nobody beside one who takes anything.
    let many = waiting.len();
    let mut kinds = waiting.clone();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), many, "{waiting:?}");
    assert!(!kinds.contains(&6) || many == 1, "{waiting:?}");
    assert_eq!(games.len() * 2 + many, 200);
    assert_eq!(server.store.public_games().await.expect("read").len(), games.len());
    assert!(server.store.unlaid(0).await.expect("read").is_empty());
}

/// What the wall clock says in a test that lets time go by.
static NOW: AtomicI64 = AtomicI64::new(1000);

#[tokio::test]
async fn who_leaves_isnt_paired_and_one_can_take_what_another_looks_for() {
    let server = Server::of(world(), setup(1), public(), || NOW.load(Ordering::Relaxed)).await;
    strangers(&server.store, 4, VisitorKind::Guest).await;
    let gone = seeks(&server, 0, "name=Gone&deck=diplomats&do=anything").await;
    NOW.store(1000 + 40_000, Ordering::Relaxed);
    let here = seeks(&server, 1, "name=Mira&deck=underworld&do=seek&clock=quick").await;
    once(&server.app).await.expect("done");
    let (_, to, text) = ask(&server, 1, "GET", &here, "").await;
    assert!(to.is_empty() && text.contains("Looking for an opponent"), "who has left isn’t waited for");
    // Nobody else sees a seek as their own, and a third one takes it, with a deck of their own.
    let (_, to, text) = ask(&server, 2, "GET", &here, "").await;
    assert!(to.is_empty() && text.contains("Mira") && !text.contains("Gone"), "{text}");
    let taken = here.trim_start_matches("/lobby?seek=");
    let (status, ..) = ask(&server, 2, "POST", "/lobby", &format!("deck=no-such-deck&take={taken}")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let game = seeks(&server, 2, &format!("name=Gero&deck=diplomats&take={taken}")).await;
    assert!(game.starts_with("/t/"), "{game}");
    assert_eq!(ask(&server, 1, "GET", &here, "").await.1, game, "the other is led there");
    let (status, ..) = ask(&server, 3, "POST", "/lobby", &format!("deck=diplomats&take={taken}")).await;
    assert_eq!(status, StatusCode::CONFLICT, "somebody was first");
    // They talk in phrases unless both want more, and those who watch are a minute late.
    let refused = ask(&server, 1, "POST", &format!("{game}/say"), "line=hello").await;
    assert_eq!(refused.0, StatusCode::FORBIDDEN);
    assert_eq!(
        ask(&server, 1, "POST", &format!("{game}/say"), "phrase=hello").await.0,
        StatusCode::SEE_OTHER
    );
    assert!(ask(&server, 3, "GET", "/watch", "").await.2.contains(&game));
    // Stopping: nobody is found any more.
    seeks(&server, 3, "deck=diplomats&do=seek").await;
    let own = server.store.seeks().await.expect("read").pop().expect("a seek");
    let (_, to, _) = ask(&server, 2, "POST", "/lobby", &format!("do=withdraw&take={}", own.id)).await;
    assert_eq!(
        (to.as_str(), server.store.found(&own.id).await.expect("read").is_some()),
        ("/lobby", true),
        "not theirs"
    );
    ask(&server, 3, "POST", "/lobby", &format!("do=withdraw&take={}", own.id)).await;
    assert!(server.store.found(&own.id).await.expect("read").is_none());
    // Whoever comes back in time is found.
    ask(&server, 0, "GET", &gone, "").await;
    seeks(&server, 3, "deck=diplomats&do=seek").await;
    once(&server.app).await.expect("done");
    assert!(ask(&server, 0, "GET", &gone, "").await.1.starts_with("/t/"));
}

#[tokio::test]
async fn rated_games_are_for_those_who_can_be_known_again_and_count_once() {
    let server = Server::of(world(), setup(1), public(), || 1000).await;
    strangers(&server.store, 2, VisitorKind::Kept).await;
    let (status, ..) = ask(&server, 9, "POST", "/lobby", "deck=diplomats&do=seek&rated=on").await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "a guest");
    let page = seeks(&server, 0, "name=A&deck=diplomats&do=seek&rated=on").await;
    seeks(&server, 1, "name=B&deck=diplomats&do=seek&rated=on").await;
    once(&server.app).await.expect("done");
    let game = ask(&server, 0, "GET", &page, "").await.1;
    for who in 0..2 {
        assert_eq!(
            ask(&server, who, "POST", &format!("{game}/words"), "words=4+6+1").await.0,
            StatusCode::SEE_OTHER
        );
    }
    let shot = server.registry.look(&game.trim_start_matches("/t/").into()).await.expect("a table");
    assert!(shot.table.setup.conditions.rated);
    for who in 0..2 {
        let undo = format!("n={}&request=1", shot.table.number);
        assert_eq!(ask(&server, who, "POST", &format!("{game}/undo"), &undo).await.0, StatusCode::CONFLICT);
    }
    assert_eq!(ask(&server, 0, "POST", &format!("{game}/concede"), "").await.0, StatusCode::SEE_OTHER);
    let ids = [id(0), id(1)];
    for _ in 0..100 {
        if !server.store.scores().await.expect("read").is_empty() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let rated = server.store.ratings(&ids).await.expect("read");
    assert!(rated[0].rating.rating < 1400.0 && rated[1].rating.rating > 1600.0, "{rated:?}");
    // After a restart of the table it counts no second time.
    server.registry.kill();
    ask(&server, 1, "GET", &game, "").await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert_eq!(server.store.scores().await.expect("read").len(), 1);
    assert_eq!(server.store.ratings(&ids).await.expect("read"), rated);
    assert!(ask(&server, 1, "GET", "/lobby", "").await.2.contains("1662?"), "shown, with its doubt");
}

#[tokio::test]
async fn a_private_table_has_no_lobby() {
    let server = Server::of(world(), setup(1), Site::default(), || 1000).await;
    for (method, path) in [("GET", "/lobby"), ("POST", "/lobby"), ("GET", "/watch")] {
        assert_eq!(
            ask(&server, 0, method, path, "deck=diplomats").await.0,
            StatusCode::NOT_FOUND,
            "{method} {path}"
        );
    }
    assert!(!ask(&server, 0, "GET", "/", "").await.2.contains("/lobby"));
}
