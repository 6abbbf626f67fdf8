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
fn a_text_is_read_as_that_of_a_card() {
    let text = "Pay 2 Force -> Ilara Venn gets Armor for this attack.";
    let own = says(0, &["cards", "explain", "--as", "ilara venn a", "--text", text]);
    assert!(own.contains("= Pay 2 Force -> This unit gets Armor for this attack."), "{own}");
    assert!(own.contains("The referee carries it out."), "{own}");
    let other = says(0, &["cards", "explain", "--as", "jessa korr a", "--text", text]);
    assert!(other.contains("= Pay 2 Force -> Ilara Venn gets Armor"), "{other}");
    let json = json(1, &["cards", "explain", "--as", "jessa korr a", "--text", "Sing aloud.", "--json"]);
    assert_eq!((&json["enforced"], &json["exact"]), (&false.into(), &false.into()));
}

#[test]
fn a_reading_is_begun_and_checked() {
    let begun = says(0, &["cards", "reading", "ilara venn a"]);
    let (name, text) = ("@ Ilara Venn (A)", "text ");
    assert!(
        begun.lines().any(|line| line == name) && begun.lines().any(|line| line.starts_with(text)),
        "{begun}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("readings.txt");
    let check = |status: i32, block: &str| {
        std::fs::write(&file, block).expect("written");
        says(status, &["cards", "reading", "--check", file.to_str().expect("a path")])
    };
    let block: String =
        begun.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    assert!(check(1, &block).contains("expected `why`"), "a reading without a reason");
    check(0, &block.replace("why", "why word order"));
    let other = check(1, "@ Ilara Venn (A)\nwhy less\ntext Armor\n");
    assert!(other.contains("It leaves out"), "{other}");
    let stops = check(1, "@ Ilara Venn (A)\nwhy more\ntext Armor | Sing aloud.\n");
    assert!(stops.contains("Reading stops at >>>: >>>Sing aloud."), "{stops}");
    assert!(check(1, "@ Nobody\nwhy x\ntext Armor\n").contains("There's no such card."));
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
