//! What an attack does, from numbers and from two cards: `cargo run --example attack_odds -p dejarik`.

use dejarik::{Attack, Cards};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Power 4 against 3 health.
    let mut attack = Attack::of_power(4);
    attack.defender.health = Some(3);
    println!("Power 4: {}", attack.odds()?);

    attack.attacker.accuracy = 1;
    println!("with Accuracy 1: {}", attack.odds()?);

    let cards = Cards::core();
    let matchup = cards.matchup("Jessa Korr (A)", "Infantry Automaton")?;
    println!("Jessa Korr (A) attacks Infantry Automaton: {}", matchup.odds()?);
    for left_out in &matchup.left_out {
        println!("Not counted: {left_out}");
    }
    println!("{}", cards.matchup("Jessa Korr (A)", "Infantry Automaton (C)").unwrap_err());
    Ok(())
}
