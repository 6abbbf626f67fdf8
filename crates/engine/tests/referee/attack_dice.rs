//! The dice of an attack and the keywords that look at them (rule 1107).

use crate::common::{Talk, attack, ds, has, ls, position, x};
use dejarik_engine::state::Slot;
use dejarik_engine::{Choice, Game, Mode};
use vocab::Keyword;

/// An attack by a unit with these abilities and as much power as there are dice, on one with those.
fn roll(
    power: u8,
    attacker: Vec<vocab::ability::Ability>,
    defender: Vec<vocab::ability::Ability>,
    dice: &[u8],
) -> (Game, [Slot; 2]) {
    attack([ds("A", &format!("40/{power}/9"), attacker), ls("D", "40/1/9", defender)], dice)
}

#[test]
fn t101_only_final_dice_make_a_critical_hit() {
    let (mut game, [_, d]) =
        roll(3, vec![x(Keyword::CriticalHit, 2)], vec![x(Keyword::Lucky, 1)], &[6, 2, 2, 3]);
    game.choose(Choice::Card(d));
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    assert_eq!(game.counters(d), 0);
}

#[test]
fn t147_accuracy_helps_against_armor() {
    let (game, [_, d]) = roll(3, vec![x(Keyword::Accuracy, 1)], vec![has(Keyword::Armor)], &[3, 4, 5]);
    assert_eq!(game.counters(d), 2);
}

#[test]
fn t149_accuracies_add_up_with_their_signs() {
    let accuracy = vec![x(Keyword::Accuracy, 2), x(Keyword::Accuracy, -1)];
    let (game, [_, d]) = roll(3, accuracy, vec![], &[3, 3, 2]);
    assert_eq!(game.counters(d), 2);
}

#[test]
fn t158_armor_is_hit_on_five_and_six() {
    let (game, [_, d]) = roll(4, vec![], vec![has(Keyword::Armor)], &[4, 4, 5, 6]);
    assert_eq!(game.counters(d), 2);
}

#[test]
fn t159_two_armors_are_one() {
    let (game, [_, d]) = roll(1, vec![], vec![has(Keyword::Armor), has(Keyword::Armor)], &[5]);
    assert_eq!(game.counters(d), 1);
}

#[test]
fn t172_a_critical_hit_counts_once() {
    let (game, [_, d]) = roll(3, vec![x(Keyword::CriticalHit, 2)], vec![], &[6, 6, 4]);
    assert_eq!(game.counters(d), 5);
}

#[test]
fn t173_accuracy_makes_no_critical_hit() {
    let abilities = vec![x(Keyword::CriticalHit, 2), x(Keyword::Accuracy, 1)];
    let (game, [_, d]) = roll(2, abilities, vec![], &[5, 5]);
    assert_eq!(game.counters(d), 2);
}

#[test]
fn r1902_32_a_natural_six_that_misses_is_still_critical() {
    let abilities = vec![x(Keyword::CriticalHit, 2), x(Keyword::Accuracy, -3)];
    let (game, [_, d]) = roll(1, abilities, vec![], &[6]);
    assert_eq!(game.counters(d), 2);
}

#[test]
fn t198_focus_gives_power_for_one_attack() {
    let units = [ds("A", "40/2/9", vec![x(Keyword::Focus, 2)]), ls("D", "40/1/9", vec![])];
    let (position, [a, d]) = position(units, &[5, 2, 1, 1, 1, 1, 1, 1]);
    let mut game = position.attacks(&[(a, d, Mode::Normal); 3]);
    assert_eq!(game.rolls(), [2, 4, 2]);
}

#[test]
fn t199_a_rerolled_five_gives_no_focus() {
    let units =
        [ds("A", "40/2/9", vec![x(Keyword::Focus, 2), x(Keyword::Lucky, 1)]), ls("D", "40/1/9", vec![])];
    let (position, [a, d]) = position(units, &[2, 3, 5, 1, 1]);
    let mut game = position.attacks(&[(a, d, Mode::Normal); 2]);
    game.choose(Choice::Card(a));
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    game.pass();
    assert_eq!(game.rolls(), [2, 2]);
}

#[test]
fn t206_fury_adds_dice_once() {
    let (mut game, [_, d]) = roll(3, vec![x(Keyword::Fury, 2)], vec![], &[4, 4, 1, 6, 2]);
    assert_eq!((game.rolls(), game.counters(d)), (vec![3, 2], 3));
}

#[test]
fn t207_a_rerolled_four_brings_no_fury() {
    let (mut game, [a, d]) = roll(2, vec![x(Keyword::Fury, 2), x(Keyword::Lucky, 1)], vec![], &[1, 2, 4]);
    game.choose(Choice::Card(a));
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    assert_eq!((game.rolls(), game.counters(d)), (vec![2], 1));
}

#[test]
fn t225_lucky_rerolls_several_dice_together() {
    let (mut game, [a, d]) = roll(3, vec![x(Keyword::Lucky, 2)], vec![], &[1, 2, 6, 4, 4]);
    game.choose(Choice::Card(a));
    game.choose(Choice::Die(2));
    game.choose(Choice::Back);
    game.choose(Choice::Die(0));
    game.choose(Choice::Die(1));
    assert_eq!(game.question().choices, [Choice::Done, Choice::Back], "two dice and no more");
    game.choose(Choice::Done);
    assert_eq!(game.counters(d), 3);
}

#[test]
fn t226_the_defender_has_a_die_rerolled() {
    let (mut game, [_, d]) = roll(2, vec![], vec![x(Keyword::Lucky, 1)], &[6, 6, 2]);
    game.choose(Choice::Card(d));
    game.choose(Choice::Die(1));
    game.choose(Choice::Done);
    assert_eq!(game.counters(d), 1);
}

#[test]
fn t227_lucky_is_used_once() {
    let (mut game, [a, d]) = roll(3, vec![x(Keyword::Lucky, 3)], vec![x(Keyword::Lucky, 1)], &[1, 1, 1, 4]);
    game.choose(Choice::Card(a));
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    assert!(game.is_offered(d) && !game.is_offered(a));
}

#[test]
fn r1738_5_a_player_may_wait_with_lucky_for_the_other() {
    let (mut game, [a, d]) = roll(2, vec![x(Keyword::Lucky, 1)], vec![x(Keyword::Lucky, 1)], &[6, 1, 2, 5]);
    game.choose(Choice::Pass);
    game.choose(Choice::Card(d));
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    game.choose(Choice::Card(a));
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    assert_eq!(game.counters(d), 1);
}

#[test]
fn t259_shields_take_dice_away() {
    let (mut game, _) = roll(6, vec![], vec![x(Keyword::Shields, 2)], &[1, 1, 1, 1]);
    assert_eq!(game.rolls(), [4]);
}

#[test]
fn t286_backfire_focus_and_fury_from_one_roll() {
    let abilities = vec![x(Keyword::Backfire, 1), x(Keyword::Focus, 2), x(Keyword::Fury, 2)];
    let units = [ds("A", "40/3/9", abilities), ls("D", "40/1/9", vec![])];
    let (position, [a, d]) = position(units, &[3, 4, 5, 6, 1, 6, 1, 1, 1, 1, 1]);
    let mut game = position.attacks(&[(a, d, Mode::Normal); 2]);
    assert_eq!(game.rolls(), [3, 2, 1, 5]);
    assert_eq!((game.counters(d), game.counters(a)), (3, 1));
}
