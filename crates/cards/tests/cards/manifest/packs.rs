//! packs/packdefinitions.xml (FORMATS.md 9.4) with cards of our own.

use super::codes;
use dejarik_cards::packs::{Eval, Field, PackDefinitions, Problem};
use dejarik_cards::set_file::HEADER;
use dejarik_cards::{Collection, SetFile};

fn cards() -> Collection {
    let row = |name: &str, kind: &str, rarity: &str, tags: &str, draft: &str| {
        format!("{name}\tXMP\t{name}\tL\t{kind}\t\t1\t10\t1\t1\t{rarity}\t1\t\tText.\t\t{tags}\t{draft}\n")
    };
    let rows = [
        row("Ash", "Character", "C", "REB, STAND", "UC"),
        row("Birch", "Space/Ground", "C", "REB", "UC"),
        row("Cedar", "Mission - Trap", "C", "STAND", "UR"),
        row("Elm", "Event", "R", "CW", "NR"),
        row("Fir", "Resource", "R", "CW", ""),
    ];
    let (set, findings) = SetFile::read("XMP", format!("{HEADER}\n{}", rows.concat()).as_bytes());
    assert_eq!(findings, []);
    Collection::new([&set]).0
}

fn crit(field: &str, eval: &str, data: &str) -> String {
    format!("<field>{field}</field><eval>{eval}</eval><data>{data}</data>")
}

fn kind(qty: &str, crit: &str) -> String {
    format!("<kind><qty>{qty}</qty><crit>{crit}</crit></kind>")
}

fn pack(common: &str, chances: &[String]) -> PackDefinitions {
    let chances: String = chances.iter().map(|kinds| format!("<chance>{kinds}</chance>")).collect();
    let text = format!(
        "<packdefinitions version=\"1.0\">\n<pack><packtitle>Trees</packtitle><packimage>XMP</packimage>\
        <packkind>Pack</packkind><packformat>Sealed</packformat><packcommoncrit>{common}</packcommoncrit>\
        {chances}</pack></packdefinitions>"
    );
    let (packs, findings) = PackDefinitions::read(text.as_bytes()).unwrap();
    assert_eq!(findings, []);
    assert_eq!(PackDefinitions::read(&packs.write()).unwrap(), (packs.clone(), vec![]));
    packs
}

/// The names of the cards that fulfil one criterion.
fn fulfil(field: &str, eval: &str, data: &str) -> Vec<String> {
    let cards = cards();
    let packs = pack(&crit(field, eval, data), &[]);
    packs.packs[0].base(&cards).into_iter().map(|id| cards.get(id).name.full().to_string()).collect()
}

#[test]
fn criteria_compare_columns_ignoring_case() {
    assert_eq!(fulfil("Set", "IS", "xmp").len(), 5);
    assert_eq!(fulfil("Set", "DOESNTCONTAIN", "mp").len(), 0);
    assert_eq!(fulfil("Rarity", "IS", "r"), ["Elm", "Fir"]);
    assert_eq!(fulfil("Type", "DOESNTCONTAIN", "event"), ["Ash", "Birch", "Cedar", "Fir"]);
    assert_eq!(fulfil("Type", "CONTAINS", "ground"), ["Birch"]);
    assert_eq!(fulfil("Type", "IS", "Mission - Trap"), ["Cedar"]);
    assert_eq!(fulfil("Classification", "CONTAINS", "stand"), ["Ash", "Cedar"]);
    assert_eq!(fulfil("DraftRarity", "CONTAINS", "U"), ["Ash", "Birch", "Cedar"]);
    assert_eq!(fulfil("draftrarity", "is", ""), ["Fir"]);
}

