//! The speed of one attack and of a sequence of attacks.

use dejarik_odds::{Aim, Attack, Neighbour, Prevention, PreventionKind, Reroll, Retaliate, Sequence};
use divan::{Bencher, black_box};
use vocab::Keyword;

fn main() {
    divan::main();
}

/// Every keyword that an attack can have.
fn everything(power: i32, reroll: Reroll) -> Attack {
    let mut attack = Attack::of_power(power);
    let attacker = &mut attack.attacker;
    (attacker.accuracy, attacker.critical_hit, attacker.fury, attacker.backfire) = (1, 3, 2, 2);
    (attacker.focus, attacker.lucky, attacker.stun, attacker.resilience) = (2, 2, 1, 2);
    (attacker.reroll, attacker.health, attacker.counters) = (reroll, Some(6), 2);
    attacker.overload = 1;
    attacker.keywords = [Keyword::DoubleDamage, Keyword::Overkill].into_iter().collect();
    attack.neighbour = Some(Neighbour { remaining: Some(4) });
    let defender = &mut attack.defender;
    (defender.shields, defender.parry, defender.riposte, defender.lucky) = (2, 2, 2, 2);
    (defender.reroll, defender.health, defender.force) = (reroll, Some(20), Some(6));
    defender.keywords = [Keyword::Armor].into_iter().collect();
    for (kind, force) in PreventionKind::ALL.into_iter().zip(1..) {
        defender.preventions.push(Prevention { kind, amount: 2, force });
    }
    defender.retaliates.push(Retaliate { dice: 2, force: 1 });
    attack
}

#[divan::bench(args = [5, 10, 20, 40, 60])]
fn best_play_with_everything(bencher: Bencher<'_, '_>, power: i32) {
    let attack = everything(power, Reroll::Best(Aim::Damage));
    bencher.bench(|| black_box(&attack).odds());
}

#[divan::bench(args = [5, 10, 20])]
fn best_play_with_everything_and_cunning(bencher: Bencher<'_, '_>, power: i32) {
    let mut attack = everything(power, Reroll::Best(Aim::Damage));
    attack.attacker.keywords.insert(Keyword::Cunning);
    bencher.bench(|| black_box(&attack).odds());
}

#[divan::bench(args = [5, 10, 20, 40, 60])]
fn simple_rule_with_everything(bencher: Bencher<'_, '_>, power: i32) {
    let attack = everything(power, Reroll::Simple);
    bencher.bench(|| black_box(&attack).odds());
}

#[divan::bench(args = [6, 20, 60])]
fn power_alone(bencher: Bencher<'_, '_>, power: i32) {
    let attack = Attack::of_power(power);
    bencher.bench(|| black_box(&attack).odds());
}

#[divan::bench(args = [5, 10, 20])]
fn fractions_with_everything(bencher: Bencher<'_, '_>, power: i32) {
    let attack = everything(power, Reroll::Best(Aim::Damage));
    bencher.bench(|| black_box(&attack).exact());
}

#[divan::bench(args = [2, 4, 8])]
fn attackers_of_power_six_with_everything(bencher: Bencher<'_, '_>, attackers: usize) {
    let attack = everything(6, Reroll::Best(Aim::Destruction));
    let sequence = Sequence {
        attackers: vec![attack.attacker.clone(); attackers],
        defender: attack.defender,
        first: attack.first,
    };
    bencher.bench(|| black_box(&sequence).odds());
}
