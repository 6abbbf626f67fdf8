//! What only another effect can do to an attack: it is done by hand here (rules 1105.4, 1106.6, 1114).

use super::{add_dice, battle_ends, change_defender, change_dice, end, hand_over, reroll_dice};
use crate::common::{Talk, attack, ds, elsewhere, has, ls, position, x};
use crate::rules::change::By;
use crate::state::{Report, Slot, Where};
use crate::{Choice, Mode, What};
use vocab::{Arena, Keyword, Role};

const BY: By = By::rule(1602, 1);

#[test]
fn t094_a_disrupted_attack_did_not_happen() {
    let (position, [a, d]) = position([ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![])], &[4]);
    let mut game = crate::Game::clone(&position.game);
    super::declare::declare(&mut game, a, d, Mode::Normal, super::Taps::Yes);
    game.state.report = Report::Tried { disrupted: true };
    super::declare::declared(&mut game);
    assert!(game.state.card(a).is_tapped() && game.state.attacks.is_empty());
    assert!(!game.take_events().iter().any(|event| matches!(event.what, What::Attacks { .. })));
}

#[test]
fn t097_without_the_defender_no_dice_are_rolled() {
    let units = [ds("A", "40/3/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Retaliate, 1)])];
    let (mut game, [_, d]) = attack(units, &[]);
    game.relocate(d, Where::Hand, BY);
    game.pass();
    assert!(game.decision().is_none() && game.state.attacks.is_empty());
    assert_eq!(game.rolls(), []);
}

#[test]
fn t108_a_retaliate_without_its_target_does_nothing() {
    let units =
        [ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Retaliate, 2), x(Keyword::Evade, 1)])];
    let (mut game, [a, d]) = attack(units, &[4]);
    game.play(d);
    game.relocate(a, Where::Hand, BY);
    game.pass();
    assert_eq!((game.rolls(), game.counters(d)), (vec![1], 1), "1114.1: what is pending is still done");
}

#[test]
fn t233_overload_costs_even_without_a_roll() {
    let units =
        [ds("A", "40/4/9", vec![x(Keyword::Overload, 3)]), ls("D", "40/1/9", vec![x(Keyword::Retaliate, 1)])];
    let (mut game, [a, d]) = attack(units, &[4, 4, 4]);
    game.choose(Choice::Yes);
    game.relocate(d, Where::Hand, BY);
    game.pass();
    assert_eq!((game.rolls(), game.counters(a)), (vec![3], 3));
}

#[test]
fn r1114_2_damage_to_a_defender_that_left_is_gone_but_not_that_of_overkill() {
    let units = [
        ds("A", "40/2/9", vec![has(Keyword::Overkill)]),
        ls("D", "40/1/1", vec![x(Keyword::Evade, 1)]),
        ls("E", "40/1/9", vec![]),
    ];
    let (mut game, [_, d, e]) = attack(units, &[4, 4]);
    game.choose(Choice::Card(e));
    game.choose(Choice::Number(1));
    game.relocate(d, Where::Hand, BY);
    game.pass();
    assert_eq!((game.counters(d), game.counters(e)), (0, 1));
}

#[test]
fn r1114_3_an_attack_that_ends_early_goes_to_its_end() {
    let units = [
        ds("A", "40/1/9", vec![]),
        ls("D", "40/1/9", vec![x(Keyword::Retaliate, 1), x(Keyword::Retaliate, 1)]),
    ];
    let (mut game, [a, d]) = attack(units, &[4]);
    game.play(d);
    end(&mut game);
    game.pass();
    assert_eq!((game.rolls(), game.counters(a), game.counters(d)), (vec![1], 1, 0));
}

