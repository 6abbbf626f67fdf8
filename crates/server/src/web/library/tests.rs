//! Pages about decks, over the production routes.

use super::super::bytes::{Server, setup};
use axum::http::StatusCode;
use engine::Viewer;

#[tokio::test]
async fn a_deck_says_what_it_draws_and_what_its_setups_come_to() {
    let server = Server::new(setup(1)).await;
    let ask = async |body: &str| server.ask(Viewer::Public, "POST", "/decks/chances", body.to_string()).await;
    let page = ask("list=30+Infantry+Automaton%0A30+Shade+Automaton&name=%3Cb%3ETwo").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    for part in [
        "Test hands",
        "With a unit in every arena",
        "Points spent, of 30",
        "Infantry Automaton",
        "&lt;b&gt;Two",
    ] {
        assert!(page.body.contains(part), "{part}: {}", page.body);
    }
    // Of 30 copies in 60 cards one is nearly always among the first eight.
    assert!(page.body.contains("&gt;99%"), "{}", page.body);
    assert_eq!(ask("list=60+No+Such+Card").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(ask("list=1+Infantry+Automaton&seed=x").await.status, StatusCode::UNPROCESSABLE_ENTITY);
}