#[test]
fn a_pack_holds_what_its_kinds_say() {
    let cards = cards();
    let kinds = [kind("2", &crit("Rarity", "IS", "C")), kind("1", &crit("Rarity", "IS", "R"))].concat();
    let packs = pack(&crit("Set", "IS", "XMP"), &[kinds]);
    assert_eq!(packs.check(&cards), []);
    let pack = packs.get(" trees ").unwrap();
    for first in 0..3 {
        for second in 0..2 {
            // One chance only: nobody is asked to choose it. A number out of range is brought into it.
            let mut script = [first, second, 4].into_iter();
            let mut asked = Vec::new();
            let opened = pack
                .open(&cards, &mut |n| {
                    asked.push(n);
                    script.next().unwrap()
                })
                .unwrap();
            assert_eq!(asked, [3, 2, 2]);
            let rarities: Vec<&str> = opened.iter().map(|id| &*cards.get(*id).rarity).collect();
            assert_eq!(rarities, ["C", "C", "R"]);
            assert_ne!(opened[0], opened[1], "no repetition within a kind");
        }
    }
}

#[test]
fn one_of_several_chances_is_opened() {
    let cards = cards();
    let chances = [kind("3", &crit("Rarity", "IS", "C")), kind("2", &crit("Rarity", "IS", "R"))];
    let packs = pack(&crit("Set", "IS", "XMP"), &chances);
    let sizes = [0, 1].map(|chance| packs.packs[0].open(&cards, &mut |_| chance).unwrap().len());
    assert_eq!(sizes, [3, 2]);
}

#[test]
fn an_impossible_pack_is_reported_and_not_opened_short() {
    let cards = cards();
    let good = || kind("1", &crit("Rarity", "IS", "C"));
    let set = crit("Set", "IS", "XMP");
    let cases = [
        (pack(&set, &[]), "pack-content"),
        (pack(&set, &[good(), String::new()]), "pack-content"),
        (pack(&set, &[kind("0", &crit("Rarity", "IS", "C"))]), "pack-quantity"),
        (pack(&set, &[kind("4", &crit("Rarity", "IS", "C"))]), "small-pool"),
        (pack(&set, &[good(), kind("1", &crit("Rarity", "IS", "U"))]), "empty-pool"),
        (pack(&crit("Set", "IS", "CAD"), &[good()]), "unknown-set"),
        (pack(&crit("Colour", "IS", "red"), &[good()]), "pack-field"),
        (pack(&crit("Set", "RHYMESWITH", "XMP"), &[good()]), "pack-eval"),
    ];
    for (packs, code) in cases {
        let findings = packs.check(&cards);
        assert_eq!(codes(&findings), [code]);
        assert_eq!(findings[0].place.to_string(), "packs/packdefinitions.xml:2");
        let error = packs.packs[0].open(&cards, &mut |_| panic!("nothing is drawn")).unwrap_err();
        assert_eq!(error.problems[0].code(), code);
        assert_eq!(findings[0].message, error.to_string());
    }
}

#[test]
fn the_reason_names_criteria_and_numbers() {
    let packs = pack(&crit("Set", "IS", "xmp"), &[kind("7", &crit("Rarity", "IS", "C"))]);
    let error = packs.packs[0].open(&cards(), &mut |_| 0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the pack `Trees` can't be opened: it needs 7 with Set IS xmp and Rarity IS C, and there are only 3"
    );
    assert!(matches!(error.problems[..], [Problem::SmallPool { needs: 7, has: 3, .. }]));
}

#[test]
fn what_is_tolerated_is_reported() {
    let text = "<packdefinitions>\n<pack><packtitle>A</packtitle>\n<chance><weight>2</weight>\n\
        <kind><qty>many</qty></kind></chance></pack>\n<pack><packtitle>a</packtitle></pack>\n</packdefinitions>";
    let (packs, findings) = PackDefinitions::read(text.as_bytes()).unwrap();
    assert_eq!(codes(&findings), ["unknown-tag", "bad-quantity", "duplicate-title"]);
    assert_eq!(packs.packs[0].chances[0].kinds[0].quantity, 0);
    assert_eq!(PackDefinitions::read(&packs.write()).unwrap().0.packs, packs.packs);
}

#[test]
fn unknown_words_survive_writing() {
    let packs = pack(&crit("Colour", "RHYMESWITH", "a &lt; b"), &[]);
    let common = &packs.packs[0].common[0];
    assert_eq!(
        (&common.field, &common.eval),
        (&Field::Unknown("Colour".into()), &Eval::Unknown("RHYMESWITH".into()))
    );
    assert_eq!(common.data, "a < b");
}
