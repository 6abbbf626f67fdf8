//! Hostile input ends in a clear message: arbitrary bytes, huge files, deep tags, entity bombs.

use dejarik_cards::keyword_file::{KeywordFile, MAX_KEYWORD_FILE};
use dejarik_cards::manifest::{
    FileList, ManifestError, PluginInfo, Reading, Uninstall, UpdateList, VersionFile,
};
use dejarik_cards::packs::PackDefinitions;
use proptest::prelude::*;

fn keyword_file(data: &[u8]) -> Reading<KeywordFile> {
    KeywordFile::read("keywords.txt", data)
}

/// Reads; what could be read is written and read again, and must be the same.
fn round<T: PartialEq + std::fmt::Debug>(
    data: &[u8],
    read: fn(&[u8]) -> Reading<T>,
    write: impl Fn(&T) -> Option<Vec<u8>>,
) {
    if let Ok((content, _)) = read(data)
        && let Some(written) = write(&content)
    {
        assert_eq!(read(&written).map(|(again, _)| again), Ok(content));
    }
}

fn every_reader(data: &[u8]) {
    round(data, FileList::read, |file| Some(file.write()));
    round(data, VersionFile::read, |file| Some(file.write()));
    round(data, Uninstall::read, |file| Some(file.write()));
    round(data, PluginInfo::read, |file| Some(file.write()));
    round(data, PackDefinitions::read, |file| Some(file.write()));
    round(data, keyword_file, |file| Some(file.write()));
    // Bytes of Windows-1252 may by accident be UTF-8; a list in ASCII has only one meaning.
    round(data, UpdateList::read, |file| file.write().ok().filter(|bytes| bytes.is_ascii()));
}

const ROOTS: [&str; 5] = ["plugin", "listofcarddatafiles", "version", "uninstall", "packdefinitions"];

const WORDS: [&str; 40] = [
    "<pluginversion>",
    "</pluginversion>",
    "2026.05.03",
    "260503",
    "05-03-26",
    "<label>",
    "</label>",
    "<deckzone>",
    "</deckzone>",
    "<gamezone>",
    "</gamezone>",
    "<phase>",
    "</phase>",
    "<cardfunction>",
    "</cardfunction>",
    "yes",
    "4",
    "<filetoinclude>",
    "</filetoinclude>",
    "XMP.txt",
    "<removepath>",
    "</removepath>",
    "<message>",
    "</message>",
    "<pack>",
    "</pack>",
    "<chance>",
    "</chance>",
    "<kind>",
    "</kind>",
    "<qty>",
    "</qty>",
    "&amp;",
    "&#129;",
    "&x;",
    "\t",
    "\n",
    "CardImageURLs:",
    "**Evade:** text",
    "a/b.jpg",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(data in prop::collection::vec(any::<u8>(), 0..300)) {
        every_reader(&data);
        for root in ROOTS {
            every_reader(&[b"<", root.as_bytes(), b">", &data, b"</", root.as_bytes(), b">"].concat());
        }
    }

    #[test]
    fn arbitrary_tags_never_panic(words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..30)) {
        let text = words.concat();
        every_reader(text.as_bytes());
        for root in ROOTS {
            every_reader(format!("<{root}>{text}</{root}>").as_bytes());
        }
    }

    #[test]
    fn any_text_in_a_file_survives_writing(text in "\\PC{0,40}") {
        let text = text.trim();
        let version = VersionFile { message: text.to_string(), ..VersionFile::default() };
        prop_assert_eq!(VersionFile::read(&version.write()).unwrap().0, version);
    }
}

fn reason<T: std::fmt::Debug>(reading: Reading<T>) -> String {
    let error: ManifestError = reading.unwrap_err();
    error.to_string()
}

#[test]
fn a_huge_file_is_refused_before_it_is_understood() {
    let huge = vec![b' '; (4 << 20) + 1];
    assert!(reason(PluginInfo::read(&huge)).starts_with("plugininfo.txt: larger than 4096 KiB"));
    assert!(reason(PackDefinitions::read(&huge)).starts_with("packs/packdefinitions.xml: larger than"));
    assert!(reason(UpdateList::read(&vec![b'a'; (16 << 20) + 1])).contains("larger than 16384 KiB"));
    assert!(reason(UpdateList::read(&b"a\n".repeat(200_000))).contains("more than 100000 lines"));
    assert!(reason(keyword_file(&vec![b'a'; MAX_KEYWORD_FILE + 1])).contains("larger than 1024 KiB"));
    assert!(reason(keyword_file(&b"a\n".repeat(20_000))).contains("more than 10000 lines"));
}

#[test]
fn floods_and_depths_of_tags_are_refused() {
    let flood = format!("<uninstall>{}</uninstall>", "<a/>".repeat(200_000));
    assert!(reason(Uninstall::read(flood.as_bytes())).contains("more than 100000 tags"));
    let attributes = format!("<version {}></version>", "a='' ".repeat(200_000));
    assert!(
        reason(VersionFile::read(attributes.as_bytes())).contains("more than 100000 tags and attributes")
    );
    let deep = format!("<plugin>{}", "<a>".repeat(90_000));
    assert!(reason(PluginInfo::read(deep.as_bytes())).contains("nested more than"));
}

#[test]
fn entities_are_never_expanded() {
    let bomb = "<!DOCTYPE version [<!ENTITY a \"xxxxxxxx\"><!ENTITY b \"&a;&a;\"><!ENTITY f SYSTEM \"file:///x\">]>\n\
        <version><message>&b; &f;</message></version>";
    assert_eq!(VersionFile::read(bomb.as_bytes()).unwrap().0.message, "&b; &f;");
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    assert_eq!(
        reason(VersionFile::read(b"<version>\n<message>\n")),
        "version.txt:3: <message> of line 2 isn't closed"
    );
    assert_eq!(reason(Uninstall::read(b"")), "uninstall.txt:1: expected <uninstall>");
    assert_eq!(reason(FileList::read(b"\xFF\xFE")), "ListOfCardDataFiles.txt:1: text outside of any element");
}

#[test]
fn control_characters_and_stray_bytes_are_reported() {
    let (file, findings) = VersionFile::read(
        b"<version>\n<lastupdateYYMMDD>260503</lastupdateYYMMDD><versionurl>u</versionurl>\
        <updateurl>u</updateurl>\n<message>Padm\xE9\x07!</message></version>",
    )
    .unwrap();
    assert_eq!(file.message, "Padm\u{e9}!");
    let said: Vec<_> = findings.iter().map(|f| (f.code, f.place.line.unwrap())).collect();
    assert_eq!(said, [("stray-byte", 3), ("control-character", 3)]);
}
