//! Formats: which cards may be played, and what made a card legal.
//!
//! FORMATS.md sections 5 and 9.3, rule 403.

mod legality;

pub use legality::{Legality, Source, legality, written};

use crate::bytes::LineEnd;
use crate::collection::Collection;
use crate::finding::{Finding, Place};
use crate::markup::{self, Element, MarkupError, escape};
use std::fmt;
use thiserror::Error;

/// The file in a card folder.
pub const FILE: &str = "formats.txt";

/// The built-in format of all sets (table 403).
pub const OPEN: &str = "Open";

/// What makes a card part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LegalitySource {
    /// A printing in a listed set.
    Sets,
    /// A printing with this tag.
    Tag(String),
    /// Either of the two (FORMATS.md 5: the sources for Standard disagree).
    TagOrSets(String),
    /// Nothing is needed: all sets.
    Everything,
}

impl LegalitySource {
    /// What applies if the file doesn't say: tags count for Standard, sets count everywhere.
    fn of_label(label: &str) -> LegalitySource {
        match label {
            _ if label.eq_ignore_ascii_case("Standard") => LegalitySource::TagOrSets("STAND".into()),
            _ if label.eq_ignore_ascii_case(OPEN) => LegalitySource::Everything,
            _ => LegalitySource::Sets,
        }
    }

    /// Reads our addition to the file, `<source>tag STAND or sets</source>`.
    fn parse(text: &str) -> Option<LegalitySource> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["sets"] => Some(LegalitySource::Sets),
            ["everything"] => Some(LegalitySource::Everything),
            ["tag", tag] => Some(LegalitySource::Tag(tag.into())),
            ["tag", tag, "or", "sets"] => Some(LegalitySource::TagOrSets(tag.into())),
            _ => None,
        }
    }

    const fn tag(&self) -> Option<&String> {
        match self {
            LegalitySource::Tag(tag) | LegalitySource::TagOrSets(tag) => Some(tag),
            LegalitySource::Sets | LegalitySource::Everything => None,
        }
    }
}

impl fmt::Display for LegalitySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegalitySource::Sets => f.write_str("sets"),
            LegalitySource::Tag(tag) => write!(f, "tag {tag}"),
            LegalitySource::TagOrSets(tag) => write!(f, "tag {tag} or sets"),
            LegalitySource::Everything => f.write_str("everything"),
        }
    }
}

/// A format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// The label: `Standard`, `TOR - The Old Republic`.
    pub name: String,
    /// The codes of its sets, in order.
    pub sets: Vec<String>,
    /// What makes a card part of it.
    pub source: LegalitySource,
    /// The line of the file where it begins; none for a format that wasn't read from one.
    pub line: Option<u32>,
}

impl Format {
    /// A format with the source that its name calls for.
    pub fn new(name: &str, sets: &[&str]) -> Format {
        let sets = sets.iter().map(ToString::to_string).collect();
        Format { name: name.into(), sets, source: LegalitySource::of_label(name), line: None }
    }

    /// The format of all sets.
    pub fn open() -> Format {
        Format::new(OPEN, &[])
    }

    /// Whether a name means this format: the label, or either part of `TOR - The Old Republic`.
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|own| own.eq_ignore_ascii_case(name.trim()))
    }

    /// The label, its short code (or codes: `REP/CW`) and what follows the dash.
    fn names(&self) -> impl Iterator<Item = &str> {
        let (short, long) = self.name.split_once(" - ").unzip();
        let codes = short.into_iter().flat_map(|codes| codes.split('/'));
        [Some(&*self.name), short, long].into_iter().flatten().chain(codes).map(str::trim)
    }
}

/// No format has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there's no format `{name}`; did you mean {}?", near.join(" or "))]
pub struct UnknownFormat {
    /// What was asked for.
    pub name: String,
    /// Labels that may be meant, best first; if none comes close, all of them.
    pub near: Vec<String>,
}

/// The formats of a card folder; the format of all sets is always among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formats {
    list: Vec<Format>,
    line_end: LineEnd,
}

impl Default for Formats {
    fn default() -> Formats {
        Formats { list: vec![Format::open()], line_end: LineEnd::Lf }
    }
}

impl Formats {
    /// Reads formats.txt; whatever is wrong with a single format is reported.
    pub fn read(text: &str) -> Result<(Formats, Vec<Finding>), MarkupError> {
        let root = markup::parse(text, "formatdefinitions")?;
        let (mut list, mut findings) = (Vec::<Format>::new(), Vec::new());
        for element in &root.children {
            let place = Place::line(FILE, element.line);
            let label = element.child_text("label");
            if element.name != "format" || label.is_empty() {
                let message = format!("<{}> without a <label> isn't a format", element.name);
                let cure = "write <format><label>Name</label><set>CODE</set></format>";
                findings.push(Finding::error(place, "format-shape", message, cure));
                continue;
            }
            let format = read_format(element, label, &mut findings);
            if list.iter().any(|other| other.name.eq_ignore_ascii_case(label)) {
                let message = format!("a second format `{label}`; it is ignored");
                findings.push(Finding::error(place, "duplicate-format", message, "join the two"));
            } else {
                list.push(format);
            }
        }
        if !list.iter().any(|format| format.name.eq_ignore_ascii_case(OPEN)) {
            list.push(Format::open());
        }
        Ok((Formats { list, line_end: LineEnd::of(text.as_bytes()) }, findings))
    }

