//! The examples of docs/SEARCH.md are queries, and find cards: in the CORE set, and in the players' folder if it is there.

use dejarik_cards::plugin::{Playtest, Plugin};
use dejarik_cards::search::Query;
use dejarik_cards::{Collection, core_set};
use std::path::Path;
use std::{env, fs};

/// Examples that name cards of the CORE set.
const NAMES: [&str; 6] =
    ["hunters gunboat", "name:\"taro quill\"", "n:quill", "!\"Taro Quill\"", "!\"Taro Quill (B)\"", "skiff"];

/// Examples that the small CORE set has no card for.
const NOT_IN_CORE: [&str; 5] = ["v:b2", "ban:vintage", "tag:stand", "power:*", "is:reprint"];

/// What stands in quotation marks of code and is only part of a query: fields, values, signs.
fn is_example(span: &str) -> bool {
    let pieces = ["order:", "cost", "\\\""];
    let has_field = span.contains([':', '<', '>', '=']) && !span.ends_with(':');
    (has_field && span.chars().any(char::is_alphanumeric) || NAMES.contains(&span) || span == "\"gets +\"")
        && !pieces.contains(&span)
}

fn examples() -> Vec<String> {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/SEARCH.md")).unwrap();
    let mut examples = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            examples.push(line.to_string());
        } else {
            examples
                .extend(line.split('`').skip(1).step_by(2).filter(|span| is_example(span)).map(String::from));
        }
    }
    examples
}

fn found(query: &str, cards: &Collection) -> usize {
    Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error}")).run(cards).len()
}

#[test]
fn every_example_finds_a_card_of_the_core_set() {
    let core = core_set::plugin().collection;
    let examples = examples();
    assert!(examples.len() > 40, "only {} examples: {examples:?}", examples.len());
    let wrong: Vec<&String> = examples
        .iter()
        .filter(|example| (found(example, &core) == 0) != NOT_IN_CORE.contains(&example.as_str()))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn every_example_finds_a_card_of_the_players() {
    let Some(folder) = env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let theirs = Plugin::load(Path::new(&folder), Playtest::LeaveOut).unwrap().collection;
    let mut all = core_set::plugin();
    all.merge(Plugin::load(Path::new(&folder), Playtest::LeaveOut).unwrap());
    for example in examples() {
        let cards = if NAMES.contains(&example.as_str()) { &all.collection } else { &theirs };
        assert!(found(&example, cards) > 0, "{example}");
    }
}
