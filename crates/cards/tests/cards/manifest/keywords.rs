//! Keyword files (FORMATS.md section 11).

use super::codes;
use dejarik_cards::keyword_file::{Definition, FILE, KeywordFile};

const TWO: &str = "Evade\t**Evade X:** Pay 1 Force \u{a7} prevent \u{2013} up to X damage. *Example: X is 2.*\n\
    Pilot\t**Pilot:** Written as \">o< [subtype] Pilot\".\n";

fn read(text: &[u8]) -> (KeywordFile, Vec<&'static str>) {
    let (file, findings) = KeywordFile::read(FILE, text).unwrap();
    (file, codes(&findings))
}

#[test]
fn a_definition_has_a_heading_and_plain_text() {
    let (file, findings) = read(TWO.as_bytes());
    assert!(findings.is_empty());
    let evade = file.definition("evade").unwrap();
    assert_eq!((evade.name(), evade.heading()), ("Evade", "Evade X"));
    assert_eq!(evade.text(), "Pay 1 Force -> prevent \u{2013} up to X damage. Example: X is 2.");
    assert_eq!(file.definition("PILOT").unwrap().text(), "Written as \"[Pilot] [subtype] Pilot\".");
    assert_eq!(file.write(), TWO.as_bytes());
}

#[test]
fn look_up_ignores_case_and_knows_how_people_type() {
    let (file, _) = read(TWO.as_bytes());
    for typed in ["Evade", "EVADE", " evade ", "Evade 2", "eva"] {
        assert_eq!(file.definition(typed).map(Definition::name), Some("Evade"), "{typed}");
    }
    assert_eq!(file.definition("Stun"), None);
    assert_eq!(file.definition(""), None);
}

#[test]
fn headings_of_every_shape_are_read() {
    let heading = |markdown: &str| Definition::new("Name", markdown).heading().to_string();
    assert_eq!(heading("**Bounty: [bonus]:** Text."), "Bounty: [bonus]");
    assert_eq!(heading("**Adapt: [First/Second... effect]** Text."), "Adapt: [First/Second... effect]");
    assert_eq!(heading("**Stun X**: Text."), "Stun X");
    assert_eq!(heading("Text without marks."), "Name");
    assert_eq!(Definition::new("N", "**N**: Text.").text(), "Text.");
    // A lone star is a statistic, not a mark.
    assert_eq!(Definition::new("N", "**N:** A power of * counts as 0.").text(), "A power of * counts as 0.");
}

#[test]
fn utf_8_is_never_read_as_latin_1_and_other_bytes_are_windows_1252() {
    let mixed = [TWO.as_bytes(), b"Stun\t**Stun X:** Pay \xA7 \x96X power.\r\n"].concat();
    let (file, findings) = read(&mixed);
    assert_eq!(findings, ["stray-byte"]);
    assert_eq!(file.definition("Stun").unwrap().text(), "Pay -> \u{2013}X power.");
    assert!(file.definition("Evade").unwrap().text().contains("-> prevent \u{2013}"));
    let with_mark = [b"\xEF\xBB\xBF".as_slice(), TWO.as_bytes()].concat();
    assert_eq!(read(&with_mark), read(TWO.as_bytes()));
    assert_eq!(read(&file.write()).0, file);
}

#[test]
fn lines_that_define_nothing_are_named() {
    let text = format!(
        "{TWO}\nno tab here\n\t**No name:** x\nArmor\t**Armor:**\nStun\tno heading\nevade\t**E:** again\n"
    );
    let (file, findings) = KeywordFile::read("my.tsv", text.as_bytes()).unwrap();
    let said: Vec<_> = findings.iter().map(|f| (f.code, f.place.to_string())).collect();
    let expected = [
        ("keyword-line", "my.tsv:4"),
        ("keyword-line", "my.tsv:5"),
        ("keyword-line", "my.tsv:6"),
        ("no-heading", "my.tsv:7"),
        ("duplicate-keyword", "my.tsv:8"),
    ];
    assert_eq!(said, expected.map(|(code, place)| (code, place.to_string())));
    assert_eq!(file.definitions().len(), 3);
}

#[test]
fn the_file_and_our_keywords_must_agree() {
    let (file, _) = read(format!("{TWO}Juggle\t**Juggle X:** Nonsense.\n").as_bytes());
    let findings = file.check(FILE);
    assert_eq!(findings[0].place.to_string(), "keywords.txt:3");
    assert_eq!(findings[0].code, "unknown-keyword");
    assert_eq!(
        findings.iter().filter(|f| f.code == "missing-keyword").count(),
        vocab::Keyword::all().len() - 2
    );
    let all = vocab::Keyword::all().map(|keyword| Definition::new(keyword.name(), "**X:** Text.")).collect();
    assert_eq!(KeywordFile::new(all).check(FILE), []);
}