#[test]
fn r1114_3_pending_damage_of_an_attack_that_ends_is_not_done() {
    let units = [ds("A", "40/2/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Evade, 1)])];
    let (mut game, [_, d]) = attack(units, &[4, 4]);
    end(&mut game);
    game.pass();
    assert_eq!(game.counters(d), 0);
}

#[test]
fn t294_an_effect_changes_the_defender_but_for_precision() {
    for (abilities, counters) in [(vec![], (0, 1)), (vec![has(Keyword::Precision)], (1, 0))] {
        let units = [
            ds("A", "40/1/9", abilities),
            ls("D", "40/1/9", vec![x(Keyword::Retaliate, 1)]),
            ls("E", "40/1/9", vec![]),
        ];
        let (mut game, [_, d, e]) = attack(units, &[4]);
        change_defender(&mut game, e);
        game.pass();
        assert_eq!((game.counters(d), game.counters(e)), counters);
    }
}

#[test]
fn t242_precision_gained_late_stops_later_changes_alone() {
    let units = [
        ds("A", "40/1/9", vec![]),
        ls("D", "40/1/9", vec![]),
        ls("B", "40/1/9", vec![has(Keyword::Intercept)]),
        ls("C", "40/1/9", vec![has(Keyword::Intercept)]),
        elsewhere(Arena::Space, ds("Precise", "40/1/9", vec![has(Keyword::Precision)])),
    ];
    let (mut game, [a, d, b, c, precise]) = attack(units, &[4]);
    game.play(b);
    becomes(&mut game, a, precise);
    game.play(c);
    assert_eq!([d, b, c].map(|unit| game.counters(unit)), [0, 1, 0]);
}

#[test]
fn t266_stun_is_over_with_the_battle_phase() {
    let units = [ds("A", "40/1/9", vec![x(Keyword::Stun, 2)]), ls("D", "40/5/9", vec![])];
    let (mut game, [_, d]) = attack(units, &[4]);
    assert_eq!(game.now(d).power, 3);
    battle_ends(&mut game);
    assert_eq!(game.now(d).power, 5);
}

#[test]
fn r304_2_a_unit_that_comes_back_is_a_new_one() {
    let units = [ds("A", "40/1/9", vec![x(Keyword::Stun, 2)]), ls("D", "40/5/9", vec![])];
    let (mut game, [_, d]) = attack(units, &[4]);
    game.relocate(d, Where::Hand, BY);
    assert_eq!(game.now(d).power, 5);
}

#[test]
fn r805_3_a_new_top_card_takes_over() {
    let units =
        [ds("A", "40/1/9", vec![x(Keyword::Stun, 2)]), ls("D", "40/5/9", vec![]), ls("E", "40/5/9", vec![])];
    let (mut game, [_, d, e]) = attack(units, &[4]);
    hand_over(&mut game, d, e);
    assert_eq!((game.now(d).power, game.now(e).power), (5, 3));
}

#[test]
fn t100_dice_are_added_rerolled_and_changed_by_effects() {
    let units = [ds("A", "40/3/9", vec![x(Keyword::Lucky, 1)]), ls("D", "40/1/9", vec![])];
    let (mut game, [_, d]) = attack(units, &[1, 2, 5, 3, 6]);
    add_dice(&mut game, 1);
    let reroll = reroll_dice(&mut game, Role::Light, 0, 1).expect("there are dice");
    game.push(reroll);
    game.run();
    assert_eq!(game.question().who, Role::Light);
    game.choose(Choice::Die(3));
    game.choose(Choice::Back);
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    let change = change_dice(&mut game, Role::Dark, 1, 1, 4).expect("there are dice");
    game.push(change);
    game.run();
    assert!(!game.choices().contains(&Choice::Done), "one die, no less");
    game.choose(Choice::Die(1));
    game.choose(Choice::Done);
    game.pass();
    assert_eq!(game.counters(d), 3, "the dice are 6 4 5 3");
}

/// The unit becomes what another card is: the keywords of that card are gained at this moment.
fn becomes(game: &mut crate::Game, unit: Slot, other: Slot) {
    let definition = game.state.card(other).definition;
    game.define(unit, definition);
}

#[test]
fn t148_t284_t285_what_is_gained_after_the_roll_is_too_late() {
    let better = vec![x(Keyword::Accuracy, 1), x(Keyword::CriticalHit, 2), x(Keyword::Fury, 1)];
    let safer = vec![x(Keyword::Parry, 1), x(Keyword::Riposte, 2), x(Keyword::Shields, 1)];
    let units = || {
        [
            ds("A", "40/4/9", vec![x(Keyword::Lucky, 1)]),
            ls("D", "40/1/9", vec![]),
            elsewhere(Arena::Space, ds("Better", "40/4/9", better.clone())),
            elsewhere(Arena::Space, ls("Safer", "40/1/9", safer.clone())),
        ]
    };
    let (mut game, [a, d, better, safer]) = attack(units(), &[1, 2, 3, 6]);
    becomes(&mut game, a, better);
    becomes(&mut game, d, safer);
    game.pass();
    assert!(game.decision().is_none(), "no Parry");
    assert_eq!((game.counters(d), game.counters(a)), (1, 0), "one hit, no Critical Hit, no Riposte");
}

#[test]
fn r1702_7_a_text_may_change_each_die() {
    let units = [ds("A", "40/3/9", vec![x(Keyword::Lucky, 1)]), ls("D", "40/1/9", vec![])];
    let (mut game, [_, d]) = attack(units, &[4, 4, 6]);
    game.state.attacks.last_mut().expect("an attack").modifier = -1;
    game.pass();
    assert_eq!(game.counters(d), 1);
}

#[test]
fn r1107_3_a_set_number_of_dice_overrides_power_and_shields() {
    let abilities = vec![x(Keyword::Shields, 1), x(Keyword::Retaliate, 1)];
    let (mut game, _) = attack([ds("A", "40/5/9", vec![]), ls("D", "40/1/9", abilities)], &[4]);
    game.state.attacks.last_mut().expect("an attack").dice_set = Some(1);
    game.pass();
    assert_eq!(game.rolls(), [1]);
}
