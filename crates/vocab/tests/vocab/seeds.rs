//! Compares the keyword table with the glossaries of others, where somebody has them.
//!
//! Set `DEJARIK_SEEDS` to a folder with `keywords-current.tsv` and the four `sheet-*.txt`. The names and the
//! forms of the parameters must be the same; the sentences must not: facts carry over, sentences do not.
//! Without the variable these tests say that they were skipped.

use dejarik_vocab::keyword::Parameter;
use dejarik_vocab::{Edition, Keyword};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What a heading shows behind (or before) the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Bare,
    Number,
    Signed,
    Body,
    NumberAndBody,
}

/// Headings that do not show their form as the others do: edition, heading, what it stands for, why.
/// (Enhance brackets its effect and leaves out the cost: a body like the others, so it needs no entry.)
const IRREGULAR: [(Edition, &str, Form, &str); 6] = [
    (Edition::Current, "Switch", Form::Body, "the bracket stands behind the bold part"),
    (Edition::Current, "Resilience +/- 'X'", Form::Signed, "both signs before a quoted X"),
    (Edition::Current, "Pilot", Form::Body, "subtypes stand before the name, abilities behind it"),
    (Edition::Current, "INSERT", Form::Body, "the effect follows the colon without a bracket in the heading"),
    (Edition::Sheets, "INSERT", Form::Body, "the effect follows the colon without a bracket in the heading"),
    (Edition::Sheets, "Reduced Cost X", Form::NumberAndBody, "the condition is only spoken of in the text"),
];

/// The folder with the glossaries, or a note that there is none.
fn seeds() -> Option<PathBuf> {
    let folder = std::env::var_os("DEJARIK_SEEDS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: DEJARIK_SEEDS is not set");
    }
    folder
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The texts of the four older sheets.
fn sheets(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a readable folder").path()).collect();
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("sheet-") && name.ends_with(".txt")
    });
    assert_eq!(paths.len(), 4, "the older edition is on four sheets (rule 1801.1)");
    paths.iter().map(|path| read(path)).collect()
}

/// The headings of the current table: `Evade<tab>**Evade X:** text`.
fn current_headings(folder: &Path) -> BTreeMap<String, String> {
    let table = read(&folder.join("keywords-current.tsv"));
    let entry = |line: &str| {
        let (name, text) = line.split_once('\t').expect("name and text");
        let heading =
            text.strip_prefix("**").and_then(|rest| rest.split("**").next()).expect("a bold heading");
        (name.to_string(), heading.trim_end_matches(':').to_string())
    };
    table.lines().map(entry).collect()
}

/// The headings of a sheet: the text of an entry up to its class, `Evade X: A layered ability ...`.
fn sheet_headings(sheet: &str) -> BTreeMap<String, String> {
    let mut paragraphs = sheet.split("\n\n").map(str::trim).skip(1);
    let mut headings = BTreeMap::new();
    while let (Some(name), Some(text)) = (paragraphs.next(), paragraphs.next()) {
        let end = text.find(": A ").or_else(|| text.find(": An ")).expect("a class");
        headings.insert(name.to_string(), text[..end].to_string());
    }
    headings
}

fn form_of_heading(edition: Edition, name: &str, heading: &str) -> Form {
    if let Some((_, _, form, _)) = IRREGULAR.iter().find(|(e, h, _, _)| *e == edition && *h == heading) {
        return *form;
    }
    let (before, behind) =
        heading.split_once(name).unwrap_or_else(|| panic!("`{heading}` does not name {name}"));
    match (before, behind) {
        ("", "") => Form::Bare,
        ("", " X") => Form::Number,
        ("", " X/-X") => Form::Signed,
        ("", body) if body.starts_with(": [") && body.ends_with(']') => Form::Body,
        ("", body) if body.starts_with(" X: [") && body.ends_with(']') => Form::NumberAndBody,
        (subtype, "") if subtype.starts_with('[') => Form::Body,
        _ => panic!("`{heading}` is of no known form; is it irregular?"),
    }
}

fn form_of_parameter(parameter: Parameter) -> Form {
    match parameter {
        Parameter::None => Form::Bare,
        Parameter::Number => Form::Number,
        Parameter::SignedNumber => Form::Signed,
        Parameter::NumberAndCondition => Form::NumberAndBody,
        Parameter::Effect
        | Parameter::Ability
        | Parameter::Text
        | Parameter::Cost
        | Parameter::CostAndEffect
        | Parameter::CardList
        | Parameter::Alternatives
        | Parameter::OnePerArena
        | Parameter::SubtypesAndAbilities => Form::Body,
    }
}

fn compare(edition: Edition, headings: &BTreeMap<String, String>) {
    let theirs: HashSet<&str> = headings.keys().map(String::as_str).collect();
    let ours: HashSet<&str> = Keyword::of(edition).map(Keyword::name).collect();
    assert_eq!(ours, theirs, "the names of the {edition} edition");
    for (name, heading) in headings {
        let keyword = Keyword::from_name(name).expect("compared above");
        let form = form_of_heading(edition, name, heading);
        assert_eq!(form_of_parameter(keyword.row().parameter), form, "{edition}: `{heading}`");
    }
    for (_, heading, _, why) in IRREGULAR.iter().filter(|(e, ..)| *e == edition) {
        assert!(headings.values().any(|h| h == heading), "`{heading}` is gone ({why}); take it off the list");
    }
}

#[test]
fn names_and_parameters_are_those_of_the_current_glossary() {
    let Some(folder) = seeds() else { return };
    compare(Edition::Current, &current_headings(&folder));
}

/// Rule 1801.1: four sheets, one older edition.
#[test]
fn names_and_parameters_are_those_of_the_older_sheets() {
    let Some(folder) = seeds() else { return };
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    for sheet in sheets(&folder) {
        for (name, heading) in sheet_headings(&sheet) {
            let before = all.insert(name, heading.clone());
            assert!(before.is_none_or(|before| before == heading), "two sheets differ on `{heading}`");
        }
    }
    compare(Edition::Sheets, &all);
}

/// The words in lower case, letters and digits only.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(str::to_lowercase).collect()
}

#[test]
fn no_sentence_is_taken_over() {
    /// A run of this many words is taken for a copy; fixed terms of the game are shorter.
    const RUN: usize = 8;
    let Some(folder) = seeds() else { return };
    let mut theirs = sheets(&folder);
    theirs.push(read(&folder.join("keywords-current.tsv")));
    let theirs: Vec<Vec<String>> = theirs.iter().map(|text| words(text)).collect();
    let runs: HashSet<&[String]> = theirs.iter().flat_map(|text| text.windows(RUN)).collect();
    for keyword in Keyword::all() {
        let mut ours: Vec<&str> =
            Edition::ALL.into_iter().filter_map(|edition| keyword.definition(edition)).collect();
        ours.extend(keyword.differences().iter().flat_map(|d| [d.sheets, d.current, d.in_play]));
        for text in ours {
            let words = words(text);
            let copied = words.windows(RUN).find(|run| runs.contains(run));
            assert!(copied.is_none(), "{keyword}: {copied:?} stands in a glossary word for word");
        }
    }
}
