//! The program as a person or a script uses it: the binary, its output, its exit status.

use serde_json::Value;
use std::fs;
use std::process::{Command, Output, Stdio};

fn dejarik(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dejarik")).args(arguments).output().expect("the program starts")
}

/// The text that a command prints, which must end with this status; with status 2, the error.
fn says(status: i32, arguments: &[&str]) -> String {
    let output = dejarik(arguments);
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{out}\n{err}");
    assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'), "colours in a pipe: {arguments:?}");
    if status == 2 { err } else { out }
}

fn json(status: i32, arguments: &[&str]) -> Value {
    serde_json::from_str(&says(status, arguments)).expect("JSON and nothing else")
}

#[test]
fn it_gives_a_tour_on_the_built_in_cards() {
    let tour = says(0, &["tour"]);
    for part in ["$ dejarik search", "Ilara Venn (C)", "Overkill:", "1740.3", "Crimson Dominion", "is legal"]
    {
        assert!(tour.contains(part), "{part} in {tour}");
    }
}

#[test]
fn every_keyword_can_be_looked_up_in_both_editions() {
    assert_eq!(json(0, &["keyword", "--json"]).as_array().unwrap().len(), 61);
    assert_eq!(json(0, &["keyword", "--edition", "sheets", "--json"]).as_array().unwrap().len(), 33);
    let evade = says(0, &["keyword", "Evade", "2"]);
    assert!(evade.starts_with("Evade X\n") && evade.contains("1724.1"), "{evade}");
    assert!(says(0, &["keyword", "absorb", "--edition", "sheets"]).contains("The sheets do not have Absorb"));
    assert!(says(1, &["keyword", "fo"]).contains("Focus, Foresight, Forewarning, Fortitude"));
    assert!(says(2, &["keyword", "--edition", "third"]).contains("expected `current` or `sheets`"));
}

#[test]
fn rules_are_shown_by_number_section_and_words() {
    assert!(says(0, &["rule", "1107.9"]).contains("Final dice: add the attacker's Accuracy"));
    assert!(says(0, &["rule", "overkill"]).contains("1740.9"));
    assert!(says(0, &["rule", "contested", "bid"]).contains("806.2"));
    assert_eq!(json(0, &["rule", "806", "--json"]).as_array().unwrap().len(), 8);
    says(1, &["rule", "1107.99"]);
}

#[test]
fn cards_are_found_by_name_and_by_query() {
    let card = json(0, &["card", "taro", "quill", "b", "--json"]);
    assert_eq!(card["name"], "Taro Quill (B)");
    assert_eq!(card["keywords"], serde_json::json!(["Deflect", "Double Strike"]));
    assert_eq!(card["legality"]["Core"], "legal by set CORE (Taro Quill (B))");
    assert!(says(1, &["card", "taro"]).starts_with("Several cards fit"));
    assert!(says(1, &["card", "tarro", "quil", "a"]).contains("Taro Quill (A)"));
    let found = json(0, &["search", "t:space", "-sub:rebel", "side:light", "order:cost", "--json"]);
    let cost = |card: &Value| card["cost"].as_u64().expect("a unit of a deck has a cost");
    let costs: Vec<u64> = found.as_array().unwrap().iter().map(cost).collect();
    assert!(costs.len() > 5 && costs.is_sorted(), "{costs:?}");
    assert!(says(0, &["search", "sub:bounty hunter", "kw:bounty", "--limit", "1"]).contains("not shown"));
    says(1, &["search", "cost>90"]);
    let error = says(2, &["search", "t:space powr>3"]);
    assert!(error.contains("  t:space powr>3\n          ^^^^\n"), "{error}");
    assert!(error.contains("did you mean `power`?"), "{error}");
}

