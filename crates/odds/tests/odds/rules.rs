//! The rules of an attack, one by one.

use dejarik_odds::{
    Aim, Attack, DeflectAt, Neighbour, Odds, Prevent, Prevention, PreventionKind, Refusal, Reroll, Retaliate,
    damage_dice,
};
use vocab::{Keyword, KeywordSet};

/// An attack whose dice all hit, or with Accuracy -3 all miss.
fn sure(power: i32) -> Attack {
    let mut attack = Attack::of_power(power);
    attack.attacker.accuracy = 3;
    attack
}

fn prevents(attack: &mut Attack, kind: PreventionKind, amount: u32, force: u32) {
    attack.defender.preventions.push(Prevention { kind, amount, force });
}

fn odds(attack: &Attack) -> Odds {
    attack.odds().unwrap()
}

fn both(values: (f64, f64), expected: (f64, f64)) {
    near(values.0, expected.0);
    near(values.1, expected.1);
}

fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-12, "{value} is not {expected}");
}

/// The chance that one of this many dice shows a certain number.
fn shows(dice: i32) -> f64 {
    1.0 - (5.0_f64 / 6.0).powi(dice)
}

#[test]
fn shields_and_lower_power_leave_no_dice_below_zero() {
    // 1107.1, 1107.2, 1753.4.
    let mut attack = sure(2);
    attack.defender.shields = 5;
    assert_eq!((odds(&attack).dice, odds(&attack).damage.mean()), (0, 0.0));
    assert_eq!(odds(&sure(-4)).hits.chances(), [1.0]);
}

#[test]
fn accuracy_one_against_armor_hits_on_four() {
    // 1702.3.
    let mut attack = Attack::of_power(1);
    attack.attacker.accuracy = 1;
    attack.defender.keywords.insert(Keyword::Armor);
    near(odds(&attack).hits.mean(), 0.5);
}

#[test]
fn critical_hit_needs_a_natural_six_and_counts_once() {
    // 1714.1, 1714.2, 1714.4.
    let mut attack = sure(3);
    attack.attacker.critical_hit = 4;
    near(odds(&attack).damage.mean(), 3.0 + 4.0 * shows(3));
}

#[test]
fn resilience_works_from_as_many_counters() {
    // 1750.1: Resilience 3 with 2 and with 3 counters.
    let mut attack = sure(4);
    attack.attacker.resilience = 3;
    attack.attacker.counters = 2;
    assert_eq!(odds(&attack).dice, 4);
    attack.attacker.counters = 3;
    assert_eq!(odds(&attack).dice, 7);
    attack.attacker.resilience = -3;
    assert_eq!(odds(&attack).dice, 1);
}

#[test]
fn overload_raises_power_and_rolls_back_at_the_attacker() {
    // 1741.1: dice of damage against the unit itself; 1707.2: its Armor counts.
    let mut attack = sure(2);
    attack.attacker.overload = 3;
    assert_eq!(odds(&attack).dice, 5);
    near(odds(&attack).back.mean(), 1.5);
    attack.attacker.keywords.insert(Keyword::Armor);
    near(odds(&attack).back.mean(), 1.0);
}

#[test]
fn backfire_looks_at_the_first_roll_only() {
    // 1709.1, 1709.3: a reroll brings no 3 and takes none away.
    let mut attack = Attack::of_power(4);
    attack.attacker.backfire = 2;
    near(odds(&attack).back.mean(), shows(4));
    attack.attacker.lucky = 3;
    near(odds(&attack).back.mean(), shows(4));
}

#[test]
fn backfire_and_riposte_are_seen_together() {
    // 1709.1, 1752.1: with two dice, a 2 and a 3 are both there in 2 of 36 rolls.
    let mut attack = Attack::of_power(2);
    attack.attacker.backfire = 1;
    attack.defender.riposte = 3;
    let back = odds(&attack).back;
    near(back.chance(4), 2.0 / 36.0 * 0.5);
    near(back.chance(3), (11.0 - 2.0) / 36.0 + 2.0 / 36.0 * 0.5);
    near(back.chance(1), (11.0 - 2.0) / 36.0 * 0.5);
}

#[test]
fn riposte_counts_once_and_a_rerolled_two_is_forgotten() {
    // 1752.2, 1107.8.
    let mut attack = Attack::of_power(1);
    attack.defender.riposte = 2;
    near(odds(&attack).back.mean(), 2.0 / 6.0);
    attack.attacker.lucky = 1;
    near(odds(&attack).back.mean(), 2.0 * 0.5 / 6.0);
}

#[test]
fn focus_needs_a_five_in_the_first_roll() {
    // 1726.1.
    let mut attack = Attack::of_power(3);
    assert_eq!(odds(&attack).focused, 0.0);
    attack.attacker.focus = 1;
    near(odds(&attack).focused, shows(3));
}

