//! What people get to see, whole, kept as files in `snapshots/`. After a change that was meant, run the test with
//! `INSTA_UPDATE=always` and read the difference. What the rulebook and the cards say has tests of its own.

use crate::folder;
use crate::program::{program, says};
use std::fs;

/// Compares an answer with the one that is kept under a name.
#[track_caller]
fn same(name: &str, answer: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, answer));
}

#[test]
fn help_lists_the_commands() {
    same("help", &says(0, &["help"]));
    same("help-deck", &says(0, &["help", "deck"]));
    same("help-cards", &says(0, &["help", "cards"]));
}

#[test]
fn cards_that_are_found() {
    same("card-several", &says(1, &["card", "taro"]));
    same("search", &says(0, &["search", "t:space side:light power>=3 order:cost", "--limit", "4"]));
    same("search-error", &says(2, &["search", "t:space powr>3"]));
}

#[test]
fn decks_formats_and_packs() {
    same("formats", &says(0, &["formats"]));
    same("packs-open", &says(0, &["packs", "open", "core", "--seed", "3"]));
    same("deck-list", &says(0, &["deck", "list"]));
    same("deck-stats", &says(0, &["deck", "stats", "Underworld"]));
    let work = tempfile::tempdir().unwrap();
    fs::write(work.path().join("mine.txt"), "5 Envoy Attendant\n1 Ilara Ven (A)\nwhat is this\n").unwrap();
    let checked =
        program(&["deck", "check", "mine.txt", "Diplomats"]).current_dir(work.path()).output().unwrap();
    same("deck-check", &String::from_utf8(checked.stdout).unwrap());
}

#[test]
fn odds_of_an_attack() {
    same("odds", &says(0, &["odds", "--power", "1", "--crit", "2", "--health", "2"]));
    same("odds-one-die", &says(0, &["odds", "--damage-dice", "1"]));
}

#[test]
fn a_folder_with_faults() {
    let work = tempfile::tempdir().unwrap();
    folder::copy_core(work.path());
    let file = work.path().join("sets/CORE.txt");
    let text = fs::read_to_string(&file).unwrap();
    let faulty = text
        .replacen("Pay 2 Force -> ", "Pay  2 Force-> ", 1)
        .replacen("Critical Hit", "Critial Hit", 1)
        .replacen("\tCORE\t", "\tCORX\t", 1);
    fs::write(&file, faulty).unwrap();
    let run = |arguments: &[&str]| {
        let output = program(arguments).current_dir(work.path()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    same("lint", &run(&["cards", "lint", "."]));
    same("lint-fix", &run(&["cards", "lint", ".", "--fix"]));
    folder::make_release(work.path());
    same("release", &run(&["cards", "release", ".", "--date", "2026.05.03"]));
}
