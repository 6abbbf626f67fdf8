//! The examples run, and say what they should.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What an example prints. `cargo test` builds the examples before it runs the tests, unless it's told to build one
/// target only: an example older than its source isn't run.
fn run(name: &str, arguments: &[&str]) -> String {
    let mut path: PathBuf = std::env::current_exe().expect("a test has a path");
    path.pop();
    path.set_file_name("examples");
    path.push(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(format!("{name}.rs"));
    let [built, written] =
        [&path, &source].map(|file| file.metadata().and_then(|about| about.modified()).ok());
    assert!(built >= written, "{name} isn't built: `cargo test -p dejarik` builds the examples too");
    let output = Command::new(&path)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_random_game_is_told_to_its_end_and_is_the_same_with_the_same_seed() {
    let told = run("random_game", &["7"]);
    assert!(
        told.starts_with("Droid Army: 60 cards, Dark Side, legal in Open\nRebel Scum: 60 cards, "),
        "{told}"
    );
    assert!(told.lines().count() > 100, "{told}");
    let last = told.lines().last().unwrap_or_default();
    assert!(last.ends_with("Side wins (rule 1502.2)."), "{last}");
    assert_eq!(told, run("random_game", &["7"]));
    assert_ne!(told, run("random_game", &["8"]));
}

#[test]
fn a_judge_gets_an_answer_and_a_reason() {
    let answer = run("judge_question", &[]);
    let (first, second) = answer.split_once("\n\n").expect("two answers");
    // 1707.1: with Armor only the 5 and the 6 hit, and 2 damage is the health.
    assert!(first.ends_with("The scenario holds."), "{first}");
    assert!(second.contains("line 10: ") && second.ends_with("The scenario fails.\n"), "{second}");
}

#[test]
fn the_odds_are_those_of_the_dice() {
    let odds = run("attack_odds", &[]);
    let lines: Vec<&str> = odds.lines().collect();
    // Four dice that hit on 4 or more: mean 2; three or four hits in 5 of 16.
    assert_eq!(lines[0], "Power 4: 4 dice: 2.00 damage on average, destroyed 31.25 % of the time.");
    // On 3 or more: mean 8/3; three or four hits in 48 of 81.
    assert_eq!(lines[1], "with Accuracy 1: 4 dice: 2.67 damage on average, destroyed 59.26 % of the time.");
    assert!(lines[2].starts_with("Jessa Korr (A) attacks Infantry Automaton: 4 dice: 2.67 damage"), "{odds}");
    assert!(lines[3].starts_with("Not counted: Jessa Korr (A): Pay 1 Force -> Retaliate 2 ("), "{odds}");
    assert_eq!(
        lines[4],
        "there's no card called `Infantry Automaton (C)`; did you mean Infantry Automaton or Sentry Automaton?"
    );
}

#[test]
fn the_better_bot_wins_more_often() {
    let games = run("bot_against_bot", &[]);
    let lines: Vec<&str> = games.lines().collect();
    assert_eq!(lines.len(), 11, "{games}");
    let won =
        lines[10].strip_prefix("skilled won ").and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    assert!(won.is_some_and(|won| (7..=10).contains(&won)), "{games}");
}

#[test]
fn cards_of_your_own_are_checked_compiled_and_played() {
    let told = run("custom_set", &[]);
    assert!(told.starts_with("Found: sets/MOSS.txt:4: `Lost Page`: `X` isn't a side"), "{told}");
    assert!(told.contains("Moss Walker attacks: 4 dice: 2.00 damage on average"), "{told}");
    assert!(told.contains("Rebel Scum: 66 cards, Light Side, legal in Open"), "{told}");
    assert!(told.contains("Side wins (rule 1502.2)."), "{told}");
    assert!(told.ends_with("Odd Singer can't be played: `Sing aloud.` isn't understood\n"), "{told}");
}
