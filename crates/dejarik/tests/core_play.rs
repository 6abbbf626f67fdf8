//! The CORE set in the referee: what it does not carry out, and what it tells. Whole games are played in `crates/proof`.

use cards::deck::ZoneName;
use engine::state::{Options, Seed};
use engine::{Catalog, Deck, Game, Setup, Viewer, Why};
use std::sync::Arc;
use vocab::{DefinitionId, Edition, Role};

fn catalog() -> Arc<Catalog> {
    let plugin = cards::core_set::plugin();
    let library = lang::build_library(&plugin.collection).expect("no name twice");
    Arc::new(Catalog::new(library).expect("few abilities"))
}

/// A built-in deck without the cards that the referee does not carry out yet.
fn deck(name: &str, catalog: &Catalog) -> Deck {
    let (_, text) = cards::core_set::DECKS.iter().find(|(known, _)| *known == name).expect("a built-in deck");
    let deck = cards::Deck::read("x.dek", text.as_bytes()).expect("a deck").deck;
    let zone = |zone: &ZoneName| -> Vec<DefinitionId> {
        let ids = deck.zone(zone).iter().filter_map(|card| catalog.library().find_by_title(&card.name));
        ids.filter(|id| engine::support::unsupported(catalog.definition(*id)).is_none()).collect()
    };
    Deck { cards: zone(&ZoneName::Deck), supply: zone(&ZoneName::Supply) }
}

fn setup(dark: &str, light: &str, seed: u64, edition: Edition, catalog: &Catalog) -> Setup {
    Setup {
        dark: deck(dark, catalog),
        light: deck(light, catalog),
        seed: Seed::from(seed),
        options: Options { edition, ..Options::default() },
    }
}

#[test]
fn only_these_core_cards_wait_for_the_referee() {
    let catalog = catalog();
    let refused: Vec<String> = catalog
        .library()
        .iter()
        .filter(|(_, definition)| engine::support::unsupported(definition).is_some())
        .map(|(_, definition)| definition.to_string())
        .collect();
    assert_eq!(refused, ["Endless Assembly", "Hull Rat Freighter", "War Levy", "Warded Door"]);
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
    assert_eq!(told.iter().filter(|line| *line == "DS draws a card").count(), 7, "{told:?}");
    assert!(told.iter().all(|line| theirs.iter().all(|name| !line.contains(name.as_str()))), "{told:?}");
}
