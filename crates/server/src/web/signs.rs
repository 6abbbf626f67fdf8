//! What the server says about itself: whether it is ready, and what it counts.

use super::bytes::{GAME, Server, setup};
use axum::http::StatusCode;
use engine::Viewer;
use std::time::Duration;
use store::Plan;
use tokio::time::{advance, sleep};

const READY: &str = "/health/ready";

fn counts(server: &Server) -> String {
    server.registry.node().metrics.text(server.registry.awake(), &server.registry.owners(), &[])
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_far_behind_isnt_ready_and_says_why() {
    let server = Server::new(setup(1)).await;
    let ready = async || server.get(Viewer::Public, READY).await;
    tokio::spawn(server.pulse.clone().beat(server.registry.node().metrics.clone()));
    sleep(Duration::from_secs(3)).await;
    assert_eq!(ready().await.status, StatusCode::OK);
    // A busy moment is no reason to send people elsewhere.
    advance(Duration::from_millis(1900)).await;
    assert_eq!(ready().await.status, StatusCode::OK);
    sleep(Duration::from_secs(1)).await;
    // Nothing ran for ten seconds: the timer is late, whether or not it has noticed by now.
    advance(Duration::from_secs(10)).await;
    for noticed in [false, true] {
        if noticed {
            // Enough for every task that can run, and no time goes by.
            for _ in 0..50 {
                tokio::task::yield_now().await;
            }
        }
        let reply = ready().await;
        assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE, "noticed: {noticed}");
        assert!(reply.body.contains("seconds behind"), "{}", reply.body);
    }
    assert_eq!(server.get(Viewer::Public, "/health/live").await.status, StatusCode::OK);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(ready().await.status, StatusCode::OK, "it has caught up");
    // Two of the beats were late: by nearly two seconds, and by nearly ten.
    let text = counts(&server);
    let beats = |most: &str| {
        let line = format!("dejarik_lag_seconds_bucket{{le=\"{most}\"}} ");
        let found = text.lines().find_map(|found| found.strip_prefix(&line)?.parse::<u32>().ok());
        found.unwrap_or_else(|| panic!("{line} in {text}"))
    };
    let most = text.lines().filter_map(|line| line.strip_prefix("dejarik_lag_seconds_bucket{le=\"")).nth(8);
    let most = most.and_then(|line| line.split('"').next()).expect("a bucket");
    assert_eq!(beats("+Inf") - beats(most), 2, "{text}");
}

#[tokio::test]
async fn requests_are_counted_by_the_routes_of_the_program_whatever_is_asked_for() {
    let server = Server::new(setup(1)).await;
    for number in 0..200 {
        for path in [format!("/t/nobody{number}"), format!("/nothing/{number}"), format!("/decks/x{number}")]
        {
            assert_eq!(server.get(Viewer::Public, &path).await.status, StatusCode::NOT_FOUND, "{path}");
        }
    }
    assert_eq!(server.get(Viewer::Public, &format!("/t/{GAME}")).await.status, StatusCode::OK);
    let text = counts(&server);
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("dejarik_requests_total")).collect();
    for line in [
        "dejarik_requests_total{route=\"/t/{game}\",status=\"404\"} 200",
        "dejarik_requests_total{route=\"/t/{game}\",status=\"200\"} 1",
        "dejarik_requests_total{route=\"none\",status=\"404\"} 200",
        "dejarik_requests_total{route=\"/decks/{slug}\",status=\"404\"} 200",
    ] {
        assert!(lines.contains(&line), "{line} in {lines:?}");
    }
    assert_eq!(lines.len(), 4, "{lines:?}");
}

#[tokio::test(start_paused = true)]
async fn owners_are_counted_by_how_their_tables_are() {
    let server = Server::new(setup(1)).await;
    let number = |word: &str| {
        let owners = server.registry.owners();
        owners.iter().find(|(known, _)| *known == word).map(|(_, number)| *number).expect("known")
    };
    let who = server.shot().await.table.asked().expect("a question");
    assert_eq!((number("well"), number("opening")), (1, 0));
    // From now on nothing is written.
    server.store.follow(Plan::refusing());
    let refused = server.answer(who, 0).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.body.contains("nothing was done"), "{}", refused.body);
    assert_eq!((number("well"), number("stalled")), (0, 1));
    assert_eq!(server.get(Viewer::Public, READY).await.status, StatusCode::SERVICE_UNAVAILABLE);
    server.store.follow(Plan::calm());
    sleep(Duration::from_secs(5)).await;
    assert_eq!((number("well"), number("stalled")), (1, 0), "it goes on by itself");
    assert!(counts(&server).contains("dejarik_owners{state=\"well\"} 1"));
    assert_eq!(server.answer(who, 0).await.status, StatusCode::OK);
}
