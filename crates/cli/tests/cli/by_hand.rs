//! Texts that players carry out by hand (rule 1316.1): who is told of them, and which commands refuse them unless asked.

use crate::program::{json, program, says, text};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
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

/// The choices of the last question of a game in the terminal.
fn choices(said: &str) -> Vec<String> {
    let question = said.rfind("[rule").map_or("", |at| &said[at..]);
    let choice = |line: &str| {
        let (number, words) = line.trim().split_once(". ")?;
        number.parse::<usize>().ok()?;
        Some(words.to_lowercase())
    };
    question.lines().filter_map(choice).collect()
}

/// A whole text in the terminal: begun, done, and told.
#[test]
fn who_plays_in_the_terminal_carries_a_text_out() {
    let folder = folder();
    let game = ["play", "Bards", "Fiddlers", "--by-hand", "--plain", "--seed", "4", "--opponent", "learner"];
    let mut child = program(&[&["--cards", text(folder.path())], &game[..]].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let (mut input, mut output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let (tell, heard) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(number @ 1..) = output.read(&mut bytes) {
            if tell.send(bytes[..number].to_vec()).is_err() {
                return;
            }
        }
    });
    let mut script =
        ["sing a song", "gain or lose force", "you gain force", "3", "done"].into_iter().peekable();
    let (mut said, mut answered) = (String::new(), 0);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) && !said.contains("agrees to what was done") {
        // A question is there whole when nothing more comes for a moment.
        match heard.recv_timeout(Duration::from_millis(150)) {
            Ok(bytes) => {
                said.push_str(&String::from_utf8_lossy(&bytes));
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let offered = choices(&said[answered..]);
        if offered.is_empty() {
            continue;
        }
        let place = |words: &str| offered.iter().position(|choice| choice.contains(words));
        let wanted = script.peek().and_then(|words| place(words));
        if wanted.is_some() {
            script.next();
        }
        let answer = wanted.or_else(|| place("arena")).unwrap_or(0) + 1;
        answered = said.len();
        writeln!(input, "{answer}").expect("it reads");
        input.flush().expect("it reads");
    }
    child.kill().expect("it is there");
    child.wait().expect("it ends");
    assert!(said.contains("By hand: you get 3 Force."), "{said}");
    assert!(said.contains("Dark Side agrees to what was done by hand"), "1316.9: {said}");
    assert_eq!(script.next(), None, "all of it was done");
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

/// The lint lists exactly the texts that a game leaves to its players, in the words of the table.
#[test]
fn the_lint_lists_the_texts_by_hand_of_the_table() {
    let Some(cards) = std::env::var_os("DEJARIK_CARDS") else {
        return eprintln!("skipped: DEJARIK_CARDS is not set");
    };
    let folder = Path::new(&cards);
    // Faults of the players' files are no matter here.
    let output = program(&["cards", "lint", text(folder), "--json"]).output().expect("it runs");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut listed: Vec<(String, String)> = Vec::new();
    for one in found["by_hand"].as_array().expect("a list") {
        let word = |name: &str| one[name].as_str().unwrap_or_else(|| panic!("{name}: {one}")).to_string();
        let (card, clause) = (word("card"), word("clause"));
        match (one["at"].as_u64(), one["construct"].as_str()) {
            (Some(at), None) => assert!((at as usize) <= clause.len(), "reading stops somewhere: {one}"),
            (None, Some(construct)) => assert!(!construct.is_empty(), "{one}"),
            _ => panic!("either it isn't read or it isn't carried out: {one}"),
        }
        listed.push((card, clause));
    }
    let cards = dejarik::Cards::folder_with(folder, dejarik::Playtest::Load).expect("a folder of cards");
    let catalog = cards.catalog().expect("a catalog");
    let mut left: Vec<(String, String)> = Vec::new();
    for (id, card) in catalog.library().iter().filter(|(_, card)| card.card_type != vocab::CardType::Reminder)
    {
        let number = catalog.by_hand(id).len();
        assert_eq!(catalog.check(id).is_err(), number > 0, "{card}");
        let texts = cards.texts_of_card_by_hand(id, &catalog);
        assert_eq!(texts.len(), number, "{card}: clause by clause");
        left.extend(texts.into_iter().map(|text| (text.card, text.clause)));
    }
    assert!(listed.len() > 1000, "{} texts", listed.len());
    listed.sort();
    left.sort();
    assert_eq!(listed.len(), left.len());
    assert!(listed == left, "the first that differ: {:?}", listed.iter().zip(&left).find(|(a, b)| a != b));
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
