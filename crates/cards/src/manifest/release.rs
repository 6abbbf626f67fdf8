//! Preparing a release (FORMATS.md sections 9.5 and 10): dates, checksums, and what is missing from the update list.
//!
//! Files are edited in place: what a release doesn't need to change stays as it is, byte for byte.

use crate::bytes::{self, Encoding};
use crate::finding::Finding;
use crate::manifest::update_list::{self, UpdateList, checksum, install_path, repository_path};
use crate::manifest::{
    Date, DateForm, FileList, PluginInfo, ReleaseDates, Uninstall, VersionFile, file_list, is_safe_path,
    plugin_info, uninstall, version,
};
use crate::set_file::{Column, SetFile};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// Where the pictures are; they have lines of their own.
const IMAGES: &str = "sets/setimages";

/// The line that starts the pictures in the update list.
const IMAGE_PART: &[u8] = b"CardImageURLs:";

/// How deeply folders may be nested.
const DEPTH: usize = 8;

/// Why a release can't be prepared.
#[derive(Debug, Error)]
pub enum ReleaseError {
    /// A file is needed and missing, or can't be read.
    #[error("{file}: {reason}")]
    File {
        /// Which file.
        file: String,
        /// What's wrong.
        reason: String,
    },
    /// The day doesn't fit the release that players have.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Date(Vec<Finding>),
}

/// One thing that a release changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file, relative to the card folder.
    pub file: String,
    /// What changes, in words.
    pub what: String,
}

/// A release that is ready to be written.
#[derive(Clone, Debug)]
pub struct Release {
    /// Its day.
    pub day: Date,
    /// What changes, in order.
    pub changes: Vec<Change>,
    /// The new content of the files that change.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Works out what a release on a day changes in a card folder. `url` is where players download files from; it is needed
/// only if there's no update list to take it from.
pub fn prepare(folder: &Path, day: Date, url: Option<&str>) -> Result<Release, ReleaseError> {
    let mut work = Work {
        folder: folder.to_path_buf(),
        release: Release { day, changes: Vec::new(), files: BTreeMap::new() },
    };
    let info = work.need(plugin_info::FILE)?;
    let (info, _) = PluginInfo::read(&info).map_err(|error| wrong(plugin_info::FILE, &error.reason))?;
    let before = work.read(update_list::FILE)?;
    let list = match &before {
        Some(data) => UpdateList::read(data).map_err(|error| wrong(update_list::FILE, &error.reason))?.0,
        None => UpdateList { plugin: info.name.clone(), ..UpdateList::default() },
    };
    let due = ReleaseDates::of(day);
    let faults = due.check(list.date.filter(|before| *before != day));
    if !faults.is_empty() {
        return Err(ReleaseError::Date(faults));
    }
    let base = match url.map(str::to_string).or_else(|| base_url(&list)) {
        Some(base) => format!("{}/", base.trim_end_matches('/')),
        None => {
            return Err(wrong(
                update_list::FILE,
                &"there's no list to take the address from; give it with --url",
            ));
        }
    };
    work.dates(&due, &info.name, &base)?;
    work.list(before.as_deref(), &list, &base)?;
    Ok(work.release)
}

/// The address of the repository: what stands before the path of a file.
fn base_url(list: &UpdateList) -> Option<String> {
    list.files.iter().find_map(|file| {
        let path = repository_path(&list.plugin, &file.path);
        file.url
            .strip_suffix(path)
            .or_else(|| file.url.strip_suffix(&*percent_encoded(path)))
            .map(str::to_string)
    })
}

struct Work {
    folder: PathBuf,
    release: Release,
}

impl Work {
    /// The four dates.
    fn dates(&mut self, due: &ReleaseDates, plugin: &str, base: &str) -> Result<(), ReleaseError> {
        let new_version = || VersionFile {
            last_update: due.version,
            version_url: format!("{base}{plugin}/{}", version::FILE),
            update_url: format!("{base}{plugin}/{}", update_list::FILE),
            message: String::new(),
        };
        let new_uninstall = || Uninstall { date: due.uninstall, remove: Vec::new() };
        self.date(plugin_info::FILE, "pluginversion", due.plugin_info, DateForm::Dotted, None)?;
        let fresh = Some(new_version().write());
        self.date(version::FILE, "lastupdateYYMMDD", due.version, DateForm::Compact, fresh)?;
        let fresh = Some(new_uninstall().write());
        self.date(uninstall::FILE, "dateYYMMDD", due.uninstall, DateForm::Compact, fresh)
    }

