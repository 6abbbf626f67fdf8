//! A recorded game, as the table offers it for download; and what `dejarik replay` says of it.

use crate::core::{Numbers, catalog, setup};
use crate::program::{json, says, text};
use engine::Recorder;
use server::Download;
use std::fs;
use vocab::Edition;

/// A whole game of random answers.
pub fn game() -> String {
    let catalog = catalog();
    let setup = setup("Droid Army", "Rebel Scum", 11, Edition::Current, &catalog);
    let mut recorder = Recorder::new(catalog, &setup).unwrap();
    let mut numbers = Numbers(5);
    while recorder.game().asked().is_some() {
        let index = numbers.below(recorder.game().choices().len());
        recorder.answer(index).unwrap();
    }
    let replay = recorder.replay();
    let commitment = Some(server::commitment(replay.seed));
    let players = Some(["Kestrel".to_string(), "You".to_string()]);
    serde_json::to_string(&Download { commitment, players, replay }).unwrap()
}

#[test]
fn a_recorded_game_is_played_again_checked_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    fs::write(&file, game()).unwrap();
    let file = text(&file);
    let checked = says(0, &["replay", file, "--verify"]);
    assert!(checked.starts_with("The seed is the promised one.\n"), "{checked}");
    let whole = json(0, &["replay", file, "--json"]);
    assert_eq!(whole["answers"], whole["of"]);
    assert!(whole["outcome"].as_str().is_some_and(|words| words.contains("rule")), "{}", whole["outcome"]);
    let shown = says(0, &["replay", file, "--at", "60"]);
    let (story, table) = shown.split_once("\n\nTurn ").expect("the table comes after the story");
    assert!(story.starts_with("Kestrel against You, after 60 answers\n"), "{story}");
    for part in ["\nKestrel: ", "\nYou: ", " Force, ", "\n  Hand: ", "\nThe game goes on from here."] {
        assert!(table.contains(part), "{part} in {table}");
    }
    let as_json = json(0, &["replay", file, "--at", "60", "--json"]);
    let [dark, light] = [&as_json["table"][0], &as_json["table"][1]];
    assert_eq!([&dark["name"], &light["name"]], ["Kestrel", "You"]);
    let hand = light["zones"]["hand"].as_array().expect("both hands are open");
    let shown_hand = table.split_once("\nYou: ").and_then(|(_, mine)| mine.split_once("\n  Hand: "));
    let first = hand.first().and_then(|card| card["name"].as_str());
    assert_eq!(shown_hand.is_some(), first.is_some(), "{table}");
    assert!(shown_hand.is_none_or(|(_, cards)| cards.starts_with(first.unwrap_or_default())), "{table}");
    assert!(whole["table"].is_null(), "only --at shows the table");
    let too_far = says(2, &["replay", file, "--at", "100000"]);
    assert!(too_far.contains("but the game has "), "{too_far}");
}

#[test]
fn a_forged_game_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("forged.json");
    let forged = game().replacen("\"commitment\":\"", "\"commitment\":\"0", 1);
    fs::write(&file, forged).unwrap();
    assert!(says(1, &["replay", text(&file), "--verify"]).starts_with("The seed is not the promised one.\n"));
    assert_eq!(json(1, &["replay", text(&file), "--verify", "--json"])["holds"], false);
}