#[test]
fn built_in_decks_are_legal_and_have_sheets_in_three_forms() {
    let check = json(0, &["deck", "check", "droid army", "--format", "core", "--json"]);
    assert_eq!(
        (&check["legal"], &check["side"], &check["cards"]),
        (&true.into(), &"Dark".into(), &60.into())
    );
    let text = says(0, &["deck", "sheet", "Droid_Army", "--edition", "sheets"]);
    assert!(text.starts_with("Droid Army\n\nAccuracy\n\nAccuracy X/-X: Cumulative, static. "), "{text}");
    assert!(says(0, &["deck", "sheet", "Droid Army", "--as", "md"]).contains("\n## Critical Hit\n"));
    let page = says(0, &["deck", "sheet", "Droid Army", "--as", "html"]);
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("http"), "a page of its own");
    let stats = json(0, &["deck", "stats", "Droid Army", "--json"]);
    assert_eq!(stats["units"], 43);
    assert!(says(0, &["deck", "stats", "Droid Army"]).contains("Opening hand: "));
    assert_eq!(json(0, &["deck", "list", "--json"]).as_array().unwrap().len(), 6);
}

#[test]
fn a_keyword_file_of_the_players_takes_the_place_of_our_definitions() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keywords.txt");
    fs::write(&file, "Accuracy\t**Accuracy X:** Theirs.\n").unwrap();
    let text = says(0, &["deck", "sheet", "Rebel Scum", "--keywords", file.to_str().unwrap()]);
    assert!(text.contains("\nAccuracy X: Theirs.\n"), "{text}");
    assert!(text.contains("(keywords.txt does not define this keyword.)"), "{text}");
}

#[test]
fn an_illegal_deck_says_what_is_wrong_by_which_rule_and_the_cure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.txt");
    fs::write(&file, "5 Envoy Attendant\n1 Ilara Ven (A)\nwhat is this\n").unwrap();
    let report = says(1, &["deck", "check", file.to_str().unwrap()]);
    for part in [
        "mine.txt:3: ignored",
        "5 copies of Envoy Attendant, at most 4",
        "[rule 401.5]",
        "cure: remove 1 of 5",
        "did you mean `Ilara Venn (A)`",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
    assert!(says(2, &["deck", "check", "Diplomats", "--format", "coer"]).contains("did you mean Core?"));
    assert!(says(2, &["deck", "check", "no such deck"]).contains("there are: Diplomats, "));
}

#[test]
fn decks_are_converted_without_loss_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    says(0, &["deck", "convert", "Underworld", &path("a.txt")]);
    says(0, &["deck", "convert", &path("a.txt"), &path("b.json")]);
    says(0, &["deck", "convert", &path("b.json"), &path("c.dek")]);
    let original = concat!(env!("CARGO_MANIFEST_DIR"), "/../cards/core/decks/Underworld.dek");
    // Empty zones are not written down in a list, so only zones with cards are compared.
    let cards = |file: &str| -> Vec<String> {
        let text = fs::read_to_string(file).unwrap();
        text.lines().filter(|line| line.contains("<card>")).map(str::to_string).collect()
    };
    assert_eq!(cards(&path("c.dek")), cards(original));
    assert!(says(2, &["deck", "convert", "Underworld", &path("a.txt")]).contains("--force"));
    assert!(says(2, &["deck", "convert", "Underworld", &path("a.doc")]).contains(".dek, .txt or .json"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "no half-written file stays");
}

#[test]
fn the_lint_names_place_and_cure() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sets")).unwrap();
    let core =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../cards/core/sets/CORE.txt")).unwrap();
    let broken = core.replacen("Pay 2 Force -> ", "Pay 2 Force-> ", 1).replacen("\tCORE\t", "\tCORX\t", 1);
    fs::write(folder.path().join("sets/CORE.txt"), broken).unwrap();
    let dir = folder.path().to_str().unwrap();
    let report = says(0, &["cards", "lint", dir]);
    assert!(report.contains("wrong-set") && report.contains("sets/CORE.txt:2"), "{report}");
    assert!(report.contains("arrow-shape") && report.contains("cure: write ` -> `"), "{report}");
    let found = json(0, &["cards", "lint", dir, "--json"]);
    assert_eq!(found["cards"], 209);
    assert!(says(2, &["cards", "lint", "/nowhere/at/all"]).contains("/nowhere/at/all"));
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    assert!(says(2, &["search", "a", "--cards", sources]).contains("no set files"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dejarik"))
        .args(["search", "unique:prints", "--limit", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn an_option_of_the_table_is_not_dropped_by_other_commands() {
    let error = says(2, &["--addr", "127.0.0.1:0", "rule", "101.1"]);
    assert!(error.contains("--addr is an option of `dejarik serve` alone"), "{error}");
}
