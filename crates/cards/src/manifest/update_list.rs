//! updatelist.txt (FORMATS.md section 10): what the table program fetches, with checksums, and the card images.

use crate::bytes::{self, Encoding};
use crate::finding::{Finding, Place};
use crate::manifest::{At, Date, DateForm, ManifestError, Reading, duplicate, is_safe_path, unsafe_path};
use crate::windows_1252;
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// The name of the file.
pub const FILE: &str = "updatelist.txt";

/// The line that starts the image part.
const IMAGES: &str = "CardImageURLs:";

/// Far more lines than all cards together.
const MAX_LINES: usize = 100_000;

/// The content of updatelist.txt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpdateList {
    /// The name of the plugin: `starwars`.
    pub plugin: String,
    /// The day of the release.
    pub date: Option<Date>,
    /// The files, in order.
    pub files: Vec<FileLine>,
    /// The images, in order.
    pub images: Vec<ImageLine>,
}

/// A file to fetch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileLine {
    /// Where it goes on the players' computers: `plugins/starwars/plugininfo.txt`.
    pub path: String,
    /// Where it comes from.
    pub url: String,
    /// Its [`checksum`]; nothing if the column holds no number.
    pub checksum: Option<i32>,
    /// The line in the file.
    pub at: At,
}

/// A card image to fetch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageLine {
    /// `SET/FILE.jpg`: the name that the set file asks for.
    pub path: String,
    /// Where it comes from; the file may have another name there.
    pub url: String,
    /// The line in the file.
    pub at: At,
}

impl ImageLine {
    /// The set code and the image name of the set file.
    pub fn set_and_image(&self) -> Option<(&str, &str)> {
        let (set, file) = self.path.split_once('/')?;
        let image = file.strip_suffix(".jpg")?;
        (!image.contains('/')).then_some((set, image))
    }
}

/// Why a list can't be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{entry}`: the character {character:?} can't be written to an update list (Windows-1252, no tabs)")]
pub struct WriteError {
    /// The entry.
    pub entry: String,
    /// The first character that can't be written.
    pub character: char,
}

/// The checksum of a file: its bytes, taken as signed, without line ends, so it is the same for LF and CRLF.
pub fn checksum(data: &[u8]) -> i32 {
    const MODULUS: i32 = 100_000_000;
    // `%` truncates as the players' program does: the sign follows the dividend.
    let sum = data
        .iter()
        .filter(|byte| !matches!(byte, b'\n' | b'\r'))
        .fold(0, |sum: i32, byte| (sum + i32::from(byte.cast_signed())) % MODULUS);
    (sum - 1) % MODULUS
}

/// Where an installed file is in the repository: `plugins/starwars/x` is `starwars/x`, others stay.
pub fn repository_path<'a>(plugin: &str, install: &'a str) -> &'a str {
    match install.strip_prefix("plugins/") {
        Some(path) if path.strip_prefix(plugin).is_some_and(|rest| rest.starts_with('/')) => path,
        _ => install,
    }
}

/// Where a file of the repository is installed.
pub fn install_path(plugin: &str, repository: &str) -> String {
    match repository.strip_prefix(plugin) {
        Some(rest) if rest.starts_with('/') => format!("plugins/{repository}"),
        _ => repository.to_string(),
    }
}

impl UpdateList {
    /// Reads the list; lines that say nothing are left out and reported.
    pub fn read(data: &[u8]) -> Reading<UpdateList> {
        let refuse = |line, reason: String| ManifestError { place: Place::line(FILE, line), reason };
        if data.len() as u64 > bytes::MAX_FILE {
            return Err(refuse(1, format!("larger than {} KiB", bytes::MAX_FILE >> 10)));
        }
        let body = bytes::without_bom(data);
        if body.iter().filter(|byte| **byte == b'\n').count() > MAX_LINES {
            return Err(refuse(MAX_LINES as u32, format!("more than {MAX_LINES} lines")));
        }
        let (text, encoding) = Encoding::decode(body);
        let mut reader = Reader { list: UpdateList::default(), findings: Vec::new(), part: Part::Files };
        if encoding == Encoding::Utf8 && !text.is_ascii() {
            reader.warn(1, "encoding", "the file is UTF-8".into(), "save it as Windows-1252");
        }
        if text.contains("\r\n") {
            reader.warn(1, "line-end", "lines end with CR LF".into(), "save it with LF");
        }
        let mut lines = (1..).zip(text.split('\n'));
        match lines.next() {
            Some((_, header)) if header.split('\t').next().is_some_and(|name| !name.trim().is_empty()) => {
                reader.header(header);
            }
            _ => return Err(refuse(1, "expected the plugin's name, a tab and the date MM-DD-YY".into())),
        }
        for (number, line) in lines {
            if !line.trim().is_empty() {
                reader.line(At(number), line);
            }
        }
        Ok((reader.list, reader.findings))
    }

