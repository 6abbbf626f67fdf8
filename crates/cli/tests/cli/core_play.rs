//! The CORE set in the referee: what it does not carry out, and what it tells. Whole games are played in `crates/proof`.

use crate::core::{catalog, setup};
use engine::{Game, Viewer, Why};
use vocab::{Edition, Role};

#[test]
fn no_core_card_waits_for_the_referee() {
    let catalog = catalog();
    let refused: Vec<String> = catalog
        .library()
        .iter()
        .filter(|(_, definition)| engine::support::unsupported(definition).is_some())
        .map(|(_, definition)| definition.to_string())
        .collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn the_story_names_no_card_that_the_listener_does_not_see() {
    let catalog = catalog();
    let setup = setup("Underworld", "Diplomats", 3, Edition::Current, &catalog);
    let mut game = Game::new(catalog.clone(), &setup).unwrap();
    // Before anything is put on the table, no card of the other deck has a name.
    let theirs: Vec<String> = setup.dark.cards.iter().map(|id| catalog.definition(*id).to_string()).collect();
    while game.decision().is_some_and(|decision| decision.why != Why::SetupBuild) {
        game.answer(0).unwrap();
    }
    let told: Vec<String> = game
        .take_events()
        .iter()
        .filter_map(|event| game.tell_to(event, Viewer::Seat(Role::Light)))
        .collect();
    assert_eq!(told.iter().filter(|line| *line == "Dark draws a card").count(), 7, "{told:?}");
    assert!(told.iter().all(|line| theirs.iter().all(|name| !line.contains(name.as_str()))), "{told:?}");
}