    /// Writes formats.txt; the built-in format is left out.
    pub fn write(&self) -> String {
        let mut lines = vec!["<formatdefinitions>".to_string(), String::new()];
        for format in self.list.iter().filter(|format| **format != Format::open()) {
            lines.push("<format>".into());
            lines.push(format!("<label>{}</label>", escape(&format.name)));
            if format.source != LegalitySource::of_label(&format.name) {
                lines.push(format!("<source>{}</source>", escape(&format.source.to_string())));
            }
            lines.extend(format.sets.iter().map(|set| format!("<set>{}</set>", escape(set))));
            lines.extend(["</format>".into(), String::new()]);
        }
        lines.push("</formatdefinitions>".into());
        let end = self.line_end.as_str();
        lines.into_iter().flat_map(|line| [line, end.to_string()]).collect()
    }

    /// All formats, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Format> {
        self.list.iter()
    }

    /// The format with this label or short code, in any case.
    pub fn get(&self, name: &str) -> Result<&Format, UnknownFormat> {
        let by_label = self.list.iter().find(|format| format.name.eq_ignore_ascii_case(name.trim()));
        by_label.or_else(|| self.list.iter().find(|format| format.is_called(name))).ok_or_else(|| {
            let near = self.near(name);
            let all = || self.list.iter().map(|format| format.name.clone()).collect();
            UnknownFormat { name: name.into(), near: if near.is_empty() { all() } else { near } }
        })
    }

    fn near(&self, name: &str) -> Vec<String> {
        let wanted: String = name.trim().to_lowercase().chars().take(60).collect();
        let distance = |format: &Format| {
            format
                .names()
                .map(|own| strsim::osa_distance(&wanted, &own.to_lowercase()))
                .min()
                .unwrap_or(usize::MAX)
        };
        let mut near: Vec<(usize, &Format)> =
            self.list.iter().map(|format| (distance(format), format)).collect();
        near.retain(|(distance, _)| *distance <= 1 + wanted.len() / 4);
        near.sort_by_key(|(distance, _)| *distance);
        near.into_iter().take(5).map(|(_, format)| format.name.clone()).collect()
    }

    /// Adds the formats of another folder; if two have the same name, the first one stays.
    pub fn merge(&mut self, other: Formats) {
        for format in other.list {
            if !self.list.iter().any(|own| own.name.eq_ignore_ascii_case(&format.name)) {
                self.list.push(format);
            }
        }
    }

    /// Sets that formats name but the collection doesn't have (FORMATS.md 5).
    pub fn absent_sets(&self, collection: &Collection) -> Vec<Finding> {
        let present: std::collections::HashSet<&str> =
            collection.printings().map(|(_, printing)| &*printing.set).collect();
        let mut findings = Vec::new();
        for format in &self.list {
            for set in format.sets.iter().filter(|set| !present.contains(&***set)) {
                findings.push(Finding::warning(
                    Place { file: FILE.into(), line: format.line },
                    "absent-set",
                    format!("the format `{}` names the set {set}, which has no cards here", format.name),
                    "load the set, or correct its code",
                ));
            }
        }
        findings
    }
}

fn read_format(element: &Element, label: &str, findings: &mut Vec<Finding>) -> Format {
    let place = Place::line(FILE, element.line);
    let mut format = Format { line: Some(element.line), ..Format::new(label, &[]) };
    format.sets =
        element.all("set").map(|set| set.trimmed().to_string()).filter(|set| !set.is_empty()).collect();
    if let Some(source) = element.child("source") {
        match LegalitySource::parse(source.trimmed()) {
            Some(source) => format.source = source,
            None => findings.push(Finding::error(
                Place::line(FILE, source.line),
                "format-source",
                format!("the format `{label}` has the source `{}`", source.trimmed()),
                "write `sets`, `tag STAND`, `tag STAND or sets` or `everything`",
            )),
        }
    }
    let needs_sets = matches!(format.source, LegalitySource::Sets | LegalitySource::TagOrSets(_));
    if format.sets.is_empty() && needs_sets {
        let message = format!("the format `{label}` names no set");
        findings.push(Finding::error(place, "empty-format", message, "name its sets: <set>CODE</set>"));
    }
    format
}

#[cfg(test)]
mod tests;
