//! Damage: dice of damage, placement, discarding (chapter 12) and the keywords that follow from it.

use crate::common::{Talk, attack, body, ds, elsewhere, has, ls, pay, position, x};
use dejarik_engine::state::Where;
use dejarik_engine::{Choice, Mode, What, Why};
use vocab::ability::Wrapper;
use vocab::{Arena, Keyword, Role};

#[test]
fn t110_t111_t112_dice_of_damage() {
    let cases = [
        (vec![], vec![], vec![3, 4, 4, 6], 3),
        (vec![], vec![has(Keyword::Armor)], vec![3, 4, 4, 6], 1),
        (vec![x(Keyword::Accuracy, 2)], vec![], vec![2, 2, 3], 0),
    ];
    for (own, other, dice, counters) in cases {
        let (position, [a, d]) = position([ds("A", "40/1/9", own), ls("D", "40/1/9", other)], &dice);
        let game = position.dice_of_damage(a, &[d], dice.len() as u8);
        assert_eq!(game.counters(d), counters);
    }
}

#[test]
fn t114_several_units_at_once() {
    let units = [
        ds("L", "40/1/9", vec![]),
        ds("A", "40/1/1", vec![x(Keyword::Evade, 1)]),
        ls("B", "40/1/2", vec![x(Keyword::Evade, 2)]),
    ];
    let (position, [l, a, b]) = position(units, &[4, 1, 5, 6]);
    let mut game = position.dice_of_damage(l, &[a, b], 2);
    assert_eq!(game.question().choices, [Choice::Card(a), Choice::Card(b)]);
    game.choose(Choice::Card(a));
    game.play(a);
    game.choose(Choice::Number(1));
    game.play(b);
    game.choose(Choice::Number(0));
    assert_eq!((game.is_there(a), game.is_there(b)), (true, false));
}

#[test]
fn t105_two_units_are_discarded_together() {
    let units = [
        ds("A", "40/3/9", vec![has(Keyword::Overkill)]),
        ls("D", "40/1/2", vec![]),
        ls("E", "40/1/1", vec![]),
    ];
    let (mut game, [_, d, e]) = attack(units, &[4, 4, 4]);
    game.choose(Choice::Card(e));
    game.choose(Choice::Number(1));
    assert!(!game.is_there(d) && !game.is_there(e));
}

#[test]
fn t154_t155_ambush_once_for_each_entering() {
    let units = [ls("M", "40/1/9", vec![pay(1, Keyword::Ambush, Some(2))]), ds("U", "40/1/3", vec![])];
    let (position, [m, u]) = position(units, &[4, 6]);
    let mut game = position.enters(u, Role::Dark);
    game.play(m);
    assert_eq!((game.counters(u), game.force(Role::Light)), (2, 9));
    assert!(game.decision().is_none() && game.whole().entering.is_empty());
}

#[test]
fn t303_only_what_the_opponent_brings_in_is_ambushed() {
    let units = [ls("M", "40/1/9", vec![pay(1, Keyword::Ambush, Some(2))]), ds("U", "40/1/3", vec![])];
    let (position, [_, u]) = position(units, &[]);
    assert!(position.enters(u, Role::Light).decision().is_none());
}

#[test]
fn t156_area_damage_hits_a_third_unit() {
    let units = [
        ds("A", "40/1/9", vec![x(Keyword::AreaDamage, 2)]),
        ls("D", "40/1/1", vec![]),
        ls("E", "40/1/9", vec![x(Keyword::Evade, 1)]),
    ];
    let (mut game, [a, _, e]) = attack(units, &[4, 4, 2]);
    assert_eq!(game.question().choices, [Choice::Done, Choice::Card(a), Choice::Card(e)]);
    game.choose(Choice::Card(e));
    assert!(game.is_offered(e), "its own prevention POP");
    game.pass();
    assert_eq!(game.counters(e), 1);
}

