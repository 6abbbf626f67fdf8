//! Several attacks on one unit, each case small enough to be worked out by hand.

use dejarik_odds::{
    Aim, Attacker, Defender, Prevent, Prevention, PreventionKind, Refusal, Reroll, Sequence, SequenceOdds,
    StrikeKind,
};
use vocab::{Keyword, KeywordSet};

fn of_power(power: i32) -> Attacker {
    Attacker { power, ..Attacker::default() }
}

fn sure(power: i32) -> Attacker {
    Attacker { accuracy: 3, ..of_power(power) }
}

fn double_strike() -> KeywordSet {
    [Keyword::DoubleStrike].into_iter().collect()
}

fn health(health: u32) -> Defender {
    Defender { health: Some(health), ..Defender::default() }
}

fn odds(attackers: &[Attacker], defender: Defender) -> SequenceOdds {
    Sequence { attackers: attackers.to_vec(), defender, ..Sequence::default() }.odds().unwrap()
}

fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-12, "{value} is not {expected}");
}

#[test]
fn damage_counters_stay_from_one_attack_to_the_next() {
    // 1206.1, 1207.1.
    let odds = odds(&[of_power(1), of_power(1), of_power(1)], health(2));
    near(odds.destroyed.unwrap(), 0.5);
    near(odds.strikes[2].chance, 0.75);
    near(odds.damage.mean(), 1.0 + 0.75 * 0.5);
}

#[test]
fn the_fastest_unit_attacks_first() {
    // 1103.1.
    let slow = Attacker { speed: 20, ..of_power(1) };
    let fast = Attacker { speed: 60, ..sure(3) };
    let odds = odds(&[slow, fast], health(3));
    assert_eq!(odds.strikes.iter().map(|strike| strike.attacker).collect::<Vec<_>>(), [1]);
    near(odds.strikes[0].destroys, 1.0);
}

#[test]
fn force_is_spent_once_for_all_attacks() {
    // 1204.4: the ability may be used again, the Force is gone.
    let mut unit = health(9);
    unit.preventions.push(Prevention { kind: PreventionKind::Evade, amount: 1, force: 1 });
    unit.force = Some(1);
    let spent = odds(&[sure(1), sure(1)], unit.clone());
    near(spent.damage.mean(), 1.0);
    near(spent.force, 1.0);
    // One who pays only to save the unit keeps it for the attack that matters.
    (unit.health, unit.prevent) = (Some(2), Prevent::WhenItSaves);
    let kept = odds(&[sure(1), sure(1)], unit.clone());
    near(kept.destroyed.unwrap(), 0.0);
    unit.prevent = Prevent::Always;
    near(odds(&[sure(1), sure(1)], unit).destroyed.unwrap(), 0.0);
}

#[test]
fn tenacity_attacks_again_after_too_little_damage() {
    // 1759.1, 1759.4: also after an attack without dice.
    let tenacious = Attacker { tenacity: 1, ..of_power(1) };
    let twice = odds(&[tenacious], health(1));
    near(twice.destroyed.unwrap(), 0.75);
    assert_eq!(twice.strikes[1].kind, StrikeKind::Tenacity);
    near(twice.strikes[1].chance, 0.5);
    near(odds(&[Attacker { tenacity: 1, ..of_power(0) }], health(1)).strikes[1].chance, 1.0);
}

#[test]
fn double_strike_follows_an_attack_by_tapping_and_not_tenacity() {
    // 1720.2, 1720.3, 1902.11.
    let both = Attacker { tenacity: 1, keywords: double_strike(), ..of_power(1) };
    let odds = odds(&[both], health(9));
    let kinds: Vec<(StrikeKind, f64)> =
        odds.strikes.iter().map(|strike| (strike.kind, strike.chance)).collect();
    assert_eq!(
        kinds,
        [(StrikeKind::Turn, 1.0), (StrikeKind::Tenacity, 0.5), (StrikeKind::DoubleStrike, 0.5)]
    );
}

#[test]
fn focus_counts_for_the_second_strike() {
    // 1726.6: a 5 with the only die, then five hits or more with six dice.
    let focused = Attacker { focus: 5, keywords: double_strike(), ..of_power(1) };
    near(odds(&[focused], health(6)).destroyed.unwrap(), 7.0 / 64.0 / 6.0);
}

#[test]
fn persuade_weakens_the_second_strike() {
    // 1743.2: the attack with power 3 does 1 damage, the next has power 1 and does none.
    let mut unit = health(9);
    unit.preventions.push(Prevention { kind: PreventionKind::Persuade, amount: 2, force: 0 });
    let attacker = Attacker { keywords: double_strike(), ..sure(3) };
    near(odds(&[attacker], unit).damage.mean(), 1.0);
}

#[test]
fn an_attacker_that_was_discarded_does_not_strike_again() {
    // 1720.7: Riposte on a natural 2 ends it.
    let attacker = Attacker { keywords: double_strike(), health: Some(1), ..sure(1) };
    let odds = odds(&[attacker], Defender { riposte: 1, ..health(9) });
    near(odds.strikes[1].chance, 5.0 / 6.0);
    near(odds.attackers_destroyed[0].unwrap(), 1.0 / 6.0 + 5.0 / 36.0);
    near(odds.back[0], 1.0 / 6.0 + 5.0 / 36.0);
}

#[test]
fn resilience_works_in_the_second_strike() {
    // 1750.5: one counter from Riposte gives one die more.
    let attacker = Attacker { resilience: 1, keywords: double_strike(), ..sure(1) };
    near(odds(&[attacker], Defender { riposte: 1, ..health(9) }).damage.mean(), 2.0 + 1.0 / 6.0);
}

#[test]
fn best_play_looks_to_the_end_of_the_sequence() {
    // The first attack cannot destroy; rerolling its miss for the second attack's sake can.
    let lucky = |reroll| Attacker { lucky: 1, reroll, ..of_power(1) };
    let destroyed = |reroll| odds(&[lucky(reroll), lucky(reroll)], health(2)).destroyed.unwrap();
    near(destroyed(Reroll::None), 0.25);
    near(destroyed(Reroll::Best(Aim::Destruction)), 0.5625);
    near(destroyed(Reroll::Simple), 0.5625);
}

#[test]
fn a_sequence_of_nobody_or_of_too_many_is_refused() {
    let refused = |attackers: Vec<Attacker>| {
        Sequence { attackers, ..Sequence::default() }.odds().unwrap_err().to_string()
    };
    assert_eq!(refused(Vec::new()), "a sequence needs an attacker");
    assert_eq!(refused(vec![Attacker::default(); 9]), "attackers 9: at most 8");
}

#[test]
fn a_sequence_with_too_many_ways_is_refused_at_once() {
    let attacker = Attacker {
        fury: 20,
        backfire: 20,
        lucky: 10,
        health: Some(150),
        keywords: double_strike(),
        ..of_power(60)
    };
    let defender = Defender { lucky: 10, ..health(200) };
    let sequence = Sequence { attackers: vec![attacker], defender, ..Sequence::default() };
    assert_eq!(sequence.odds().unwrap_err(), Refusal::TooManyWays);
}
