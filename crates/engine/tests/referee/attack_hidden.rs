//! Hidden dice (Cunning, rule 1715) and predictions (rules 1727, 1728).

use crate::common::{Talk, attack, body, ds, has, ls, pay, position, x};
use dejarik_engine::{Choice, Event, Game, Mode, Viewer, What, Why};
use vocab::ability::Wrapper;
use vocab::{Keyword, Role};

#[test]
fn t174_prevention_is_declared_without_seeing_the_dice() {
    for dice in [[5, 1, 1], [4, 4, 4]] {
        let units = [
            ds("A", "40/3/9", vec![has(Keyword::Cunning)]),
            ls("D", "40/1/9", vec![pay(2, Keyword::Evade, Some(3))]),
        ];
        let (mut game, [_, d]) = attack(units, &dice);
        game.play(d);
        assert_eq!(game.question().choices, [0, 1, 2, 3].map(Choice::Number));
        game.choose(Choice::Number(3));
        assert_eq!((game.counters(d), game.force(Role::Light)), (0, 8));
    }
}

#[test]
fn t175_there_is_a_prevention_pop_without_damage() {
    let units =
        [ds("A", "40/1/9", vec![has(Keyword::Cunning)]), ls("D", "40/1/9", vec![x(Keyword::Evade, 3)])];
    let (mut game, [_, d]) = attack(units, &[1]);
    game.play(d);
    game.choose(Choice::Number(3));
    assert!(game.decision().is_none());
    assert_eq!(game.counters(d), 0);
}

#[test]
fn t290_cunning_and_overkill() {
    let units = [
        ds("A", "40/4/9", vec![has(Keyword::Cunning), has(Keyword::Overkill)]),
        ls("D", "40/1/2", vec![]),
        ls("E", "40/1/9", vec![pay(1, Keyword::Evade, Some(2))]),
    ];
    let (mut game, [_, d, e]) = attack(units, &[4, 5, 6, 6]);
    game.choose(Choice::Card(e));
    game.choose(Choice::Number(2));
    game.play(e);
    game.choose(Choice::Number(2));
    assert_eq!((game.is_there(d), game.counters(e)), (false, 0));
}

#[test]
fn r1740_3_hits_lost_after_a_hidden_division_are_lost_by_the_second_unit() {
    let units = [
        ds("A", "40/4/9", vec![has(Keyword::Cunning), has(Keyword::Overkill)]),
        ls("D", "40/1/2", vec![x(Keyword::Lucky, 1)]),
        ls("E", "40/1/9", vec![]),
    ];
    let (mut game, [_, d, e]) = attack(units, &[6, 6, 6, 6, 1]);
    // Lucky is declared, the division is made, and then the dice are shown.
    game.choose(Choice::Card(d));
    game.choose(Choice::Number(1));
    game.choose(Choice::Card(e));
    game.choose(Choice::Number(2));
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    assert_eq!((game.is_there(d), game.counters(e)), (false, 1));
}

#[test]
fn t291_parry_comes_before_what_was_declared() {
    for (parried, dice) in [(2, 3), (0, 5)] {
        let units = [
            ds("A", "40/3/9", vec![has(Keyword::Cunning)]),
            ls("D", "40/3/9", vec![x(Keyword::Parry, 2), pay(1, Keyword::Absorb, Some(2))]),
        ];
        let (position, [a, d]) = position(units, &[1, 4, 5]);
        let mut game = position.attacks(&[(a, d, Mode::Normal), (d, a, Mode::Normal)]);
        game.play(d);
        game.choose(Choice::Number(2));
        assert_eq!(game.question().why, Why::Keyword(Keyword::Parry));
        game.choose(Choice::Number(parried));
        assert_eq!((game.counters(d), game.rolls()), (0, vec![3, dice]));
    }
}

#[test]
fn r1715_5_the_opponent_declares_how_many_dice_and_picks_them_when_they_are_shown() {
    let units =
        [ds("A", "40/3/9", vec![has(Keyword::Cunning)]), ls("D", "40/1/9", vec![x(Keyword::Lucky, 2)])];
    let (mut game, [_, d]) = attack(units, &[4, 1, 6, 2]);
    game.choose(Choice::Card(d));
    assert_eq!(game.question().choices, [0, 1, 2].map(Choice::Number));
    game.choose(Choice::Number(1));
    game.choose(Choice::Die(2));
    game.choose(Choice::Done);
    assert_eq!(game.counters(d), 1);
}

#[test]
fn r1715_deflect_is_declared_and_its_damage_can_be_prevented() {
    let units = [
        ds("A", "40/2/9", vec![has(Keyword::Cunning), x(Keyword::Evade, 1)]),
        ls("D", "40/1/9", vec![x(Keyword::Deflect, 2), x(Keyword::Evade, 1)]),
    ];
    let (mut game, [a, d]) = attack(units, &[4, 4]);
    game.play(d);
    game.choose(Choice::Card(a));
    game.pass();
    assert_eq!((game.counters(a), game.counters(d)), (2, 0));
}

fn earned(game: &mut Game) -> Vec<Keyword> {
    let keyword = |event: Event| match event.what {
        What::Keyword { keyword: keyword @ (Keyword::Foresight | Keyword::Forewarning), .. } => Some(keyword),
        _ => None,
    };
    game.take_events().into_iter().filter_map(keyword).collect()
}

