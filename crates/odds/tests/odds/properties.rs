//! What holds for every attack.

use dejarik_odds::{
    Aim, Attack, Distribution, Prevent, Prevention, PreventionKind, Reroll, Retaliate, Roller, Sequence,
};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_assert, prop_oneof, proptest};
use vocab::{Keyword, KeywordSet};

fn reroll() -> impl Strategy<Value = Reroll> {
    prop_oneof![
        Just(Reroll::None),
        Just(Reroll::Simple),
        Just(Reroll::Best(Aim::Damage)),
        Just(Reroll::Best(Aim::Destruction)),
    ]
}

fn keywords(from: &'static [Keyword]) -> impl Strategy<Value = KeywordSet> {
    any::<u8>().prop_map(move |bits| {
        from.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, keyword)| *keyword).collect()
    })
}

fn prevention() -> impl Strategy<Value = Prevention> {
    (0..5_usize, 1..=3_u32, 0..=3_u32).prop_map(|(kind, amount, force)| Prevention {
        kind: PreventionKind::ALL[kind],
        amount,
        force,
    })
}

/// Any attack with any of the keywords.
fn any_attack() -> impl Strategy<Value = Attack> {
    const ATTACKING: [Keyword; 5] =
        [Keyword::Armor, Keyword::DoubleDamage, Keyword::Ferocity, Keyword::Cunning, Keyword::DoubleStrike];
    let dice = (0..=9_i32, -3..=4_i32, 0..=3_u32, 0..=2_u32, 0..=2_u32, 0..=2_u32, 0..=2_u32);
    let attacking = (-2..=2_i32, 0..=3_u32, 0..=3_u32, reroll(), keywords(&ATTACKING), any::<bool>());
    let defending = (0..=2_u32, 0..=3_u32, 0..=2_u32, 0..=2_u32, reroll(), 1..=9_u32);
    let force = (
        proptest::collection::vec(prevention(), 0..3),
        proptest::option::of(0..=6_u32),
        prop_oneof![Just(Prevent::Never), Just(Prevent::Always), Just(Prevent::WhenItSaves)],
        keywords(&[Keyword::Armor, Keyword::Fortitude]),
        0..=2_u32,
    );
    (dice, attacking, defending, force).prop_map(|(dice, attacking, defending, force)| {
        let mut attack = Attack::default();
        let attacker = &mut attack.attacker;
        (attacker.power, attacker.accuracy, attacker.critical_hit, attacker.fury) =
            (dice.0, dice.1, dice.2, dice.3);
        (attacker.backfire, attacker.focus, attacker.overload) = (dice.4, dice.5, dice.6);
        (attacker.resilience, attacker.lucky, attacker.tenacity) = (attacking.0, attacking.1, attacking.2);
        (attacker.reroll, attacker.keywords) = (attacking.3, attacking.4);
        (attacker.health, attacker.counters) = (Some(4), 1);
        attack.first = if attacking.5 { Roller::Attacker } else { Roller::Defender };
        let defender = &mut attack.defender;
        (defender.shields, defender.parry, defender.riposte, defender.lucky) =
            (defending.0, defending.1, defending.2, defending.3);
        (defender.reroll, defender.health) = (defending.4, Some(defending.5));
        (defender.preventions, defender.force, defender.prevent, defender.keywords) =
            (force.0, force.1, force.2, force.3);
        if force.4 > 0 {
            defender.retaliates.push(Retaliate { dice: force.4, force: 1 });
        }
        attack
    })
}

fn is_whole(distribution: &Distribution) -> bool {
    (distribution.total() - 1.0).abs() < 1e-12 && distribution.chances().iter().all(|chance| *chance >= 0.0)
}

fn mean(attack: &Attack) -> f64 {
    attack.odds().unwrap().damage.mean()
}

