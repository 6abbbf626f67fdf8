//! The ratchet: no card that was understood is lost while its text stays the same.

use cards::plugin::{Playtest, Plugin};
use dejarik_lang::ledger::{Change, Ledger};
use std::path::Path;

#[test]
fn no_card_leaves_the_ledger() {
    let kept =
        Ledger::parse(include_str!("../../ledger.tsv")).expect("the ledger of the repository is sound");
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let plugin = Plugin::load(Path::new(&folder), Playtest::Load).expect("the folder loads");
    let changes = Ledger::of(&plugin.collection).since(&kept);
    let of = |wanted: Change| -> Vec<&str> {
        changes.iter().filter(|(change, _)| *change == wanted).map(|(_, id)| id.as_str()).collect()
    };
    let otherwise = of(Change::ReadOtherwise);
    if !otherwise.is_empty() {
        eprintln!(
            "{} cards are read otherwise than the ledger says; review them: {otherwise:#?}",
            otherwise.len()
        );
    }
    let lost = of(Change::Lost);
    assert!(
        lost.is_empty(),
        "{} cards are no longer understood; `cargo xtask ledger` if that is right: {lost:#?}",
        lost.len()
    );
}
