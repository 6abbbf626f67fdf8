//! What was read can be written, and what was written is read as the same: over CORE and over the players' folder.

use cards::plugin::{Playtest, Plugin};
use cards::{Collection, core_set};
use dejarik_lang::{Lexicon, Setting, compile_card, compile_text, render};
use std::path::Path;
use vocab::CardType;

/// Every compiled card whose canonical English does not compile to the same abilities.
fn faults(collection: &Collection) -> Vec<String> {
    let lexicon = Lexicon::of(collection);
    let mut faults = Vec::new();
    for (_, printing) in collection.printings() {
        if printing.card_type == CardType::Reminder {
            continue;
        }
        let compiled = compile_card(printing, &lexicon);
        if !compiled.is_exact() {
            continue;
        }
        let setting = Setting::of(printing, &lexicon);
        let abilities = compiled.abilities();
        match render(&abilities, &setting, &lexicon) {
            Err(reason) => faults.push(format!("{}: {reason}", printing.name.full())),
            Ok(english) => {
                let again = compile_text(&english, &setting, &lexicon);
                if !again.is_exact() || again.abilities() != abilities {
                    faults.push(format!("{}: {english}", printing.name.full()));
                }
            }
        }
    }
    faults
}

#[test]
fn every_core_card_is_read_and_comes_back() {
    let plugin = core_set::plugin();
    let lexicon = Lexicon::of(&plugin.collection);
    for (_, printing) in plugin.collection.printings() {
        let compiled = compile_card(printing, &lexicon);
        let unread: Vec<&str> = compiled.unread().map(|(clause, _)| clause.text.as_str()).collect();
        assert!(unread.is_empty(), "{}: {unread:?}", printing.name.full());
    }
    let faults = faults(&plugin.collection);
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_compiled_card_of_the_folder_comes_back() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let plugin = Plugin::load(Path::new(&folder), Playtest::Load).expect("the folder loads");
    let faults = faults(&plugin.collection);
    assert!(faults.is_empty(), "{} faults\n{:#?}", faults.len(), &faults[..faults.len().min(200)]);
}
