//! Compiling all cards of a folder. `DEJARIK_CARDS` names the folder; otherwise the CORE set is used.

use cards::plugin::{Playtest, Plugin};
use dejarik_lang::{Lexicon, compile_card};
use divan::Bencher;
use std::path::PathBuf;

fn main() {
    divan::main();
}

fn folder() -> PathBuf {
    std::env::var_os("DEJARIK_CARDS").map_or_else(
        || {
            eprintln!("DEJARIK_CARDS is not set: the CORE set is compiled");
            PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../cards/core"))
        },
        PathBuf::from,
    )
}

/// Every card of the folder, the lexicon included.
#[divan::bench(sample_count = 5)]
fn all_cards(bencher: Bencher) {
    let plugin = Plugin::load(&folder(), Playtest::Load).unwrap();
    bencher.bench(|| {
        let lexicon = Lexicon::of(&plugin.collection);
        plugin.collection.printings().filter(|(_, card)| compile_card(card, &lexicon).is_exact()).count()
    });
}
