//! Where cards come from: the CORE set, then a flag, the variable of the users, or their configuration file.

use crate::folder;
use crate::program::{json, program, says, text};
use std::fs;
use std::path::Path;
use std::process::Output;

/// A folder with one card of its own.
fn one_card(folder: &Path, name: &str) {
    fs::create_dir_all(folder.join("sets")).unwrap();
    let header = fs::read_to_string(format!("{}/sets/CORE.txt", folder::CORE)).unwrap();
    let header = header.lines().next().unwrap();
    let row = format!("{name}\tXMP\tXMP1\tL\tBattle\t\t\t\t\t\tC\t1\t\tGain 1 Force.\t\tREB\t");
    fs::write(folder.join("sets/XMP.txt"), format!("{header}\n{row}\n")).unwrap();
}

fn finds(output: &Output, name: &str) -> bool {
    String::from_utf8_lossy(&output.stdout).contains(name)
}

#[test]
fn a_folder_is_added_to_the_core_set() {
    let folder = tempfile::tempdir().unwrap();
    one_card(folder.path(), "Quiet Hour");
    let dir = text(folder.path());
    for name in ["Quiet Hour", "Taro Quill (B)"] {
        assert_eq!(json(0, &["card", name, "--json", "--cards", dir])["name"], name);
    }
    assert_eq!(json(0, &["deck", "check", "Diplomats", "--json", "--cards", dir])["legal"], true);
    let formats = json(0, &["formats", "--json", "--cards", dir]);
    assert!(formats.as_array().unwrap().iter().any(|format| format["name"] == "Core"));
}

#[test]
fn the_flag_wins_over_the_variable_and_the_variable_over_the_file() {
    let work = tempfile::tempdir().unwrap();
    let at = |name: &str| work.path().join(name);
    for name in ["Flag", "Variable", "File"] {
        one_card(&at(name), &format!("{name} Card"));
    }
    fs::create_dir_all(at("config/dejarik")).unwrap();
    fs::write(at("config/dejarik/config.toml"), "cards = [\"../../File\"]\n").unwrap();
    let search = |flag: bool, variable: Option<&Path>| {
        let mut command = program(&["search", "Card", "set:XMP"]);
        command.env("XDG_CONFIG_HOME", at("config"));
        if flag {
            command.arg("--cards").arg(at("Flag"));
        }
        if let Some(variable) = variable {
            command.env("DEJARIK_FOLDER", variable);
        }
        command.output().unwrap()
    };
    assert!(finds(&search(false, None), "File Card"));
    let variable = at("Variable");
    let found = search(false, Some(&variable));
    assert!(finds(&found, "Variable Card") && !finds(&found, "File Card"));
    let found = search(true, Some(&variable));
    assert!(finds(&found, "Flag Card") && !finds(&found, "Variable Card"));
    assert_eq!(
        search(false, Some(Path::new(""))).status.code(),
        Some(1),
        "an empty variable means CORE alone"
    );
}

#[test]
fn the_variable_of_the_tests_changes_nothing() {
    let work = tempfile::tempdir().unwrap();
    one_card(work.path(), "Quiet Hour");
    let found = program(&["search", "Quiet Hour"]).env("DEJARIK_CARDS", work.path()).output().unwrap();
    assert_eq!(found.status.code(), Some(1));
}

#[test]
fn a_configuration_that_cannot_be_used_is_an_error() {
    let work = tempfile::tempdir().unwrap();
    fs::create_dir_all(work.path().join("dejarik")).unwrap();
    for (config, reason) in [
        ("card = []\n", "unknown field `card`"),
        ("cards = 3\n", "invalid type"),
        ("cards = [\"nowhere\"]\n", "nowhere"),
        ("format = \"No such format\"\n", "there's no format `No such format`"),
    ] {
        fs::write(work.path().join("dejarik/config.toml"), config).unwrap();
        let output =
            program(&["deck", "check", "Diplomats"]).env("XDG_CONFIG_HOME", work.path()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{config}");
        assert!(error.contains(reason), "{config}: {error}");
    }
}

#[test]
fn a_folder_that_does_not_exist_is_an_error_in_every_command() {
    let nowhere = "/nowhere/at/all";
    let with_cards = [
        &["card", "taro"][..],
        &["search", "a"],
        &["formats"],
        &["packs", "list"],
        &["packs", "open", "core booster"],
        &["deck", "list"],
        &["deck", "check", "Diplomats"],
        &["deck", "stats", "Diplomats"],
        &["deck", "sheet", "Diplomats"],
        &["deck", "convert", "Diplomats", "/nowhere/x.dek"],
        &["odds", "taro quill a", "taro quill b"],
        &["odds", "--power", "3"],
        &["sim", "Diplomats", "Diplomats"],
        &["play", "Diplomats", "Diplomats"],
        &["judge", "/nowhere"],
        &["replay", "/nowhere/game.json"],
        &["cards", "explain", "taro quill a"],
        &["keyword", "evade"],
        &["rule", "1107.9"],
        &["tour"],
        &["serve"],
    ];
    for arguments in with_cards {
        let error = says(2, &[arguments, &["--cards", nowhere]].concat());
        assert!(error.contains("/nowhere/at/all: no such folder"), "{arguments:?}: {error}");
    }
    for arguments in [
        &["cards", "lint", nowhere][..],
        &["cards", "coverage", nowhere],
        &["cards", "ledger", nowhere, "/nowhere/ledger.tsv"],
        &["cards", "release", nowhere],
    ] {
        let error = says(2, arguments);
        assert!(error.contains("/nowhere/at/all: no such folder"), "{arguments:?}: {error}");
    }
    let variable = program(&["search", "a"]).env("DEJARIK_FOLDER", nowhere).output().unwrap();
    assert!(String::from_utf8_lossy(&variable.stderr).contains("/nowhere/at/all: no such folder"));
    for arguments in [
        &["judge", nowhere][..],
        &["replay", nowhere],
        &["verify", nowhere],
        &["deck", "check", nowhere],
        &["store", "check", "--data", nowhere],
        &["store", "restore", nowhere, "--data", "/nowhere/else"],
    ] {
        let error = says(2, arguments);
        assert!(error.contains(nowhere) && error.contains("no such file"), "{arguments:?}: {error}");
    }
}

#[test]
fn a_set_whose_code_is_taken_is_left_out_and_named() {
    let work = tempfile::tempdir().unwrap();
    let other = work.path().join("other");
    folder::copy_core(&other);
    let same = says(0, &["search", "!\"Taro Quill (A)\"", "unique:prints", "--cards", text(&other)]);
    assert!(same.ends_with("1 card\n"), "the same file is not loaded twice: {same}");
    let file = other.join("sets/CORE.txt");
    let changed = fs::read_to_string(&file).unwrap().replacen("Taro Quill (A)", "Taro Quall (A)", 1);
    fs::write(&file, changed).unwrap();
    let output = program(&["card", "taro quill a", "--cards", text(&other)]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("another set is called CORE already"), "{error}");
}
