//! The attack end and what follows it (rules 1112, 1113).

use crate::common::{Talk, attack, ds, elsewhere, has, ls, pay, position, x};
use dejarik_engine::{Choice, Mode, Why};
use vocab::{Arena, Keyword, Role};

#[test]
fn t107_effects_of_ds_resolve_before_those_of_ls() {
    let units = [
        ds("A", "40/1/9", vec![x(Keyword::Backfire, 2)]),
        ls("D", "40/1/9", vec![pay(1, Keyword::Retaliate, Some(2))]),
    ];
    let (mut game, [a, d]) = attack(units, &[3, 4, 1, 4, 4]);
    game.play(d);
    game.pass();
    let sources: Vec<_> = game
        .take_events()
        .into_iter()
        .filter_map(|event| match event.what {
            dejarik_engine::What::Damaged { from, amount, .. } => Some((from, amount)),
            _ => None,
        })
        .collect();
    assert_eq!((sources, game.counters(a)), (vec![(a, 1), (d, 2)], 3));
}

#[test]
fn t160_avenge_hits_the_attacker() {
    let units = [
        ds("A", "40/1/9", vec![]),
        ls("D", "40/1/1", vec![]),
        ls("B", "40/1/9", vec![x(Keyword::Avenge, 3)]),
    ];
    let (game, [a, d, _]) = attack(units, &[4, 4, 5, 1]);
    assert!(!game.is_there(d));
    assert_eq!(game.counters(a), 2);
}

#[test]
fn t161_a_unit_does_not_avenge_itself() {
    let (mut game, [a, _]) =
        attack([ds("A", "40/1/9", vec![]), ls("B", "40/1/1", vec![x(Keyword::Avenge, 3)])], &[4]);
    assert_eq!((game.rolls(), game.counters(a)), (vec![1], 0));
}

#[test]
fn t162_one_backfire_however_many_threes() {
    let (mut game, [a, _]) = attack(
        [ds("A", "40/3/9", vec![x(Keyword::Backfire, 2)]), ls("D", "40/1/9", vec![])],
        &[3, 3, 6, 5, 2],
    );
    assert_eq!((game.rolls(), game.counters(a)), (vec![3, 2], 1));
}

#[test]
fn t163_rerolling_the_three_does_not_help() {
    let abilities = vec![x(Keyword::Backfire, 1), x(Keyword::Lucky, 1)];
    let (mut game, [a, d]) = attack([ds("A", "40/2/9", abilities), ls("D", "40/1/9", vec![])], &[3, 4, 5, 6]);
    game.choose(Choice::Card(a));
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    assert_eq!((game.counters(d), game.counters(a)), (2, 1));
}

#[test]
fn t185_double_strike_makes_one_more_attack_without_tapping() {
    let units = [
        ds("A", "40/1/9", vec![has(Keyword::DoubleStrike)]),
        ls("D", "40/1/9", vec![]),
        ls("E", "40/1/9", vec![]),
    ];
    let (mut game, [_, d, e]) = attack(units, &[4, 4]);
    game.choose(Choice::Attack(e, Mode::Normal));
    assert!(game.decision().is_none(), "no third attack");
    assert_eq!((game.counters(d), game.counters(e)), (1, 1));
}

#[test]
fn t186_double_strike_needs_an_attack_by_tapping() {
    let units = [ds("A", "40/1/9", vec![has(Keyword::DoubleStrike)]), ls("D", "40/1/9", vec![])];
    let (position, [a, d]) = position(units, &[4]);
    assert!(position.attack_untapped(a, d, Mode::Normal).decision().is_none());
}

#[test]
fn t197_ferocity_holds_for_retaliate() {
    let units = [
        ds("A", "40/1/9", vec![x(Keyword::Evade, 2)]),
        ls("D", "40/1/9", vec![has(Keyword::Ferocity), x(Keyword::Retaliate, 2)]),
    ];
    let (mut game, [a, d]) = attack(units, &[1, 4, 4]);
    game.play(d);
    game.play(a);
    assert_eq!(game.counters(a), 2);
}

#[test]
fn t232_overload_is_power_now_and_dice_later() {
    let (mut game, [a, _]) = attack(
        [ds("A", "40/4/9", vec![x(Keyword::Overload, 3)]), ls("D", "40/1/9", vec![])],
        &[1, 1, 1, 1, 1, 1, 1, 4, 4, 1],
    );
    assert_eq!(game.question().why, Why::Keyword(Keyword::Overload));
    game.choose(Choice::Yes);
    assert_eq!((game.rolls(), game.counters(a)), (vec![7, 3], 2));
}

#[test]
fn overload_may_be_left_alone() {
    let units = [ds("A", "40/4/9", vec![x(Keyword::Overload, 3)]), ls("D", "40/1/9", vec![])];
    let (mut game, _) = attack(units, &[1, 1, 1, 1]);
    game.choose(Choice::No);
    assert_eq!(game.rolls(), [4]);
}

#[test]
fn t254_a_discarded_unit_retaliates() {
    let units = [ds("A", "40/1/9", vec![]), ls("D", "40/1/1", vec![pay(1, Keyword::Retaliate, Some(3))])];
    let (mut game, [a, d]) = attack(units, &[4, 4, 5, 1]);
    game.play(d);
    assert!(!game.is_there(d));
    assert_eq!((game.counters(a), game.force(Role::Light)), (2, 9));
}

