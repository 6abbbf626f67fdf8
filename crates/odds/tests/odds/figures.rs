//! The figures that every calculator must reproduce (docs/FORMATS.md section 14).

use dejarik_odds::{Aim, Attack, Reroll, Roller, calculator};

fn attack(query: &str) -> Attack {
    calculator::read(query).unwrap().attack
}

/// Mean damage and its distribution, as fractions.
fn exact(query: &str) -> (String, String) {
    let exact = attack(query).exact().unwrap().unwrap();
    let shown = exact.damage.iter().enumerate().filter(|(_, chance)| chance.numerator() > 0);
    let chances: Vec<String> = shown.map(|(damage, chance)| format!("{damage}:{chance}")).collect();
    (exact.mean.to_string(), chances.join(" "))
}

fn near(value: f64, figure: f64) {
    assert!((value - figure).abs() < 1e-9, "{value} is not {figure}");
}

#[test]
fn the_distributions_of_the_table_are_exact() {
    for (query, mean, chances) in [
        ("power=4", "2", "0:1/16 1:1/4 2:3/8 3:1/4 4:1/16"),
        ("power=4&accuracy=1", "8/3", "0:1/81 1:8/81 2:8/27 3:32/81 4:16/81"),
        ("power=4&armor=1", "4/3", "0:16/81 1:32/81 2:8/27 3:8/81 4:1/81"),
        ("power=5&accuracy=2&armor=1", "10/3", "0:1/243 1:10/243 2:40/243 3:80/243 4:80/243 5:32/243"),
        ("power=3&crit=4", "86/27", "0:1/8 1:1/4 2:1/6 3:1/27 5:1/8 6:5/24 7:19/216"),
        ("power=2&fury=2", "47/36", "0:1/4 1:3/8 2:11/48 3:1/9 4:5/144"),
        ("power=3&parry=2", "25/24", "0:11/24 1:1/6 2:1/4 3:1/8"),
        ("power=3&aLucky=1", "31/16", "0:1/16 1:1/4 2:3/8 3:5/16"),
        ("power=3&dLucky=1", "17/16", "0:5/16 1:3/8 2:1/4 3:1/16"),
        ("power=5&shields=2", "3/2", "0:1/8 1:3/8 2:3/8 3:1/8"),
    ] {
        assert_eq!(exact(query), (mean.to_string(), chances.to_string()), "{query}");
    }
}

#[test]
fn the_means_of_the_table_and_of_the_issue_are_exact() {
    for (query, mean, decimal) in [
        ("power=6", "3", 3.0),
        ("power=6&accuracy=1", "4", 4.0),
        ("power=6&armor=1", "2", 2.0),
        ("power=6&crit=3", "77687/15552", 4.995306070),
        ("power=6&parry=3", "7249/5184", 1.398341049),
        ("power=6&aLucky=2", "63/16", 3.9375),
        ("power=6&dLucky=2", "33/16", 2.0625),
    ] {
        let odds = attack(query).odds().unwrap();
        assert_eq!(attack(query).exact().unwrap().unwrap().mean.to_string(), mean, "{query}");
        near(odds.damage.mean(), decimal);
    }
    near(attack("power=6&fury=3").odds().unwrap().damage.mean(), 3.997653035);
}

#[test]
fn all_keywords_of_the_calculator_together() {
    let query = "power=8&accuracy=1&crit=2&fury=2&parry=2&aLucky=2&dLucky=1&luckyOrder=";
    for (order, mean, hits, six, one) in [
        ("a", 7.545982337, 7.266202292, 0.661317215, 0.521902228),
        ("d", 7.766666846, 7.292037960, 0.702152076, 0.465262020),
    ] {
        let attack = attack(&format!("{query}{order}"));
        let odds = attack.odds().unwrap();
        near(odds.damage.mean(), mean);
        near(odds.hits.mean(), hits);
        near(odds.six, six);
        near(odds.one, one);
        let exact = attack.exact().unwrap().unwrap();
        near(exact.mean.value(), mean);
        near(exact.mean_hits.value(), hits);
    }
}

#[test]
fn best_play_beats_the_simple_rule_when_critical_hit_is_large() {
    let mut attack = attack("power=5&accuracy=2&crit=4&aLucky=3");
    assert!((attack.odds().unwrap().damage.mean() - 7.500267).abs() < 5e-7);
    attack.attacker.reroll = Reroll::Best(Aim::Damage);
    assert!((attack.odds().unwrap().damage.mean() - 7.793515).abs() < 5e-7);
}

#[test]
fn no_die_is_rerolled_that_was_not_chosen() {
    // 1738.3: the older program removes 1s that hit and were not rerolled; it says 5.813.
    let mut attack = attack("power=6&accuracy=3&parry=3&aLucky=2");
    let simple = attack.odds().unwrap();
    assert!(simple.damage.mean() < 5.428010331);
    attack.attacker.reroll = Reroll::Best(Aim::Damage);
    let best = attack.odds().unwrap();
    near(best.damage.mean(), 5.428010331);
    near(best.hits.chance(6), 1.0);
    // The same for 6s that miss.
    let odds = self::attack("power=4&accuracy=-3&crit=2&dLucky=2").odds().unwrap();
    near(odds.six, 1.0 - (5.0_f64 / 6.0).powi(4));
    assert_eq!(odds.hits.mean(), 0.0);
}

#[test]
fn lucky_beyond_the_dice_is_no_error() {
    // 1738.4: the older program stops or counts negative hits.
    for query in
        ["power=2&aLucky=9", "power=2&dLucky=9", "power=0&aLucky=2&dLucky=2", "power=1&shields=3&crit=2"]
    {
        for reroll in [Reroll::Simple, Reroll::Best(Aim::Damage)] {
            let mut attack = attack(query);
            (attack.attacker.reroll, attack.defender.reroll) = (reroll, reroll);
            for first in [Roller::Attacker, Roller::Defender] {
                attack.first = first;
                let odds = attack.odds().unwrap();
                assert!((odds.damage.total() - 1.0).abs() < 1e-12, "{query}");
            }
        }
    }
    near(attack("power=2&aLucky=9").odds().unwrap().hits.mean(), 1.5);
}

#[test]
fn many_dice_keep_twelve_digits() {
    for (query, fractions) in [
        ("power=36&accuracy=1&crit=3&fury=4&parry=4&aLucky=3&dLucky=3", true),
        ("power=60&fury=20&crit=9&parry=9&aLucky=4&dLucky=4", false),
    ] {
        let mut attack = attack(query);
        (attack.attacker.reroll, attack.defender.reroll) =
            (Reroll::Best(Aim::Damage), Reroll::Best(Aim::Damage));
        attack.attacker.backfire = 3;
        attack.defender.riposte = 3;
        let odds = attack.odds().unwrap();
        for distribution in [&odds.hits, &odds.pending, &odds.damage, &odds.back] {
            assert!((distribution.total() - 1.0).abs() < 1e-12, "{query}");
        }
        let exact = attack.exact().unwrap();
        assert_eq!(exact.is_some(), fractions, "{query}");
        if let Some(exact) = exact {
            assert!((odds.damage.mean() - exact.mean.value()).abs() < 1e-12, "{query}");
        }
    }
}
