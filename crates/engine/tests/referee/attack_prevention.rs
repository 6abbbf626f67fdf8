//! Prevention of pending damage (rule 1204) and the keywords that prevent.

use crate::common::{Talk, attack, ds, elsewhere, has, in_edition, ls, pay, position, x};
use dejarik_engine::{Choice, Mode, Why};
use vocab::ability::{Ability, Change, Direction, Portion, Reference, Rule};
use vocab::{Arena, Edition, Keyword, Role};

#[test]
fn t103_two_units_share_one_prevention_step() {
    let units = [
        ds("A", "40/4/9", vec![has(Keyword::Overkill)]),
        ls("D", "40/1/2", vec![x(Keyword::Evade, 1)]),
        ls("E", "40/1/9", vec![x(Keyword::Evade, 1)]),
    ];
    let (mut game, [_, d, e]) = attack(units, &[4, 4, 4, 4]);
    game.choose(Choice::Card(e));
    game.choose(Choice::Number(2));
    game.play(d);
    game.choose(Choice::Number(1));
    game.play(e);
    game.choose(Choice::Number(1));
    assert_eq!((game.counters(d), game.counters(e)), (1, 1));
}

#[test]
fn t144_absorbed_damage_is_power_for_the_next_attack() {
    let units = [ds("A", "40/5/9", vec![]), ls("D", "40/4/6", vec![x(Keyword::Absorb, 2)])];
    let (position, [a, d]) = position(units, &[4, 4, 4, 4, 4]);
    let mut game = position.attacks(&[(a, d, Mode::Normal), (d, a, Mode::Normal), (d, a, Mode::Normal)]);
    game.play(d);
    game.choose(Choice::Number(2));
    assert_eq!((game.counters(d), game.rolls()), (3, vec![5, 6, 4]));
}

#[test]
fn t145_absorb_gives_what_it_prevented() {
    let units = [ds("A", "40/1/9", vec![]), ls("D", "40/4/6", vec![x(Keyword::Absorb, 3)])];
    let (position, [a, d]) = position(units, &[4]);
    let mut game = position.attacks(&[(a, d, Mode::Normal), (d, a, Mode::Normal)]);
    game.play(d);
    assert_eq!(game.question().choices, [Choice::Number(0), Choice::Number(1)]);
    game.choose(Choice::Number(1));
    assert_eq!((game.counters(d), game.rolls()), (0, vec![1, 5]));
}

#[test]
fn t146_nothing_is_absorbed_of_unpreventable_damage() {
    let units = [
        ds("A", "40/2/9", vec![has(Keyword::Ferocity)]),
        ls("D", "40/4/9", vec![pay(1, Keyword::Absorb, Some(2))]),
    ];
    let (position, [a, d]) = position(units, &[4, 4]);
    let mut game = position.attacks(&[(a, d, Mode::Normal), (d, a, Mode::Normal)]);
    game.play(d);
    assert_eq!((game.force(Role::Light), game.counters(d), game.rolls()), (9, 2, vec![2, 4]));
}