fn value(attack: &Attack, aim: Aim) -> f64 {
    let odds = attack.odds().unwrap();
    match aim {
        Aim::Damage => odds.damage.mean(),
        Aim::Destruction => odds.destroyed.unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_distributions_sum_to_one(attack in any_attack()) {
        let odds = attack.odds().unwrap();
        for distribution in [&odds.hits, &odds.pending, &odds.damage, &odds.counters, &odds.back] {
            prop_assert!(is_whole(distribution), "{distribution:?}");
        }
        for chance in [odds.six, odds.one, odds.damaged, odds.focused, odds.destroyed.unwrap()] {
            prop_assert!((-1e-12..=1.0 + 1e-12).contains(&chance));
        }
        prop_assert!(odds.pending.mean() >= odds.damage.mean() - 1e-12);
        if let Some(force) = attack.defender.force {
            prop_assert!(odds.force <= f64::from(force) + 1e-12);
        }
    }

    #[test]
    fn fractions_and_decimals_agree(attack in any_attack()) {
        let (odds, exact) = (attack.odds().unwrap(), attack.exact().unwrap().unwrap());
        prop_assert!((odds.damage.mean() - exact.mean.value()).abs() < 1e-12);
        prop_assert!((odds.hits.mean() - exact.mean_hits.value()).abs() < 1e-12);
        prop_assert!((odds.destroyed.unwrap() - exact.destroyed.unwrap().value()).abs() < 1e-12);
        for (chance, fraction) in odds.damage.chances().iter().zip(&exact.damage) {
            prop_assert!((chance - fraction.value()).abs() < 1e-12);
        }
    }

    /// A die more is a hit more at best and a 1 more at worst: without Parry it never hurts.
    #[test]
    fn more_power_does_more_damage(mut attack in any_attack()) {
        attack.defender.parry = 0;
        attack.defender.prevent = Prevent::Always;
        attack.attacker.keywords = KeywordSet::EMPTY;
        for reroll in [Reroll::None, Reroll::Simple, Reroll::Best(Aim::Damage)] {
            (attack.attacker.reroll, attack.defender.reroll) = (reroll, reroll);
            let mut stronger = attack.clone();
            stronger.attacker.power += 1;
            prop_assert!(mean(&stronger) >= mean(&attack) - 1e-12);
        }
    }

    #[test]
    fn armor_never_helps_the_attacker(mut attack in any_attack(), aim in prop_oneof![Just(Aim::Damage), Just(Aim::Destruction)]) {
        attack.defender.prevent = Prevent::Always;
        (attack.attacker.reroll, attack.defender.reroll) = (Reroll::Best(aim), Reroll::Best(aim));
        attack.defender.keywords = KeywordSet::EMPTY;
        let mut armored = attack.clone();
        armored.defender.keywords.insert(Keyword::Armor);
        prop_assert!(value(&armored, aim) <= value(&attack, aim) + 1e-12);
    }

    #[test]
    fn shields_never_help_the_attacker(mut attack in any_attack()) {
        attack.defender.parry = 0;
        attack.defender.prevent = Prevent::Always;
        attack.attacker.keywords = KeywordSet::EMPTY;
        (attack.attacker.reroll, attack.defender.reroll) = (Reroll::Best(Aim::Damage), Reroll::Best(Aim::Damage));
        let mut shielded = attack.clone();
        shielded.defender.shields += 1;
        prop_assert!(mean(&shielded) <= mean(&attack) + 1e-12);
    }

    #[test]
    fn best_play_is_never_worse_than_a_fixed_rule(attack in any_attack(), aim in prop_oneof![Just(Aim::Damage), Just(Aim::Destruction)]) {
        // Whatever the other does; one who plays best plays for the same aim.
        let other = |reroll: Reroll| match reroll {
            Reroll::Best(_) => Reroll::Best(aim),
            Reroll::None | Reroll::Simple => reroll,
        };
        for fixed in [Reroll::None, Reroll::Simple] {
            let with = |attacking: Reroll, defending: Reroll| {
                let mut attack = attack.clone();
                (attack.attacker.reroll, attack.defender.reroll) = (attacking, defending);
                value(&attack, aim)
            };
            let (attacking, defending) = (other(attack.attacker.reroll), other(attack.defender.reroll));
            prop_assert!(with(Reroll::Best(aim), defending) >= with(fixed, defending) - 1e-12);
            prop_assert!(with(attacking, Reroll::Best(aim)) <= with(attacking, fixed) + 1e-12);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_sequence_is_whole_and_begins_like_its_first_attack(attack in any_attack(), second in any_attack()) {
        let mut sequence = Sequence {
            attackers: vec![attack.attacker.clone(), second.attacker],
            defender: attack.defender.clone(),
            first: attack.first,
        };
        (sequence.attackers[0].speed, sequence.attackers[1].speed) = (50, 40);
        let odds = sequence.odds().unwrap();
        prop_assert!(is_whole(&odds.damage) && is_whole(&odds.counters), "{odds:?}");
        let by_strikes: f64 = odds.strikes.iter().map(|strike| strike.destroys).sum();
        prop_assert!((by_strikes - odds.destroyed.unwrap()).abs() < 1e-12);
        let by_damage: f64 = odds.strikes.iter().map(|strike| strike.damage).sum();
        prop_assert!((by_damage - odds.damage.mean()).abs() < 1e-12);
        prop_assert!((odds.strikes[0].chance - 1.0).abs() < 1e-12);
        // Alone and without a second attack it is the single attack.
        let mut single = attack;
        single.attacker.tenacity = 0;
        single.attacker.keywords = KeywordSet::EMPTY;
        let alone = Sequence {
            attackers: vec![single.attacker.clone()],
            defender: single.defender.clone(),
            first: single.first,
        };
        let (one, all) = (single.odds().unwrap(), alone.odds().unwrap());
        prop_assert!((one.damage.mean() - all.damage.mean()).abs() < 1e-12);
        prop_assert!((one.destroyed.unwrap() - all.destroyed.unwrap()).abs() < 1e-12);
        prop_assert!((one.force - all.force).abs() < 1e-12);
        prop_assert!((one.back.mean() - all.back[0]).abs() < 1e-12);
        prop_assert!((one.attacker_destroyed.unwrap() - all.attackers_destroyed[0].unwrap()).abs() < 1e-12);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn best_play_in_a_sequence_is_never_worse_than_a_fixed_rule(attack in any_attack(), second in any_attack()) {
        let value = |attacking: Reroll, defending: Reroll| {
            let mut attackers = vec![attack.attacker.clone(), second.attacker.clone()];
            for unit in &mut attackers {
                (unit.reroll, unit.power) = (attacking, unit.power.min(4));
            }
            let mut defender = attack.defender.clone();
            defender.reroll = defending;
            Sequence { attackers, defender, first: attack.first }.odds().unwrap().destroyed.unwrap()
        };
        let best = Reroll::Best(Aim::Destruction);
        for fixed in [Reroll::None, Reroll::Simple] {
            prop_assert!(value(best, fixed) >= value(fixed, fixed) - 1e-12);
            prop_assert!(value(best, best) >= value(fixed, best) - 1e-12);
            prop_assert!(value(fixed, best) <= value(fixed, fixed) + 1e-12);
            prop_assert!(value(best, best) <= value(best, fixed) + 1e-12);
        }
    }
}
