//! Best play against all dice and all choices, tried one by one.

use dejarik_odds::{Aim, Attack, Reroll, Roller};
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, proptest};
use std::collections::HashMap;
use vocab::Keyword;

/// Dice in order of their faces.
type Dice = Vec<i32>;

/// The same attack, worked out by trying everything.
struct Brute<'a> {
    attack: &'a Attack,
    aim: Aim,
    seen: HashMap<(Dice, usize), f64>,
}

impl Brute<'_> {
    fn value(attack: &Attack, aim: Aim) -> f64 {
        let mut brute = Brute { attack, aim, seen: HashMap::new() };
        let (power, fury) = (attack.attacker.power as usize, attack.attacker.fury as usize);
        let firsts = rolls(power);
        let mut sum = 0.0;
        for first in &firsts {
            let added = if first.contains(&4) && fury > 0 { rolls(fury) } else { vec![Vec::new()] };
            let mean: f64 = added.iter().map(|more| brute.turn([&first[..], more].concat(), 0)).sum::<f64>()
                / added.len() as f64;
            sum += mean;
        }
        sum / firsts.len() as f64
    }

    /// The value when this player is next: 0 the first, 1 the second, 2 nobody.
    fn turn(&mut self, mut dice: Dice, player: usize) -> f64 {
        dice.sort_unstable();
        if player == 2 {
            return self.worth(&dice);
        }
        if let Some(value) = self.seen.get(&(dice.clone(), player)) {
            return *value;
        }
        let roller = if player == 0 { self.attack.first } else { other(self.attack.first) };
        let (lucky, reroll) = match roller {
            Roller::Attacker => (self.attack.attacker.lucky, self.attack.attacker.reroll),
            Roller::Defender => (self.attack.defender.lucky, self.attack.defender.reroll),
        };
        let value = match reroll {
            Reroll::None => self.turn(dice.clone(), player + 1),
            Reroll::Simple => {
                let subset = self.simple(&dice, roller, lucky as usize);
                self.rerolled(&dice, subset, player)
            }
            Reroll::Best(_) => {
                let subsets = (0..1_u32 << dice.len()).filter(|subset| subset.count_ones() <= lucky);
                let values: Vec<f64> = subsets.map(|subset| self.rerolled(&dice, subset, player)).collect();
                match roller {
                    Roller::Attacker => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
                    Roller::Defender => values.into_iter().fold(f64::INFINITY, f64::min),
                }
            }
        };
        self.seen.insert((dice, player), value);
        value
    }

    fn rerolled(&mut self, dice: &Dice, subset: u32, player: usize) -> f64 {
        let kept: Dice = (0..dice.len()).filter(|i| subset >> i & 1 == 0).map(|i| dice[i]).collect();
        let all = rolls(dice.len() - kept.len());
        all.iter().map(|new| self.turn([&kept[..], new].concat(), player + 1)).sum::<f64>() / all.len() as f64
    }

    fn simple(&self, dice: &Dice, roller: Roller, lucky: usize) -> u32 {
        let mut wanted: Vec<usize> =
            (0..dice.len()).filter(|i| self.hits(dice[*i]) == (roller == Roller::Defender)).collect();
        if roller == Roller::Defender {
            wanted.reverse();
        }
        wanted.into_iter().take(lucky).fold(0, |subset, i| subset | 1 << i)
    }

    fn hits(&self, face: i32) -> bool {
        let needed = if self.attack.defender.has(Keyword::Armor) { 5 } else { 4 };
        face + self.attack.attacker.accuracy >= needed
    }

    fn worth(&self, dice: &Dice) -> f64 {
        let hits = dice.iter().filter(|face| self.hits(**face)).count() as u32;
        let critical = if dice.contains(&6) { self.attack.attacker.critical_hit } else { 0 };
        let parry = if dice.contains(&1) { self.attack.defender.parry } else { 0 };
        let damage = (hits + critical).saturating_sub(parry);
        match self.aim {
            Aim::Damage => f64::from(damage),
            Aim::Destruction => f64::from(u8::from(Some(damage) >= self.attack.defender.health)),
        }
    }
}

fn other(roller: Roller) -> Roller {
    match roller {
        Roller::Attacker => Roller::Defender,
        Roller::Defender => Roller::Attacker,
    }
}

/// All rolls of this many dice.
fn rolls(dice: usize) -> Vec<Dice> {
    (0..dice).fold(vec![Vec::new()], |all, _| {
        all.iter().flat_map(|roll| (1..=6).map(move |face| [&roll[..], &[face]].concat())).collect()
    })
}

fn computed(attack: &Attack, aim: Aim) -> f64 {
    let odds = attack.odds().unwrap();
    match aim {
        Aim::Damage => odds.damage.mean(),
        Aim::Destruction => odds.destroyed.unwrap(),
    }
}

fn aim() -> impl Strategy<Value = Aim> {
    any::<bool>().prop_map(|damage| if damage { Aim::Damage } else { Aim::Destruction })
}

/// Small attacks without a way of rerolling.
fn small_attack() -> impl Strategy<Value = Attack> {
    let attacker = (1..=4_i32, -3..=4_i32, 0..=4_u32, 0..=1_u32, 0..=2_u32);
    let defender = (any::<bool>(), 0..=4_u32, 0..=2_u32, 1..=4_u32, any::<bool>());
    (attacker, defender).prop_map(
        |((power, accuracy, crit, fury, lucky), (armor, parry, their, health, second))| {
            let mut attack = Attack::of_power(power);
            let attacker = &mut attack.attacker;
            (attacker.accuracy, attacker.critical_hit, attacker.lucky) = (accuracy, crit, lucky);
            attacker.fury = if power < 4 { fury } else { 0 };
            let defender = &mut attack.defender;
            (defender.parry, defender.lucky, defender.health) = (parry, their, Some(health));
            if armor {
                defender.keywords.insert(Keyword::Armor);
            }
            attack.first = if second { Roller::Defender } else { Roller::Attacker };
            attack
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    /// 1738.3, 1738.5: any subset, once, and the first player expects the best answer.
    #[test]
    fn two_sided_best_play_is_the_minimax_of_all_choices(mut attack in small_attack(), aim in aim()) {
        (attack.attacker.reroll, attack.defender.reroll) = (Reroll::Best(aim), Reroll::Best(aim));
        let (ours, brute) = (computed(&attack, aim), Brute::value(&attack, aim));
        prop_assert!((ours - brute).abs() < 1e-12, "{ours} {brute} {attack:?}");
    }

    #[test]
    fn best_play_against_a_fixed_rule_is_the_best_of_all_choices(
        mut attack in small_attack(), aim in aim(), simple in any::<bool>(), attacks in any::<bool>()
    ) {
        let fixed = if simple { Reroll::Simple } else { Reroll::None };
        let (best, rule) = (Reroll::Best(aim), fixed);
        (attack.attacker.reroll, attack.defender.reroll) = if attacks { (best, rule) } else { (rule, best) };
        let (ours, brute) = (computed(&attack, aim), Brute::value(&attack, aim));
        prop_assert!((ours - brute).abs() < 1e-12, "{ours} {brute} {attack:?}");
    }

    #[test]
    fn the_simple_rule_is_what_it_says(mut attack in small_attack(), aim in aim()) {
        (attack.attacker.reroll, attack.defender.reroll) = (Reroll::Simple, Reroll::Simple);
        let (ours, brute) = (computed(&attack, aim), Brute::value(&attack, aim));
        prop_assert!((ours - brute).abs() < 1e-12, "{ours} {brute} {attack:?}");
    }
}