#[test]
fn double_damage_doubles_counters_and_not_damage() {
    // 1719.1, 1719.3, 1719.5: after prevention.
    let mut attack = sure(4);
    attack.attacker.keywords.insert(Keyword::DoubleDamage);
    attack.defender.health = Some(5);
    prevents(&mut attack, PreventionKind::Evade, 2, 1);
    near(odds(&attack).damage.mean(), 2.0);
    near(odds(&attack).counters.mean(), 4.0);
    assert_eq!(odds(&attack).destroyed, Some(0.0));
    attack.defender.counters = 1;
    near(odds(&attack).destroyed.unwrap(), 1.0);
}

#[test]
fn parry_comes_before_played_prevention_and_costs_nothing() {
    // 1742.4, 1109.1.
    let mut attack = sure(1);
    attack.defender.parry = 1;
    prevents(&mut attack, PreventionKind::Evade, 1, 2);
    let odds = odds(&attack);
    assert_eq!(odds.damage.mean(), 0.0);
    near(odds.force, 2.0 * 5.0 / 6.0);
}

#[test]
fn ferocity_stops_all_prevention_and_fortitude_brings_back_the_units_own() {
    // 1725.1, 1729.1, 1729.3, 1742.5.
    let mut attack = sure(9);
    attack.attacker.keywords.insert(Keyword::Ferocity);
    attack.defender.parry = 1;
    prevents(&mut attack, PreventionKind::Evade, 2, 1);
    prevents(&mut attack, PreventionKind::Protect, 3, 0);
    let unpreventable = odds(&attack);
    both((unpreventable.damage.mean(), unpreventable.force), (9.0, 0.0));
    attack.defender.keywords.insert(Keyword::Fortitude);
    near(odds(&attack).damage.mean(), 7.0 - shows(9));
}

#[test]
fn persuade_and_absorb_give_the_power_that_they_prevent() {
    // 1701.2, 1743.2.
    let mut attack = sure(3);
    prevents(&mut attack, PreventionKind::Persuade, 2, 0);
    prevents(&mut attack, PreventionKind::Absorb, 4, 0);
    let odds = odds(&attack);
    both((odds.persuaded, odds.absorbed), (2.0, 1.0));
    near(odds.damage.mean(), 0.0);
}

#[test]
fn deflect_sends_back_what_it_prevents() {
    // 1717.3, 1717.4: to any unit in the arena.
    let mut attack = sure(5);
    prevents(&mut attack, PreventionKind::Deflect, 3, 2);
    attack.attacker.health = Some(3);
    both((odds(&attack).damage.mean(), odds(&attack).back.mean()), (2.0, 3.0));
    near(odds(&attack).attacker_destroyed.unwrap(), 1.0);
    attack.defender.deflect_at = DeflectAt::Elsewhere;
    assert_eq!(odds(&attack).back.mean(), 0.0);
}

#[test]
fn prevention_stops_where_the_force_ends() {
    // 1204.4: each once. Retaliate is paid before the roll (1751.1).
    let mut attack = sure(6);
    prevents(&mut attack, PreventionKind::Evade, 2, 2);
    prevents(&mut attack, PreventionKind::Evade, 2, 2);
    attack.defender.force = Some(3);
    both((odds(&attack).damage.mean(), odds(&attack).force), (4.0, 2.0));
    attack.defender.retaliates.push(Retaliate { dice: 4, force: 2 });
    let retaliating = odds(&attack);
    both((retaliating.damage.mean(), retaliating.force), (6.0, 2.0));
    near(retaliating.back.mean(), 2.0);
}

#[test]
fn a_retaliate_takes_the_last_force() {
    // 1751.1: as many as can be paid for, in order.
    for (force, back) in [(0, 0.0), (1, 0.0), (2, 2.0), (3, 2.0), (4, 4.0)] {
        let mut attack = sure(1);
        attack.defender.force = Some(force);
        attack.defender.retaliates = vec![Retaliate { dice: 4, force: 2 }; 2];
        near(odds(&attack).back.mean(), back);
    }
}

#[test]
fn force_is_kept_when_the_unit_cannot_be_saved() {
    let mut attack = sure(6);
    prevents(&mut attack, PreventionKind::Evade, 2, 2);
    attack.defender.prevent = Prevent::WhenItSaves;
    for (health, damage, force) in [(7, 6.0, 0.0), (6, 4.0, 2.0), (5, 4.0, 2.0), (4, 6.0, 0.0)] {
        attack.defender.health = Some(health);
        both((odds(&attack).damage.mean(), odds(&attack).force), (damage, force));
    }
}

