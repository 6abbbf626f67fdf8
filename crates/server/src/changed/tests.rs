//! Card files that change, under decks that are kept and games that are running.

use super::{OnDisk, compare, prints, since, since_last_start};
use crate::pocket;
use crate::web::bytes::{Server, setup, world};
use crate::web::site::Site;
use crate::world::World;
use axum::http::StatusCode;
use dejarik::Cards;
use engine::Viewer;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use store::{DeckVersion, GameId, Games, Head, NewGame};
use table::Step;
use vocab::Role;

/// Writes the CORE set, changed, into a folder of the players' kind.
fn write(folder: &Path, change: impl Fn(&str) -> String) {
    fs::create_dir_all(folder.join("sets")).expect("a folder");
    for set in &cards::core_set::plugin().sets {
        let text = String::from_utf8(set.write()).expect("text");
        fs::write(folder.join(format!("sets/{}.txt", set.code)), change(&text)).expect("written");
    }
}

fn changed(change: impl Fn(&str) -> String) -> Arc<World> {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), change);
    Arc::new(World::new(Cards::folder(folder.path()).expect("cards"), &[]).expect("a world"))
}

/// Cell Saboteur is otherwise, and Calm Reply is called something else.
fn other(text: &str) -> String {
    text.replace("your opponent loses 2 Force.", "your opponent loses 1 Force.")
        .replace("Calm Reply", "Calm Answer")
}

#[test]
fn a_version_knows_which_of_its_cards_have_changed() {
    let list = "4 Cell Saboteur\n2 Calm Reply\n3 Archive Adept\n1 No Such Card";
    let deck = cards::Deck::read("Mine", list.as_bytes()).expect("a list").deck;
    let world = world();
    let cards = prints(&world, &deck);
    assert_eq!(cards.lines().count(), 3, "an unknown card has no print: {cards}");
    let version = DeckVersion { name: "Mine".into(), list: list.into(), at: 7, cards };
    assert!(since(&world, &version).is_empty());
    assert!(since(&changed(str::to_string), &version).is_empty(), "the same rows in another place");
    assert_eq!(since(&changed(other), &version), ["Calm Reply", "Cell Saboteur"]);
    let old = DeckVersion { cards: String::new(), ..version };
    assert!(since(&changed(other), &old).is_empty(), "nothing is known of old versions");
}

#[test]
fn folders_are_compared_with_what_the_server_has_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = [folder.path().to_path_buf()];
    assert!(compare(&world(), &folders).is_err(), "a folder without cards says so");
    write(folder.path(), str::to_string);
    assert_eq!(compare(&world(), &folders), Ok(OnDisk::default()));
    write(folder.path(), other);
    let found = compare(&world(), &folders).expect("readable");
    assert_eq!(found.changed.iter().collect::<Vec<_>>(), ["Calm Reply", "Cell Saboteur"]);
    assert_eq!(found.new, 1, "a renamed card is a new one");
}

#[tokio::test]
async fn whoever_has_such_a_deck_or_game_is_told() {
    let site = || Site { public: false, ..Site::default() };
    let before = Server::of(world(), setup(1), site(), || 7).await;
    let owner = Viewer::Seat(Role::Dark);
    let save = async |server: &Server, kept: &str| {
        let body = format!("name=Tin&kept={kept}&list=4+Cell+Saboteur%0A2+Archive+Adept");
        let saved = server.ask(owner, "POST", "/decks/save", body).await;
        saved.header("location").expect("the deck's page")
    };
    let path = save(&before, "").await;
    // A running game whose cards are kept with it.
    let setup = setup(1);
    let kept = pocket::of(&before.app.world, &setup).expect("rows");
    let id = GameId::from("bcdefghijk");
    let rows = vec![Step::Sit { seat: Role::Dark, holder: "visitor0".into(), name: None }.to_row(7, 0)];
    let head = Head { note: "Turn 3".into(), at: 7, ..Head::default() };
    let setup = serde_json::to_string(&setup).expect("JSON");
    let game = NewGame {
        id: id.clone(),
        setup,
        rows,
        head,
        invitation: None,
        promised: None,
        pocket: Some(kept.clone()),
    };
    before.store.create(game).await.expect("a game");
    let page = async |server: &Server, path: &str| server.ask(owner, "GET", path, String::new()).await.body;
    since_last_start(&before.app).await.expect("read");
    for path in [&*path, "/decks"] {
        assert!(!page(&before, path).await.contains("have changed"), "{path}");
    }
    // A card of the game and one of the deck are otherwise at the next start.
    let title = kept.readings.lines().next().and_then(|line| line.split_once('\t')).expect("a card").0;
    let row = before.app.world.row(title).expect("its row").1.to_string();
    let after = changed(|text| other(text).replace(&row, &format!("{row} ")));
    assert!(row.contains(title.split(" (").next().expect("a name")));
    let after = Server::on(before.store.node(1), after, site(), || 8);
    since_last_start(&after.app).await.expect("read");
    let decks = page(&after, "/decks").await;
    assert!(decks.contains("The card files have changed"), "{decks}");
    assert!(decks.contains(&format!("<a href=\"{path}\">Tin</a>: Cell Saboteur")), "{decks}");
    assert!(decks.contains("<a href=\"/t/bcdefghijk\">Turn 3</a>"), "{decks}");
    assert_eq!(after.app.changes.of_game(&id), Some(pocket::changed(&after.app.world, &kept)));
    let deck = page(&after, &path).await;
    assert!(deck.contains("Cards have changed since this version was saved"), "{deck}");
    let stranger = after.ask(Viewer::Seat(Role::Light), "GET", "/decks", String::new()).await;
    assert!(
        stranger.status == StatusCode::OK && !stranger.body.contains("have changed"),
        "others aren't told"
    );
    // Saved again it's a version with the cards as they are now, and a third time it isn't another.
    let kept = path.rsplit('/').next().expect("a name");
    for _ in 0..2 {
        assert_eq!(save(&after, kept).await, path);
        let deck = page(&after, &path).await;
        assert!(!deck.contains("Cards have changed") && deck.contains("?v=1\">"), "{deck}");
        assert!(!deck.contains("?v=2\">"), "{deck}");
    }
}
