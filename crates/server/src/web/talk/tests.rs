//! Talk over the production routes, in memory: who hears what, and what the operator can do.

use super::super::bytes::{GAME, Server, setup, world};
use super::super::site::Site;
use super::PHRASES;
use crate::secret;
use axum::body::{Body, to_bytes};
use axum::http::header::SET_COOKIE;
use axum::http::{Request, StatusCode};
use engine::Viewer;
use store::{Conduct, GameId, Measure, Reason, Report, Taken};
use table::setup::Watching;
use tower::ServiceExt;
use vocab::Role;

const DARK: Viewer = Viewer::Seat(Role::Dark);
const LIGHT: Viewer = Viewer::Seat(Role::Light);

async fn post(server: &Server, who: Viewer, what: &str, body: &str) -> StatusCode {
    server.ask(who, "POST", &format!("/t/{GAME}/{what}"), body.to_string()).await.status
}

async fn reads(server: &Server, who: Viewer, words: &str) -> bool {
    let reply = server.get(who, &format!("/t/{GAME}/text")).await;
    assert_eq!(reply.status, StatusCode::OK);
    reply.body.contains(words)
}

#[tokio::test]
async fn players_hear_each_other_those_who_watch_hear_themselves_and_text_is_only_text() {
    let server = Server::new(setup(1)).await;
    // Every phrase can be said, and nothing else is one.
    for (word, text) in PHRASES {
        assert_eq!(post(&server, DARK, "say", &format!("phrase={word}")).await, StatusCode::SEE_OTHER);
        assert_eq!(server.shot().await.chat.last(), Some(&(Role::Dark, text.to_string())));
    }
    for wrong in ["phrase=rude", "line=", "line=+%E2%80%8B+", &format!("line={}", "x".repeat(201))] {
        assert_eq!(post(&server, DARK, "say", wrong).await, StatusCode::BAD_REQUEST, "{wrong}");
    }
    assert_eq!(post(&server, DARK, "say", "line=%3Cb%3Ebold%3C/b%3E").await, StatusCode::SEE_OTHER);
    assert!(reads(&server, LIGHT, "&lt;b&gt;bold&lt;/b&gt;").await);
    assert!(!reads(&server, Viewer::Public, "bold").await, "nobody else hears the players");
    // Those who watch: a stranger gets a token with the first words.
    let said = server.ask(Viewer::Public, "POST", &format!("/t/{GAME}/say"), "line=what+a+game".into()).await;
    assert_eq!(said.status, StatusCode::SEE_OTHER);
    assert!(said.headers.contains_key(SET_COOKIE));
    assert!(reads(&server, Viewer::Public, "what a game").await);
    for player in [DARK, LIGHT] {
        assert!(!reads(&server, player, "what a game").await, "the players don’t hear those who watch");
    }
    // What was said moves the version on for those who watch, so that open pages ask for it.
    let game = GameId::from(GAME);
    let version = async || server.registry.look_as(&game, false).await.expect("a table").version();
    let before = version().await;
    post(&server, Viewer::Public, "say", "phrase=dice").await;
    assert_ne!(version().await, before);
}

#[tokio::test(start_paused = true)]
async fn with_a_delay_those_who_watch_talk_at_once_about_what_they_see() {
    let server = Server::new(table::GameSetup { watching: Watching::Later(60), ..setup(1) }).await;
    let game = GameId::from(GAME);
    let public = async || server.registry.look_as(&game, false).await.expect("a table");
    let (asked, before) =
        (server.shot().await.table.asked().expect("a question"), public().await.table.number);
    assert_eq!(server.answer(asked, 0).await.status, StatusCode::OK);
    assert!(server.shot().await.table.number > before);
    assert_eq!(post(&server, Viewer::Public, "say", "line=tell+me").await, StatusCode::SEE_OTHER);
    let shown = public().await;
    assert_eq!((shown.remarks.len(), shown.table.number), (1, before), "and see no step earlier for it");
    tokio::time::sleep(std::time::Duration::from_secs(61)).await;
    let shown = public().await;
    assert_eq!((shown.remarks.len(), shown.table.number), (1, server.shot().await.table.number));
}

