//! The community's card folder, when `DEJARIK_CARDS` names one: thousands of real cards.

use dejarik_cards::plugin::{Playtest, Plugin};
use dejarik_cards::{Found, Resolved, SetFile, Severity};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn folder() -> Option<PathBuf> {
    let folder = env::var_os("DEJARIK_CARDS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: DEJARIK_CARDS is not set");
    }
    folder
}

fn set_files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder.join("sets")).expect("a folder `sets`");
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_string(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// Conformance 1 of FORMATS.md section 17.
#[test]
fn every_set_file_is_written_back_byte_for_byte() {
    let Some(folder) = folder() else { return };
    let mut rows = 0;
    for (code, data) in set_files(&folder) {
        let (set, findings) = SetFile::read(&code, &data);
        assert!(set.write() == data, "{code} differs");
        assert!(findings.iter().all(|finding| finding.severity != Severity::Error), "{findings:?}");
        rows += set.rows().count();
    }
    assert!(rows >= 9_835, "{rows} rows");
}

#[test]
fn every_row_becomes_a_card_and_every_name_is_found_again() {
    let Some(folder) = folder() else { return };
    let plugin = Plugin::load(&folder, Playtest::Load).unwrap();
    let all = &plugin.collection;
    assert_eq!(all.len(), plugin.sets.iter().map(|set| set.rows().count()).sum::<usize>());
    for (id, card) in all.printings() {
        assert_eq!(all.resolve(card.name.full()), Resolved::Exact(id), "{}", card.name.full());
        assert_eq!(all.find(card.name.full()), Found::One(id), "no two names are spoken alike");
        assert_eq!(all.by_image(&card.image), Some(id));
    }
}

/// FORMATS.md section 3: the rows that differ only by the mark of a printing.
#[test]
fn printings_form_groups_that_count_as_one_card() {
    let Some(folder) = folder() else { return };
    let plugin = Plugin::load(&folder, Playtest::Load).unwrap();
    let all = &plugin.collection;
    let groups: Vec<usize> =
        all.cards().map(|card| all.printings_of(card).len()).filter(|printings| *printings > 1).collect();
    assert!((780..=800).contains(&groups.len()), "{} groups", groups.len());
    assert!((1_670..=1_700).contains(&groups.iter().sum::<usize>()), "{} rows", groups.iter().sum::<usize>());
}

/// FORMATS.md 2.1 and 5, measured on the reference data.
#[test]
fn types_sides_and_marks_are_those_of_the_reference_data() {
    let Some(folder) = folder() else { return };
    let plugin = Plugin::load(&folder, Playtest::Load).unwrap();
    let mut types: HashMap<&str, usize> = HashMap::new();
    for (_, card) in plugin.collection.printings() {
        *types.entry(card.card_type.word()).or_default() += 1;
    }
    let counts = ["Unit", "Subordinate", "Battle", "Mission", "Trap", "Campaign", "Location", "Equipment"];
    let found: Vec<usize> = counts.iter().map(|word| types[word]).collect();
    assert_eq!(found, [6013, 552, 802, 579, 179, 127, 531, 726]);
    let banned = plugin.collection.printings().filter(|(_, card)| !card.usage.marks.is_empty()).count();
    assert!(banned >= 60, "{banned} cards with marks");
}

/// FORMATS.md 9.2: files that the list has forgotten but a format names are loaded all the same.
#[test]
fn sets_that_a_format_names_are_loaded_without_being_listed() {
    let Some(folder) = folder() else { return };
    let released = Plugin::load(&folder, Playtest::LeaveOut).unwrap();
    let list = released.list.as_ref().expect("a list of files");
    let unlisted: Vec<&str> =
        released.sets.iter().map(|set| set.code.as_str()).filter(|code| !list.lists(code)).collect();
    assert_eq!(unlisted, ["LOTA", "TMR", "YV"]);
    assert_eq!(released.left_out, Vec::<String>::new());
}

#[test]
fn the_lint_finds_the_known_faults_of_the_reference_data() {
    let Some(folder) = folder() else { return };
    let plugin = Plugin::load(&folder, Playtest::Load).unwrap();
    let findings = dejarik_cards::lint::lint(&plugin);
    let count = |code: &str| findings.iter().filter(|finding| finding.code == code).count();
    let known = [
        ("absent-set", 1),
        ("set-not-listed", 3),
        ("stray-byte", 2),
        ("junk-script", 1),
        ("odd-quotes", 32),
        ("irregular-name", 90),
        ("misspelt-subtype", 30),
        ("stray-blanks", 25),
        ("spawn-unknown", 1),
        ("control-character", 12),
        ("irregular-mark", 1),
        ("bad-number", 1),
        ("missing-statistic", 2),
        ("missing-cost", 4),
        ("lost-character", 20),
        ("pipe-blanks", 50),
        ("arrow-shape", 26),
        ("single-quotes", 5),
        ("empty-ability", 1),
        ("unknown-keyword", 4),
        ("deck-stale-id", 2),
    ];
    for (code, at_least) in known {
        assert!(count(code) >= at_least, "{code}: {} found, expected {at_least} or more", count(code));
    }
    assert!(findings.iter().all(|finding| !finding.cure.is_empty() && !finding.message.is_empty()));
}
