//! Wrong answers and altered replay files: errors, never a panic.

use dejarik_proof::{DeckPool, Match, golden};
use engine::{Game, Replay, ReplayError};
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use proptest::sample::Index;
use proptest::{prop_assert, prop_assert_eq};
use std::sync::LazyLock;

static CORE: LazyLock<DeckPool> = LazyLock::new(|| DeckPool::load().expect("the CORE set"));

/// The first golden game and its text.
static GOLDEN: LazyLock<(Replay, String)> = LazyLock::new(|| {
    let (_, path) = golden::files().next().expect("a golden game");
    let text = std::fs::read_to_string(path).expect("a file");
    (serde_json::from_str(&text).expect("a replay"), text)
});

/// The first answers of it, so that a case is quick.
fn beginning(answers: usize) -> Replay {
    let mut replay = GOLDEN.0.clone();
    replay.answers.truncate(answers);
    replay
}

/// Plays whatever can be read; whether it went well does not matter.
fn survives(text: &str) {
    if let Ok(replay) = serde_json::from_str::<Replay>(text) {
        let _ = replay.play(CORE.catalog.clone(), 24);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_answers_are_taken_or_refused(
        number in 0..72_u64,
        answers in prop::collection::vec(prop::num::usize::ANY, 1..60),
        small in any::<bool>(),
    ) {
        let one = Match::number(number, 3);
        let mut game = Game::new(CORE.catalog.clone(), &CORE.setup(&one)).unwrap();
        for answer in answers {
            let answer = if small { answer % 12 } else { answer };
            let choices = game.choices().len();
            let before = game.whole().stable_hash();
            let taken = game.answer(answer).is_ok();
            prop_assert_eq!(taken, answer < choices);
            prop_assert!(taken || game.whole().stable_hash() == before);
        }
    }

    #[test]
    fn a_truncated_file_is_an_error(at in any::<Index>()) {
        let text = GOLDEN.1.trim_end();
        let mut end = at.index(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        prop_assert!(serde_json::from_str::<Replay>(&text[..end]).is_err());
    }

    #[test]
    fn altered_bytes_never_panic(changes in prop::collection::vec((any::<Index>(), 0x20..0x7F_u8), 1..4)) {
        let mut bytes = GOLDEN.1.clone().into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn an_altered_answer_is_noticed(at in 0..32_usize, answer in any::<u16>()) {
        let mut replay = beginning(32);
        let old = std::mem::replace(&mut replay.answers[at], answer);
        let played = replay.play(CORE.catalog.clone(), usize::MAX).map(|_| ());
        // The same answer is the same game, up to its last hash, which is that of the whole game.
        replay.answers[at] = old;
        replay.answers.push(GOLDEN.0.answers[32]);
        prop_assert!(answer == old || played.is_err());
        prop_assert!(replay.play(CORE.catalog.clone(), 32).is_ok());
    }

    #[test]
    fn altered_decks_and_settings_are_errors_or_other_games(
        cards in prop::collection::vec(any::<Index>(), 0..200),
        format in 0..3_u32,
        edition in "current|sheets|[a-z]{0,6}",
        hashes in 0..4_usize,
        seed in any::<u64>(),
    ) {
        let mut replay = beginning(20);
        let names = GOLDEN.0.light.cards.clone();
        replay.dark.cards = cards.iter().map(|index| index.get(&names).clone()).collect();
        (replay.format, replay.edition) = (format, edition);
        replay.hashes.truncate(hashes);
        replay.seed = seed.into();
        prop_assert!(replay.play(CORE.catalog.clone(), usize::MAX).is_err(), "its last hash is another's");
    }
}

#[test]
fn a_card_that_is_unknown_is_named() {
    let mut replay = beginning(4);
    replay.light.cards[7] = "Nobody's Card".into();
    let error = replay.play(CORE.catalog.clone(), 1).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "the card `Nobody's Card` is not in the library");
}

#[test]
fn a_deck_beyond_every_size_is_refused() {
    let mut replay = beginning(4);
    let card = replay.dark.cards[0].clone();
    replay.dark.cards = vec![card.clone(); 91];
    replay.light.cards.truncate(40);
    let error = replay.play(CORE.catalog.clone(), 1).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "the Dark Side deck has 91 cards; a deck can have at most 90");
    replay.dark.cards = vec![card; 5_000];
    let error = replay.play(CORE.catalog.clone(), 1).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("a game has room for 150"), "{error}");
}

#[test]
fn a_hash_or_an_answer_that_was_altered_is_named_by_its_number() {
    let mut altered = GOLDEN.0.clone();
    altered.hashes[0] ^= 1;
    let play = |replay: &Replay| replay.play(CORE.catalog.clone(), usize::MAX).map(|_| ());
    assert_eq!(play(&altered), Err(ReplayError::Hash(16)));
    altered = GOLDEN.0.clone();
    altered.answers[3] = 999;
    assert!(matches!(play(&altered), Err(ReplayError::Answer { number: 4, .. })));
}
