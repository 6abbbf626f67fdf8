//! What the tag files of a plugin have in common: size limits, clean texts, dates, unknown tags.

use crate::bytes::{self, Encoding};
use crate::finding::{Finding, Place};
use crate::manifest::{Date, DateForm, ManifestError};
use crate::markup::{self, Element, escape};
use std::collections::HashMap;

/// A tag file is at most this long; the largest known has 45 KB.
pub const MAX_TAG_FILE: usize = 4 << 20;

/// More tags and attributes than this are refused before a tree of them is built.
const MAX_TAGS: usize = 100_000;

/// An element that is kept as it is: its tag, its text, what is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// The tag.
    pub name: String,
    /// The text directly in it, trimmed.
    pub text: String,
    /// The elements in it.
    pub children: Vec<Tag>,
}

impl Tag {
    /// The text of the first child with this tag, or nothing.
    pub fn child_text(&self, name: &str) -> &str {
        self.children.iter().find(|child| child.name == name).map_or("", |child| &child.text)
    }

    /// Writes it in one line.
    pub(crate) fn write(&self, out: &mut String) {
        out.push_str(&format!("<{}>{}", self.name, escape(&self.text)));
        for child in &self.children {
            child.write(out);
        }
        out.push_str(&format!("</{}>", self.name));
    }
}

/// A file being read: its name and what there is to say about it.
pub(crate) struct Source {
    pub file: &'static str,
    pub findings: Vec<Finding>,
}

/// Reads a tag file into a tree.
pub(crate) fn parse(file: &'static str, data: &[u8], root: &str) -> Result<(Element, Source), ManifestError> {
    let refuse = |reason: String| Err(ManifestError { place: Place::file(file), reason });
    if data.len() > MAX_TAG_FILE {
        return refuse(format!(
            "larger than {} KiB, more than a file of this kind may have",
            MAX_TAG_FILE >> 10
        ));
    }
    if data.iter().filter(|byte| matches!(byte, b'<' | b'=')).count() > MAX_TAGS {
        return refuse(format!("more than {MAX_TAGS} tags and attributes"));
    }
    let mut source = Source { file, findings: Vec::new() };
    let body = bytes::without_bom(data);
    let (text, encoding) = Encoding::decode(body);
    match encoding {
        Encoding::Utf8 => {}
        Encoding::Windows1252 => source.findings.push(stray_byte(file, body)),
    }
    let tree = markup::parse(&text, root)
        .map_err(|error| ManifestError { place: Place::line(file, error.line), reason: error.reason })?;
    Ok((tree, source))
}

/// The first byte that is not UTF-8, in a file read as Windows-1252.
pub(crate) fn stray_byte(file: &str, body: &[u8]) -> Finding {
    let at = std::str::from_utf8(body).err().map_or(0, |error| error.valid_up_to());
    let line = body[..at].iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
    Finding::warning(
        Place::line(file, line),
        "stray-byte",
        format!("byte {:02X} isn't UTF-8; the file was read as Windows-1252", body.get(at).unwrap_or(&0)),
        "replace it with an ASCII character",
    )
}

impl Source {
    /// The text of an element, trimmed and without control characters but line ends.
    pub fn text(&mut self, element: &Element) -> String {
        let is_junk = |c: char| c.is_control() && c != '\n' && c != '\t';
        let plain = element.text.replace("\r\n", "\n");
        if plain.contains(is_junk) {
            let message = format!("<{}>: a control character in the text", element.name);
            self.warn(element.line, "control-character", message, "delete it");
        }
        plain.replace(is_junk, "").trim().to_string()
    }

    /// The text of a child that must be there.
    pub fn child_text(&mut self, parent: &Element, name: &str) -> String {
        match parent.child(name) {
            Some(child) => self.text(child),
            None => {
                let message = format!("<{}> has no <{name}>", parent.name);
                self.warn(parent.line, "missing-tag", message, &format!("write <{name}>...</{name}>"));
                String::new()
            }
        }
    }

    /// The date in a child; a wrong one is the file's fault, not the reader's.
    pub fn date(&mut self, parent: &Element, name: &str, form: DateForm) -> Option<Date> {
        let (line, text) = match parent.child(name) {
            Some(child) => (child.line, self.text(child)),
            None => (parent.line, String::new()),
        };
        match Date::parse(&text, form) {
            Ok(date) => Some(date),
            Err(error) => {
                let cure = format!("write the date into <{name}>");
                self.findings.push(Finding::error(
                    Place::line(self.file, line),
                    "bad-date",
                    error.to_string(),
                    cure,
                ));
                None
            }
        }
    }

    /// Reports children that aren't among `known`, and those of `once` that occur more than once.
    pub fn children(&mut self, parent: &Element, known: &[&str], once: &[&str]) {
        let mut seen: HashMap<&str, u32> = HashMap::new();
        for child in &parent.children {
            if !known.contains(&child.name.as_str()) && !once.contains(&child.name.as_str()) {
                let message = format!("<{}> in <{}> is unknown and was not kept", child.name, parent.name);
                let cure = format!("known are: {}", [once, known].concat().join(", "));
                self.warn(child.line, "unknown-tag", message, &cure);
            } else if let Some(first) = seen.insert(&child.name, child.line)
                && once.contains(&child.name.as_str())
            {
                let message = format!("a second <{}>; the one in line {first} counts", child.name);
                self.warn(child.line, "second-tag", message, "delete one of the two");
                seen.insert(&child.name, first);
            }
        }
    }

    /// Keeps an element as it is; `None` for a tag that couldn't be written again.
    pub fn keep(&mut self, element: &Element) -> Option<Tag> {
        let name = element.name.as_str();
        let is_plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        if !is_plain || !element.attributes.is_empty() {
            let message = format!("<{}> is not kept", name.escape_debug());
            let cure = "a tag of letters and digits, without attributes";
            self.warn(element.line, "unknown-tag", message, cure);
            return None;
        }
        let children = element.children.iter().filter_map(|child| self.keep(child)).collect();
        Some(Tag { name: name.to_string(), text: self.text(element), children })
    }

    /// Adds a warning.
    pub fn warn(&mut self, line: u32, code: &'static str, message: String, cure: &str) {
        self.findings.push(Finding::warning(Place::line(self.file, line), code, message, cure));
    }

    /// Adds an error.
    pub fn error(&mut self, line: u32, code: &'static str, message: String, cure: &str) {
        self.findings.push(Finding::error(Place::line(self.file, line), code, message, cure));
    }
}

/// A line with one tag and its text.
pub(crate) fn tag_line(out: &mut String, indent: &str, name: &str, text: &str) {
    out.push_str(&format!("{indent}<{name}>{}</{name}>\n", escape(text)));
}
