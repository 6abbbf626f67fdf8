//! `dejarik puzzles` as people use it.

use crate::program::run;
use serde_json::Value;
use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzles/puzzles");

fn said(arguments: &[&str], status: i32) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned() + &error
}

#[test]
fn puzzles_are_listed_and_shown_without_their_answer_unless_it_is_wished() {
    let list = said(&["puzzles", "list"], 0);
    assert!(
        list.contains("P05") && list.contains("Stand your ground") && list.contains("do not lose this turn")
    );
    let listed: Value = serde_json::from_str(&said(&["puzzles", "list", "--json"], 0)).expect("JSON");
    assert!(
        listed
            .as_array()
            .is_some_and(|all| all.len() >= 10 && all.iter().all(|one| one.get("best").is_none()))
    );
    let shown = said(&["puzzles", "show", "p05"], 0);
    assert!(
        shown.contains("Honor Guard Speeder 50")
            && shown.contains("1 yes")
            && !shown.contains("Safe is not safe"),
        "{shown}"
    );
    let answered = said(&["puzzles", "show", "P05", "--answer"], 0);
    assert!(answered.contains("no: always") && answered.contains("yes: never"), "{answered}");
    assert!(answered.contains("the retreat loses the game") && answered.contains("Dark wins"), "{answered}");
    let json: Value =
        serde_json::from_str(&said(&["puzzles", "show", "P01", "--answer", "--json"], 0)).expect("JSON");
    assert_eq!((&json["best"]["value"], &json["others"][0]["value"]), (&"21/32".into(), &"1/2".into()));
    assert!(said(&["puzzles", "show", "P02x"], 2).contains("dejarik puzzles list"));
}

#[test]
fn puzzles_are_solved_again_and_what_does_not_hold_is_named_with_its_place() {
    let names = ["P01", "P05", "P05x"].map(|name| format!("{FOLDER}/{name}.txt"));
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    let held = said(&[&["puzzles", "check"], &files[..]].concat(), 0);
    assert!(
        held.contains("3 files held, 0 failed") && held.contains("attack Arrowhead Starfighter = 21/32"),
        "{held}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("P05.txt");
    let text = fs::read_to_string(&names[1]).expect("P05");
    for (old, new, status, says) in [
        ("best no = 1", "best no = 1/2", 1, "P05.txt:7:9 it is worth 1, not 1/2"),
        ("other yes = 0", "other maybe = 0", 1, "P05.txt:8:10 `maybe` isn't offered"),
        ("Speeder damage 2", "Speeder damage 1", 1, "P05.txt:25 damage counters on Honor Guard Speeder"),
        ("#: rating 950", "#: rating low", 2, "line 10: expected a rating"),
        ("#: why ", "#: wyh ", 2, "line 11: expected one of: `you`"),
    ] {
        fs::write(&file, text.replace(old, new)).expect("written");
        let found = said(&["puzzles", "check", file.to_str().expect("a name")], status);
        assert!(found.contains(says), "{found}");
    }
    fs::write(&file, &text).expect("written");
    let few = said(&["puzzles", "check", "--nodes", "2", file.to_str().expect("a name")], 1);
    assert!(few.contains("more than 2 answers would have to be tried"), "{few}");
    let json: Value =
        serde_json::from_str(&said(&["puzzles", "check", "--json", files[1]], 0)).expect("JSON");
    assert_eq!(json["puzzles"][0]["answers"][0]["value"], "1");
}

#[test]
fn puzzles_are_looked_for_in_a_recorded_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    fs::write(&file, crate::recorded::game()).expect("written");
    let name = file.to_str().expect("a name");
    let mine = ["puzzles", "mine", "--recorded", name, "--nodes", "200", "--rounds", "0", "--json"];
    let found: Value = serde_json::from_str(&said(&mine, 0)).expect("JSON");
    let removed = found["removed"].as_object().expect("sieves").values();
    let removed: u64 = removed.map(|sieve| sieve["positions"].as_u64().expect("a number")).sum();
    let left: u64 = found["found"].as_object().expect("kinds").values().filter_map(Value::as_u64).sum();
    assert_eq!((&found["games"], Some(removed + left)), (&1.into(), found["positions"].as_u64()), "{found}");
    let whole: Value = serde_json::from_str(&said(&["replay", name, "--json"], 0)).expect("JSON");
    assert_eq!(found["positions"], whole["answers"], "every question is looked at");
    // A game that was changed afterwards isn't searched.
    let forged = crate::recorded::game().replacen("\"hashes\":[", "\"hashes\":[1,", 1);
    fs::write(&file, forged).expect("written");
    assert!(said(&mine, 2).contains("game.json"));
    assert!(said(&["puzzles", "mine", "Diplomats", "--recorded", name], 2).contains("cannot be used with"));
}
