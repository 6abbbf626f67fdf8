//! Speed of the engine: random games, copies, choices, views, hashes.

use divan::Bencher;
use engine::state::{Options, Seed};
use engine::{Catalog, Deck, Game, Setup, Viewer};
use std::sync::Arc;
use vocab::ability::Uniqueness;
use vocab::{Arena, Arenas, CardType, Completeness, Cost, Definition, Library, Role, Side, Stat};

fn main() {
    divan::main();
}

/// Twenty kinds of units without text, seven of each arena.
fn catalog() -> Arc<Catalog> {
    let unit = |i: u8| {
        let arena = Arena::ALL[usize::from(i % 3)];
        let n = i16::from(i);
        Definition {
            name: format!("Unit {i}").into(),
            version: None,
            uniqueness: Uniqueness::NonUnique,
            side: Side::Neutral,
            card_type: CardType::Unit(Arenas::one(arena)),
            subtypes: "".into(),
            cost: Cost::Points(2 + i % 6),
            speed: Stat::Value(20 + 10 * (n % 5)),
            power: Stat::Value(2 + n % 4),
            health: Stat::Value(2 + n % 5),
            abilities: Vec::new(),
            completeness: Completeness::Exact,
        }
    };
    let library = Library::new((0..20).map(unit).collect()).expect("different names");
    Arc::new(Catalog::new(library).expect("few abilities"))
}

fn game(catalog: &Arc<Catalog>, seed: u64) -> Game {
    let ids: Vec<_> = catalog.library().iter().map(|(id, _)| id).collect();
    let deck = Deck { cards: ids.iter().cycle().take(60).copied().collect(), supply: Vec::new() };
    let setup =
        Setup { dark: deck.clone(), light: deck, seed: Seed::from(seed), options: Options::default() };
    Game::new(catalog.clone(), &setup).expect("cards without text")
}

/// Plays a game with answers from a small generator; the number of decisions.
fn play(mut game: Game, mut seed: u64) -> usize {
    let mut decisions = 0;
    while !game.choices().is_empty() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let index = (seed >> 33) as usize % game.choices().len();
        game.answer(index).expect("an offered choice");
        game.take_events();
        decisions += 1;
    }
    decisions
}

/// A whole random game.
#[divan::bench]
fn random_game(bencher: Bencher) {
    let catalog = catalog();
    let mut seed = 0;
    let total: usize = (0..200).map(|seed| play(game(&catalog, seed), seed)).sum();
    eprintln!(
        "a game has {} decisions on average; a state has {} bytes",
        total / 200,
        size_of::<engine::state::State>()
    );
    bencher.bench_local(|| {
        seed += 1;
        play(game(&catalog, seed % 200), seed % 200)
    });
}

/// A position in the middle of a game.
fn middle() -> Game {
    let mut game = game(&catalog(), 7);
    for i in 0..120 {
        if game.choices().is_empty() {
            break;
        }
        let index = i % game.choices().len();
        game.answer(index).expect("an offered choice");
    }
    game.take_events();
    game
}

#[divan::bench]
fn copy_of_a_state(bencher: Bencher) {
    let game = middle();
    bencher.bench_local(|| *divan::black_box(game.state()));
}

#[divan::bench]
fn hash_of_a_state(bencher: Bencher) {
    let game = middle();
    bencher.bench_local(|| divan::black_box(game.state()).stable_hash());
}

#[divan::bench]
fn view_of_a_seat(bencher: Bencher) {
    let game = middle();
    bencher.bench_local(|| game.view(Viewer::Seat(Role::Dark)));
}
