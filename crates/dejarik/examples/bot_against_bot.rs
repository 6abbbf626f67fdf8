//! Two computer players, ten games, decks swapped in between: `cargo run --example bot_against_bot -p dejarik`.

use dejarik::{Cards, Level, Outcome, Player, Role};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cards = Cards::core();
    let decks = [cards.deck("Underworld")?, cards.deck("Archive Guardians")?];
    let mut wins = 0;
    for seed in 0..10 {
        // Skilled is Dark in even games and Light in odd ones; each deck meets both.
        let [dark, light] = if seed < 5 { [&decks[0], &decks[1]] } else { [&decks[1], &decks[0]] };
        let mut skilled = Player::new(Level::Skilled, seed);
        let mut learner = Player::new(Level::Learner, seed);
        let mut game = cards.game(dark, light).seed(seed).start()?;
        let (seat, outcome) = if seed % 2 == 0 {
            (Role::Dark, game.play_out(&mut skilled, &mut learner))
        } else {
            (Role::Light, game.play_out(&mut learner, &mut skilled))
        };
        wins += u32::from(matches!(outcome, Outcome::Won(who, _) if who == seat));
        println!("Game {seed}: {outcome}");
    }
    println!("{} won {wins} of 10 games against {}.", Level::Skilled, Level::Learner);
    Ok(())
}
