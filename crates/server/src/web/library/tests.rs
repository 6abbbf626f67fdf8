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

/// What kind of answer it is.
fn kind(reply: &super::super::bytes::Reply) -> &str {
    reply.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default()
}

#[tokio::test]
async fn a_deck_has_an_address_for_each_of_its_forms() {
    let server = Server::new(setup(1)).await;
    let get = async |path: &str| server.ask(Viewer::Public, "GET", path, String::new()).await;
    let text = get("/decks/diplomats/text").await;
    assert_eq!((text.status, kind(&text)), (StatusCode::OK, "text/plain; charset=utf-8"));
    assert!(text.body.starts_with("Diplomats\n60 cards, "), "{}", text.body);
    let picture = get("/decks/diplomats/picture").await;
    assert_eq!(kind(&picture), "image/svg+xml");
    assert!(picture.body.starts_with("<svg ") && picture.body.contains("Senate Blade Guard"));
    let print = get("/decks/diplomats/print").await;
    assert!(print.body.contains("data-print") && print.body.contains("Senate Blade Guard"));
    // Each file reads as the same deck.
    let list = |bytes: &str, name: &str| {
        let deck = cards::Deck::read(name, bytes.as_bytes()).expect("a deck").deck;
        let mut cards: Vec<String> =
            deck.zones.into_iter().flat_map(|zone| zone.cards).map(|card| card.name).collect();
        cards.sort();
        cards
    };
    let dek = get("/decks/diplomats/dek").await;
    assert!(dek.headers["content-disposition"].to_str().expect("text").contains("diplomats.dek"));
    let cards = list(&dek.body, "a.dek");
    // Sixty, and one that comes along outside the deck.
    assert_eq!(cards.len(), 61);
    for form in ["txt", "json"] {
        let file = get(&format!("/decks/diplomats/{form}")).await;
        assert_eq!(list(&file.body, &format!("a.{form}")), cards, "{form}");
    }
    for path in ["/decks/diplomats/pdf", "/decks/no-such-deck/text"] {
        assert_eq!(get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    // A list without an address has the same forms.
    let body = "list=4+Infantry+Automaton%0A1+%3Cb%3ESpear&name=Tin".to_string();
    let picture = server.ask(Viewer::Public, "POST", "/decks/file?as=picture", body).await;
    assert_eq!(kind(&picture), "image/svg+xml");
    assert!(picture.body.contains("Infantry Automaton") && picture.body.contains("&lt;b&gt;Spear"));
}

#[tokio::test]
async fn each_version_of_a_kept_deck_has_its_forms_and_only_for_those_who_may_see_it() {
    let server = Server::new(setup(1)).await;
    let (owner, other) = (Viewer::Seat(vocab::Role::Dark), Viewer::Seat(vocab::Role::Light));
    let save = async |kept: &str, list: &str| {
        let body = format!("name=Tin&kept={kept}&list={list}");
        let saved = server.ask(owner, "POST", "/decks/save", body).await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.body);
        saved.headers["location"].to_str().expect("an address").to_string()
    };
    let path = save("", "4+Infantry+Automaton").await;
    let id = path.rsplit('/').next().expect("a name");
    assert_eq!(save(id, "3+Infantry+Automaton%0A2+Shade+Automaton").await, path);
    let get = async |who: Viewer, path: String| server.ask(who, "GET", &path, String::new()).await;
    let last = get(owner, format!("{path}/text")).await.body;
    assert!(last.contains("  3 Infantry Automaton") && last.contains("  2 Shade Automaton"), "{last}");
    let first = get(owner, format!("{path}/text?v=1")).await.body;
    assert!(first.contains("  4 Infantry Automaton") && !first.contains("Shade"), "{first}");
    assert_eq!(get(owner, format!("{path}/text?v=3")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(owner, format!("{path}/text?v=0")).await.status, StatusCode::NOT_FOUND);
    // An older version's page leads to its own forms, and any two can be compared.
    let page = get(owner, format!("{path}?v=1&with=2")).await.body;
    assert!(page.contains(&format!("{path}/picture?v=1")), "{page}");
    assert!(page.contains("−1") && page.contains("+2") && page.contains("Compare version"), "{page}");
    for form in ["text", "dek", "picture", "print"] {
        let hidden = get(other, format!("{path}/{form}")).await.status;
        assert_eq!(hidden, StatusCode::NOT_FOUND, "{form}");
    }
    let shared = server.ask(owner, "POST", &format!("{path}/share"), "shared=yes".into()).await;
    assert_eq!(shared.status, StatusCode::SEE_OTHER);
    assert_eq!(get(other, format!("{path}/picture")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_deck_meets_the_decks_of_the_server_in_the_background() {
    let server = Server::new(setup(1)).await;
    let nothing = server.ask(Viewer::Public, "POST", "/decks/matchups", "list=60+No+Such+Card".into()).await;
    assert_eq!(nothing.status, StatusCode::BAD_REQUEST);
    let gone = server.ask(Viewer::Public, "GET", "/decks/matchups/nothing", String::new()).await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
    let list = server.ask(Viewer::Public, "GET", "/decks/diplomats/txt", String::new()).await.body;
    let body = format!("name=Mine&list={}", crate::pages::encoded(&list));
    let started = server.ask(Viewer::Public, "POST", "/decks/matchups", body).await;
    let path = started.headers["location"].to_str().expect("an address").to_string();
    let shown = async || server.ask(Viewer::Public, "GET", &path, String::new()).await.body;
    let first = shown().await;
    assert!(first.contains("Droid Army") && !first.contains("Rebel Scum"), "the other side alone: {first}");
    assert!(first.contains("http-equiv=\"refresh\""), "it looks again by itself");
    while shown().await.contains("<p role=\"status\">0 of ") {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_deck_is_brought_by_its_address() {
    let server = Server::new(setup(1)).await;
    let (owner, other) = (Viewer::Seat(vocab::Role::Dark), Viewer::Seat(vocab::Role::Light));
    let bring = async |who: Viewer, path: &str, address: &str| {
        let body = format!("address={}", crate::pages::encoded(address));
        server.ask(who, "POST", path, body).await
    };
    // A deck of the server, by the path or the whole address of its page or of one of its forms.
    for address in [
        "/decks/diplomats",
        "http://localhost/decks/diplomats",
        " http://localhost/decks/diplomats/picture#top ",
    ] {
        for path in ["/decks/own", "/decks/build"] {
            let page = bring(other, path, address).await;
            assert_eq!(page.status, StatusCode::OK, "{address}: {}", page.body);
            assert!(page.body.contains("Senate Blade Guard") && page.body.contains("Diplomats"), "{address}");
        }
    }
    // Somebody's deck, in the version that is asked for, as long as it's shared.
    let save = async |kept: &str, list: &str| {
        let saved =
            server.ask(owner, "POST", "/decks/save", format!("name=Tin&kept={kept}&list={list}")).await;
        saved.header("location").expect("the deck's page")
    };
    let path = save("", "4+Infantry+Automaton").await;
    save(path.rsplit('/').next().expect("a name"), "3+Shade+Automaton").await;
    assert_eq!(bring(other, "/decks/own", &path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(bring(owner, "/decks/own", &path).await.status, StatusCode::OK);
    server.ask(owner, "POST", &format!("{path}/share"), "shared=yes".into()).await;
    let last = bring(other, "/decks/own", &path).await.body;
    assert!(last.contains("Shade Automaton") && !last.contains("Infantry Automaton"), "{last}");
    let first = bring(other, "/decks/own", &format!("{path}/txt?v=1")).await.body;
    assert!(first.contains("Infantry Automaton") && !first.contains("Shade Automaton"), "{first}");
    // Elsewhere nobody is asked, and the reason is told.
    let away = bring(other, "/decks/own", "https://example.org/decks/tin").await;
    assert_eq!(away.status, StatusCode::BAD_REQUEST);
    assert!(away.body.contains("asks nothing of others, so not of example.org"), "{}", away.body);
    for address in ["/cards", "//example.org/decks/x", "nonsense", "/decks/no-such-deck"] {
        let refused = bring(other, "/decks/own", address).await.status;
        assert!(refused.is_client_error(), "{address}: {refused}");
    }
}