#[test]
fn t200_t201_a_right_prediction_counts_hits_with_armor() {
    for (armor, dice, hits) in [(vec![], [4, 5, 1], 2), (vec![has(Keyword::Armor)], [4, 5, 5], 2)] {
        let units = [ds("A", "40/3/9", vec![body(Wrapper::Foresight)]), ls("D", "40/1/9", armor)];
        let (mut game, _) = attack(units, &dice);
        game.choose(Choice::Number(hits));
        assert_eq!(earned(&mut game), [Keyword::Foresight]);
    }
}

#[test]
fn t202_t203_forewarning_is_for_the_final_defender() {
    let units = || {
        [
            ds("A", "40/2/9", vec![]),
            ls("D", "40/1/9", vec![body(Wrapper::Forewarning)]),
            ls("B", "40/1/9", vec![has(Keyword::Intercept)]),
        ]
    };
    let (mut game, _) = attack(units(), &[1, 2]);
    game.pass();
    game.choose(Choice::Number(0));
    assert_eq!(earned(&mut game), [Keyword::Forewarning]);
    let (mut game, [_, _, b]) = attack(units(), &[1, 2]);
    game.play(b);
    assert!(game.decision().is_none(), "no prediction");
}

#[test]
fn t314_each_forewarning_has_its_own_prediction() {
    let abilities = vec![body(Wrapper::Forewarning), body(Wrapper::Forewarning)];
    let (mut game, _) = attack([ds("A", "40/3/9", vec![]), ls("D", "40/1/9", abilities)], &[4, 5, 1]);
    game.choose(Choice::Number(1));
    game.choose(Choice::Number(2));
    assert_eq!(earned(&mut game).len(), 1);
}

#[test]
fn t315_without_dice_there_are_no_hits() {
    let abilities = vec![x(Keyword::Shields, 2), body(Wrapper::Forewarning)];
    let (mut game, _) = attack([ds("A", "40/2/9", vec![]), ls("D", "40/1/9", abilities)], &[]);
    game.choose(Choice::Number(0));
    assert_eq!(earned(&mut game), [Keyword::Forewarning]);
}

#[test]
fn r1902_25_with_cunning_predictions_are_compared_when_the_dice_are_shown() {
    let abilities = vec![has(Keyword::Cunning), body(Wrapper::Foresight)];
    let units = [ds("A", "40/2/9", abilities), ls("D", "40/1/9", vec![x(Keyword::Evade, 1)])];
    let (mut game, _) = attack(units, &[4, 4]);
    game.choose(Choice::Number(2));
    assert_eq!(earned(&mut game), []);
    game.pass();
    assert_eq!(earned(&mut game), [Keyword::Foresight]);
}

#[test]
fn nothing_about_hidden_dice_is_told_before_they_are_shown() {
    let told = |dice: [u8; 3]| {
        let abilities = vec![has(Keyword::Cunning), x(Keyword::Focus, 1), x(Keyword::Backfire, 1)];
        let prevention = vec![x(Keyword::Evade, 2), x(Keyword::Parry, 1), x(Keyword::Riposte, 1)];
        let (mut game, _) = attack([ds("A", "40/3/9", abilities), ls("D", "40/1/9", prevention)], &dice);
        (game.take_events(), game.question())
    };
    assert_eq!(told([1, 2, 3]), told([6, 5, 5]));
}

#[test]
fn r1715_1_only_dice_that_a_seat_cannot_see_are_dealt_anew_for_it() {
    for (keywords, seat, is_hidden) in [
        (vec![has(Keyword::Cunning)], Role::Light, true),
        (vec![has(Keyword::Cunning)], Role::Dark, false),
        (vec![], Role::Light, false),
        (vec![], Role::Dark, false),
    ] {
        let units = [ds("A", "40/3/9", keywords), ls("D", "40/1/9", vec![x(Keyword::Evade, 3)])];
        let (game, _) = attack(units, &[6, 6, 1]);
        let dealt = |seed: u64| {
            let dealt = game.seat(seat).determinise(seed.into());
            let attack = *dealt.whole().attack()?;
            // 1107.4: what the first roll showed belongs to its dice.
            let rolled = attack.dice.iter().take(usize::from(attack.first_dice));
            assert_eq!(attack.first, rolled.fold(0, |naturals, natural| naturals | 1 << natural));
            Some((attack.dice, attack.first))
        };
        let own = game.whole().attack().map(|attack| (attack.dice, attack.first));
        assert!(own.is_some(), "the attack goes on");
        // All of them are looked at: whatever is rolled, the first roll is what its dice say.
        let differs = (1..=12).filter(|seed| dealt(*seed) != own).count() > 0;
        assert_eq!(differs, is_hidden, "{seat:?}");
        let seen = game.view(Viewer::Seat(seat)).attack.expect("the attack goes on");
        assert_eq!((seen.hidden, seen.count), (is_hidden, 3));
        assert_eq!(seen.dice, (!is_hidden).then(|| vec![6, 6, 1]), "{seat:?}");
    }
}

#[test]
fn a_view_names_the_counters_that_lie_there_and_no_others() {
    let units = [ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![])];
    let (game, [a, d]) = attack(units, &[6]);
    let view = game.view(Viewer::Public);
    let counters = |unit| view.cards.iter().find(|card| card.slot == unit).map(|card| card.counters.clone());
    assert_eq!(counters(a), Some(Vec::new()));
    assert_eq!(counters(d), Some(vec![(vocab::Counter::Damage, 1)]));
}
