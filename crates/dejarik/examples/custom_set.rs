//! A card set of your own: written, opened, checked and played: `cargo run --example custom_set -p dejarik`.

use dejarik::cards::deck::{Entry, ZoneName};
use dejarik::{Cards, Level, Player};
use std::{env, fs};

/// Columns as in docs/FORMATS.md; Lost Page has a side that there isn't, and nobody understands what Odd Singer does.
const SET: &str = "\
Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText\tScript\tClassification\tDraftRarity
Moss Walker\tMOSS\tMOSS1\tL\tGround\tRebel Vehicle\t5\t20\t4\t6\tC\t1\t\tArmor | Pay 1 Force -> Evade 2\t\tMOSS\t
Fern Scout\tMOSS\tMOSS2\tL\tCharacter\tRebel Scout\t3\t50\t3\t3\tC\t2\t\tAccuracy 1\t\tMOSS\t
Lost Page\tMOSS\tMOSS3\tX\tMission\t\t1\t\t\t\tC\t3\t\tDraw a card.\t\tMOSS\t
Odd Singer\tMOSS\tMOSS4\tL\tCharacter\tRebel\t2\t30\t1\t2\tC\t4\t\tSing aloud.\t\tMOSS\t
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = env::temp_dir().join(format!("dejarik-custom-set-{}", std::process::id()));
    fs::create_dir_all(folder.join("sets"))?;
    fs::write(folder.join("sets/MOSS.txt"), SET)?;
    let mine = Cards::folder(&folder);
    fs::remove_dir_all(&folder)?;
    let mine = mine?;
    for finding in mine.findings() {
        println!("Found: {finding}");
    }

    // Our cards together with the built-in ones: a built-in deck takes three of each of ours along.
    let cards = Cards::core().with(mine);
    println!("Moss Walker attacks: {}", cards.matchup("Moss Walker", "Infantry Automaton")?.odds()?);
    let (mut mossy, dark) = (cards.deck("Rebel Scum")?.list, cards.deck("Droid Army")?);
    for name in ["Moss Walker", "Fern Scout"] {
        mossy.add(&ZoneName::Deck, Entry::named(name), 3);
    }
    let light = cards.deck_of(mossy.clone());
    println!("{light}");
    let mut game = cards.game(&dark, &light).seed(5).start()?;
    println!("{}", game.play_out(&mut Player::new(Level::Skilled, 5), &mut Player::new(Level::Skilled, 6)));

    mossy.add(&ZoneName::Deck, Entry::named("Odd Singer"), 1);
    println!("{}", cards.game(&dark, &cards.deck_of(mossy)).start().unwrap_err());
    Ok(())
}