#[test]
fn overkill_moves_hits_beyond_the_remaining_health() {
    // 1740.3: hits equal to the remaining health stay; 1740.8: so does Critical Hit.
    let mut attack = sure(6);
    attack.attacker.keywords.insert(Keyword::Overkill);
    attack.defender.health = Some(5);
    attack.defender.counters = 1;
    attack.neighbour = Some(Neighbour { remaining: Some(2) });
    let neighbour = odds(&attack).neighbour.unwrap();
    near(neighbour.damage.mean(), 2.0);
    near(neighbour.destroyed.unwrap(), 1.0);
    // What Evade will take is better left where it destroys: 4 damage must get through.
    prevents(&mut attack, PreventionKind::Evade, 1, 0);
    near(odds(&attack).destroyed.unwrap(), 1.0);
    near(odds(&attack).neighbour.unwrap().damage.mean(), 1.0);
}

#[test]
fn stun_needs_a_counter() {
    // 1756.2.
    near(odds(&Attack::of_power(2)).damaged, 0.75);
}

#[test]
fn cunning_makes_the_defender_prevent_unseen() {
    // 1715.3, 1715.7: declared before the dice are shown; a use that finds no damage is spent.
    let mut attack = Attack::of_power(1);
    prevents(&mut attack, PreventionKind::Evade, 1, 2);
    near(odds(&attack).force, 1.0);
    attack.attacker.keywords.insert(Keyword::Cunning);
    near(odds(&attack).force, 2.0);
    assert_eq!(odds(&attack).damage.mean(), 0.0);
}

#[test]
fn cunning_makes_the_defender_declare_the_number_of_rerolls() {
    // 1715.5: seen, only a hit is rerolled; unseen, the simple rule has to reroll a miss too.
    let mut attack = Attack::of_power(1);
    attack.defender.lucky = 1;
    near(odds(&attack).hits.mean(), 0.25);
    attack.attacker.keywords.insert(Keyword::Cunning);
    near(odds(&attack).hits.mean(), 0.5);
    // With two dice a hit is chosen if there is one: (1/4) 1.5 + (1/2) 0.5 + (1/4) 0.5.
    attack.attacker.power = 2;
    attack.defender.reroll = Reroll::Best(Aim::Damage);
    near(odds(&attack).hits.mean(), 0.25 * 1.5 + 0.5 * 0.5 + 0.25 * 0.5);
    // When every die misses anyway, and a 1 would parry nothing, nobody rerolls.
    attack.attacker.accuracy = -9;
    assert_eq!(odds(&attack).hits.mean(), 0.0);
}

#[test]
fn dice_of_damage_know_only_armor() {
    // 1203.1, 1203.2.
    near(damage_dice(4, KeywordSet::EMPTY).unwrap().mean(), 2.0);
    near(damage_dice(3, [Keyword::Armor].into_iter().collect()).unwrap().mean(), 1.0);
    assert!(damage_dice(61, KeywordSet::EMPTY).is_err());
}

#[test]
fn wrong_input_is_refused_with_the_reason() {
    let refused = |change: &dyn Fn(&mut Attack)| {
        let mut attack = Attack::of_power(5);
        change(&mut attack);
        attack.odds().unwrap_err().to_string()
    };
    assert_eq!(refused(&|attack| attack.attacker.power = 61), "power 61: at most 60");
    assert_eq!(refused(&|attack| attack.attacker.accuracy = -21), "Accuracy -21: at least -20");
    assert_eq!(refused(&|attack| attack.attacker.lucky = 11), "Lucky 11: at most 10");
    assert_eq!(refused(&|attack| attack.defender.health = Some(0)), "health 0: at least 1");
    assert_eq!(refused(&|attack| prevents(attack, PreventionKind::Evade, 0, 1)), "Evade 0: at least 1");
    assert_eq!(
        refused(&|attack| (attack.defender.health, attack.defender.counters) = (Some(3), 3)),
        "3 damage counters on the defender's health of 3: that unit is discarded (rule 1207.1)"
    );
    assert_eq!(
        refused(&|attack| attack.attacker.reroll = Reroll::Best(Aim::Destruction)),
        "rerolling to destroy needs the defender's health"
    );
    assert_eq!(
        refused(&|attack| attack.neighbour = Some(Neighbour::default())),
        Refusal::NeighbourWithoutOverkill.to_string()
    );
}

#[test]
fn the_odds_in_a_sentence_say_what_comes_back_only_if_something_does() {
    let mut attack = Attack::of_power(2);
    attack.defender.health = Some(1);
    assert_eq!(
        attack.odds().unwrap().to_string(),
        "2 dice: 1.00 damage on average, destroyed 75.00 % of the time."
    );
    attack.defender.riposte = 6;
    attack.attacker.health = Some(6);
    assert_eq!(
        attack.odds().unwrap().to_string(),
        "2 dice: 1.00 damage on average, destroyed 75.00 % of the time; 1.83 damage comes back, the attacker destroyed \
         30.56 % of the time."
    );
}
