//! The card language on the command line: explain and coverage.

use crate::program::{json, says};

const CORE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cards/core");

#[test]
fn a_card_is_explained_clause_by_clause() {
    let text = says(0, &["cards", "explain", "Concord", "Spirit", "B"]);
    for part in ["read As long as Ilara Venn", "= As long as", "INSERT: Armor", "Lucky"] {
        assert!(text.contains(part) || part == "= As long as", "{part} in {text}");
    }
    assert!(says(1, &["cards", "explain", "ilara"]).contains("Which of these do you mean?"));
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
    let explained = json(0, &["cards", "explain", "--text", "Gain 2 Force.", "--type", "Mission", "--json"]);
    assert_eq!(explained["exact"], true);
    assert_eq!(explained["clauses"][0]["canonical"], "Gain 2 Force.");
    assert!(says(2, &["cards", "explain", "--text", "Armor", "--type", "Song"]).contains("not a card type"));
}

#[test]
fn coverage_counts_cards_and_clauses() {
    let coverage = json(0, &["cards", "coverage", CORE, "--json"]);
    assert_eq!(coverage["cards"], coverage["cards_read"]);
    let refused = coverage["refused"].as_array().expect("a list");
    let blocked: u64 = refused.iter().filter_map(|construct| construct["cards"].as_u64()).sum();
    assert_eq!(
        coverage["cards_read"].as_u64(),
        coverage["cards_compiled"].as_u64().map(|carried_out| carried_out + blocked)
    );
    assert!(coverage["cards_compiled"].as_u64() >= Some(216), "cards were lost: {refused:?}");
    assert_eq!(coverage["clauses"], coverage["clauses_compiled"]);
    assert_eq!(coverage["cards_by_hand"].as_u64(), Some(blocked), "1316.1: the rest is carried out by hand");
    assert_eq!(coverage["unread"], serde_json::json!([]));
    let accepted = &coverage["accepted"];
    assert_eq!(accepted["cards"]["printed"], coverage["cards"]);
    assert_eq!(accepted["formats"]["Open"], accepted["cards"]);
    assert_eq!(
        accepted["decks"],
        serde_json::json!({ "printed": 8, "corrected": 0, "by_hand": 0, "refused": 0 })
    );
    assert_eq!(coverage["sets"]["CORE"]["cards"], coverage["cards"]);
    assert!(says(0, &["cards", "coverage", CORE, "--set", "core"]).contains("100.0 %"));
    assert!(says(2, &["cards", "coverage", CORE, "--set", "XYZ"]).contains("no such set"));
}

#[test]
fn a_card_says_whether_it_is_exact() {
    let card = json(0, &["card", "taro", "quill", "b", "--json"]);
    assert_eq!(card["completeness"], "exact");
}
