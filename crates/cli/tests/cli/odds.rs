//! `dejarik odds` as people and programs use it.

use crate::program;
use serde_json::Value;

/// What it says when all is well.
fn say(arguments: &[&str]) -> String {
    program::says(0, &[&["odds"], arguments].concat())
}

fn json(arguments: &[&str]) -> Value {
    program::json(0, &[&["odds"], arguments, &["--json"]].concat())
}

/// The reason for a refusal, with its exit status 2.
fn refused(arguments: &[&str]) -> String {
    program::says(2, &[&["odds"], arguments].concat())
}

fn near(value: &Value, expected: f64) {
    let value = value.as_f64().expect("a number");
    assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
}

#[test]
fn flags_give_a_histogram_with_fractions() {
    let text = say(&["--power", "6", "--crit", "3"]);
    assert!(text.contains("Damage  mean 4.995306 = 77687/15552"), "{text}");
    assert!(text.contains("    0    1.56 %     100 %  1/64 "), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
    assert!(text.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn the_figures_of_the_calculator_come_out() {
    let query = "power=8&accuracy=1&crit=2&fury=2&parry=2&aLucky=2&dLucky=1";
    near(&json(&[query])["attack"]["damage"]["mean"], 7.545982337);
    let address = format!("https://example.org/dice/?{query}&luckyOrder=d&name=Nola+Brask+%28B%29");
    let odds = json(&["--url", &address]);
    near(&odds["attack"]["damage"]["mean"], 7.766666846);
    near(&odds["attack"]["natural_one"], 0.465262020);
    assert_eq!(odds["title"], "Nola Brask (B)");
    let flags =
        "--power 8 --accuracy 1 --crit 2 --fury 2 --parry 2 --lucky 2 --their-lucky 1 --first defender";
    let flags: Vec<&str> = flags.split(' ').collect();
    near(&json(&flags)["attack"]["damage"]["mean"], 7.766666846);
}

#[test]
fn best_play_is_an_option() {
    let flags = ["--power", "5", "--accuracy", "2", "--crit", "4", "--lucky", "3"];
    assert!(say(&flags).contains("best play by both         7.793515 damage"));
    let mean = json(&[&flags[..], &["--reroll", "damage"]].concat())["attack"]["damage"]["mean"].as_f64();
    assert!((mean.expect("a number") - 7.793515).abs() < 5e-7);
}

#[test]
fn negative_accuracy_is_a_number_and_no_flag() {
    assert_eq!(json(&["--power", "3", "--accuracy", "-1"])["exact"]["mean_damage"], "1");
}

#[test]
fn prevention_keeps_to_the_force() {
    let flags = "--power 4 --accuracy 3 --health 4 --evade 2:2 --evade 1 --force 1 --attacker-health 5";
    let odds = json(&flags.split(' ').collect::<Vec<_>>());
    near(&odds["attack"]["damage"]["mean"], 3.0);
    near(&odds["attack"]["destroyed"], 0.0);
    near(&odds["attack"]["force_spent"], 0.0);
}

#[test]
fn two_cards_fight_and_what_they_say_beside_is_named() {
    let text = say(&["ulesse dral a", "ilara venn a"]);
    assert!(text.contains("Ilara Venn (A): health 3, Evade 1 for 1 Force"), "{text}");
    assert!(text.contains("destroyed                 18.75 % = 3/16"), "{text}");
    assert!(text.contains("When you deploy Ilara, gain 2 Force. (not a plain keyword or bonus)"), "{text}");
    assert!(text.contains("Ulesse Dral (A): Parry 1 (no part in this attack)"), "{text}");
    let odds = json(&["ulesse dral a", "ilara venn a"]);
    assert_eq!(odds["left_out"].as_array().map(Vec::len), Some(3));
    assert_eq!(odds["rerolls_first"], "attacker");
    assert_eq!(json(&["ilara venn a", "ulesse dral a"])["rerolls_first"], "defender", "Dark rerolls first");
    assert_eq!(json(&["ulesse dral a", "ilara venn a", "--first", "defender"])["rerolls_first"], "defender");
}

#[test]
fn a_flag_replaces_what_the_card_says() {
    let odds = json(&["ulesse dral a", "ilara venn a", "--power", "2", "--prevent", "never"]);
    near(&odds["attack"]["damage"]["mean"], 1.0);
}

#[test]
fn several_cards_attack_in_the_order_of_their_speed() {
    // 1103.1. A unit with Double Strike attacks twice.
    let odds = json(&["taro quill b", "ulesse dral b", "ilara venn a"]);
    assert_eq!(odds["attackers"], serde_json::json!(["Ulesse Dral (B)", "Taro Quill (B)"]));
    let kinds: Vec<&Value> = odds["sequence"]["attacks"]
        .as_array()
        .expect("attacks")
        .iter()
        .map(|attack| &attack["kind"])
        .collect();
    assert_eq!(kinds, ["turn", "turn", "double strike"]);
    let then = json(&["--power", "1", "--then", "power=1", "--health", "2"]);
    near(&then["sequence"]["destroyed"], 0.25);
    assert!(say(&["--power", "1", "--tenacity", "1", "--health", "1"]).contains("(Tenacity)"));
}

#[test]
fn dice_of_damage_can_be_asked_alone() {
    near(&json(&["--damage-dice", "3", "--armor"])["mean"], 1.0);
    assert!(say(&["--damage-dice", "4"]).starts_with("4 dice of damage  mean 2\n"));
}

#[test]
fn a_card_that_is_not_there_is_status_one() {
    let output = program::run(&["odds", "ulesse dral a", "no such unit at all"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("no such unit at all"));
    let several = program::run(&["odds", "ulesse", "ilara venn a", "--json"]);
    assert_eq!(several.status.code(), Some(1));
    let value: Value = serde_json::from_slice(&several.stdout).expect("JSON");
    assert!(value["found"].is_null() && value["candidates"].as_array().is_some_and(|names| names.len() > 1));
}

#[test]
fn wrong_input_is_refused_with_the_reason() {
    assert!(refused(&[]).contains("say who attacks"));
    assert!(refused(&["--power", "61"]).contains("0..=60"));
    assert!(refused(&["--power", "-1"]).contains("-1"));
    assert!(refused(&["--power", "6", "--parry", "0"]).contains("1..=99"));
    assert!(refused(&["--power", "6", "--evade", "0"]).contains("at least 1"));
    assert!(refused(&["--power", "6", "--lucky", "11"]).contains("Lucky 11: at most 10"));
    assert!(refused(&["--power", "6", "--health", "3", "--damage", "3"]).contains("rule 1207.1"));
    assert!(refused(&["--power", "6", "--reroll", "destroy"]).contains("needs the defender's health"));
    assert!(refused(&["ulesse dral a"]).contains("name the attacking and the defending card"));
    assert!(refused(&["--url", "https://example.org/?pwr=6"]).contains("pwr=6: no such parameter"));
    assert!(refused(&["--power", "6", "--then", "power=2&parry=1"]).contains("--then"));
    assert!(
        refused(&["--power", "6", "--health", "3", "--overkill", "2", "--double-strike"])
            .contains("Overkill")
    );
    assert!(refused(&["cheap shot", "ilara venn a"]).contains("only units fight"));
}
