//! Texts that players carry out by hand (rule 1316.1): who is told of them, and which commands refuse them unless asked.

use crate::program::{json, program, says, text};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

/// A folder with two decks whose units have a text that nobody can read.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let [sets, decks] = ["sets", "decks"].map(|name| folder.path().join(name));
    fs::create_dir_all(&sets).expect("a folder");
    fs::create_dir_all(&decks).expect("a folder");
    let mut rows = String::from(
        "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText\tScript\tClassification\tDraftRarity\n",
    );
    for (place, (side, word)) in [("L", "Bard"), ("D", "Fiddler")].into_iter().enumerate() {
        let mut list = String::new();
        for (number, arena) in ["Space", "Ground", "Character"].into_iter().enumerate() {
            let id = place * 3 + number + 1;
            rows.push_str(&format!(
                "{arena} {word}\tHND\tHND00{id}\t{side}\t{arena}\tRebel Singer\t3\t30\t2\t6\tC\t{id}\t\tArmor | Sing a song that the table likes.\t\tHND\t\n"
            ));
            list.push_str(&format!("20 {arena} {word}\n"));
        }
        fs::write(decks.join(format!("{word}s.txt")), list).expect("written");
    }
    fs::write(sets.join("HND.txt"), rows).expect("written");
    folder
}

/// Runs a command with the cards of a folder.
#[track_caller]
fn with(folder: &Path, status: i32, arguments: &[&str]) -> String {
    says(status, &[&["--cards", text(folder)], arguments].concat())
}

#[test]
fn commands_without_players_refuse_texts_by_hand_unless_asked() {
    let folder = folder();
    let few = ["--games", "2", "--player-a", "learner", "--player-b", "learner"];
    let refused = with(folder.path(), 2, &[&["sim", "Bards", "Fiddlers"], &few[..]].concat());
    assert!(refused.contains("Space Bard") && refused.contains("Sing a song that the table likes."));
    assert!(refused.contains("--by-hand"), "{refused}");
    let played = with(folder.path(), 0, &[&["sim", "Bards", "Fiddlers", "--by-hand"], &few[..]].concat());
    assert!(played.contains("2 games"), "{played}");
    let refused = with(folder.path(), 2, &["balance", "Bards", "Fiddlers", "--games", "2"]);
    assert!(refused.contains("Space Bard") && !refused.contains("--by-hand"), "{refused}");
    let refused = with(folder.path(), 2, &["play", "Bards", "Fiddlers"]);
    assert!(refused.contains("Space Bard") && refused.contains("--by-hand"), "{refused}");
}

#[test]
fn who_plays_in_the_terminal_reads_what_is_to_be_carried_out() {
    let folder = folder();
    let child = program(&["--cards", text(folder.path()), "play", "Bards", "Fiddlers", "--by-hand"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.contains("Bards: 3 texts to carry out by hand"), "{said}");
    assert!(said.contains("Ground Fiddler: Sing a song that the table likes."), "{said}");
}

#[test]
fn cards_decks_search_and_lint_say_which_texts_are_by_hand() {
    let folder = folder();
    let card = with(folder.path(), 0, &["card", "Ground Bard"]);
    let (_, by_hand) = card.split_once("Carried out by hand").expect("a section");
    assert!(by_hand.contains("Sing a song that the table likes."), "{card}");
    assert!(!with(folder.path(), 0, &["card", "Anvil Bomber"]).contains("Carried out by hand"));
    let deck = with(folder.path(), 1, &["deck", "check", "Bards"]);
    assert!(deck.contains("Space Bard: Sing a song that the table likes."), "{deck}");
    assert!(with(folder.path(), 0, &["search", "is:byhand"]).contains("6 cards"));
    assert!(!with(folder.path(), 0, &["search", "is:enforced", "--limit", "0"]).contains("Bard "));
    let lint = with(folder.path(), 0, &["cards", "lint", text(folder.path()), "--all"]);
    assert!(lint.contains("6 texts are carried out by hand"), "{lint}");
    assert!(lint.contains("Space Fiddler: >>>Sing a song"), "where reading stops: {lint}");
}

#[test]
fn coverage_counts_what_a_game_accepts_in_four_columns() {
    let folder = folder();
    let coverage = json(0, &["cards", "coverage", text(folder.path()), "--json"]);
    let by_hand =
        |count: u64| serde_json::json!({ "printed": 0, "corrected": 0, "by_hand": count, "refused": 0 });
    let accepted = &coverage["accepted"];
    assert_eq!(accepted["cards"], by_hand(6), "{accepted}");
    assert_eq!(accepted["decks"], by_hand(2), "{accepted}");
    assert_eq!(accepted["formats"]["Open"], by_hand(6), "{accepted}");
    let table = says(0, &["cards", "coverage", text(folder.path())]);
    for column in ["grammar alone", "with a reading", "by hand", "refused", "decks here"] {
        assert!(table.contains(column), "{column}: {table}");
    }
}