#[test]
fn t255_no_retaliate_against_another_arena() {
    let units = [
        elsewhere(Arena::Space, ds("A", "40/1/9", vec![x(Keyword::Bombard, 1)])),
        ls("D", "40/1/9", vec![x(Keyword::Retaliate, 3)]),
    ];
    let (position, [a, d]) = position(units, &[1]);
    assert!(position.attacks(&[(a, d, Mode::Bombard)]).decision().is_none());
}

#[test]
fn r1751_7_each_retaliate_once_per_attack() {
    let (mut game, [a, d]) =
        attack([ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Retaliate, 1)])], &[1, 4]);
    game.play(d);
    assert!(!game.is_offered(d));
    game.pass();
    assert_eq!(game.counters(a), 1);
}

#[test]
fn t257_riposte_is_fixed_damage_once() {
    let units = [ds("A", "40/3/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Riposte, 2)])];
    let (game, [a, d]) = attack(units, &[2, 2, 6]);
    assert_eq!((game.counters(a), game.counters(d)), (2, 1));
}

#[test]
fn t258_a_rerolled_two_is_no_riposte() {
    let units =
        [ds("A", "40/1/9", vec![x(Keyword::Lucky, 1)]), ls("D", "40/1/9", vec![x(Keyword::Riposte, 2)])];
    let (mut game, [a, _]) = attack(units, &[2, 4]);
    game.choose(Choice::Card(a));
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    assert_eq!(game.counters(a), 0);
}

#[test]
fn t272_tenacity_attacks_the_same_unit_once_more() {
    let units = [ds("A", "40/2/9", vec![x(Keyword::Tenacity, 3)]), ls("D", "40/1/9", vec![])];
    let (mut game, [_, d]) = attack(units, &[4, 4, 1, 1]);
    assert_eq!(game.question().why, Why::Keyword(Keyword::Tenacity));
    game.choose(Choice::Yes);
    assert!(game.decision().is_none());
    assert_eq!((game.rolls(), game.counters(d)), (vec![2, 2], 2));
}

#[test]
fn t273_enough_damage_is_no_tenacity() {
    let units = [ds("A", "40/3/9", vec![x(Keyword::Tenacity, 3)]), ls("D", "40/1/9", vec![])];
    assert!(attack(units, &[4, 4, 4]).0.decision().is_none());
}

#[test]
fn r1902_11_after_a_tenacity_attack_there_is_no_double_strike() {
    let abilities = || vec![x(Keyword::Tenacity, 3), has(Keyword::DoubleStrike)];
    let (mut game, _) = attack([ds("A", "40/1/9", abilities()), ls("D", "40/1/9", vec![])], &[1, 1]);
    game.choose(Choice::Yes);
    assert!(game.decision().is_none());
    let (mut game, _) = attack([ds("A", "40/1/9", abilities()), ls("D", "40/1/9", vec![])], &[1, 1]);
    game.choose(Choice::No);
    assert_eq!(game.question().why, Why::Keyword(Keyword::DoubleStrike));
}

#[test]
fn t325_nobody_is_attacking_at_the_attack_end() {
    let units = [
        ds("A", "40/4/9", vec![pay(1, Keyword::Persuade, Some(2))]),
        ls("D", "40/1/9", vec![x(Keyword::Retaliate, 2)]),
    ];
    let (position, [a, d]) = position(units, &[1, 1, 1, 1, 4, 4]);
    let mut game = position.attacks(&[(a, d, Mode::Normal); 2]);
    game.play(d);
    game.play(a);
    game.choose(Choice::Number(2));
    game.pass();
    assert_eq!(game.rolls(), [4, 2, 4]);
}

#[test]
fn t332_a_unit_discarded_at_the_attack_end_has_no_tenacity() {
    let units =
        [ds("A", "40/1/1", vec![x(Keyword::Tenacity, 3)]), ls("D", "40/1/9", vec![x(Keyword::Retaliate, 1)])];
    let (mut game, [a, d]) = attack(units, &[4, 4]);
    game.play(d);
    assert!(!game.is_there(a) && game.decision().is_none());
}

#[test]
fn r1112_2_each_player_orders_his_own_effects() {
    let units = [
        ds("A", "40/1/9", vec![x(Keyword::Backfire, 1), x(Keyword::Overload, 1)]),
        ls("D", "40/1/9", vec![x(Keyword::Retaliate, 1), x(Keyword::Retaliate, 2), x(Keyword::Riposte, 1)]),
    ];
    let (mut game, [_, d]) = attack(units, &[3, 2, 1, 1, 1, 1, 1]);
    game.choose(Choice::Yes);
    game.play(d);
    game.play(d);
    assert_eq!((game.question().who, game.question().why), (Role::Dark, Why::Order));
    assert_eq!(game.question().choices.len(), 2, "Overload and Backfire");
    game.choose(game.question().choices[0]);
    assert_eq!((game.question().who, game.question().why), (Role::Light, Why::Order));
    assert_eq!(game.question().choices.len(), 2, "the first Retaliate and Riposte");
    game.choose(game.question().choices[1]);
    assert!(game.decision().is_none(), "Retaliates keep their order");
    assert_eq!(game.rolls(), [2, 1, 1, 1, 2]);
}