#[test]
fn t157_retaliate_brings_no_area_damage() {
    let abilities = vec![x(Keyword::AreaDamage, 2), x(Keyword::Retaliate, 1)];
    let (mut game, [a, d]) = attack([ds("A", "40/1/1", vec![]), ls("D", "40/1/9", abilities)], &[1, 4]);
    game.play(d);
    assert!(!game.is_there(a) && game.decision().is_none());
}

#[test]
fn t168_bounty_waits_for_the_build_step() {
    let units = [ds("A", "40/1/9", vec![body(Wrapper::Bounty)]), ls("D", "40/1/1", vec![])];
    let (game, [a, _]) = attack(units, &[4]);
    let bounties: Vec<_> = game.whole().bounties.iter().map(|bounty| (bounty.who, bounty.unit)).collect();
    assert_eq!(bounties, [(Role::Dark, a)]);
}

#[test]
fn t169_no_bounty_for_itself() {
    let abilities = vec![body(Wrapper::Bounty), x(Keyword::Backfire, 1)];
    let (game, [a, _]) = attack([ds("A", "40/1/1", abilities), ls("D", "40/1/9", vec![])], &[3, 4]);
    assert!(!game.is_there(a) && game.whole().bounties.is_empty());
}

#[test]
fn t170_consume_takes_the_top_card() {
    let units = [ds("A", "40/4/4", vec![has(Keyword::Consume)]), ls("D", "40/1/1", vec![])];
    let (mut position, [a, d]) = position(units, &[4, 4, 4, 4]);
    let under = position.put(Role::Light, "D", Where::Stacked(d)).expect("room");
    let game = position.attacks(&[(a, d, Mode::Normal)]);
    assert_eq!(game.whole().card(d).place, Where::Beneath(a));
    assert!(game.whole().card(d).is_face_down());
    assert_eq!(game.whole().card(under).place, Where::DiscardPile);
}

#[test]
fn t183_double_damage_doubles_the_counters() {
    let (game, [_, d]) =
        attack([ds("A", "40/4/9", vec![has(Keyword::DoubleDamage)]), ls("D", "40/1/99", vec![])], &[4; 4]);
    assert_eq!(game.counters(d), 8);
}

#[test]
fn t184_double_damage_and_overkill() {
    let abilities = vec![has(Keyword::DoubleDamage), has(Keyword::Overkill)];
    let units = [ds("A", "40/5/9", abilities), ls("D", "40/1/3", vec![]), ls("E", "40/1/9", vec![])];
    let (mut game, [_, d, e]) = attack(units, &[4; 5]);
    game.choose(Choice::Card(e));
    game.choose(Choice::Number(2));
    assert_eq!((game.is_there(d), game.counters(e)), (false, 2));
    let put: Vec<u8> = game
        .take_events()
        .into_iter()
        .filter_map(|event| match event.what {
            What::PutCounters { amount, .. } => Some(amount),
            _ => None,
        })
        .collect();
    assert_eq!(put, [6, 2]);
}

#[test]
fn t230_overkill_does_not_care_for_armor_and_parry() {
    let units = [
        ds("A", "40/6/9", vec![has(Keyword::Overkill)]),
        ls("D", "40/1/3", vec![]),
        ls("E", "40/1/9", vec![has(Keyword::Armor), x(Keyword::Parry, 2)]),
    ];
    let (mut game, [_, d, e]) = attack(units, &[1, 4, 4, 5, 5, 6]);
    game.choose(Choice::Card(e));
    assert_eq!(game.question().choices, [Choice::Number(1), Choice::Number(2), Choice::Back]);
    game.choose(Choice::Number(2));
    assert_eq!((game.is_there(d), game.counters(e)), (false, 2));
}

#[test]
fn t231_overkill_cannot_undercut() {
    let units = [
        ds("A", "40/3/9", vec![has(Keyword::Overkill)]),
        ls("D", "40/1/3", vec![]),
        ls("E", "40/1/9", vec![]),
    ];
    assert!(attack(units, &[4, 4, 4]).0.decision().is_none());
}

