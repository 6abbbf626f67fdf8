//! Where cards and decks come from: the built-in CORE set and the folders of the players.

use crate::cli::Source;
use crate::commands::{Failure, bad_input};
use crate::output::{WARN, paint};
pub use dejarik::Cards;
use dejarik::Playtest;

/// The CORE set together with the folders.
pub fn open(source: &Source) -> Result<Cards, Failure> {
    let playtest = if source.playtest { Playtest::Load } else { Playtest::LeaveOut };
    let mut cards = Cards::core();
    for folder in &source.folders {
        let more = Cards::folder_with(folder, playtest).map_err(bad_input)?;
        for clash in cards.add(more) {
            anstream::eprintln!("{}", paint(WARN, &clash.to_string()));
        }
    }
    Ok(cards)
}
