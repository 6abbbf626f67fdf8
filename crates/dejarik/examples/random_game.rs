//! A random game of two built-in decks, told as it happens: `cargo run --example random_game -p dejarik -- 7`.

use dejarik::{Cards, Level, Player, Viewer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let cards = Cards::core();
    let (dark, light) = (cards.deck("Droid Army")?, cards.deck("Rebel Scum")?);
    println!("{dark}\n{light}");

    let mut game = cards.game(&dark, &light).seed(seed).start()?;
    let mut player = Player::new(Level::Learner, seed);
    while game.question().is_some() {
        game.answer_as(&mut player)?;
        for happened in game.events(Viewer::Public) {
            println!("{happened}");
        }
    }
    println!("{}", game.outcome().ok_or("the game isn't over")?);
    Ok(())
}