#[test]
fn t265_overkill_reaches_stealth() {
    let units = [
        ds("A", "40/2/9", vec![has(Keyword::Overkill)]),
        ls("D", "40/1/1", vec![]),
        ls("S", "40/1/9", vec![has(Keyword::Stealth)]),
    ];
    let (mut game, [_, _, s]) = attack(units, &[4, 4]);
    game.choose(Choice::Card(s));
    game.choose(Choice::Number(1));
    assert_eq!(game.counters(s), 1);
}

#[test]
fn t266_stun_takes_power_in_this_battle() {
    let units = [ds("A", "40/1/9", vec![x(Keyword::Stun, 2)]), ls("D", "40/5/9", vec![])];
    let (position, [a, d]) = position(units, &[4, 1, 1, 1]);
    let mut game = position.attacks(&[(a, d, Mode::Normal), (d, a, Mode::Normal)]);
    assert_eq!(game.rolls(), [1, 3]);
}

#[test]
fn t267_prevented_damage_does_not_stun() {
    let units = [ds("A", "40/1/9", vec![x(Keyword::Stun, 2)]), ls("D", "40/5/9", vec![x(Keyword::Evade, 1)])];
    let (position, [a, d]) = position(units, &[4, 1, 1, 1, 1, 1]);
    let mut game = position.attacks(&[(a, d, Mode::Normal), (d, a, Mode::Normal)]);
    game.play(d);
    game.choose(Choice::Number(1));
    assert_eq!(game.rolls(), [1, 5]);
}

#[test]
fn t268_surge_gives_power_to_a_unit_there() {
    let units = [
        ds("A", "40/1/9", vec![]),
        ls("D", "40/1/9", vec![x(Keyword::Surge, 2)]),
        ls("E", "40/1/9", vec![]),
        elsewhere(Arena::Space, ls("S", "40/1/9", vec![])),
    ];
    let (position, [a, d, e, _]) = position(units, &[4, 1, 1, 1]);
    let mut game = position.attacks(&[(a, d, Mode::Normal), (e, a, Mode::Normal)]);
    assert_eq!(game.question().why, Why::Keyword(Keyword::Surge));
    assert_eq!(game.question().choices, [Choice::Done, Choice::Card(a), Choice::Card(d), Choice::Card(e)]);
    game.choose(Choice::Card(e));
    assert_eq!(game.rolls(), [1, 3]);
}

#[test]
fn t304_area_damage_is_the_attackers_own() {
    let abilities = vec![x(Keyword::AreaDamage, 2), has(Keyword::Ferocity), body(Wrapper::Bounty)];
    let units = [
        ds("A", "40/1/9", abilities),
        ls("D", "40/1/1", vec![]),
        ls("E", "40/1/2", vec![x(Keyword::Evade, 2)]),
    ];
    let (mut game, [_, _, e]) = attack(units, &[4, 5, 6]);
    game.choose(Choice::Card(e));
    game.play(e);
    assert!(!game.is_there(e) && game.decision().is_none());
    assert_eq!(game.whole().bounties.len(), 2);
}

#[test]
fn t305_an_attack_by_ones_own_unit_is_avenged() {
    let units = [
        ls("A", "40/1/9", vec![]),
        ls("B", "40/1/1", vec![]),
        ls("C", "40/1/9", vec![x(Keyword::Avenge, 2)]),
    ];
    let (position, [a, b, _]) = position(units, &[4, 4, 4]);
    let game = position.attack_untapped(a, b, Mode::Normal);
    assert_eq!(game.counters(a), 2);
}

#[test]
fn r1756_1_a_unit_without_stun_stuns_nobody() {
    let units =
        [ds("A", "40/1/9", vec![]), ls("D", "40/5/9", vec![]), ds("B", "30/1/9", vec![x(Keyword::Stun, 2)])];
    let (mut game, [_, d, _]) = attack(units, &[6]);
    assert_eq!((game.counters(d), game.now(d).power), (1, 5));
    let events = game.take_events();
    let is_stun = |what: &What| matches!(what, What::Keyword { keyword: Keyword::Stun, .. });
    assert!(!events.iter().any(|event| is_stun(&event.what)), "nothing is said about Stun");
}
