//! Loading and indexing a folder of cards. `DEJARIK_CARDS` names the folder; otherwise the CORE set is used.

use dejarik_cards::plugin::{Playtest, Plugin};
use dejarik_cards::{core_set, lint};
use divan::Bencher;
use std::path::PathBuf;

fn main() {
    divan::main();
}

fn folder() -> PathBuf {
    std::env::var_os("DEJARIK_CARDS").map_or_else(
        || {
            eprintln!("DEJARIK_CARDS is not set: the CORE set is loaded");
            PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/core"))
        },
        PathBuf::from,
    )
}

/// Reading all set files of the folder and indexing every card.
#[divan::bench]
fn load_folder(bencher: Bencher) {
    let folder = folder();
    bencher.bench(|| Plugin::load(&folder, Playtest::Load).unwrap());
}

/// The built-in set, which every command without `--cards` loads.
#[divan::bench]
fn load_core() -> Plugin {
    core_set::plugin()
}

/// All checks of `cards lint`.
#[divan::bench]
fn lint_folder(bencher: Bencher) {
    let plugin = Plugin::load(&folder(), Playtest::Load).unwrap();
    bencher.bench(|| lint::lint(&plugin));
}

/// Names as people type them, the misspelt ones included.
#[divan::bench(args = ["vader b2", "general grievus", "falcon", "xyzzy"])]
fn find_by_name(bencher: Bencher, typed: &str) {
    let plugin = Plugin::load(&folder(), Playtest::Load).unwrap();
    bencher.bench(|| plugin.collection.find(typed));
}
