//! Readings forget nothing: every number, keyword, arena, subtype and named card of the print occurs in what is read
//! instead of it, or the reading says why not. Each is read whole, or says what is left to
//! the players, and stands for a print of its set.

use cards::plugin::{Playtest, Plugin};
use cards::{PrintMark, Printing, Reading, Readings};
use dejarik_lang::{Lexicon, compile_card, left_out, reading_files};
use std::collections::BTreeSet;
use std::path::Path;

/// What a reading without this leaves to the players.
const BY_HAND: &str = "by hand";

/// The faults of one reading.
fn faults(reading: &Reading, set: &str, plugin: &Plugin, lexicon: &Lexicon) -> Vec<String> {
    let all = &plugin.collection;
    let Some(card) = all.card(&reading.card()) else { return vec!["no such card".into()] };
    let printings: Vec<&Printing> = all.printings_of(card).iter().map(|id| all.get(*id)).collect();
    let mut faults = Vec::new();
    if reading.name != printings[0].name.title() {
        faults.push(format!("it's called {}", printings[0].name.title()));
    }
    for mark in &reading.prints {
        if !printings.iter().any(|printing| PrintMark::of(&printing.text) == *mark) {
            faults.push(format!("no print has the mark {mark}"));
        }
    }
    let read: Vec<&&Printing> =
        printings.iter().filter(|printing| reading.prints.contains(&PrintMark::of(&printing.text))).collect();
    if !read.iter().any(|printing| *printing.set == *set) {
        faults.push(format!("{set} doesn't print it"));
    }
    let stated: BTreeSet<String> = reading.without.iter().map(|(word, _)| word.clone()).collect();
    let mut missing = BTreeSet::new();
    for printing in read {
        let compiled = compile_card(printing, lexicon);
        // A clause may be left to the players on purpose.
        missing.extend(compiled.unread().map(|_| BY_HAND.to_string()));
        missing.extend(left_out(&printing.text, &reading.text, printing.name.base(), lexicon));
    }
    faults.extend(missing.difference(&stated).map(|word| format!("it leaves out {word}")));
    faults.extend(stated.difference(&missing).map(|word| format!("it has {word}, and says it doesn't")));
    faults
}

#[test]
fn no_reading_forgets_what_is_printed() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let plugin = Plugin::load(Path::new(&folder), Playtest::Load).expect("the folder loads");
    let lexicon = Lexicon::of(&plugin.collection);
    let mut found = Vec::new();
    for (set, text) in reading_files() {
        for reading in Readings::read(text).0.iter() {
            let faults = faults(reading, set, &plugin, &lexicon);
            found.extend(faults.iter().map(|fault| format!("{set}, {}: {fault}", reading.name)));
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}
