//! A rules question, settled by the referee: `cargo run --example judge_question -p dejarik`.

use dejarik::Cards;

/// "My ship has Armor and 2 health. I rolled 4, 5 and 6 against it: is it gone?"
const QUESTION: &str = r#"Q1 Armor is hit on a 5 or more
rules 1707.1, 1107.9

dark space: Hunter 40/3/3
light space: Bunker 10/1/2 "Armor"
start battle space

Hunter attacks Bunker
dice 4 5 6
expect Bunker discarded"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cards = Cards::core();
    println!("{}", cards.judge(QUESTION)?);

    // With one 5 fewer it survives, and the scenario says what's different.
    println!("\n{}", cards.judge(&QUESTION.replace("dice 4 5 6", "dice 4 4 6"))?);
    Ok(())
}
