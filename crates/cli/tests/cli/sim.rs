//! `dejarik sim` and `dejarik play` as people and programs use them.

use crate::program::run;
use serde_json::Value;
use std::fs;

/// What `sim` says of two decks.
pub fn sim(arguments: &[&str]) -> String {
    let output = run(&[&["sim", "Droid Army", "Diplomats"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "no progress bar without a terminal");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The reason for a refusal, with its exit status 2.
fn refused(arguments: &[&str]) -> String {
    let output = run(&[&["sim"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn a_batch_is_the_same_whatever_the_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (one, three) = (file("one.jsonl"), file("three.jsonl"));
    let flags = |threads: &str, out: &str| {
        sim(&["--games", "10", "--seed", "4", "--threads", threads, "--out", out, "--json"])
    };
    let (first, second) = (flags("1", &one), flags("3", &three));
    assert_eq!(first, second);
    let lines = fs::read_to_string(&one).expect("the file");
    assert_eq!(lines, fs::read_to_string(&three).expect("the file"));
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), 10);
    assert_eq!((&games[0]["dark"], &games[1]["dark"]), (&"a".into(), &"b".into()), "the decks change roles");
    assert_eq!(games[0]["seed"], games[1]["seed"]);
    assert!(games.iter().all(|game| game["a"] == "Droid Army" && game["player_b"] == "skilled"));
    let count: Value = serde_json::from_str(&first).expect("JSON");
    let wins = |of: &str| count[of]["all"]["wins"].as_u64().expect("a number");
    let won = |of: &str| games.iter().filter(|game| game["winner"] == of).count() as u64;
    assert_eq!((wins("a"), wins("b"), count["games"].as_u64()), (won("a"), won("b"), Some(10)));
    let other: Value = serde_json::from_str(&sim(&["--games", "10", "--seed", "5", "--json"])).expect("JSON");
    assert_ne!(count["a"]["cards"], other["a"]["cards"], "another seed gives other games");
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_build_without_parquet_says_how_to_get_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.parquet");
    let reason = refused(&["Diplomats", "Diplomats", "--out", file.to_str().expect("UTF-8")]);
    assert!(reason.contains("--features parquet"), "{reason}");
    assert!(!file.exists(), "no empty file is left behind");
}

#[test]
fn people_get_rates_with_intervals_lengths_and_cards() {
    let text = sim(&["--games", "12", "--player-a", "quick", "--player-b", "random", "--fixed"]);
    for part in [
        "Droid Army (skilled) against Diplomats (learner)",
        "12 games, seed 1",
        "95 % interval",
        "in the Dark Side role",
        "turns on average",
        "control of two arenas",
        "The lead changes",
        "Cards of Droid Army that it won with most often",
    ] {
        assert!(text.contains(part), "`{part}` is missing:\n{text}");
    }
}

#[test]
fn a_balance_shows_pairs_and_roles_and_what_a_cost_changes_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let keep = folder.path().join("games.jsonl");
    let arguments = [
        "balance",
        "Diplomats",
        "Droid Army",
        "Rebel Scum",
        "--games",
        "4",
        "--player",
        "learner",
        "--cost",
        "Swarm Drone Fighter=9",
        "--keep",
        keep.to_str().expect("UTF-8"),
    ];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for part in [
        "12 games of learner players",
        "The Dark Side role wins",
        "the lead changes",
        "With Swarm Drone Fighter=9",
    ] {
        assert!(text.contains(part), "`{part}` is missing:\n{text}");
    }
    let lines = || fs::read_to_string(&keep).expect("the kept games").lines().count();
    assert_eq!(lines(), 24);
    let json = run(&[&arguments[..], &["--json"]].concat());
    let found: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(found["pairs"].as_array().map(Vec::len), Some(3));
    assert_eq!(found["decks"][1]["all"]["games"], 8);
    assert_eq!(lines(), 24, "nothing is played again");
    let refused = run(&["balance", "Diplomats", "Droid Army", "--cost", "Nobody=3"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("there's no card called `Nobody`"));
}

#[test]
fn a_matrix_has_every_pair() {
    let arguments = [
        "sim",
        "--matrix",
        "Diplomats",
        "Droid Army",
        "--games",
        "2",
        "--player-a",
        "random",
        "--player-b",
        "random",
    ];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("Win rate of the deck on the left. 6 games"), "{text}");
    let json = run(&[&arguments[..], &["--json"]].concat());
    let pairs: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(pairs["pairs"].as_array().map(Vec::len), Some(3));
}

#[test]
fn wrong_input_is_refused_with_the_reason() {
    assert!(refused(&["Diplomats"]).contains("2 values required"));
    assert!(refused(&["Diplomats", "Droid Army", "Rebel Scum"]).contains("--matrix"));
    assert!(refused(&["Diplomats", "No Such Deck"]).contains("No Such Deck"));
    assert!(refused(&["Diplomats", "Diplomats", "--games", "0"]).contains("1..=10000000"));
    let player = refused(&["Diplomats", "Diplomats", "--player-a", "clever"]);
    assert!(player.contains("learner, gentle, casual, skilled, strong or master"), "{player}");
    assert!(
        refused(&["Diplomats", "Diplomats", "--out", "/no/such/folder/x.jsonl"]).contains("/no/such/folder")
    );
    assert!(refused(&["Diplomats", "Diplomats", "--out", "x.csv"]).contains(".jsonl or .parquet"));
}
