//! What a player is told after a game holds with other deals and dice as well.

use ai::moments::{Lesson, Watch, again, moment};
use dejarik::Cards;
use dejarik_proof::{DeckPool, moments};
use engine::{Choice, Game};

fn position(text: &str) -> Game {
    let scenario = judge::parse(text).expect("a scenario");
    Cards::core().reach(&scenario).expect("a position")
}

fn attack(game: &Game, name: &str) -> usize {
    let is = |choice: &Choice| matches!(choice, Choice::Attack(unit, _) if game.name_of(*unit) == name);
    game.choices().iter().position(is).expect("an attack")
}

/// Two enemies can act after the Runner: one would destroy it, the other can't.
const POSITION: &str = "M1 Two targets\n\nlight ground: Runner 60/4/3\ndark ground: Raiders 50/6/2; Hauler 10/1/9\n\
    light space: Wing 10/3/9\ndark character: Guard 10/3/9\nstart battle ground\n";

#[test]
fn whoever_shot_at_the_wrong_one_is_told_and_whoever_was_right_is_not_blamed() {
    let game = position(POSITION);
    let (right, wrong) = (attack(&game, "Raiders"), attack(&game, "Hauler"));
    let missed = moment(&game, 0, wrong, 200).expect("a moment");
    assert_eq!((missed.lesson, missed.other, missed.chosen), (Lesson::Better, right, wrong));
    assert!(missed.gain >= 0.06);
    for seed in 3..8 {
        assert!(again(&game, &missed, seed).expect("a question").mean > 0.0, "seed {seed}");
    }
    let fine = moment(&game, 0, right, 200);
    assert!(fine.is_none_or(|moment| moment.lesson == Lesson::Find));
    assert_eq!(moment(&game, 0, 99, 200), None, "no such choice");
}

/// Six dice against 2 health: a miss of all of them, and a hit that was to be expected.
#[test]
fn luck_is_what_the_dice_did_and_not_what_was_chosen() {
    let text = "M2 Six dice\n\nlight ground: Runner 60/6/3\ndark ground: Raiders 50/6/2\n\
        light space: Wing 10/3/9\ndark character: Guard 10/3/9\nstart battle ground\n";
    let found = |dice: &str| {
        let (before, after) =
            (position(text), position(&format!("{text}Runner attacks Raiders\ndice {dice}\n")));
        let chosen = attack(&before, "Raiders");
        let mut watch = Watch::new(vocab::Role::Light, 40);
        watch.see(&before, 0, Some(chosen));
        watch.see(&after, 1, None);
        watch.found().into_iter().filter(|found| found.moment.lesson == Lesson::Luck).collect::<Vec<_>>()
    };
    let missed = found("1 1 2 3 2 1");
    assert_eq!(missed.len(), 1);
    assert!(missed[0].moment.gain < -0.1, "{:?}", missed[0].moment);
    assert!(missed[0].again(9).expect("a question") < 0.0);
    assert!(found("6 5 1 2 4 1").is_empty(), "98 times in 100 it goes like that");
}

#[test]
fn moments_of_recorded_games_keep_their_sign_with_another_seed() {
    let pool = DeckPool::load().expect("the decks");
    let count = moments::count(&pool, "gentle", 1, 19, 40).expect("a game");
    assert!(count.decisions > 50 && count.shown[0] > 0, "{count:?}");
    assert_eq!(count.shown, count.kept, "{:?}", count.turned);
}
