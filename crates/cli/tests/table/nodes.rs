//! Servers that keep their games in a PostgreSQL database.

use crate::cut::{Form, Friends, get, post};
use crate::hostile::{start, status, until_asked};
use crate::served::Served;
use rig::{Postgres, or_skip};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const TESTS: &str = "the tests of servers with a PostgreSQL database";

fn dejarik(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dejarik")).args(arguments).output().expect("the command runs")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Answers the question of a player's page; says whether the server took it.
fn answers(served: &Served, game: &str, cookie: &str) -> u16 {
    let page = get(served, &format!("/t/{game}"), cookie);
    let form = Form::read(&page).unwrap_or_else(|| panic!("a question: {page}"));
    status(&post(served, &format!("/t/{game}/answer"), cookie, &form.body(0)))
}

#[test]
fn games_move_from_a_database_into_a_folder_and_back_and_go_on() {
    let Some(postgres) = or_skip(TESTS, Postgres::shared()) else { return };
    let url = postgres.database("moved").expect("a database");
    let none = dejarik(&["store", "check", "--store", &url]);
    assert_eq!(
        (none.status.code(), said(&none).contains("no games are kept")),
        (Some(2), true),
        "{}",
        said(&none)
    );
    let served = Served::with(&["--store", &url]);
    let (game, cookie) = start(&served);
    until_asked(&served, &game, &cookie);
    assert_eq!(answers(&served, &game, &cookie), 303);
    until_asked(&served, &game, &cookie);
    drop(served);
    let checked = dejarik(&["store", "check", "--store", &url]);
    assert!(checked.status.success() && said(&checked).contains("1 game,"), "{}", said(&checked));
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_string_lossy().into_owned();
    let moved = dejarik(&["store", "move", "--store", &url, "--to", &data]);
    assert!(said(&moved).contains("1 game was copied"), "{}", said(&moved));
    let served = Served::at(folder);
    until_asked(&served, &game, &cookie);
    assert_eq!(answers(&served, &game, &cookie), 303, "the seat is where it was");
    until_asked(&served, &game, &cookie);
    let again = postgres.database("moved_again").expect("a database");
    let data = served.folder().to_string_lossy().into_owned();
    let served = served.kill();
    // Whoever reads the arguments of a process learns no password from us, nor from what we print.
    let hidden = again.replace("postgres@", "postgres:secret@");
    let moved = dejarik(&["store", "move", "--data", &data, "--to", &hidden]);
    assert!(
        said(&moved).contains("1 game was copied") && !said(&moved).contains("secret"),
        "{}",
        said(&moved)
    );
    drop(served);
    let served = Served::with(&["--store", &again]);
    until_asked(&served, &game, &cookie);
    assert_eq!(answers(&served, &game, &cookie), 303);
    let refused = dejarik(&["serve", "--store", "mysql://here"]);
    assert!(
        refused.status.code() == Some(2) && said(&refused).contains("no kind of store"),
        "{}",
        said(&refused)
    );
}

/// A database that goes under a running server: pages can still be read, nothing is said to be done that isn't, and the
/// game goes on by itself when the database is back.
#[test]
fn a_table_outlives_its_database() {
    let Some(mut postgres) = or_skip(TESTS, Postgres::start()) else { return };
    let served = Served::with(&["--store", &postgres.url()]);
    let friends = Friends::sit(&served);
    let (who, _) = friends.asked(&served);
    let (game, cookie) = (friends.game.clone(), friends.cookies[who].clone());
    assert_eq!(answers(&served, &game, &cookie), 303);
    for kill in [false, true] {
        let (who, form) = friends.asked(&served);
        let cookie = &friends.cookies[who];
        if kill {
            postgres.kill();
        } else {
            postgres.stop();
        }
        let refused = post(&served, &format!("/t/{game}/answer"), cookie, &form.body(0));
        assert_ne!(status(&refused), 303, "{refused}");
        assert_eq!(status(&get(&served, &format!("/t/{game}"), cookie)), 200, "pages are read from memory");
        assert_eq!(status(&served.request("GET", "/health/ready", "", "")), 503);
        postgres.start_again().expect("started");
        let begun = Instant::now();
        // The same request again: whatever became of the first, it has one effect.
        loop {
            let again = post(&served, &format!("/t/{game}/answer"), cookie, &form.body(0));
            if status(&again) == 303 {
                break;
            }
            assert_eq!(status(&again), 503, "{again}");
            assert!(begun.elapsed() < Duration::from_secs(30), "it goes on: {again}");
            std::thread::sleep(Duration::from_millis(50));
        }
        while status(&served.request("GET", "/health/ready", "", "")) != 200 {
            assert!(begun.elapsed() < Duration::from_secs(30), "ready again");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    let checked = dejarik(&["store", "check", "--store", &postgres.url()]);
    assert!(checked.status.success(), "{}", said(&checked));
}
