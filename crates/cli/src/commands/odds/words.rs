//! An attack in words.

use odds::{Attacker, Defender, Reroll, Roller};
use vocab::Keyword;

/// `power 6, Accuracy 1, Critical Hit 3`.
pub fn attacker(unit: &Attacker) -> String {
    let mut words = vec![format!("power {}", unit.power)];
    for (keyword, value) in [(Keyword::Accuracy, unit.accuracy), (Keyword::Resilience, unit.resilience)] {
        if value != 0 {
            words.push(format!("{} {value}", keyword.name()));
        }
    }
    for (keyword, value) in [
        (Keyword::CriticalHit, unit.critical_hit),
        (Keyword::Fury, unit.fury),
        (Keyword::Backfire, unit.backfire),
        (Keyword::Focus, unit.focus),
        (Keyword::Overload, unit.overload),
        (Keyword::Lucky, unit.lucky),
        (Keyword::Stun, unit.stun),
        (Keyword::Tenacity, unit.tenacity),
    ] {
        push(&mut words, keyword, value);
    }
    words.extend(unit.keywords.iter().map(|keyword| keyword.name().to_string()));
    words.extend(health(unit.health, unit.counters));
    words.join(", ")
}

/// `health 5, Armor, Parry 2, Evade 2 for 1 Force`.
pub fn defender(unit: &Defender) -> String {
    let mut words: Vec<String> = health(unit.health, unit.counters).into_iter().collect();
    words.extend(unit.keywords.iter().map(|keyword| keyword.name().to_string()));
    for (keyword, value) in [
        (Keyword::Shields, unit.shields),
        (Keyword::Parry, unit.parry),
        (Keyword::Riposte, unit.riposte),
        (Keyword::Lucky, unit.lucky),
    ] {
        push(&mut words, keyword, value);
    }
    let paid = |keyword: Keyword, amount: u32, force: u32| match force {
        0 => format!("{} {amount}", keyword.name()),
        force => format!("{} {amount} for {force} Force", keyword.name()),
    };
    words.extend(
        unit.preventions.iter().map(|ability| paid(ability.kind.keyword(), ability.amount, ability.force)),
    );
    words.extend(unit.retaliates.iter().map(|ability| paid(Keyword::Retaliate, ability.dice, ability.force)));
    words.extend(unit.force.map(|force| format!("{force} Force")));
    if words.is_empty() { "no keywords".to_string() } else { words.join(", ") }
}

fn push(words: &mut Vec<String>, keyword: Keyword, value: u32) {
    if value > 0 {
        words.push(format!("{} {value}", keyword.name()));
    }
}

fn health(health: Option<u32>, counters: u32) -> Option<String> {
    match (health, counters) {
        (Some(health), 0) => Some(format!("health {health}")),
        (Some(health), counters) => Some(format!("health {health} with {counters} damage")),
        (None, 0) => None,
        (None, counters) => Some(format!("{counters} damage")),
    }
}

/// How a player rerolls.
pub fn reroll(roller: Roller, reroll: Reroll) -> &'static str {
    use odds::Aim::{Damage, Destruction};
    match (roller, reroll) {
        (_, Reroll::None) => "doesn't reroll",
        (Roller::Attacker, Reroll::Simple) => "rerolls misses, 1s first",
        (Roller::Defender, Reroll::Simple) => "rerolls hits, 6s first",
        (Roller::Attacker, Reroll::Best(Damage)) => "rerolls for the most damage",
        (Roller::Attacker, Reroll::Best(Destruction)) => "rerolls for the best chance to destroy",
        (Roller::Defender, Reroll::Best(Damage)) => "rerolls for the least damage",
        (Roller::Defender, Reroll::Best(Destruction)) => "rerolls for the best chance to survive",
    }
}
