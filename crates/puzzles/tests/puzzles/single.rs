//! The solver against the odds: single attacks with keywords on both sides.

use crate::brute::cards;
use dejarik_puzzles::{NODES, Solver, Wanted};
use odds::{Aim, Attack, Reroll};
use proptest::prelude::*;
use vocab::{Keyword, Role};

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    #[test]
    fn one_attack_destroys_as_often_as_the_odds_say(
        power in 1_u32..6, accuracy in 0_u32..2, critical in 0_u32..3, fury in 0_u32..3, lucky in 0_u32..3,
        shields in 0_u32..2, parry in 0_u32..3, armor in any::<bool>(), health in 1_u32..6, damage in 0_u32..3,
    ) {
        // More dice with more rerolls are the odds' own tests.
        let lucky = if power > 4 { 0 } else { lucky };
        let damage = damage.min(health - 1);
        let texts = |all: &[(u32, &str)]| {
            let own: Vec<String> = all
                .iter()
                .filter(|(value, _)| *value > 0)
                .map(|(value, name)| if *name == "Armor" { (*name).to_string() } else { format!("{name} {value}") })
                .collect();
            if own.is_empty() { String::new() } else { format!(" \"{}\"", own.join(" | ")) }
        };
        let own = texts(&[(accuracy, "Accuracy"), (critical, "Critical Hit"), (fury, "Fury"), (lucky, "Lucky")]);
        let theirs = texts(&[(shields, "Shields"), (parry, "Parry"), (u32::from(armor), "Armor")]);
        let text = format!(
            "dark space: Hunter 50/{power}/3{own}\nlight space: Bunker 10/1/{health}{theirs} damage {damage}\n\
             start battle space\n\nHunter attacks Bunker\ndice any\n"
        );
        let scenario = judge::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let played = cards().played(&scenario).unwrap_or_else(|failures| panic!("{failures:?}\n{text}"));
        let attack = played.answers.iter().find(|answer| answer.words == "attack Bunker").expect("an attack");
        let goal = Wanted::read("destroy Bunker this step").expect("a goal");
        let goal = goal.in_game(&attack.game, Role::Dark).expect("a goal");
        let values = Solver::new(&attack.game, goal, NODES).answers(&attack.game).expect("values");
        let mut odds = Attack::of_power(i32::try_from(power).expect("small"));
        odds.attacker.accuracy = i32::try_from(accuracy).expect("small");
        odds.attacker.critical_hit = critical;
        odds.attacker.fury = fury;
        odds.attacker.lucky = lucky;
        odds.attacker.reroll = Reroll::Best(Aim::Destruction);
        odds.defender.shields = shields;
        odds.defender.parry = parry;
        odds.defender.health = Some(health);
        odds.defender.counters = damage;
        if armor {
            odds.defender.keywords.insert(Keyword::Armor);
        }
        let exact = odds.exact().expect("odds").expect("few dice").destroyed.expect("health is known");
        prop_assert_eq!(values[attack.choice], Some(exact), "{}", text);
    }
}