#[test]
fn t178_deflected_damage_goes_back() {
    let units = [ds("A", "40/5/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Deflect, 2)])];
    let (mut game, [a, d]) = attack(units, &[4, 4, 4, 4, 4]);
    game.play(d);
    game.choose(Choice::Card(a));
    assert_eq!((game.counters(a), game.counters(d)), (2, 3));
}

#[test]
fn t179_deflect_takes_all_it_can() {
    let units = [ds("A", "40/3/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Deflect, 2)])];
    let (mut game, [a, d]) = attack(units, &[4, 4, 4]);
    game.play(d);
    assert_eq!(game.question().choices, [Choice::Done, Choice::Card(a), Choice::Card(d)]);
    game.choose(Choice::Done);
    assert_eq!((game.counters(a), game.counters(d)), (0, 1));
}

#[test]
fn t180_deflected_damage_stays_in_the_arena() {
    let units = [
        elsewhere(Arena::Space, ds("A", "40/1/9", vec![x(Keyword::Bombard, 2)])),
        ls("D", "40/1/9", vec![x(Keyword::Deflect, 1)]),
    ];
    let (position, [a, d]) = position(units, &[4, 4]);
    let mut game = position.attacks(&[(a, d, Mode::Bombard)]);
    game.play(d);
    assert_eq!(game.question().choices, [Choice::Done, Choice::Card(d)]);
}

#[test]
fn t193_evade_may_prevent_less() {
    let units = [ds("A", "40/2/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Evade, 3)])];
    let (mut game, [_, d]) = attack(units, &[4, 4]);
    game.play(d);
    game.choose(Choice::Number(1));
    assert_eq!(game.counters(d), 1);
    assert!(game.decision().is_none(), "once for each instance");
}

#[test]
fn t194_an_evade_works_for_each_instance() {
    let units = [
        ds("A", "40/4/9", vec![pay(1, Keyword::Evade, Some(2))]),
        ls("D", "40/1/9", vec![x(Keyword::Deflect, 3), x(Keyword::Riposte, 2)]),
    ];
    let (mut game, [a, d]) = attack(units, &[2, 4, 4, 4]);
    game.play(d);
    game.choose(Choice::Card(a));
    game.play(a);
    game.choose(Choice::Number(2));
    game.play(a);
    game.choose(Choice::Number(2));
    assert_eq!((game.counters(a), game.force(Role::Dark)), (1, 8));
}

#[test]
fn t195_two_evades_are_two_uses() {
    let evade = || pay(2, Keyword::Evade, Some(2));
    let units = [ds("A", "40/4/9", vec![]), ls("D", "40/1/9", vec![evade(), evade()])];
    let (mut game, [_, d]) = attack(units, &[4, 4, 4, 4]);
    for _ in 0..2 {
        game.play(d);
        game.choose(Choice::Number(2));
    }
    assert_eq!((game.counters(d), game.force(Role::Light)), (0, 6));
}

#[test]
fn t196_ferocity_cannot_be_prevented() {
    let prevention = vec![x(Keyword::Parry, 2), x(Keyword::Evade, 3)];
    let units = [ds("A", "40/4/9", vec![has(Keyword::Ferocity)]), ls("D", "40/1/9", prevention)];
    let (mut game, [_, d]) = attack(units, &[1, 4, 5, 6]);
    game.play(d);
    assert_eq!(game.counters(d), 3);
}

#[test]
fn t204_fortitude_prevents_it_all_the_same() {
    let prevention = vec![has(Keyword::Fortitude), x(Keyword::Evade, 2)];
    let units = [ds("A", "40/3/9", vec![has(Keyword::Ferocity)]), ls("D", "40/1/9", prevention)];
    let (mut game, [_, d]) = attack(units, &[4, 4, 4]);
    game.play(d);
    game.choose(Choice::Number(2));
    assert_eq!(game.counters(d), 1);
}

#[test]
fn t205_fortitude_does_not_help_others() {
    let units = [
        ds("A", "40/2/9", vec![has(Keyword::Ferocity)]),
        ls("D", "40/1/9", vec![]),
        ls("P", "40/1/9", vec![has(Keyword::Fortitude), x(Keyword::Protect, 2)]),
    ];
    let (mut game, [_, d, p]) = attack(units, &[4, 4]);
    game.play(p);
    assert_eq!(game.counters(d), 2);
}

#[test]
fn t234_t236_parry_comes_before_the_pop_and_may_prevent_less() {
    // 1204.2.
    for parried in 0..=2 {
        let prevention = vec![x(Keyword::Parry, 2), x(Keyword::Evade, 1)];
        let (mut game, [_, d]) =
            attack([ds("A", "40/4/9", vec![]), ls("D", "40/1/9", prevention)], &[1, 4, 5, 6]);
        game.choose(Choice::Number(parried));
        game.pass();
        assert_eq!(game.counters(d), 3 - parried);
    }
}

#[test]
fn r1802_21_on_the_older_sheets_parry_is_exact() {
    let units = [ds("A", "40/4/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Parry, 2)])];
    let (position, [a, d]) = in_edition(Edition::Sheets, units, &[1, 4, 5, 6]);
    assert_eq!(position.attacks(&[(a, d, Mode::Normal)]).counters(d), 1);
}

#[test]
fn t235_a_rerolled_one_is_no_parry() {
    let units =
        [ds("A", "40/2/9", vec![x(Keyword::Lucky, 1)]), ls("D", "40/1/9", vec![x(Keyword::Parry, 2)])];
    let (mut game, [a, d]) = attack(units, &[1, 4, 5]);
    game.choose(Choice::Card(a));
    game.choose(Choice::Die(0));
    game.choose(Choice::Done);
    assert_eq!(game.counters(d), 2);
}

#[test]
fn t237_persuade_weakens_the_next_attack() {
    let units = [ds("A", "40/5/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Persuade, 2)])];
    let dice = [4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    let (position, [a, d]) = position(units, &dice);
    let mut game = position.attacks(&[(a, d, Mode::Normal); 3]);
    game.play(d);
    game.choose(Choice::Number(2));
    game.pass();
    assert_eq!((game.counters(d), game.rolls()), (2, vec![5, 3, 5]));
}

#[test]
fn t238_outside_an_attack_persuade_only_prevents() {
    let units = [ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Persuade, 2)])];
    let (position, [a, d]) = position(units, &[]);
    let mut game = position.deal(a, d, 3);
    game.play(d);
    game.choose(Choice::Number(2));
    assert_eq!((game.counters(d), game.whole().next_attack.len()), (1, 0));
}

#[test]
fn t243_protect_prevents_for_another_unit() {
    let units = [
        ds("A", "40/3/9", vec![]),
        ls("D", "40/1/9", vec![]),
        ls("P", "40/1/9", vec![x(Keyword::Protect, 2)]),
    ];
    let (mut game, [_, d, p]) = attack(units, &[4, 4, 4]);
    game.play(p);
    game.choose(Choice::Number(2));
    assert_eq!(game.counters(d), 1);
}

#[test]
fn t245_nobody_protects_itself() {
    let (game, [_, p]) =
        attack([ds("A", "40/3/9", vec![]), ls("P", "40/1/9", vec![x(Keyword::Protect, 2)])], &[4, 4, 4]);
    assert!(game.decision().is_none());
    assert_eq!(game.counters(p), 3);
}

#[test]
fn t292_deflects_in_a_chain() {
    let deflect = || vec![x(Keyword::Deflect, 1)];
    let units = [
        ds("A", "40/2/9", vec![]),
        ls("D", "40/1/9", deflect()),
        ls("E", "40/1/9", deflect()),
        ls("F", "40/1/9", deflect()),
    ];
    let (mut game, [a, d, e, f]) = attack(units, &[4, 4]);
    for (from, to) in [(d, e), (e, f), (f, a)] {
        game.play(from);
        game.choose(Choice::Card(to));
    }
    let counters = [a, d, e, f].map(|unit| game.counters(unit));
    assert_eq!(counters, [1, 1, 0, 0]);
}

#[test]
fn r1717_8_two_units_that_deflect_to_each_other_come_to_an_end() {
    let deflect = || vec![x(Keyword::Deflect, 1)];
    let units = [ds("A", "40/1/9", deflect()), ls("D", "40/1/9", deflect())];
    let (mut game, [a, d]) = attack(units, &[4]);
    game.play(d);
    game.choose(Choice::Card(a));
    game.play(a);
    game.choose(Choice::Card(d));
    assert!(!game.is_offered(d), "the attacker is the same source again");
    game.pass();
    assert_eq!((game.counters(a), game.counters(d)), (0, 1));
}

#[test]
fn t293_double_damage_does_not_double_a_deflect() {
    let units = [
        ds("A", "40/4/9", vec![has(Keyword::DoubleDamage), x(Keyword::Deflect, 1)]),
        ls("D", "40/1/9", vec![x(Keyword::Deflect, 2)]),
    ];
    let (mut game, [a, d]) = attack(units, &[4, 4, 4, 4]);
    game.play(d);
    game.choose(Choice::Card(a));
    game.play(a);
    game.choose(Choice::Card(d));
    game.pass();
    assert_eq!((game.counters(a), game.counters(d)), (1, 5));
}

#[test]
fn t323_parry_does_not_hold_back_its_own_unit() {
    let units = [ds("P", "40/3/9", vec![x(Keyword::Parry, 2)]), ls("D", "40/1/9", vec![])];
    let (game, [_, d]) = attack(units, &[1, 5, 5]);
    assert!(game.decision().is_none());
    assert_eq!(game.counters(d), 2);
}

#[test]
fn t324_a_unit_that_attacks_itself_may_parry() {
    let (position, [p, _]) =
        position([ds("P", "40/3/9", vec![x(Keyword::Parry, 2)]), ls("D", "40/1/9", vec![])], &[1, 5, 5]);
    let mut game = position.attack_untapped(p, p, Mode::Normal);
    game.choose(Choice::Number(2));
    assert_eq!(game.counters(p), 0);
}

#[test]
fn r1109_5_where_the_order_of_static_preventions_matters_their_player_decides() {
    let prevents = |portion: Portion| {
        let change = Change::Prevent { portion, direction: Direction::To, other: None };
        Ability::static_rule(Rule::changes(Reference::This, [change]))
    };
    let texts = || vec![prevents(Portion::AllBut(2.into())), prevents(Portion::Exactly(1.into()))];
    for (prevented, left) in [(4, 1), (3, 2)] {
        let units = [ds("A", "40/5/9", vec![]), ls("D", "40/1/9", texts())];
        let (mut game, [_, d]) = attack(units, &[6, 6, 6, 6, 6]);
        let question = game.question();
        assert_eq!((question.who, question.why), (Role::Light, Why::Prevent));
        assert_eq!(question.choices, [Choice::Number(4), Choice::Number(3)]);
        game.choose(Choice::Number(prevented));
        assert_eq!(game.counters(d), left);
    }
    // Where it makes no difference nobody is asked.
    for (texts, left) in [
        (vec![prevents(Portion::Exactly(1.into())), prevents(Portion::Exactly(2.into()))], 2),
        (vec![prevents(Portion::AllBut(2.into())), prevents(Portion::AllBut(1.into()))], 1),
        (vec![prevents(Portion::All), prevents(Portion::Exactly(2.into()))], 0),
    ] {
        let units = [ds("A", "40/5/9", vec![]), ls("D", "40/1/9", texts)];
        let (game, [_, d]) = attack(units, &[6, 6, 6, 6, 6]);
        assert!(game.decision().is_none());
        assert_eq!(game.counters(d), left);
    }
}
