//! The CORE set in the referee: real cards, real compiler, real dice, games from setup to the end.

use cards::deck::ZoneName;
use engine::state::{Options, Outcome, Seed};
use engine::{Catalog, Deck, Game, Recorder, ReplayError, Setup, Viewer, Why};
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

/// Random answers from a small generator of our own.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
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
fn random_games_of_all_pairs_of_core_decks_end_in_both_editions() {
    let catalog = catalog();
    let names: Vec<&str> = cards::core_set::DECKS.iter().map(|(name, _)| *name).collect();
    let mut seed = 0;
    for (i, dark) in names.iter().enumerate() {
        for light in &names[i..] {
            seed += 1;
            let edition = if seed % 2 == 0 { Edition::Current } else { Edition::Sheets };
            let setup = setup(dark, light, seed, edition, &catalog);
            let mut game = Game::new(catalog.clone(), &setup).expect("cards that are carried out");
            let mut numbers = Numbers(seed);
            while !game.choices().is_empty() {
                let index = numbers.below(game.choices().len());
                game.answer(index).expect("every offered choice is accepted");
                game.take_events();
            }
            let outcome = game.outcome().expect("games end (rule 1502.11)");
            assert_ne!(outcome, Outcome::Stopped, "{dark} against {light}, seed {seed}");
        }
    }
}

#[test]
fn a_game_is_its_setup_its_seed_and_its_answers() {
    let catalog = catalog();
    let setup = setup("Droid Army", "Rebel Scum", 11, Edition::Current, &catalog);
    let mut recorder = Recorder::new(catalog.clone(), &setup).unwrap();
    let mut numbers = Numbers(5);
    for _ in 0..150 {
        let choices = recorder.game().choices().len();
        if choices == 0 {
            break;
        }
        assert!(recorder.answer(choices).is_err(), "an answer out of range is refused");
        recorder.answer(numbers.below(choices)).unwrap();
    }
    let replay = recorder.replay();
    let again = replay.play(catalog.clone(), usize::MAX).unwrap();
    assert_eq!(again.state().stable_hash(), recorder.game().state().stable_hash());
    assert!(replay.answers.len() >= 20, "a game with something to take back");
    recorder.undo_to(17).unwrap();
    assert_eq!(recorder.replay().answers, replay.answers[..17]);
    let middle = replay.play(catalog.clone(), 17).unwrap();
    assert_eq!(middle.state(), recorder.game().state(), "undo leads to the same state");
    let mut altered = replay.clone();
    altered.hashes[0] ^= 1;
    assert_eq!(altered.play(catalog.clone(), usize::MAX).map(|_| ()), Err(ReplayError::Hash(16)));
    altered = replay.clone();
    altered.answers[3] = 999;
    assert!(matches!(altered.play(catalog, usize::MAX), Err(ReplayError::Answer { number: 4, .. })));
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

#[test]
fn a_view_never_depends_on_what_is_hidden() {
    let catalog = catalog();
    let setup = setup("Underworld", "Diplomats", 3, Edition::Current, &catalog);
    let mut game = Game::new(catalog, &setup).unwrap();
    let mut numbers = Numbers(9);
    for round in 0..120_u64 {
        if game.choices().is_empty() {
            break;
        }
        for seat in Role::ALL {
            // The same table with the hidden cards dealt anew: the seat must not see any difference.
            let other = game.determinise(seat, Seed::from(round));
            assert_eq!(
                other.view(Viewer::Seat(seat)),
                game.view(Viewer::Seat(seat)),
                "round {round}, {seat:?}"
            );
            assert_eq!(other.view(Viewer::Public), game.view(Viewer::Public), "round {round}");
        }
        let index = numbers.below(game.choices().len());
        game.answer(index).unwrap();
    }
}
