//! Who can be attacked, and changing the defending unit (rules 1105.1, 1106).

use crate::common::{Talk, attack, ds, elsewhere, has, in_edition, ls, pay, position, x};
use dejarik_engine::state::Mark;
use dejarik_engine::{Choice, Mode, What};
use vocab::{Arena, Edition, Keyword, Role};

#[test]
fn t164_t165_barrage_reaches_the_character_arena_alone() {
    let units = [
        ds("A", "40/6/9", vec![x(Keyword::Barrage, 3)]),
        elsewhere(Arena::Character, ls("C", "40/1/9", vec![])),
        elsewhere(Arena::Space, ls("S", "40/1/9", vec![])),
        ls("G", "40/1/9", vec![]),
    ];
    let (position, [a, c, _, g]) = position(units, &[1, 1, 1]);
    assert_eq!(position.targets(a), [(g, Mode::Normal), (c, Mode::Barrage)]);
    assert_eq!(position.attacks(&[(a, c, Mode::Barrage)]).rolls(), [3]);
}

#[test]
fn t166_the_stack_counts_for_bombard() {
    let (who, mut ship) = elsewhere(Arena::Space, ds("A", "40/4/9", vec![x(Keyword::Bombard, 2)]));
    ship.uniqueness = vocab::ability::Uniqueness::Unique;
    let (mut position, [a, g]) = position([(who, ship), ls("G", "40/1/9", vec![])], &[1; 4]);
    for _ in 0..2 {
        position.put(Role::Dark, "A", dejarik_engine::state::Where::Stacked(a)).expect("room");
    }
    assert_eq!(position.attacks(&[(a, g, Mode::Bombard)]).rolls(), [4]);
}

#[test]
fn t167_t306_t309_values_of_reach_add_up() {
    let cases = [
        (Keyword::Bombard, Mode::Bombard, Arena::Space, Arena::Ground),
        (Keyword::Barrage, Mode::Barrage, Arena::Space, Arena::Character),
        (Keyword::IonCannon, Mode::IonCannon, Arena::Character, Arena::Space),
    ];
    for (keyword, mode, own, other) in cases {
        let units = [
            elsewhere(own, ds("A", "40/6/9", vec![x(keyword, 1), x(keyword, 2)])),
            elsewhere(other, ls("D", "40/1/9", vec![])),
        ];
        let (position, [a, d]) = position(units, &[1; 3]);
        assert_eq!(position.attacks(&[(a, d, mode)]).rolls(), [3], "{keyword:?}");
    }
}

#[test]
fn t221_next_attack_power_counts_for_ion_cannon() {
    let units = [
        ds("A", "40/1/9", vec![x(Keyword::IonCannon, 3), x(Keyword::Focus, 2)]),
        ls("G", "40/1/9", vec![]),
        elsewhere(Arena::Space, ls("S", "40/1/9", vec![])),
    ];
    let (position, [a, g, s]) = position(units, &[5, 1, 1, 1, 1, 1]);
    let mut game = position.attacks(&[(a, g, Mode::Normal), (a, s, Mode::IonCannon)]);
    assert_eq!(game.rolls(), [1, 5]);
}

#[test]
fn t222_t308_reach_never_goes_to_its_own_arena() {
    let units = [ds("A", "40/1/9", vec![x(Keyword::Bombard, 2)]), ls("G", "40/1/9", vec![])];
    let (table, [a, g]) = position(units, &[]);
    assert_eq!(table.targets(a), [(g, Mode::Normal)]);
    let unit = || elsewhere(Arena::Character, ds("A", "40/1/9", vec![x(Keyword::Bombard, 2)]));
    let (table, [a, g]) = position([unit(), ls("G", "40/1/9", vec![])], &[]);
    assert_eq!(table.targets(a), [(g, Mode::Bombard)]);
    // 1802.2: the older sheets know Bombard from Space alone.
    let (table, [a, _]) = in_edition(Edition::Sheets, [unit(), ls("G", "40/1/9", vec![])], &[]);
    assert_eq!(table.targets(a), []);
}

#[test]
fn t217_an_intercepting_unit_is_the_defender() {
    let units = [
        ds("A", "40/1/9", vec![]),
        ls("D", "40/1/9", vec![]),
        ls("B", "40/1/9", vec![pay(1, Keyword::Intercept, None)]),
    ];
    let (mut game, [_, d, b]) = attack(units, &[4]);
    game.play(b);
    assert_eq!((game.counters(d), game.counters(b)), (0, 1));
    let attacked: Vec<_> = game
        .take_events()
        .into_iter()
        .filter_map(|event| match event.what {
            What::IsAttacked { defender, .. } => Some(defender),
            _ => None,
        })
        .collect();
    assert_eq!(attacked, [d, b]);
}