#[tokio::test]
async fn who_is_muted_or_blocked_isnt_read_and_the_other_isnt_told() {
    let server = Server::new(setup(1)).await;
    post(&server, DARK, "say", "line=nasty+words").await;
    assert!(reads(&server, LIGHT, "nasty words").await);
    assert_eq!(post(&server, LIGHT, "opponent", "do=mute").await, StatusCode::SEE_OTHER);
    post(&server, DARK, "say", "line=more+of+it").await;
    assert!(!reads(&server, LIGHT, "nasty words").await && !reads(&server, LIGHT, "more of it").await);
    assert!(reads(&server, DARK, "more of it").await, "whoever is muted notices nothing");
    assert_eq!(post(&server, LIGHT, "opponent", "do=unmute").await, StatusCode::SEE_OTHER);
    assert!(reads(&server, LIGHT, "more of it").await);
    // Blocked: kept, shown under "You", and no rematch.
    assert_eq!(post(&server, LIGHT, "opponent", "do=block").await, StatusCode::SEE_OTHER);
    assert!(!reads(&server, LIGHT, "more of it").await);
    let light = format!("visitor{}", Role::Light as usize);
    let dark = format!("visitor{}", Role::Dark as usize);
    assert_eq!(server.store.blocked_by(&light).await, Ok(vec![(dark.clone(), 7)]));
    assert!(server.get(LIGHT, "/me").await.body.contains("Unblock"));
    assert_eq!(post(&server, DARK, "concede", "").await, StatusCode::SEE_OTHER);
    for player in [DARK, LIGHT] {
        assert_eq!(post(&server, player, "again", "").await, StatusCode::CONFLICT);
    }
    // After a rest the table still knows.
    server.registry.kill();
    assert!(server.shot().await.muted[Role::Light]);
    assert_eq!(
        server.ask(LIGHT, "POST", "/me/unblock", format!("whom={dark}")).await.status,
        StatusCode::SEE_OTHER
    );
    assert_eq!(server.store.blocked_by(&light).await, Ok(vec![]));
    assert_eq!(post(&server, LIGHT, "again", "").await, StatusCode::SEE_OTHER);
    // Strangers can do nothing of it.
    for what in ["do=mute", "do=block", "do=report&reason=other"] {
        assert_eq!(post(&server, Viewer::Public, "opponent", what).await, StatusCode::FORBIDDEN, "{what}");
    }
}

#[tokio::test]
async fn a_report_is_kept_with_the_talk_and_who_is_silenced_is_told_why() {
    let server = Server::new(setup(1)).await;
    post(&server, DARK, "say", "line=nasty+words").await;
    for wrong in
        ["do=report", "do=report&reason=ugly", &format!("do=report&reason=other&words={}", "x".repeat(501))]
    {
        assert_eq!(post(&server, LIGHT, "opponent", wrong).await, StatusCode::BAD_REQUEST, "{wrong}");
    }
    for _ in 0..2 {
        let sent = "do=report&reason=insults&words=%3Ci%3Erude";
        assert_eq!(post(&server, LIGHT, "opponent", sent).await, StatusCode::OK);
    }
    let reports = server.store.reports(true, 9).await.expect("read");
    let [report] = &reports[..] else { panic!("one for each game: {reports:?}") };
    assert_eq!((report.reason, &*report.words, &*report.game), (Reason::Insults, "<i>rude", GAME));
    assert!(report.said.ends_with(": nasty words\n"), "{}", report.said);
    let dark = format!("visitor{}", Role::Dark as usize);
    assert_eq!(report.about, dark);
    let silence = |id: &str, until| Taken {
        id: id.into(),
        report: None,
        about: dark.clone(),
        measure: Measure::Silenced { until },
        who: "operator".into(),
        why: "no insults here".into(),
        at: 5,
    };
    server.store.settle(silence("a", 7 + 3 * 86_400_000)).await.expect("kept");
    let refused = server.ask(DARK, "POST", &format!("/t/{GAME}/say"), "phrase=hello".into()).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.body.contains("3 days") && refused.body.contains("no insults here"), "{}", refused.body);
    assert_eq!(post(&server, LIGHT, "say", "phrase=hello").await, StatusCode::SEE_OTHER, "others go on");
    server.store.settle(Taken { at: 6, ..silence("b", 7) }).await.expect("kept");
    assert_eq!(post(&server, DARK, "say", "phrase=hello").await, StatusCode::SEE_OTHER, "it has passed");
}

