//! What belongs to a visitor, over the production routes, in memory.

use super::super::bytes::{GAME, Server, setup, world};
use super::super::site::Site;
use crate::secret;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use engine::Viewer;
use serde_json::Value;
use std::time::Duration;
use store::{
    Conduct, DeckVersion, Decks, GameId, Games, Lobby, Outcomes, People, Report, SOMEBODY, Token, TokenKind,
};
use vocab::Role;

const DARK: Viewer = Viewer::Seat(Role::Dark);
const LIGHT: Viewer = Viewer::Seat(Role::Light);
const SEEN: StatusCode = StatusCode::SEE_OTHER;

fn visitor(role: Role) -> String {
    format!("visitor{}", role as usize)
}

async fn post(server: &Server, who: Viewer, path: &str, body: &str) -> StatusCode {
    server.ask(who, "POST", path, body.to_string()).await.status
}

/// Makes both visitors ones who can be known again.
async fn keep(server: &Server) {
    for role in Role::ALL {
        let digest = secret::digest(&format!("key{}", role as usize));
        let key = Token { digest, kind: TokenKind::Recovery, made: 7 };
        server.store.issue(&visitor(role), key).await.expect("kept");
    }
}

/// Waits until it is kept how the game came out.
async fn came_out(server: &Server) {
    for _ in 0..500 {
        if server.store.outcome(&GameId::from(GAME)).await.expect("read").is_some() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it isn’t kept how the game came out");
}

#[tokio::test]
async fn a_finished_game_counts_for_both_by_deck_and_by_opponent() {
    let server = Server::new(setup(1)).await;
    let table = server.shot().await;
    let [dark, light] = [&table.table.setup.dark, &table.table.setup.light];
    for who in [DARK, LIGHT, Viewer::Public] {
        assert!(server.get(who, "/me/games").await.body.contains("You haven’t played here yet"));
    }
    assert_eq!(post(&server, DARK, &format!("/t/{GAME}/concede"), "").await, SEEN);
    came_out(&server).await;
    for (who, result, told) in
        [(DARK, "Lost", "0 won, 0 drawn, 1 lost"), (LIGHT, "Won", "1 won, 0 drawn, 0 lost")]
    {
        let page = server.get(who, "/me/games").await.body;
        assert!(page.contains(told) && page.contains(&format!("<b>{result}</b> against")), "{page}");
        for word in [&dark.deck, &light.deck] {
            assert!(page.contains(word.as_str()), "{word}: {page}");
        }
        assert!(page.contains(&format!("/t/{GAME}/end")));
    }
    assert!(server.get(Viewer::Public, "/me/games").await.body.contains("You haven’t played here yet"));
    // However often the game is opened, it counts once.
    server.registry.kill();
    server.get(LIGHT, &format!("/t/{GAME}")).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(server.get(LIGHT, "/me/games").await.body.contains("1 won, 0 drawn, 0 lost"));
}

#[tokio::test]
async fn how_an_older_game_came_out_is_found_when_its_player_looks() {
    let server = Server::new(setup(1)).await;
    // A game that ended under a program that kept nothing of it.
    let game = GameId::from(GAME);
    let shot = server.shot().await;
    let mut table = shot.table.clone();
    let step = table::Step::Concede { role: Role::Light };
    table.apply(&step).expect("it fits");
    server.registry.kill();
    let head = crate::owner::head(&table, 9);
    server.store.append(&game, shot.table.number, vec![step.to_row(9, 0)], head).await.expect("added");
    assert!(server.get(DARK, "/me/games").await.body.contains("You haven’t played here yet"));
    came_out(&server).await;
    assert!(server.get(DARK, "/me/games").await.body.contains("1 won"));
    assert_eq!(server.store.outcome(&game).await.expect("read").map(|outcome| outcome.at), Some(9));
}

#[tokio::test]
async fn a_name_belongs_to_one_visitor_and_goes_with_them() {
    let server = Server::of(world(), setup(1), Site { public: true, operator: None }, || 7).await;
    assert_eq!(post(&server, DARK, "/me/name", "name=Mira").await, StatusCode::CONFLICT, "a guest");
    for who in [DARK, LIGHT] {
        assert_eq!(post(&server, who, "/me/key", "").await, StatusCode::OK);
    }
    assert_eq!(post(&server, DARK, "/me/name", "name=Mira").await, SEEN);
    for wrong in ["Dejarik", "x", "%E2%80%8B%E2%80%8B!%21"] {
        let status = post(&server, LIGHT, "/me/name", &format!("name={wrong}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    assert_eq!(
        post(&server, LIGHT, "/me/name", "name=M1RA").await,
        StatusCode::CONFLICT,
        "it looks like Mira"
    );
    assert_eq!(post(&server, LIGHT, "/me/name", "name=%3Cb%3EGero").await, SEEN);
    assert!(server.get(LIGHT, "/me").await.body.contains("&lt;b&gt;Gero"));
    // It stands in the forms of tables and of the lobby, and is used where nothing is typed.
    let lobby = server.get(DARK, "/lobby").await.body;
    assert!(lobby.contains("value=\"Mira\""), "{lobby}");
    let laid = server.ask(DARK, "POST", "/play", "mine=diplomats&theirs=underworld&way=friend".into()).await;
    let invitation = laid.header("location").expect("a way");
    let page = server.get(DARK, &invitation).await.body;
    let link = page.split("/join/").nth(1).expect("a link");
    let link: String = link.chars().take_while(char::is_ascii_alphanumeric).collect();
    let page = server.get(LIGHT, &format!("/join/{link}")).await.body;
    assert!(
        page.contains("Mira wants to play with you.") && page.contains("value=\"&lt;b&gt;Gero\""),
        "{page}"
    );
    // Nobody sits down under a name that looks like somebody else's.
    assert_eq!(post(&server, LIGHT, &format!("/join/{link}"), "name=mira").await, StatusCode::CONFLICT);
    assert_eq!(post(&server, LIGHT, &format!("/join/{link}"), "name=").await, SEEN);
    let game = invitation.trim_start_matches("/t/").trim_end_matches("/invite");
    let shot = server.registry.look(&GameId::from(game)).await.expect("the table");
    let names: Vec<&str> = Role::ALL.map(|role| &*shot.table.setup.player(role).name).to_vec();
    assert!(names.contains(&"Mira") && names.contains(&"<b>Gero"), "{names:?}");
    // Without a name one is a guest again, and the name is free.
    assert_eq!(post(&server, DARK, "/me/name", "name=+").await, SEEN);
    assert_eq!(post(&server, LIGHT, "/me/name", "name=Mira").await, SEEN);
}

async fn with_things(server: &Server) {
    keep(server).await;
    for (role, name) in [(Role::Dark, "Mira"), (Role::Light, "Gero")] {
        let own = visitor(role);
        server.store.call(&own, Some(name.into())).await.expect("called");
        let list = format!("1 Card of {name}");
        let version = DeckVersion { name: format!("Deck of {name}"), list, at: 3, cards: String::new() };
        server.store.save_deck(&own, &format!("deck{}", role as usize), version).await.expect("kept");
        server.store.learn(&own, format!("L{name}"), "done".into()).await.expect("kept");
    }
    let reason = store::Reason::Other;
    let report = |id: &str, by: Role, words: &str| Report {
        id: id.into(),
        game: GameId::from(GAME),
        by: visitor(by),
        about: visitor(by.other()),
        reason,
        words: words.into(),
        said: String::new(),
        at: 5,
    };
    server.store.report(report("r1", Role::Dark, "words of Mira")).await.expect("kept");
    server.store.report(report("r2", Role::Light, "words of Gero")).await.expect("kept");
    server.store.block(&visitor(Role::Dark), &visitor(Role::Light), 4).await.expect("kept");
}

#[tokio::test]
async fn my_data_are_all_of_mine_and_nothing_of_anybody_elses() {
    let server = Server::new(setup(1)).await;
    with_things(&server).await;
    assert_eq!(server.get(Viewer::Public, "/me/data").await.status, StatusCode::CONFLICT);
    let reply = server.get(DARK, "/me/data").await;
    assert_eq!(
        reply.header("content-disposition").as_deref(),
        Some("attachment; filename=\"my-dejarik.json\"")
    );
    let data: Value = serde_json::from_str(&reply.body).expect("JSON");
    assert_eq!(data["visitor"]["name"], "Mira");
    assert_eq!(data["decks"][0]["versions"][0]["list"], "1 Card of Mira");
    assert_eq!(
        (&data["learned"]["LMira"], &data["reportsByYou"][0]["words"]),
        (&"done".into(), &"words of Mira".into())
    );
    assert_eq!(data["blocked"][0], 4);
    let game = &data["games"][0];
    let own = server.shot().await;
    let own = &own.table.setup.dark;
    assert_eq!(
        (&game["game"], &game["seats"][0]["seat"], &game["over"]),
        (&GAME.into(), &"dark".into(), &false.into())
    );
    assert_eq!(game["seats"][0]["cards"]["cards"].as_array().map(Vec::len), Some(own.cards.cards.len()));
    // The game goes on: not a card of the opponent's, nor who they are or what they said, nor a secret.
    for foreign in ["Gero", "visitor1", "words of Gero", &secret::digest("key0")] {
        assert!(!reply.body.contains(foreign), "{foreign}: {}", reply.body);
    }
    let theirs = &server.shot().await.table.setup.light;
    for card in theirs.cards.cards.iter().filter(|card| !own.cards.cards.contains(*card)) {
        assert!(!reply.body.contains(card.as_str()), "{card}");
    }
}

#[tokio::test]
async fn who_is_forgotten_is_a_stranger_and_the_opponent_keeps_the_game() {
    let mut laid = setup(1);
    laid.dark.name = "Mira".into();
    let server = Server::with(world(), laid).await;
    with_things(&server).await;
    server
        .store
        .score(store::Scored {
            game: GameId::from("other"),
            dark: visitor(Role::Dark),
            light: visitor(Role::Light),
            score: 1.0,
            at: 6,
        })
        .await
        .expect("kept");
    // The game has gone on for a while: it can’t be called off any more.
    for _ in 0..60 {
        if !server.shot().await.table.may_abort() {
            break;
        }
        let asked = server.shot().await.table.asked().expect("a question");
        assert_eq!(server.answer(asked, 0).await.status, StatusCode::OK);
    }
    assert!(!server.shot().await.table.may_abort());
    assert!(server.get(LIGHT, &format!("/t/{GAME}")).await.body.contains("Mira"));
    // Looking, or pressing the button without saying that one is sure, does nothing.
    let page = server.get(DARK, "/me/forget").await.body;
    assert!(page.contains("1 game of yours goes on.") && page.contains("you concede"), "{page}");
    assert_eq!(post(&server, DARK, "/me/forget", "").await, StatusCode::BAD_REQUEST);
    assert_eq!(post(&server, Viewer::Public, "/me/forget", "sure=yes").await, StatusCode::CONFLICT);
    assert_eq!(server.store.name_of(&visitor(Role::Dark)).await, Ok(Some("Mira".into())));

    let reply = server.ask(DARK, "POST", "/me/forget", "sure=yes".into()).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.body);
    let emptied: Vec<&str> =
        reply.headers.get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok()).collect();
    assert!(
        emptied.iter().any(|cookie| cookie.starts_with("dejarik=; ") && cookie.contains("Max-Age=0")),
        "{emptied:?}"
    );
    // A stranger: nothing is held under the old cookie, key or name.
    assert!(server.get(DARK, "/me").await.body.contains("You’re new here."));
    assert_eq!(server.store.whose(&secret::digest("key0"), TokenKind::Recovery).await, Ok(None));
    assert_eq!(server.store.named("Mira").await, Ok(None));
    assert_eq!(server.store.decks_of(&visitor(Role::Dark)).await, Ok(vec![]));
    assert_eq!(
        post(&server, DARK, &format!("/t/{GAME}/say"), "line=hi").await,
        SEEN,
        "among those who watch"
    );
    // The opponent has won, and the game goes by another name, in memory and on the disk.
    let shot = server.shot().await;
    assert_eq!(shot.table.setup.dark.name, SOMEBODY);
    assert!(shot.table.is_over());
    for path in [
        format!("/t/{GAME}"),
        format!("/t/{GAME}/text"),
        format!("/t/{GAME}/end"),
        format!("/r/{GAME}"),
        "/me/games".into(),
        "/".into(),
    ] {
        let page = server.get(LIGHT, &path).await;
        assert!(page.status == StatusCode::OK && !page.body.contains("Mira"), "{path}: {}", page.body);
    }
    server.registry.kill();
    let stored = server.store.load(&GameId::from(GAME)).await.expect("read").expect("there");
    let text = format!("{stored:?}{:?}", server.store.film(&GameId::from(GAME)).await);
    assert!(!text.contains("Mira") && stored.head.over, "{text}");
    let again = server.shot().await;
    assert!(again.table.is_over() && again.table.setup.dark.name == SOMEBODY);
    assert_eq!(again.table.game.whole().stable_hash(), shot.table.game.whole().stable_hash());
    let page = server.get(LIGHT, "/me/games").await.body;
    assert!(page.contains("1 won") && page.contains(SOMEBODY), "{page}");
    // Others' ratings follow from the result, and what was reported stays.
    assert_eq!(server.store.scores().await.expect("read").len(), 1);
    assert_eq!(server.store.reports(false, 9).await.expect("read").len(), 2);
    assert_eq!(
        post(&server, DARK, "/me/forget", "sure=yes").await,
        StatusCode::CONFLICT,
        "there’s nothing left"
    );
}

#[test]
fn a_note_and_a_film_lose_the_name_of_one_player_alone() {
    use crate::forget::redacted;
    use table::{Film, Step};
    let mut laid = setup(1);
    (laid.dark.name, laid.light.name) = ("Guest".into(), "Gero".into());
    let sit = |seat, holder: &str, name: Option<&str>| {
        Step::Sit { seat, holder: holder.into(), name: name.map(str::to_string) }.to_row(3, 9)
    };
    let rows = vec![
        sit(Role::Dark, "mira", None),
        sit(Role::Light, "gero", Some("Gero")),
        Step::Abandon.to_row(4, 1),
    ];
    let note = "A against B: Guest won in turn 4";
    let film =
        Film { rules: 1, players: ["Guest".into(), "Gero".into()], note: note.into(), frames: Vec::new() };
    let film = serde_json::to_string(&film).expect("JSON");
    let stored = store::Stored {
        setup: serde_json::to_string(&laid).expect("JSON"),
        rows: rows.clone(),
        head: store::Head { note: note.into(), ..store::Head::default() },
        invitation: None,
        promised: None,
        pocket: None,
    };
    let mira = redacted(&stored, Some(&film), "mira").expect("readable");
    let setup: table::GameSetup = serde_json::from_str(&mira.setup).expect("a setup");
    assert_eq!((&*setup.dark.name, &*setup.light.name), (SOMEBODY, "Gero"));
    assert_eq!((setup.dark.cards, setup.light.cards), (laid.dark.cards.clone(), laid.light.cards.clone()));
    assert_eq!(mira.note, "A against B: Somebody won in turn 4");
    let shown: Film = serde_json::from_str(&mira.film.expect("a film")).expect("JSON");
    assert_eq!((shown.players, &shown.note), ([SOMEBODY.to_string(), "Gero".into()], &mira.note));
    assert_eq!(mira.sits, [(0, rows[0].clone())], "a row that has no name stays as it is");
    let gero = redacted(&stored, None, "gero").expect("readable");
    assert_eq!(gero.sits, [(1, sit(Role::Light, "gero", Some(SOMEBODY)))]);
    assert_eq!((gero.note.as_str(), gero.film), (note, None));
    let nobody = redacted(&stored, None, "ida").expect("readable");
    assert!(nobody.sits.is_empty() && nobody.note == note);
    assert!(redacted(&store::Stored { setup: "{}".into(), ..stored }, None, "mira").is_err());
}
