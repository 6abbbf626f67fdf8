//! What can't be done is refused, with a reason and nothing half done.

use dejarik::{
    Cards, DeckError, Edition, Level, MatchupError, NoSuchAnswer, Options, Player, Refused, Viewer,
};

#[test]
fn a_folder_that_holds_no_cards_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = Cards::folder(folder.path()).unwrap_err().to_string();
    assert!(error.contains("no set files"), "{error}");
    assert!(Cards::folder(folder.path().join("nowhere")).is_err());
}

#[test]
fn a_deck_that_is_not_there_is_refused_with_those_that_are() {
    let cards = Cards::core();
    let error = cards.deck("Rebel Scam").unwrap_err();
    assert!(matches!(&error, DeckError::Unknown { known, .. } if known.len() == 8), "{error}");
    assert!(error.to_string().contains("Rebel Scum"), "{error}");
    let error = cards.deck_from("broken.dek", b"<deck><superzone>").unwrap_err();
    assert!(matches!(&error, DeckError::Malformed { .. }), "{error}");
}

#[test]
fn decks_are_found_by_name_in_any_case_and_read_from_files() {
    let cards = Cards::core();
    assert_eq!(cards.deck("rebel_scum").expect("a deck").name(), "Rebel Scum");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.txt");
    std::fs::write(&file, "4\tRidge Trooper\n1\tNobody\n").expect("a file");
    let deck = cards.deck(file.to_str().expect("a path")).expect("a list");
    assert_eq!((deck.name(), deck.list.len(), deck.is_legal()), ("mine", 5, false));
    let rebels = cards.deck("Rebel Scum").expect("a deck");
    let error = cards.game(&rebels, &deck).start().unwrap_err();
    assert_eq!(error.to_string(), "mine: there's no card called `Nobody`");
}

#[test]
fn a_wrong_answer_changes_nothing() {
    let cards = Cards::core();
    let (dark, light) = (cards.deck("Droid Army").expect("a deck"), cards.deck("Diplomats").expect("a deck"));
    let mut game = cards.game(&dark, &light).edition(Edition::Sheets).seed(4).start().expect("a game");
    let before = game.question().expect("a question");
    let choices = before.choices.len();
    assert_eq!(game.answer(choices), Err(Refused::NoSuchChoice { index: choices, choices }));
    let error = game.answer_with("win the game").unwrap_err();
    assert!(
        matches!(&error, NoSuchAnswer::NotOffered { choices, .. } if *choices == before.choices),
        "{error}"
    );
    assert_eq!(game.question(), Some(before));
}

#[test]
fn a_game_that_is_over_takes_no_answer() {
    let cards = Cards::core();
    let (dark, light) =
        (cards.deck("Underworld").expect("a deck"), cards.deck("Rebel Scum").expect("a deck"));
    let mut game = cards.game(&dark, &light).options(Options::default()).start().expect("a game");
    let mut player = Player::new(Level::Learner, 1);
    let outcome = game.play_out(&mut player.clone(), &mut player);
    assert_eq!((game.outcome(), game.question()), (Some(outcome), None));
    assert_eq!(game.answer(0), Err(Refused::GameOver));
    assert_eq!(game.answer_as(&mut player), Err(Refused::GameOver));
    assert_eq!(game.answer_with("pass"), Err(NoSuchAnswer::GameOver));
    assert!(game.hints(dejarik::Budget::iterations(4)).is_empty());
    let told = game.events(Viewer::Public);
    assert!(
        told.last().is_some_and(|last| last.to_string().contains("wins the game. [")),
        "{:?}",
        told.last()
    );
    assert!(game.events(Viewer::Public).is_empty());
}

#[test]
fn only_units_fight() {
    let cards = Cards::core();
    let mission = cards.collection().printings().find(|(_, card)| !card.card_type.is_unit());
    let mission = mission.expect("CORE has more than units").1.name.full();
    let error = cards.matchup(mission, "Infantry Automaton").unwrap_err();
    assert!(matches!(&error, MatchupError::NotAUnit { .. }), "{error}");
}
