//! Random games of the CORE decks and of the players' starter decks, under watch.

use dejarik_proof::{DeckPool, soak};

/// How many games the test command plays, every check at every answer: about 35 seconds of one core.
const GAMES: u64 = 2_000;

#[test]
fn random_games_of_all_pairs_of_core_decks_hold_in_both_editions() {
    let pool = DeckPool::load().unwrap();
    // 1502.11: every game ends; the rest of what must hold is in `soak` and `engine::invariants`.
    hold(&soak::soak(&pool, 0..GAMES, 1, &|_, _| {}));
}

#[test]
fn the_starter_decks_of_the_folder_hold_against_each_other() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS").map(std::path::PathBuf::from) else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let pool = DeckPool::of_folder(&folder, &folder.join("decks")).unwrap();
    assert_eq!(pool.decks().len(), 13, "every starter deck is enforced whole");
    let pairs = (pool.decks().len() * pool.decks().len()) as u64;
    hold(&soak::soak(&pool, 0..pairs, 1, &|_, _| {}));
}

/// Nothing is broken, and the games are real games.
fn hold(found: &soak::Soaked) {
    if let Some(first) = found.broken.first() {
        let replay = serde_json::to_string(&first.replay).unwrap();
        panic!("{} games are broken; {}: {}\n{replay}", found.broken.len(), first.title, first.what);
    }
    assert!(found.answers > found.games * 20, "the games are real games: {} decisions", found.answers);
}

#[test]
fn a_broken_game_is_reported_with_a_replay_that_shows_it_again() {
    let pool = DeckPool::load().unwrap();
    let game = dejarik_proof::Match::number(3, 7);
    let mut recorder = engine::Recorder::new(pool.catalog.clone(), &pool.setup(&game)).unwrap();
    for _ in 0..20 {
        recorder.answer(0).unwrap();
    }
    let mut replay = recorder.replay();
    assert_eq!(soak::replay(&pool, &replay).map(|played| played.answers), Ok(20));
    replay.answers.push(9_999);
    let what = soak::replay(&pool, &replay).unwrap_err();
    assert!(what.starts_with("answer 21: "), "{what}");
}
