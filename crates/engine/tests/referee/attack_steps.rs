//! The eight steps of an attack (rules 1105 to 1114).

use crate::common::{Talk, attack, ds, ls, position, x};
use dejarik_engine::Mode;
use dejarik_engine::state::Mark;
use vocab::Keyword;

#[test]
fn t093_the_attacker_is_tapped_when_it_declares() {
    let (game, [attacker, _]) = attack([ds("A", "40/1/5", vec![]), ls("D", "40/1/5", vec![])], &[1]);
    assert!(game.whole().card(attacker).marks.has(Mark::Tapped));
}

#[test]
fn t098_shields_above_the_power_leave_no_dice() {
    let (mut game, [_, defender]) = attack(
        [ds("A", "40/2/5", vec![]), ls("D", "40/1/5", vec![x(Keyword::Shields, 3), x(Keyword::Evade, 1)])],
        &[],
    );
    assert!(game.decision().is_none(), "no prevention POP");
    assert_eq!((game.rolls(), game.counters(defender)), (vec![], 0));
}

#[test]
fn t099_fours_and_more_are_hits() {
    let (mut game, [_, defender]) =
        attack([ds("A", "40/5/5", vec![]), ls("D", "40/1/5", vec![])], &[1, 3, 4, 5, 6]);
    assert!(game.decision().is_none(), "nothing was to be decided");
    assert_eq!((game.rolls(), game.counters(defender)), (vec![5], 3));
}

#[test]
fn a_unit_with_counters_up_to_its_health_is_discarded() {
    let (game, [attacker, defender]) =
        attack([ds("A", "40/2/5", vec![]), ls("D", "40/1/2", vec![])], &[4, 4]);
    assert!(game.is_there(attacker) && !game.is_there(defender));
}

#[test]
fn two_attacks_come_one_after_the_other() {
    let (position, [a, d]) = position([ds("A", "40/1/5", vec![]), ls("D", "40/2/5", vec![])], &[4, 4, 1]);
    let mut game = position.attacks(&[(a, d, Mode::Normal), (d, a, Mode::Normal)]);
    assert_eq!((game.rolls(), game.counters(a), game.counters(d)), (vec![1, 2], 1, 1));
    assert!(game.whole().attacks.is_empty() && game.whole().sequences.is_empty());
}
