//! The golden games are played again, state by state.

use dejarik_proof::fingerprint;
use dejarik_proof::{DeckPool, golden};

#[test]
fn the_golden_games_are_played_as_they_were() {
    let pool = DeckPool::load().unwrap();
    let faults: Vec<String> =
        golden::files().filter_map(|(_, path)| golden::check(&pool, &path).err()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let files = std::fs::read_dir(golden::folder()).unwrap().count();
    assert_eq!(files, golden::files().count(), "every file of the folder is one of the games");
}

#[test]
fn another_state_is_noticed_and_the_message_says_what_to_do() {
    let pool = DeckPool::load().unwrap();
    let (_, path) = golden::files().next().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let mut replay: engine::Replay = serde_json::from_str(&text).unwrap();
    replay.hashes[1] ^= 1;
    let altered = std::env::temp_dir().join(format!("altered-{}.json", std::process::id()));
    std::fs::write(&altered, serde_json::to_string(&replay).unwrap()).unwrap();
    let fault = golden::check(&pool, &altered).unwrap_err();
    std::fs::remove_file(altered).unwrap();
    assert!(fault.contains("after answer 32") && fault.contains("cargo xtask golden"), "{fault}");
}

#[test]
fn rules_that_play_otherwise_have_another_number() {
    let pool = DeckPool::load().unwrap();
    let (recorded, now) = (fingerprint::recorded().unwrap(), fingerprint::now(&pool).unwrap());
    assert_eq!(recorded.0, engine::RULES);
    assert!(recorded.1.len() > 300, "only {} games are recorded", recorded.1.len());
    let changed = fingerprint::changed(&recorded, &now);
    assert!(changed.is_empty(), "{changed:?} go another way under the same number; {}", fingerprint::HOW);
    // A game that goes another way is noticed.
    let mut other = now;
    *other.get_mut("droids-rebels-current").unwrap() ^= 1;
    assert_eq!(fingerprint::changed(&recorded, &other), ["droids-rebels-current"]);
}