    /// Writes a date into a tag of a file; a file that isn't there is made.
    fn date(
        &mut self,
        file: &str,
        tag: &str,
        due: Option<Date>,
        form: DateForm,
        fresh: Option<Vec<u8>>,
    ) -> Result<(), ReleaseError> {
        let Some(due) = due else { return Ok(()) };
        let text = due.write(form);
        match (self.read(file)?, fresh) {
            (Some(data), _) => {
                let Some(changed) = with_tag(&data, tag, &text) else {
                    return Err(wrong(file, &format!("no <{tag}>...</{tag}> to write the date into")));
                };
                if changed != data {
                    self.change(file, changed, format!("the date becomes {text}"));
                }
                Ok(())
            }
            (None, Some(fresh)) => {
                self.change(file, fresh, format!("new, with the date {text}"));
                Ok(())
            }
            (None, None) => Err(wrong(file, &"a release needs it")),
        }
    }

    /// The update list: its date, the checksums, files and pictures that it lacks.
    fn list(&mut self, before: Option<&[u8]>, list: &UpdateList, base: &str) -> Result<(), ReleaseError> {
        let date = self.release.day.write(DateForm::MonthFirst);
        let fresh = format!("{}\t{date}\nCardImageURLs:\t\t\n", list.plugin).into_bytes();
        let data = before.map_or(fresh.as_slice(), bytes::without_bom);
        let mut lines: Vec<Vec<u8>> =
            data.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let mut told = Vec::new();
        if let Some(header) = lines.first_mut()
            && set_field(header, 1, &date)
        {
            told.push(format!("the date becomes {date}"));
        }
        let images_at = lines.iter().position(|line| line.starts_with(IMAGE_PART)).unwrap_or_else(|| {
            end_last_line(&mut lines);
            lines.push(b"CardImageURLs:\t\t\n".to_vec());
            lines.len() - 1
        });
        for file in &list.files {
            let line = file.at.0 as usize - 1;
            if line < images_at
                && let Some(sum) = self.sum(list, &file.path)
                && set_field(&mut lines[line], 2, &sum.to_string())
            {
                told.push(format!("the checksum of {} becomes {sum}", file.path));
            }
        }
        let sets = self.listed_sets()?;
        let new_images = self.new_images(list, &sets, base)?;
        for (set, images) in &new_images {
            let prefix = format!("{set}/").into_bytes();
            let last = lines.iter().rposition(|line| line.starts_with(&prefix)).filter(|at| *at > images_at);
            let at = last.map_or(lines.len(), |at| at + 1);
            if at == lines.len() {
                end_last_line(&mut lines);
            }
            lines.splice(at..at, images.iter().map(|line| line.clone().into_bytes()));
            let count = images.len();
            let pictures = if count == 1 { "picture" } else { "pictures" };
            told.push(format!("{count} new {pictures} of {set}"));
        }
        let new_files = self.new_files(list, &sets, base)?;
        lines.splice(images_at..images_at, new_files.iter().map(|(_, line)| line.clone().into_bytes()));
        told.extend(new_files.iter().map(|(path, _)| format!("new: {path}")));
        let changed = lines.concat();
        if before != Some(&changed[..]) {
            self.release.files.insert(update_list::FILE.into(), changed);
            let file = update_list::FILE.to_string();
            self.release.changes.extend(told.into_iter().map(|what| Change { file: file.clone(), what }));
        }
        Ok(())
    }

    /// The checksum that a listed file has after the release; nothing for one that can't be read.
    fn sum(&self, list: &UpdateList, path: &str) -> Option<i32> {
        let repository = repository_path(&list.plugin, path);
        if !is_safe_path(repository) {
            return None;
        }
        let data = match repository.strip_prefix(&list.plugin).and_then(|rest| rest.strip_prefix('/')) {
            Some(inside) => self.read(inside).ok().flatten(),
            None => {
                let around = self.folder.canonicalize().ok()?.parent()?.join(repository);
                bytes::read_limited(&around, bytes::MAX_FILE).ok()
            }
        };
        data.map(|data| checksum(&data))
    }

    /// The sets that are released.
    fn listed_sets(&self) -> Result<Vec<String>, ReleaseError> {
        let data = self.need(file_list::FILE)?;
        let (list, _) = FileList::read(&data).map_err(|error| wrong(file_list::FILE, &error.reason))?;
        Ok(list.codes().map(str::to_string).collect())
    }

    /// Lines for the cards of released sets that have no picture on the list.
    fn new_images(
        &self,
        list: &UpdateList,
        sets: &[String],
        base: &str,
    ) -> Result<Vec<(String, Vec<String>)>, ReleaseError> {
        let listed: HashSet<&str> = list.images.iter().map(|image| image.path.as_str()).collect();
        let mut new = Vec::new();
        for code in sets {
            let data = self.need(&format!("sets/{code}.txt"))?;
            let (set, _) = SetFile::read(code, &data);
            let images: BTreeSet<String> = set
                .rows()
                .map(|row| row.get(Column::ImageFile).trim())
                .filter(|image| !image.is_empty())
                .map(|image| format!("{code}/{image}.jpg"))
                .filter(|path| is_safe_path(path) && !listed.contains(path.as_str()))
                .collect();
            if !images.is_empty() {
                let line = |path: &String| {
                    format!("{path}\t{base}{}/{IMAGES}/{}\t\n", list.plugin, percent_encoded(path))
                };
                new.push((code.clone(), images.iter().map(line).collect()));
            }
        }
        Ok(new)
    }