    /// The file as bytes: Windows-1252, LF.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        let date = self.date.map(|date| date.write(DateForm::MonthFirst)).unwrap_or_default();
        let mut out = Vec::new();
        push_line(&mut out, [&self.plugin, &date, ""], 2)?;
        for file in &self.files {
            let sum = file.checksum.map(|sum| sum.to_string()).unwrap_or_default();
            push_line(&mut out, [&file.path, &file.url, &sum], 3)?;
        }
        push_line(&mut out, [IMAGES, "", ""], 3)?;
        for image in &self.images {
            push_line(&mut out, [&image.path, &image.url, ""], 3)?;
        }
        Ok(out)
    }

    /// Checks paths, duplicates (ignoring case, as some file systems do), and that a set's images are together.
    pub fn check(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let files = self.files.iter().map(|file| (&file.path, file.at));
        let images = self.images.iter().map(|image| (&image.path, image.at));
        let mut seen: HashMap<String, At> = HashMap::new();
        for (path, at) in files.chain(images) {
            if !is_safe_path(path) {
                findings.push(unsafe_path(FILE, at, path));
            }
            match seen.get(&path.to_lowercase()) {
                Some(first) => findings.push(duplicate(FILE, at, *first, path)),
                None => drop(seen.insert(path.to_lowercase(), at)),
            }
        }
        let (mut left, mut current) = (HashSet::new(), None);
        for image in &self.images {
            let Some((set, _)) = image.set_and_image() else {
                let message = format!("`{}` names no card image", image.path);
                let place = Place::line(FILE, image.at.0);
                findings.push(Finding::error(place, "image-path", message, "write SET/FILE.jpg"));
                continue;
            };
            if current != Some(set) {
                left.extend(current);
                current = Some(set);
                if left.contains(set) {
                    findings.push(Finding::error(
                        Place::line(FILE, image.at.0),
                        "image-order",
                        format!("images of {set} are in several places"),
                        format!("put all lines of {set} together"),
                    ));
                }
            }
        }
        findings
    }
}

/// Which part of the list is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Files,
    Images,
}

struct Reader {
    list: UpdateList,
    findings: Vec<Finding>,
    part: Part,
}

impl Reader {
    fn header(&mut self, line: &str) {
        let [plugin, date, _] = self.columns(At(1), line);
        self.list.plugin = plugin.to_string();
        match Date::parse(date, DateForm::MonthFirst) {
            Ok(date) => self.list.date = Some(date),
            Err(error) => self.error(1, "bad-date", error.to_string(), "write it after the name and a tab"),
        }
    }

    fn line(&mut self, at: At, line: &str) {
        let [path, url, sum] = self.columns(at, line);
        if path == IMAGES {
            match self.part {
                Part::Files => self.part = Part::Images,
                Part::Images => {
                    self.warn(at.0, "update-line", format!("a second {IMAGES}"), "delete the line");
                }
            }
            return;
        }
        if path.is_empty() || url.is_empty() {
            let message = format!("`{}` isn't an entry", line.trim().escape_debug());
            self.error(
                at.0,
                "update-line",
                message,
                "a path, a tab, a URL, a tab, a checksum (none for images)",
            );
            return;
        }
        let (path, url) = (path.to_string(), url.to_string());
        match self.part {
            Part::Files => {
                let checksum = sum.parse().ok();
                if checksum.is_none() {
                    let message = format!("`{path}`: the checksum is `{}`", sum.escape_debug());
                    self.error(at.0, "bad-checksum", message, "a number, perhaps negative");
                }
                self.list.files.push(FileLine { path, url, checksum, at });
            }
            Part::Images => {
                if !sum.is_empty() {
                    let message = format!("`{path}`: images have no checksum");
                    self.warn(at.0, "image-checksum", message, "leave the column empty");
                }
                self.list.images.push(ImageLine { path, url, at });
            }
        }
    }

    fn columns<'a>(&mut self, at: At, line: &'a str) -> [&'a str; 3] {
        let mut columns = line.split('\t').map(str::trim);
        let first = [(); 3].map(|()| columns.next().unwrap_or_default());
        if columns.any(|column| !column.is_empty()) {
            self.warn(at.0, "columns", "more than three columns".into(), "delete what follows the third");
        }
        first
    }

    fn warn(&mut self, line: u32, code: &'static str, message: String, cure: &str) {
        self.findings.push(Finding::warning(Place::line(FILE, line), code, message, cure));
    }

    fn error(&mut self, line: u32, code: &'static str, message: String, cure: &str) {
        self.findings.push(Finding::error(Place::line(FILE, line), code, message, cure));
    }
}

fn push_line(out: &mut Vec<u8>, columns: [&str; 3], count: usize) -> Result<(), WriteError> {
    for (i, column) in columns.into_iter().take(count).enumerate() {
        if i > 0 {
            out.push(b'\t');
        }
        for character in column.chars() {
            match windows_1252::byte(character) {
                Some(byte) if !matches!(character, '\t' | '\n' | '\r') => out.push(byte),
                _ => return Err(WriteError { entry: columns[0].to_string(), character }),
            }
        }
    }
    out.push(b'\n');
    Ok(())
}
