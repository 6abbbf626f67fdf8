//! Keyword files: one keyword per line with its definition.
//!
//! `Name<TAB>**Name X:** definition` (FORMATS.md section 11).

use crate::bytes::{self, Encoding};
use crate::finding::{Finding, Place};
use crate::manifest::{At, ManifestError, Reading};
use std::collections::HashMap;
use vocab::Keyword;

/// The name that players give the file.
pub const FILE: &str = "keywords.txt";

/// All definitions together take 29 KB; anything larger than this is some other file.
pub const MAX_KEYWORD_FILE: usize = 1 << 20;

/// More lines than this aren't a list of keywords.
const MAX_LINES: usize = 10_000;

/// How the pilot symbol is written in card text.
const PILOT: &str = "[Pilot]";

/// The definitions of a keyword file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeywordFile {
    definitions: Vec<Definition>,
}

/// What a keyword means, in the words of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    name: String,
    markdown: String,
    heading: String,
    text: String,
    at: At,
}

impl Definition {
    /// A definition with its Markdown: `**Evade X:** Prevent...`; tabs and line ends become spaces.
    pub fn new(name: &str, markdown: &str) -> Definition {
        let one_line =
            |text: &str| text.replace(|c: char| c.is_control() || c == '\u{feff}', " ").trim().to_string();
        let (name, markdown) = (one_line(name), one_line(markdown));
        let bold = markdown.strip_prefix("**").and_then(|rest| rest.split_once("**"));
        let (heading, text) = bold.unwrap_or((&name, &markdown));
        let heading = plain(heading).trim_end_matches(':').trim_end().to_string();
        let text = plain(text.trim_start_matches(':'));
        Definition { name, markdown, heading, text, at: At(0) }
    }

    /// The name by which it is looked up.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The heading without marks and its last colon: `Evade X`.
    pub fn heading(&self) -> &str {
        &self.heading
    }

    /// The definition as plain text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Heading and definition as the file writes them.
    pub fn markdown(&self) -> &str {
        &self.markdown
    }
}

impl KeywordFile {
    /// Reads a file; `file` is its name for messages. Lines without a definition are left out and named.
    pub fn read(file: &str, data: &[u8]) -> Reading<KeywordFile> {
        let refuse = |reason: String| Err(ManifestError { place: Place::file(file), reason });
        if data.len() > MAX_KEYWORD_FILE {
            return refuse(format!(
                "larger than {} KiB; expected a list of keywords",
                MAX_KEYWORD_FILE >> 10
            ));
        }
        if data.iter().filter(|byte| **byte == b'\n').count() > MAX_LINES {
            return refuse(format!("more than {MAX_LINES} lines; expected a list of keywords"));
        }
        let mut findings = Vec::new();
        let mut definitions: Vec<Definition> = Vec::new();
        let mut seen: HashMap<String, u32> = HashMap::new();
        for (number, line) in (1..).zip(bytes::without_bom(data).split(|byte| *byte == b'\n')) {
            let place = Place::line(file, number);
            // Line by line, so that one bad byte doesn't spoil the characters of other lines.
            let (line, encoding) = Encoding::decode(line);
            if line.trim().is_empty() {
                continue;
            }
            match encoding {
                Encoding::Utf8 => {}
                Encoding::Windows1252 => findings.push(Finding::warning(
                    place.clone(),
                    "stray-byte",
                    "a byte that isn't UTF-8; the line was read as Windows-1252",
                    "save the file as UTF-8",
                )),
            }
            let (name, markdown) = line.split_once('\t').unwrap_or((&line, ""));
            let definition = Definition { at: At(number), ..Definition::new(name, markdown) };
            if definition.name.is_empty() || definition.text.is_empty() {
                let start: String = line.trim().chars().take(40).collect();
                let message = format!("`{}` isn't a definition", start.escape_debug());
                let cure = "a name, a tab and **Name X:** with the definition";
                findings.push(Finding::error(place, "keyword-line", message, cure));
                continue;
            }
            if !definition.markdown.starts_with("**") {
                let message = format!("`{}` has no heading", definition.name);
                let cure = "begin the definition with **Name X:**";
                findings.push(Finding::warning(place.clone(), "no-heading", message, cure));
            }
            match seen.get(&definition.name.to_lowercase()) {
                Some(first) => {
                    let message =
                        format!("`{}` is already in line {first}; that one counts", definition.name);
                    findings.push(Finding::warning(
                        place,
                        "duplicate-keyword",
                        message,
                        "delete one of the two",
                    ));
                }
                None => {
                    seen.insert(definition.name.to_lowercase(), number);
                    definitions.push(definition);
                }
            }
        }
        Ok((KeywordFile { definitions }, findings))
    }

    /// A file of these definitions.
    pub fn new(definitions: Vec<Definition>) -> KeywordFile {
        KeywordFile { definitions }
    }

    /// All definitions in order.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// Looks a definition up by its name, ignoring case, or as people type a keyword: `Evade 2`, `crit`.
    pub fn definition(&self, typed: &str) -> Option<&Definition> {
        let by_name = |name: &str| {
            let wanted = name.trim().to_lowercase();
            self.definitions.iter().find(|definition| definition.name.to_lowercase() == wanted)
        };
        by_name(typed).or_else(|| by_name(Keyword::find(typed).exact()?.name()))
    }

    /// Our keywords that the file doesn't have, and names in the file that aren't keywords of ours.
    pub fn check(&self, file: &str) -> Vec<Finding> {
        let mut findings = Vec::new();
        for definition in &self.definitions {
            if Keyword::from_name(&definition.name).is_none() {
                let message = format!("`{}` isn't a keyword in the rules", definition.name);
                let place = Place::line(file, definition.at.0);
                findings.push(Finding::warning(place, "unknown-keyword", message, "correct the name"));
            }
        }
        for keyword in Keyword::all() {
            if !self.definitions.iter().any(|own| own.name.eq_ignore_ascii_case(keyword.name())) {
                let message = format!("the keyword {keyword} has no definition");
                findings.push(Finding::warning(
                    Place::file(file),
                    "missing-keyword",
                    message,
                    "add a line for it",
                ));
            }
        }
        findings
    }

    /// The file as bytes: UTF-8, LF.
    pub fn write(&self) -> Vec<u8> {
        let line = |definition: &Definition| format!("{}\t{}\n", definition.name, definition.markdown);
        self.definitions.iter().map(line).collect::<String>().into_bytes()
    }
}

/// Markdown as plain text: no marks, `§` as the arrow, `>o<` as the pilot symbol.
fn plain(markdown: &str) -> String {
    let text = markdown.replace("**", "").replace('\u{a7}', "->").replace(">o<", PILOT);
    without_italics(&text).trim().to_string()
}

/// Removes pairs of single `*` around words; a lone `*` is a statistic or an ability mark.
fn without_italics(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('*') {
        out.push_str(before);
        let opens = after.starts_with(|c: char| !c.is_whitespace());
        match after.split_once('*') {
            Some((inside, tail)) if opens && inside.ends_with(|c: char| !c.is_whitespace()) => {
                out.push_str(inside);
                rest = tail;
            }
            _ => {
                out.push('*');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}