    /// Lines for files of the folder that aren't on the list. A set that isn't released stays out.
    fn new_files(
        &self,
        list: &UpdateList,
        sets: &[String],
        base: &str,
    ) -> Result<Vec<(String, String)>, ReleaseError> {
        let listed: HashSet<String> = list.files.iter().map(|file| file.path.to_lowercase()).collect();
        let mut found = BTreeSet::new();
        walk(&self.folder, "", DEPTH, &mut found).map_err(|error| wrong(&self.folder.display(), &error))?;
        found.extend(self.release.files.keys().cloned());
        found.remove(update_list::FILE);
        let is_unreleased = |path: &str| {
            let code = path.strip_prefix("sets/").and_then(|file| file.strip_suffix(".txt"));
            code.is_some_and(|code| !sets.iter().any(|set| set.eq_ignore_ascii_case(code)))
        };
        let mut new = Vec::new();
        for path in found.iter().filter(|path| !is_unreleased(path)) {
            let repository = format!("{}/{path}", list.plugin);
            let install = install_path(&list.plugin, &repository);
            if listed.contains(&install.to_lowercase()) {
                continue;
            }
            let sum = self.sum(list, &install).ok_or_else(|| wrong(path, &"can't be read"))?;
            new.push((
                install.clone(),
                format!("{install}\t{base}{}\t{sum}\n", percent_encoded(&repository)),
            ));
        }
        Ok(new)
    }

    fn change(&mut self, file: &str, data: Vec<u8>, what: String) {
        self.release.files.insert(file.to_string(), data);
        self.release.changes.push(Change { file: file.to_string(), what });
    }

    /// A file as it will be: as changed, or as it is.
    fn read(&self, file: &str) -> Result<Option<Vec<u8>>, ReleaseError> {
        if let Some(data) = self.release.files.get(file) {
            return Ok(Some(data.clone()));
        }
        match bytes::read_limited(&self.folder.join(file), bytes::MAX_FILE) {
            Ok(data) => Ok(Some(data)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(wrong(file, &error)),
        }
    }

    fn need(&self, file: &str) -> Result<Vec<u8>, ReleaseError> {
        self.read(file)?.ok_or_else(|| wrong(file, &"a release needs it"))
    }
}

fn wrong(file: &(impl Display + ?Sized), reason: &(impl Display + ?Sized)) -> ReleaseError {
    ReleaseError::File { file: file.to_string(), reason: reason.to_string() }
}

/// The files of a folder with `/` between the parts, without hidden ones and without pictures.
fn walk(folder: &Path, prefix: &str, depth: usize, found: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        if name.starts_with('.') || path == IMAGES || !is_safe_path(&path) {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_file() {
            found.insert(path);
        } else if kind.is_dir() && depth > 0 {
            walk(&entry.path(), &path, depth - 1, found)?;
        }
    }
    Ok(())
}

/// The file with another text in a tag; nothing if it has no such tag.
fn with_tag(data: &[u8], tag: &str, text: &str) -> Option<Vec<u8>> {
    let find = |part: &str, from: usize| {
        data[from..].windows(part.len()).position(|window| window == part.as_bytes()).map(|at| from + at)
    };
    let open = format!("<{tag}>");
    let start = find(&open, 0)? + open.len();
    let end = find(&format!("</{tag}>"), start)?;
    Some([&data[..start], text.as_bytes(), &data[end..]].concat())
}

/// Puts a text into a column of a line; says whether that changed it.
fn set_field(line: &mut Vec<u8>, column: usize, text: &str) -> bool {
    let end = line.iter().rposition(|byte| !matches!(byte, b'\r' | b'\n')).map_or(0, |at| at + 1);
    let ending = line.split_off(end);
    let mut fields: Vec<Vec<u8>> = line.split(|byte| *byte == b'\t').map(<[u8]>::to_vec).collect();
    fields.resize(fields.len().max(column + 1), Vec::new());
    let changed = Encoding::decode(&fields[column]).0.trim() != text;
    if changed {
        fields[column] = text.as_bytes().to_vec();
    }
    *line = fields.join(&b'\t');
    line.extend(ending);
    changed
}

fn end_last_line(lines: &mut [Vec<u8>]) {
    if let Some(last) = lines.last_mut().filter(|last| !last.ends_with(b"\n")) {
        last.push(b'\n');
    }
}

/// A path as it stands in a URL.
fn percent_encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
