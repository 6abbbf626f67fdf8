//! Inside a phrase, too, two readings are a stated preference: no order in the grammar decides unnoticed.

use cards::plugin::{Playtest, Plugin};
use cards::{Collection, core_set};
use dejarik_lang::{Lexicon, PREFERENCES, Setting, compile_card, other_readings, render};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What was found in a collection.
#[derive(Default)]
struct Found {
    /// Readings that no preference speaks of: the phrase, how often, and examples.
    unstated: BTreeMap<&'static str, (usize, String)>,
    /// The preferences that decided something: phrase and what it's preferred to.
    used: BTreeSet<(&'static str, &'static str)>,
}

/// Looks for other readings of every clause that is read, each wording once.
fn look(collection: &Collection) -> Found {
    let lexicon = Lexicon::of(collection);
    let mut seen = BTreeSet::new();
    let mut clauses = Vec::new();
    for (_, printing) in collection.printings() {
        for clause in compile_card(printing, &lexicon).clauses {
            if clause.outcome.is_ok() && seen.insert(clause.text.clone()) {
                clauses.push((clause, printing));
            }
        }
    }
    let found = Mutex::new(Found::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((clause, printing)) = clauses.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let setting = Setting::of(printing, &lexicon);
                    for other in other_readings(&clause.text, &setting, &lexicon) {
                        let mut found = found.lock().expect("nobody panicked");
                        match other.preference {
                            Some(preference) => {
                                found.used.insert((preference.phrase, preference.over));
                            }
                            None => {
                                let entry = found.unstated.entry(other.phrase).or_default();
                                entry.0 += 1;
                                if entry.0 <= 3 {
                                    let english = render(&other.abilities, &setting, &lexicon);
                                    let english = english.unwrap_or_else(|error| error.to_string());
                                    entry.1.push_str(&format!("\n  {}\n    not {english}", clause.text));
                                }
                            }
                        }
                    }
                }
            });
        }
    });
    found.into_inner().expect("nobody panicked")
}

fn assert_stated(found: &Found) {
    let list: Vec<String> =
        found.unstated.iter().map(|(phrase, (n, examples))| format!("{phrase} ({n}){examples}")).collect();
    assert!(list.is_empty(), "readings by the order of the grammar alone:\n{}", list.join("\n"));
}

#[test]
fn every_choice_in_core_is_stated() {
    assert_stated(&look(&core_set::plugin().collection));
}

#[test]
fn every_choice_in_the_folder_is_stated() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let plugin = Plugin::load(Path::new(&folder), Playtest::Load).expect("the folder loads");
    let found = look(&plugin.collection);
    assert_stated(&found);
    let stated: BTreeSet<_> = PREFERENCES.iter().map(|stated| (stated.phrase, stated.over)).collect();
    let idle: Vec<_> = stated.difference(&found.used).collect();
    assert!(idle.is_empty(), "preferences that decide nothing: {idle:#?}");
}

/// A text that the order of the grammar decides: both readings are found, and the reason for the first.
#[test]
fn a_second_reading_is_found_with_its_reason() {
    let lexicon = Lexicon::of(&core_set::plugin().collection);
    let setting = Setting::new(vocab::CardType::Battle, "Two at Once", &lexicon);
    let text = "One of your units gets +1 power and +1 health for each of your Droids until end of turn.";
    let others = other_readings(text, &setting, &lexicon);
    let reasons: Vec<&str> = others.iter().filter_map(|other| Some(other.preference?.reason)).collect();
    assert_eq!(reasons, ["\"for each\" multiplies every bonus in front of it (rule 1313.1)"], "{others:#?}");
    assert!(other_readings("Draw a card.", &setting, &lexicon).is_empty());
}
