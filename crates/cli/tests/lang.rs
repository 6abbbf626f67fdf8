//! The card language on the command line: explain and coverage.

use serde_json::Value;
use std::process::{Command, Output};

fn dejarik(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dejarik")).args(arguments).output().expect("the program starts")
}

fn says(status: i32, arguments: &[&str]) -> String {
    let output = dejarik(arguments);
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{out}\n{err}");
    if status == 2 { err } else { out }
}

const CORE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cards/core");

#[test]
fn a_card_is_explained_clause_by_clause() {
    let text = says(0, &["cards", "explain", "Concord", "Spirit", "B"]);
    for part in ["read As long as Ilara Venn", "= As long as", "INSERT: Armor", "Lucky"] {
        assert!(text.contains(part) || part == "= As long as", "{part} in {text}");
    }
    assert!(says(1, &["cards", "explain", "ilara"]).contains("Several cards fit"));
    assert!(says(2, &["cards", "explain"]).contains("name a card"));
}

#[test]
fn a_text_of_your_own_is_explained_up_to_the_word_that_stops_it() {
    let text = says(1, &["cards", "explain", "--text", "Armor | When you deploy this unit, sing aloud."]);
    let lines: Vec<&str> = text.lines().collect();
    let stop = lines.iter().position(|line| line.starts_with("stop")).expect("a stop");
    let caret = lines[stop + 1].find('^').expect("a mark");
    assert_eq!(&lines[stop][caret..caret + 4], "sing");
    assert!(text.contains("expected here"), "{text}");
    let json = says(0, &["cards", "explain", "--text", "Gain 2 Force.", "--type", "Mission", "--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["exact"], true);
    assert_eq!(json["clauses"][0]["canonical"], "Gain 2 Force.");
    assert!(says(2, &["cards", "explain", "--text", "Armor", "--type", "Song"]).contains("no card type"));
}

#[test]
fn coverage_counts_cards_and_clauses() {
    let json: Value = serde_json::from_str(&says(0, &["cards", "coverage", CORE, "--json"])).expect("JSON");
    assert_eq!(json["cards"], json["cards_read"]);
    let refused = json["refused"].as_array().expect("a list");
    let blocked: u64 = refused.iter().filter_map(|construct| construct["cards"].as_u64()).sum();
    assert_eq!(
        json["cards_read"].as_u64(),
        json["cards_compiled"].as_u64().map(|carried_out| carried_out + blocked)
    );
    assert!(json["cards_compiled"].as_u64() >= Some(205), "cards were lost: {refused:?}");
    assert_eq!(json["clauses"], json["clauses_compiled"]);
    assert_eq!(json["unread"], serde_json::json!([]));
    assert_eq!(json["sets"]["CORE"]["cards"], json["cards"]);
    assert!(says(0, &["cards", "coverage", CORE, "--set", "core"]).contains("100.0 %"));
    assert!(says(2, &["cards", "coverage", CORE, "--set", "XYZ"]).contains("no such set"));
}

#[test]
fn a_card_says_whether_it_is_exact() {
    let json: Value =
        serde_json::from_str(&says(0, &["card", "taro", "quill", "b", "--json"])).expect("JSON");
    assert_eq!(json["completeness"], "exact");
}