/// A request with a cookie of its own.
async fn with(
    server: &Server,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> (StatusCode, String, String) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost")
        .header("cookie", cookie)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(body.to_string()))
        .expect("a request");
    let response = server.router.clone().oneshot(request).await.expect("a response");
    let set = response.headers().get(SET_COOKIE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (status, set) = (response.status(), set.to_string());
    let body = to_bytes(response.into_body(), 1 << 20).await.expect("a body");
    (status, set, String::from_utf8_lossy(&body).into_owned())
}

#[tokio::test]
async fn the_operators_desk_opens_to_the_key_alone_and_everything_done_there_is_kept() {
    let key = "abcdefghijklmnopqrstuvwxyz";
    let site = Site { public: true, operator: Some(secret::digest(key)) };
    let server = Server::of(world(), setup(1), site, || 7).await;
    let report = Report {
        id: "aaaaaaaaaa".into(),
        game: GameId::from(GAME),
        by: "visitor1".into(),
        about: "visitor0".into(),
        reason: Reason::Insults,
        words: "<b>rude</b>".into(),
        said: "A: boo\n".into(),
        at: 3,
    };
    server.store.report(report.clone()).await.expect("kept");
    let (status, _, body) = with(&server, "GET", "/operator", "", "").await;
    assert!(status == StatusCode::OK && !body.contains("rude"), "only the way in");
    let settled = format!("report={}&do=silence&days=7&why=no+insults", report.id);
    for cookie in ["", "dejarik-operator=", "dejarik-operator=abcdefghijklmnopqrstuvwxy"] {
        let (status, ..) = with(&server, "POST", "/operator/settle", cookie, &settled).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
        assert!(!with(&server, "GET", "/operator", cookie, "").await.2.contains("rude"));
    }
    assert_eq!(with(&server, "POST", "/operator", "", "key=wrong").await.0, StatusCode::FORBIDDEN);
    let (status, set, _) = with(&server, "POST", "/operator", "", &format!("key={key}")).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    assert!(
        set.contains("HttpOnly") && set.contains("SameSite=Strict") && set.contains("Path=/operator"),
        "{set}"
    );
    let cookie = set.split(';').next().expect("a cookie");
    let (_, _, desk) = with(&server, "GET", "/operator", cookie, "").await;
    assert!(desk.contains("&lt;b&gt;rude&lt;/b&gt;") && desk.contains("A: boo"));
    for wrong in ["do=silence&days=7", "do=silence&days=0&why=x", "do=silence&days=400&why=x", "do=ban&why=x"]
    {
        let body = format!("report={}&{wrong}", report.id);
        assert_eq!(
            with(&server, "POST", "/operator/settle", cookie, &body).await.0,
            StatusCode::BAD_REQUEST,
            "{wrong}"
        );
    }
    assert_eq!(with(&server, "POST", "/operator/settle", cookie, &settled).await.0, StatusCode::SEE_OTHER);
    assert_eq!(with(&server, "POST", "/operator/settle", cookie, &settled).await.0, StatusCode::CONFLICT);
    let [taken] = &server.store.measures(9).await.expect("read")[..] else { panic!("one") };
    assert_eq!((&*taken.about, &*taken.why, &*taken.who), ("visitor0", "no insults", "operator"));
    assert_eq!(taken.measure, Measure::Silenced { until: 7 + 7 * 86_400_000 });
    let (_, _, desk) = with(&server, "GET", "/operator", cookie, "").await;
    assert!(desk.contains("Nothing to look at") && desk.contains("no insults"));
    let release = "about=visitor0&do=release&why=sorry";
    assert_eq!(with(&server, "POST", "/operator/settle", cookie, release).await.0, StatusCode::SEE_OTHER);
    assert_eq!(server.store.silence(&"visitor0".into()).await, Ok(None));
    // A server without an operator has no such page.
    let private = Server::of(world(), setup(1), Site::default(), || 7).await;
    for method in ["GET", "POST"] {
        let (status, ..) = with(&private, method, "/operator", cookie, "key=x").await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
    assert_eq!(
        private
            .ask(LIGHT, "POST", &format!("/t/{GAME}/opponent"), "do=report&reason=other".into())
            .await
            .status,
        StatusCode::NOT_FOUND
    );
}
