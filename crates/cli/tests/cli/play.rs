//! `dejarik play` in plain lines, as a pipe and a screen reader get them.

use crate::program::{program, run};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::Stdio;

/// Plays with these lines as answers; the exit status and what is said.
fn play(arguments: &[&str], typed: &str) -> (Option<i32>, String) {
    let mut child = program(&[&["play"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // A game that is over reads no further.
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn a_person_plays_against_a_level_and_gets_a_hint() {
    let (status, text) = play(&["Droid Army", "Diplomats", "--opponent", "quick"], "x\nh\n1\nq\n");
    assert_eq!(status, Some(1), "the game was not finished");
    assert!(text.contains("h for a hint"), "{text}");
    assert!(text.contains("Hint: ") && text.contains("% to win; "), "{text}");
    let other = run(&["play", "Droid Army", "Diplomats", "--opponent", "nobody"]);
    assert_eq!(other.status.code(), Some(2));
    let reason = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(reason.contains("strong") && reason.contains("person"), "{reason}");
}

#[test]
fn hand_and_build_zone_have_costs_and_choices_can_be_read() {
    let decks = ["Droid Army", "Diplomats", "--opponent", "learner", "--seed", "5"];
    let (_, text) = play(&decks, "1\nc 2\nc 99\nc\nc honor guard speeder\n?\n");
    let (hand, rest) = text.split_once("  Hand: ").expect("the hand").1.split_once("\n\n").expect("a gap");
    assert!(hand.contains("(cost "), "{hand}");
    let second = rest.lines().find(|line| line.trim_start().starts_with("2. ")).expect("a second choice");
    let name = second.trim_start().trim_start_matches("2. ");
    let name = name.split(" to the ").next().expect("a name").split(" (cost").next().expect("a name");
    let read = rest.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    assert!(!read.is_empty(), "`c 2` reads {name}: {rest}");
    assert!(rest.contains("Choice 99 is about no card that you can see."), "{rest}");
    assert!(rest.contains("Type c and the number of a choice"), "{rest}");
    assert!(rest.contains("\nHonor Guard Speeder  CORE"), "{rest}");
    assert!(rest.contains("l the log"), "{rest}");
}

#[test]
fn each_game_has_a_seed_of_its_own_that_plays_it_again() {
    let decks = ["Droid Army", "Diplomats", "--opponent", "learner"];
    let seed = |text: &str| {
        let (_, rest) = text.split_once("--seed ").expect("the seed is told");
        rest.split_whitespace().next().expect("a number").to_string()
    };
    let games: Vec<(String, String)> =
        (0..3).map(|_| play(&decks, "q\n").1).map(|text| (seed(&text), text)).collect();
    let seeds: BTreeSet<&str> = games.iter().map(|(seed, _)| seed.as_str()).collect();
    assert!(seeds.len() > 1, "three games of one seed: {seeds:?}");
    let (number, text) = &games[0];
    assert_eq!(play(&[&decks[..], &["--seed", number]].concat(), "q\n").1, *text);
}

#[test]
fn either_side_is_played_to_the_end() {
    for (side, own) in [("dark", "Dark Side"), ("light", "Light Side")] {
        let decks =
            ["Droid Army", "Diplomats", "--opponent", "learner", "--seed", "2", "--side", side, "--ask-all"];
        let (status, text) = play(&decks, &"2\n2\n3\n1\n".repeat(1_000));
        assert_eq!(status, Some(0), "{side}");
        let asked: BTreeSet<&str> = text
            .lines()
            .filter(|line| line.contains("[rule ") && line.contains(" Side: "))
            .map(|line| line.split(": ").next().expect("a name"))
            .collect();
        assert_eq!(asked, BTreeSet::from([own]), "only you are asked");
        assert!(text.trim_end().ends_with(").") && text.contains(" wins (rule 1502."), "{side}");
        assert!(text.contains(" % to destroy it, "), "attacks have odds: {side}");
        assert!(!text.contains("option 1"), "options have words: {side}");
    }
}

#[test]
fn who_wants_every_question_is_asked_more_often() {
    let decks = ["Droid Army", "Diplomats", "--opponent", "learner", "--seed", "4"];
    let questions = |more: &[&str]| {
        let (_, text) = play(&[&decks[..], more].concat(), &"2\n2\n3\n1\n".repeat(1_000));
        text.matches("[rule ").count()
    };
    let (few, all) = (questions(&[]), questions(&["--ask-all"]));
    assert!(few > 10 && all > few, "{few} questions, {all} of them all");
}

#[test]
fn a_side_that_does_not_exist_is_refused() {
    let refused = run(&["play", "Droid Army", "Diplomats", "--side", "grey"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("light or dark"));
}
