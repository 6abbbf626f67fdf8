//! Readers survive anything: arbitrary bytes and mutated real files. No panic, no hang, bounded memory.

use dejarik_cards::deck::Deck;
use dejarik_cards::format::Formats;
use dejarik_cards::keyword_file::KeywordFile;
use dejarik_cards::manifest::{FileList, PluginInfo, Uninstall, UpdateList, VersionFile};
use dejarik_cards::packs::PackDefinitions;
use dejarik_cards::search::Query;
use dejarik_cards::{Aliases, Collection, SetFile, Usage, core_set, keywords_in, script};
use proptest::prelude::*;
use std::path::PathBuf;
use std::{env, fs};

/// Every reader on the same bytes; what they answer does not matter, that they answer does.
fn read_everything(data: &[u8]) {
    let (set, _) = SetFile::read("XMP", data);
    assert_eq!(set.write(), data, "a set file is written back as it was read");
    let (collection, _) = Collection::new([&set]);
    let _ = Deck::read("x.dek", data);
    let _ = Deck::read("x.txt", data);
    let _ = Deck::read("x.json", data);
    let _ = FileList::read(data);
    let _ = PluginInfo::read(data);
    let _ = VersionFile::read(data);
    let _ = Uninstall::read(data);
    let _ = UpdateList::read(data);
    let _ = KeywordFile::read("keywords.txt", data);
    if let Ok((packs, _)) = PackDefinitions::read(data) {
        let _ = packs.check(&collection);
    }
    let text = String::from_utf8_lossy(data);
    let _ = Formats::read(&text);
    let _ = (Aliases::read(&text), keywords_in(&text), script::parse(&text), Usage::parse(&text));
    let _ = (collection.resolve(&text), collection.find(&text));
    if let Ok(query) = Query::parse(&text) {
        let _ = query.run(&collection);
    }
}

/// Files to mutate: our own, and the community's where they are present.
fn real_files() -> Vec<Vec<u8>> {
    let mut files =
        vec![core_set::SET.as_bytes()[..6_000].to_vec(), core_set::FORMATS.into(), core_set::PACKS.into()];
    files.extend(core_set::DECKS.iter().map(|(_, text)| text.as_bytes().to_vec()));
    if let Some(folder) = env::var_os("DEJARIK_CARDS").map(PathBuf::from) {
        for name in [
            "formats.txt",
            "plugininfo.txt",
            "ListOfCardDataFiles.txt",
            "packs/packdefinitions.xml",
            "sets/RO.txt",
        ] {
            if let Ok(data) = fs::read(folder.join(name)) {
                files.push(data[..data.len().min(8_000)].to_vec());
            }
        }
    }
    files
}

/// A change to a file: overwrite, insert, remove or repeat.
#[derive(Clone, Debug)]
enum Change {
    Overwrite(prop::sample::Index, u8),
    Insert(prop::sample::Index, Vec<u8>),
    Remove(prop::sample::Index, usize),
    Repeat(prop::sample::Index, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    let marks = prop::sample::select(vec![
        "<", ">", "&", "\"", "\t", "\n", "\r", "</deck>", "<!--", "]]>", "&#x0;", "\0", "\u{FEFF}",
    ]);
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Change::Overwrite(at, byte)),
        (at(), marks).prop_map(|(at, mark)| Change::Insert(at, mark.as_bytes().to_vec())),
        (at(), 1_usize..200).prop_map(|(at, len)| Change::Remove(at, len)),
        (at(), 1_usize..200).prop_map(|(at, len)| Change::Repeat(at, len)),
    ]
}

fn apply(data: &mut Vec<u8>, change: &Change) {
    if data.is_empty() {
        return;
    }
    match change {
        Change::Overwrite(at, byte) => {
            let at = at.index(data.len());
            data[at] = *byte;
        }
        Change::Insert(at, bytes) => {
            let at = at.index(data.len());
            data.splice(at..at, bytes.iter().copied());
        }
        Change::Remove(at, len) => {
            let at = at.index(data.len());
            let end = (at + len).min(data.len());
            data.drain(at..end);
        }
        Change::Repeat(at, len) => {
            let at = at.index(data.len());
            let part = data[at..(at + len).min(data.len())].to_vec();
            data.splice(at..at, part);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_are_survived(data in prop::collection::vec(any::<u8>(), 0..2_000)) {
        read_everything(&data);
    }

    #[test]
    fn arbitrary_lines_of_tabs_are_survived(text in "([A-Za-z0-9 (){}|>\\-\"*\t]{0,60}\n){0,12}") {
        read_everything(text.as_bytes());
    }

    #[test]
    fn mutated_real_files_are_survived(
        file in any::<prop::sample::Index>(),
        changes in prop::collection::vec(change(), 1..12),
    ) {
        let files = real_files();
        let mut data = file.get(&files).clone();
        changes.iter().for_each(|change| apply(&mut data, change));
        read_everything(&data);
    }
}

/// FORMATS.md 17.8: hostile files end in a clear message, at once.
#[test]
fn hostile_files_are_refused_at_once() {
    let nested = "<deck>".repeat(150_000);
    let bomb = format!(
        "<!DOCTYPE deck [{}]><deck version=\"0.8\"><superzone name=\"Deck\">&z;</superzone></deck>",
        (0..1_000).map(|i| format!("<!ENTITY e{i} \"{}\">", "&z;".repeat(20))).collect::<String>()
    );
    let many = format!(
        "<deck version=\"0.8\"><superzone name=\"Deck\">{}</superzone></deck>",
        "<card><name id=\"a\">A</name><set>B</set></card>".repeat(2_001)
    );
    let huge = vec![b' '; 2 << 20];
    let message = |data: &[u8]| Deck::read("x.dek", data).map(|_| ()).unwrap_err().to_string();
    assert!(message(nested.as_bytes()).contains("nested"), "{}", message(nested.as_bytes()));
    assert!(message(many.as_bytes()).contains("2000 cards"), "{}", message(many.as_bytes()));
    assert!(message(&huge).contains("1024 KiB"), "{}", message(&huge));
    let _ = Deck::read("x.dek", bomb.as_bytes());
}