#[test]
fn t218_an_interceptor_with_stealth_does_not_become_the_defender() {
    let abilities = vec![has(Keyword::Stealth), pay(1, Keyword::Intercept, None)];
    let units = [ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![]), ls("B", "40/1/9", abilities)];
    let (mut game, [_, d, b]) = attack(units, &[4]);
    game.play(b);
    assert_eq!((game.counters(d), game.counters(b), game.force(Role::Light)), (1, 0, 9));
}

#[test]
fn t187_t188_t241_precision_keeps_its_target() {
    for keyword in [Keyword::Elude, Keyword::Precision] {
        let units = [
            ds("A", "40/1/9", vec![has(keyword)]),
            ls("D", "40/1/9", vec![has(Keyword::Redirect)]),
            ls("B", "40/1/9", vec![has(Keyword::Intercept)]),
        ];
        let (mut game, [_, d, b]) = attack(units, &[4]);
        game.play(b);
        game.play(d);
        assert_eq!((game.counters(d), game.counters(b)), (1, 0));
    }
}

#[test]
fn r1802_9_on_the_older_sheets_elude_stops_intercept_alone() {
    let units = || {
        [
            ds("A", "40/1/9", vec![has(Keyword::Elude)]),
            ls("D", "40/1/9", vec![has(Keyword::Redirect)]),
            ls("B", "40/1/9", vec![has(Keyword::Intercept)]),
        ]
    };
    for (uses_redirect, counters) in [(true, (0, 1)), (false, (1, 0))] {
        let (position, [a, d, b]) = in_edition(Edition::Sheets, units(), &[4]);
        let mut game = position.attacks(&[(a, d, Mode::Normal)]);
        game.play(if uses_redirect { d } else { b });
        game.pass();
        assert_eq!((game.counters(d), game.counters(b)), counters);
    }
}

#[test]
fn t246_redirect_to_a_tapped_unit_with_stealth() {
    let units = [
        ds("A", "40/1/9", vec![]),
        ls("D", "40/1/9", vec![has(Keyword::Redirect)]),
        ls("B", "40/1/9", vec![has(Keyword::Stealth)]),
        ls("C", "40/1/9", vec![has(Keyword::Stealth)]),
    ];
    let (mut position, [a, d, b, c]) = position(units, &[4]);
    position.mark(b, Mark::Tapped);
    let mut game = position.attacks(&[(a, d, Mode::Normal)]);
    game.play(d);
    assert_eq!((game.counters(b), game.counters(c)), (1, 0), "the untapped one wasn't a choice");
}

#[test]
fn t264_a_damaged_unit_with_stealth_can_be_attacked() {
    let units = [ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![has(Keyword::Stealth)])];
    let (mut position, [a, d]) = position(units, &[]);
    assert_eq!(position.targets(a), []);
    position.damage(d, 1);
    assert_eq!(position.targets(a), [(d, Mode::Normal)]);
}

#[test]
fn t283_own_units_may_intercept_but_not_their_own_attack() {
    let units = [
        ls("A", "40/1/9", vec![has(Keyword::Intercept)]),
        ls("B", "40/1/9", vec![]),
        ls("C", "40/1/9", vec![has(Keyword::Intercept)]),
        ls("S", "40/1/9", vec![has(Keyword::Intercept), has(Keyword::Stealth)]),
    ];
    let (position, [a, b, c, s]) = position(units, &[4]);
    let mut game = position.attack_untapped(a, b, Mode::Normal);
    game.play(s);
    assert_eq!(game.whole().attack().map(|attack| attack.defender), Some(b));
    assert!(!game.is_offered(a));
    game.play(c);
    assert_eq!(game.counters(c), 1);
}

#[test]
fn t307_t310_intercept_in_the_arena_that_is_attacked() {
    let abilities = || vec![has(Keyword::Intercept), x(Keyword::Retaliate, 2)];
    let units = [
        ds("A", "40/1/9", vec![x(Keyword::Barrage, 1)]),
        elsewhere(Arena::Character, ls("C1", "40/1/9", vec![])),
        elsewhere(Arena::Character, ls("C2", "40/1/9", abilities())),
        ls("G", "40/1/9", abilities()),
    ];
    let (position, [a, c1, c2, g]) = position(units, &[4]);
    let mut game = position.attacks(&[(a, c1, Mode::Barrage)]);
    assert!(!game.is_offered(g));
    game.play(c2);
    assert!(game.decision().is_none(), "no Retaliate against another arena");
    assert_eq!((game.counters(c2), game.counters(a)), (1, 0));
}

#[test]
fn r1747_1_redirect_names_another_unit() {
    let units = [
        ds("A", "40/1/9", vec![]),
        ls("D", "40/1/9", vec![has(Keyword::Redirect)]),
        ls("B", "40/1/9", vec![]),
        ls("C", "40/1/9", vec![]),
    ];
    let (mut game, [_, d, b, c]) = attack(units, &[4]);
    game.play(d);
    assert_eq!(game.question().choices, [Choice::Card(b), Choice::Card(c)]);
}
