//! The players' own files, where they are: `DEJARIK_CARDS` names the plugin folder, `DEJARIK_SEEDS` the seeds.

use super::codes;
use dejarik_cards::keyword_file::{FILE, KeywordFile};
use dejarik_cards::manifest::plugin_info::{PHASES, with_version};
use dejarik_cards::manifest::{Date, FileList, PluginInfo, release_check};
use dejarik_cards::packs::PackDefinitions;
use dejarik_cards::{Collection, SetFile};
use std::fs;
use std::path::PathBuf;

fn folder(variable: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: {variable} is not set");
    }
    folder
}

#[test]
fn plugininfo_has_nine_phases() {
    let Some(folder) = folder("DEJARIK_CARDS") else { return };
    let data = fs::read(folder.join("plugininfo.txt")).unwrap();
    let (info, findings) = PluginInfo::read(&data).unwrap();
    assert_eq!(findings, []);
    assert_eq!(info.check(), []);
    assert_eq!(info.phases, PHASES);
    assert_eq!(info.player_stats, ["Force", "Build"]);
    assert_eq!((info.deck_zones.len(), info.game_zones.len()), (4, 7));
    let targets: Vec<&str> =
        info.deck_zones.iter().map(|zone| info.game_zone_of(zone).unwrap().label.as_str()).collect();
    assert_eq!(targets, ["Deck", "Supply", "Sideboard", "Outside the game"]);
    assert_eq!(PluginInfo::read(&info.write()).unwrap(), (info.clone(), vec![]));
    assert_eq!(with_version(&data, info.version.unwrap()).unwrap(), data, "every other byte stays");
    assert!(info.version > Date::new(2026, 1, 1));
}

#[test]
fn the_list_of_set_files_is_written_back_byte_for_byte() {
    let Some(folder) = folder("DEJARIK_CARDS") else { return };
    let data = fs::read(folder.join("ListOfCardDataFiles.txt")).unwrap();
    let (list, findings) = FileList::read(&data).unwrap();
    assert_eq!(findings, []);
    assert_eq!(list.write(), data);
    assert_eq!(list.files.len(), 61);
    let sets = fs::read_dir(folder.join("sets")).unwrap().map(|entry| entry.unwrap().file_name());
    let playtest = sets.filter(|name| !list.files.iter().any(|file| name.as_os_str() == file.as_str()));
    assert_eq!(playtest.count(), 3, "playtest sets");
}

#[test]
fn the_plugin_folder_lacks_only_what_is_not_kept_here() {
    let Some(folder) = folder("DEJARIK_CARDS") else { return };
    let findings = release_check(&folder, None);
    let lacking: Vec<&str> = findings.iter().map(|finding| finding.place.file.as_str()).collect();
    assert_eq!(lacking, ["version.txt", "uninstall.txt", "updatelist.txt"]);
    assert_eq!(codes(&findings), ["missing-file"; 3]);
}

#[test]
fn all_packs_can_be_opened_or_are_reported() {
    let Some(folder) = folder("DEJARIK_CARDS") else { return };
    let (packs, findings) =
        PackDefinitions::read(&fs::read(folder.join("packs/packdefinitions.xml")).unwrap()).unwrap();
    assert_eq!(findings, []);
    assert_eq!(packs.packs.len(), 81);
    assert!(packs.packs.iter().all(|pack| pack.chances.len() == 1));
    assert_eq!(PackDefinitions::read(&packs.write()).unwrap(), (packs.clone(), vec![]));
    let list = FileList::read(&fs::read(folder.join("ListOfCardDataFiles.txt")).unwrap()).unwrap().0;
    let sets: Vec<SetFile> = list
        .codes()
        .map(|code| SetFile::read(code, &fs::read(folder.join(format!("sets/{code}.txt"))).unwrap()).0)
        .collect();
    let (cards, _) = Collection::new(&sets);
    let impossible = packs.check(&cards);
    for finding in &impossible {
        println!("{finding}");
    }
    let mut refused = 0;
    for pack in &packs.packs {
        let wanted: u32 = pack.chances[0].kinds.iter().map(|kind| kind.quantity).sum();
        match pack.open(&cards, &mut |n| n / 2) {
            Ok(opened) => assert_eq!(opened.len(), wanted as usize),
            Err(error) => {
                refused += 1;
                assert!(
                    impossible.iter().any(|finding| finding.message.contains(&format!("`{}`", error.title)))
                );
            }
        }
    }
    println!("{refused} of {} packs can't be opened", packs.packs.len());
    assert!(refused < 20, "most packs can be opened");
}

#[test]
fn the_keyword_file_defines_our_keywords() {
    let Some(folder) = folder("DEJARIK_SEEDS") else { return };
    let data = fs::read(folder.join("keywords-current.tsv")).unwrap();
    let (file, findings) = KeywordFile::read(FILE, &data).unwrap();
    assert_eq!(codes(&findings), Vec::<&str>::new());
    assert_eq!(file.definitions().len(), 61);
    assert_eq!(file.check(FILE), []);
    assert_eq!(file.write(), data);
    for definition in file.definitions() {
        let heading = definition.heading().to_lowercase();
        assert!(heading.starts_with(&definition.name().to_lowercase()), "{heading}");
        assert!(
            !definition.text().contains(['*', '\u{a7}']) && !definition.text().contains(">o<"),
            "{heading}"
        );
        assert!(vocab::Keyword::from_name(definition.name()).is_some(), "{heading}");
        assert_eq!(file.definition(&format!("{} 2", definition.name())), Some(definition));
    }
}
