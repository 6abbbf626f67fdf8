//! The computer players at real tables: what they may see, that they answer what is offered, that they are repeatable.

use crate::core::{Numbers, catalog, setup};
use ai::{Budget, Knowledge, Level, Plan, Player};
use engine::state::Seed;
use engine::{Choice, Game, Recorder};
use vocab::{Edition, Role};

/// Small budgets: the tests ask for laws, not for strength.
fn players(seed: u64) -> Vec<Player> {
    let searching = Player::searching(Plan::rounds(3), Knowledge::Hand, seed);
    let levels = [Level::Learner, Level::Gentle, Level::Casual, Level::Skilled];
    levels.into_iter().map(|level| Player::new(level, seed)).chain([searching]).collect()
}

/// Positions of a game between hasty players, every few answers.
fn positions(dark: &str, light: &str, seed: u64, every: usize) -> Vec<Game> {
    let catalog = catalog();
    let setup = setup(dark, light, seed, Edition::Current, &catalog);
    let mut game = Game::new(catalog, &setup).expect("cards that are carried out");
    let mut quick = Player::new(Level::Casual, seed);
    let mut positions = Vec::new();
    for answers in 0..160 {
        let Some(ask) = game.asked() else { break };
        if answers % every == 0 {
            positions.push(game.clone());
        }
        let index = quick.choose(game.seat(ask.who));
        game.answer(index).expect("an offered choice");
        game.take_events();
    }
    positions
}

#[test]
fn every_player_answers_with_an_offered_choice_to_the_end_of_the_game() {
    let catalog = catalog();
    for (number, level) in (1..).zip([Level::Learner, Level::Gentle, Level::Casual, Level::Skilled]) {
        let setup = setup("Droid Army", "Diplomats", number, Edition::Current, &catalog);
        let mut game = Game::new(catalog.clone(), &setup).unwrap();
        let mut player = Player::new(level, number);
        while let Some(ask) = game.asked() {
            let index = player.choose(game.seat(ask.who));
            assert!(index < game.choices().len(), "{level}: {index} of {}", game.choices().len());
            game.answer(index).unwrap();
            game.take_events();
        }
        assert!(game.outcome().is_some());
    }
    for game in positions("Underworld", "Rebel Scum", 4, 23) {
        let who = game.asked().unwrap().who;
        for mut player in players(3) {
            assert!(player.choose(game.seat(who)) < game.choices().len());
        }
    }
}

#[test]
fn a_player_that_thinks_never_goes_back_and_so_never_turns_in_a_circle() {
    let catalog = catalog();
    let mut asked = 0;
    for seed in 1..=3 {
        let setup = setup("Droid Army", "Diplomats", seed, Edition::Current, &catalog);
        let mut game = Game::new(catalog.clone(), &setup).unwrap();
        let mut hasty = Player::new(Level::Casual, seed);
        while let Some(ask) = game.asked() {
            if game.choices().contains(&Choice::Back) {
                asked += 1;
                let quick = Player::new(Level::Skilled, seed);
                for mut player in [quick, Player::searching(Plan::rounds(4), Knowledge::Hand, seed)] {
                    let index = player.choose(game.seat(ask.who));
                    assert_ne!(game.choices()[index], Choice::Back, "{:?}", ask.why);
                }
            }
            let index = hasty.choose(game.seat(ask.who));
            game.answer(index).unwrap();
            game.take_events();
        }
    }
    assert!(asked > 20, "{asked}");
}

#[test]
fn no_player_sees_what_its_seat_does_not_see() {
    for (round, game) in (0..).zip(positions("Underworld", "Diplomats", 3, 16)) {
        let who = game.asked().unwrap().who;
        // The same table with other cards in the opponent's hand and face-down, and in both decks, and other dice.
        let other = game.determinise(who, Seed::from(round));
        assert_ne!(game.whole(), other.whole());
        for (mut here, mut there) in players(round).into_iter().zip(players(round)) {
            assert_eq!(here.choose(game.seat(who)), there.choose(other.seat(who)), "position {round}");
        }
        let hints = |game: &Game| ai::hint(game.seat(who), Budget::iterations(3));
        assert_eq!(hints(&game), hints(&other), "position {round}");
    }
}

#[test]
fn the_same_seed_and_budget_give_the_same_answers() {
    let positions = positions("Crimson Dominion", "Rebel Scum", 8, 31);
    let answers = |seed: u64| -> Vec<Vec<usize>> {
        let all = players(seed).into_iter().map(|mut player| {
            positions.iter().map(|game| player.choose(game.seat(game.asked().unwrap().who))).collect()
        });
        all.collect()
    };
    assert_eq!(answers(1), answers(1));
    assert_ne!(answers(1)[0], answers(2)[0], "random players differ by their seed");
}

#[test]
fn hints_are_sorted_offered_and_explained() {
    for game in positions("Archive Guardians", "Droid Army", 5, 40) {
        let who = game.asked().unwrap().who;
        let hints = ai::hint(game.seat(who), Budget::iterations(8));
        assert!(!hints.is_empty());
        let known = |hint: &ai::Hint| (hint.share >= 0.05, hint.win_chance);
        assert!(hints.windows(2).all(|pair| known(&pair[0]) >= known(&pair[1])), "the best first");
        for hint in &hints {
            assert!(hint.index < game.choices().len() && !hint.reason.is_empty());
            assert!((0.0..=1.0).contains(&hint.win_chance), "{hint:?}");
        }
        assert!(
            ai::hint(game.seat(who.other()), Budget::iterations(3)).is_empty(),
            "nobody asks the other seat"
        );
    }
}

#[test]
fn an_analysis_knows_the_winner_at_the_end_and_names_the_turning_points() {
    let catalog = catalog();
    let setup = setup("Droid Army", "Rebel Scum", 11, Edition::Current, &catalog);
    let mut recorder = Recorder::new(catalog.clone(), &setup).unwrap();
    let mut numbers = Numbers(5);
    let mut quick = Player::new(Level::Skilled, 2);
    while let Some(ask) = recorder.game().asked() {
        // One side plays at random, so that the game turns.
        let index = match ask.who {
            Role::Dark => quick.choose(recorder.game().seat(ask.who)),
            Role::Light => numbers.below(recorder.game().choices().len()),
        };
        recorder.answer(index).unwrap();
    }
    let replay = recorder.replay();
    let analysis = ai::analyse(&replay, &catalog, 1).unwrap();
    assert_eq!(analysis.points.len(), replay.answers.len());
    assert_eq!(analysis.last, ai::win_chance(recorder.game(), Role::Dark));
    assert!(analysis.points.iter().all(|point| (0.0..=1.0).contains(&point.dark)));
    assert!(!analysis.turning_points.is_empty());
    assert!(analysis.turning_points.windows(2).all(|pair| pair[0].change.abs() >= pair[1].change.abs()));
}
