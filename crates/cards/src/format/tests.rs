//! Tests of formats and legality.

use super::{Format, Formats, Legality, LegalitySource, legality};
use crate::set_file::Row;
use crate::{Collection, SetFile};

const TEXT: &str = "<formatdefinitions>\n\n<format>\n<label>Standard</label>\n<set>XMP</set>\n</format>\n\n\
    <format>\n<label>REP/CW - Republic</label>\n<set>FAR</set>\n</format>\n\n</formatdefinitions>\n";

/// Rows of name, set, usage and tags.
fn collection(rows: &[(&str, &str, &str, &str)]) -> Collection {
    let mut sets = ["XMP", "FAR"].map(SetFile::new);
    for (i, (name, set, usage, tags)) in rows.iter().enumerate() {
        let image = format!("{set}{i}");
        let mut fields = [""; 17];
        (fields[0], fields[1], fields[2], fields[3], fields[4]) = (name, set, &image, "L", "Battle");
        (fields[12], fields[15]) = (usage, tags);
        let place = sets.iter().position(|file| file.code == *set).unwrap();
        sets[place].push(Row::new(fields).unwrap());
    }
    Collection::new(&sets).0
}

fn explained(cards: &Collection, name: &str, format: &str) -> String {
    let (formats, _) = Formats::read(TEXT).unwrap();
    let format = formats.get(format).unwrap();
    let card = cards.card_of(cards.resolve(name).printing().unwrap());
    legality(cards, card, format).explain(cards, format)
}

#[test]
fn formats_are_read_and_written() {
    let (formats, findings) = Formats::read(TEXT).unwrap();
    assert_eq!(findings, []);
    assert_eq!(formats.write(), TEXT);
    let windows = TEXT.replace('\n', "\r\n");
    assert_eq!(Formats::read(&windows).unwrap().0.write(), windows);
    assert_eq!(
        formats.iter().map(|format| &*format.name).collect::<Vec<_>>(),
        ["Standard", "REP/CW - Republic", "Open"]
    );
    assert_eq!(formats.get("standard").unwrap().source, LegalitySource::TagOrSets("STAND".into()));
}

#[test]
fn a_format_is_found_by_label_and_short_code_and_otherwise_suggested() {
    let (formats, _) = Formats::read(TEXT).unwrap();
    for name in ["rep/cw - republic", "REP/CW", "cw", "Rep", "republic"] {
        assert_eq!(formats.get(name).unwrap().sets, ["FAR"], "{name}");
    }
    assert_eq!(formats.get("OPEN").unwrap(), &Format::open());
    let near = formats.get("Standrad").unwrap_err().to_string();
    assert_eq!(near, "there's no format `Standrad`; did you mean Standard?");
    assert_eq!(formats.get("quite another").unwrap_err().near.len(), 3);
}

#[test]
fn a_format_may_say_which_source_rules() {
    let text = "<formatdefinitions><format><label>Standard</label><source>tag NEW</source></format>\
        <format><label>A</label><source>tag X or sets</source><set>XMP</set></format>\
        <format><label>B</label><source>luck</source><set>XMP</set></format></formatdefinitions>";
    let (formats, findings) = Formats::read(text).unwrap();
    assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["format-source"]);
    assert_eq!(formats.get("standard").unwrap().source, LegalitySource::Tag("NEW".into()));
    let again = Formats::read(&formats.write()).unwrap().0;
    assert_eq!(again.get("A").unwrap().source, LegalitySource::TagOrSets("X".into()));
    assert_eq!(again.get("standard").unwrap().source, LegalitySource::Tag("NEW".into()));
}

#[test]
fn empty_double_and_nameless_formats_and_absent_sets_are_findings() {
    let text = "<formatdefinitions>\n<format><label>A</label></format>\n<format><label>B</label><set>GONE</set></format>\n\
        <format><label>b</label><set>XMP</set></format>\n<format><set>XMP</set></format>\n</formatdefinitions>";
    let (formats, findings) = Formats::read(text).unwrap();
    let found: Vec<(Option<u32>, &str)> =
        findings.iter().map(|finding| (finding.place.line, finding.code)).collect();
    let expected = [(Some(2), "empty-format"), (Some(4), "duplicate-format"), (Some(5), "format-shape")];
    assert_eq!(found, expected);
    let absent = formats.absent_sets(&collection(&[("Old Mill", "XMP", "", "")]));
    assert_eq!(absent.len(), 1);
    assert_eq!(
        absent[0].to_string(),
        "formats.txt:3: the format `B` names the set GONE, which has no cards here (load the set, or correct its code)"
    );
    assert_eq!(Formats::read("<formats/>").unwrap_err().line, 1);
}

#[test]
fn any_printing_makes_a_card_legal_and_the_source_is_told() {
    // 403.1, and FORMATS.md 5: the card's tag or a listed set.
    let cards = collection(&[
        ("Old Mill", "FAR", "", ""),
        ("Old Mill (Promo)", "XMP", "", ""),
        ("Tagged", "FAR", "", "REB, STAND"),
        ("Both", "XMP", "", "STAND"),
        ("Neither", "FAR", "", "REB"),
    ]);
    assert_eq!(explained(&cards, "Old Mill", "Standard"), "legal by set XMP (Old Mill (Promo))");
    assert_eq!(explained(&cards, "Tagged", "Standard"), "legal by tag STAND (Tagged)");
    assert_eq!(explained(&cards, "Both", "Standard"), "legal by tag STAND (Both) and set XMP (Both)");
    assert_eq!(explained(&cards, "Neither", "Standard"), "not in the format");
    assert_eq!(explained(&cards, "Neither", "CW"), "legal by set FAR (Neither)");
    assert_eq!(explained(&cards, "Neither", "Open"), "legal by all sets");
}

#[test]
fn marks_hold_in_their_formats_for_every_printing_of_the_card() {
    // 403.2; a ban is told before anything else.
    let cards = collection(&[
        ("Dice", "XMP", "", ""),
        ("Dice (Promo)", "XMP", "*BANNED:Standard", ""),
        ("Fuse", "XMP", "*RESTRICTED:REP | *RESTRICTED:Standard", ""),
        ("Coin", "FAR", "*BANNED", ""),
    ]);
    assert_eq!(explained(&cards, "Dice", "Standard"), "banned by *BANNED:Standard");
    assert_eq!(explained(&cards, "Dice", "Open"), "legal by all sets");
    assert_eq!(
        explained(&cards, "Fuse", "Standard"),
        "restricted by *RESTRICTED:Standard, legal by set XMP (Fuse)"
    );
    assert_eq!(explained(&cards, "Fuse", "CW"), "not in the format");
    assert_eq!(explained(&cards, "Coin", "Standard"), "banned by *BANNED");
    let coin = cards.card_of(cards.resolve("Coin").printing().unwrap());
    assert!(matches!(legality(&cards, coin, &Format::open()), Legality::Banned(_)));
}
