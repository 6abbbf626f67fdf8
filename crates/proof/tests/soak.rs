//! Random games of the CORE decks, under watch.

use proof::{Core, soak};

/// How many games the test command plays, every check at every answer: about 35 seconds of one core.
const GAMES: u64 = 2_000;

#[test]
fn random_games_of_all_pairs_of_core_decks_hold_in_both_editions() {
    let core = Core::load().unwrap();
    // 1502.11: every game ends; the rest of what must hold is in `soak` and `engine::invariants`.
    match soak::soak(&core, 0..GAMES, 1, &|_, _| {}) {
        Ok(answers) => assert!(answers > GAMES * 20, "the games are real games: {answers} decisions"),
        Err(broken) => {
            let first = &broken[0];
            let replay = serde_json::to_string(&first.replay).unwrap();
            panic!("{} games are broken; {}: {}\n{replay}", broken.len(), first.game, first.what);
        }
    }
}

#[test]
fn a_broken_game_is_reported_with_a_replay_that_shows_it_again() {
    let core = Core::load().unwrap();
    let game = proof::Match::number(3, 7);
    let mut recorder = engine::Recorder::new(core.catalog.clone(), &core.setup(&game)).unwrap();
    for _ in 0..20 {
        recorder.answer(0).unwrap();
    }
    let mut replay = recorder.replay();
    assert_eq!(soak::replay(&core, &replay).map(|played| played.answers), Ok(20));
    replay.answers.push(9_999);
    let what = soak::replay(&core, &replay).unwrap_err();
    assert!(what.starts_with("answer 21: "), "{what}");
}
