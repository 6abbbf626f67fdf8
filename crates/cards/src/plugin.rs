//! Plugins: a card folder, as players keep theirs, with its sets, formats and decks.

use crate::alias::{self, Aliases};
use crate::bytes::{self, Encoding};
use crate::collection::Collection;
use crate::finding::{Finding, Place};
use crate::format::{self, Formats};
use crate::manifest::file_list::{self, FileList};
use crate::packs::{self, PackDefinitions};
use crate::reading::{self, Readings};
use crate::set_file::SetFile;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Whether to load sets that aren't released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playtest {
    /// Only sets that the list of files or a format names.
    LeaveOut,
    /// Every set file.
    Load,
}

/// A folder that can't be read as a plugin.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It doesn't exist, or is a file.
    #[error("{0}: no such folder")]
    NoFolder(PathBuf),
    /// No set files in it.
    #[error("{0}: no set files; expected a folder that holds `sets/CODE.txt`")]
    NoSets(PathBuf),
    /// A file or folder can't be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// A plugin folder, loaded.
#[derive(Debug, Default)]
pub struct Plugin {
    /// The folder; empty for the built-in set.
    pub root: PathBuf,
    /// The set files that were loaded, by code.
    pub sets: Vec<SetFile>,
    /// Codes of the sets that were left out as playtest sets.
    pub left_out: Vec<String>,
    /// The list of files, if there is one.
    pub list: Option<FileList>,
    /// The formats; `Open` is always one.
    pub formats: Formats,
    /// The packs; none if the folder defines none.
    pub packs: PackDefinitions,
    /// All cards.
    pub collection: Collection,
    /// What the readers had to say.
    pub findings: Vec<Finding>,
}

impl Plugin {
    /// Loads a folder. Faults of its files are findings; only a folder without sets is an error.
    pub fn load(folder: &Path, playtest: Playtest) -> Result<Plugin, LoadError> {
        if !folder.is_dir() {
            return Err(LoadError::NoFolder(folder.to_path_buf()));
        }
        let (root, sets_folder) = match folder.join("sets") {
            sets if sets.is_dir() => (folder.to_path_buf(), sets),
            _ => (folder.to_path_buf(), folder.to_path_buf()),
        };
        let files = set_files(&sets_folder)?;
        if files.is_empty() {
            return Err(LoadError::NoSets(folder.to_path_buf()));
        }
        let mut plugin = Plugin { root, ..Plugin::default() };
        plugin.read_manifests();
        for (code, path) in files {
            if playtest == Playtest::LeaveOut && !plugin.is_released(&code) {
                plugin.left_out.push(code);
                continue;
            }
            let data = bytes::read_limited(&path, bytes::MAX_FILE)
                .map_err(|error| LoadError::Unreadable { path, error })?;
            let (set, mut findings) = SetFile::read(&code, &data);
            plugin.collection.add_set(&set, &mut findings);
            plugin.findings.append(&mut findings);
            plugin.sets.push(set);
        }
        Ok(plugin)
    }

    /// Adds the cards, formats, packs and renamings of another plugin.
    ///
    /// A set that is already there stays as it is: the same file is not loaded twice, and a different one with the same
    /// code is left out and returned as a finding.
    pub fn merge(&mut self, other: Plugin) -> Vec<Finding> {
        let mut clashes = Vec::new();
        let sets = other.root.clone();
        let path_of = |code: &str| sets.join("sets").join(format!("{code}.txt")).display().to_string();
        self.findings.extend(other.findings);
        for set in other.sets {
            match self.sets.iter().find(|own| own.code == set.code) {
                None => {
                    self.collection.add_set(&set, &mut self.findings);
                    self.sets.push(set);
                }
                Some(own) if own.write() == set.write() => {}
                Some(_) => clashes.push(Finding::error(
                    Place::file(path_of(&set.code)),
                    "set-twice",
                    format!("another set is called {} already, so this one is left out", set.code),
                    "give it a code of its own",
                )),
            }
        }
        self.collection.add_aliases(other.collection.aliases().clone());
        self.collection.add_readings(other.collection.readings().clone());
        self.left_out.extend(other.left_out);
        self.formats.merge(other.formats);
        self.packs.merge(other.packs);
        self.findings.extend(clashes.iter().cloned());
        clashes
    }

    /// The file of a set: in `sets`, or in the folder itself if that holds the set files.
    pub fn set_path(&self, code: &str) -> PathBuf {
        let sets = self.root.join("sets");
        let folder = if sets.is_dir() { sets } else { self.root.clone() };
        folder.join(format!("{code}.txt"))
    }

    /// The decks in the folder `decks`, in the order of their names.
    pub fn decks(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.root.join("decks")) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|end| end == "dek" || end == "txt"))
            .collect();
        paths.sort();
        paths
    }

    /// A file that neither the list nor a format names is a playtest set (FORMATS.md 9.2): a set that a format
    /// allows is played, so it is loaded even where the list has forgotten it.
    fn is_released(&self, code: &str) -> bool {
        match &self.list {
            None => true,
            Some(list) => {
                list.lists(code)
                    || self.formats.iter().any(|format| format.sets.iter().any(|set| set == code))
            }
        }
    }

    fn read_manifests(&mut self) {
        if let Some(data) = self.file(file_list::FILE) {
            match FileList::read(&data) {
                Ok((list, findings)) => {
                    self.list = Some(list);
                    self.findings.extend(findings);
                }
                Err(error) => self.findings.push(error.finding()),
            }
        }
        if let Some(data) = self.file(format::FILE) {
            match Formats::read(&Encoding::decode(bytes::without_bom(&data)).0) {
                Ok((formats, findings)) => {
                    self.formats = formats;
                    self.findings.extend(findings);
                }
                Err(error) => self.findings.push(unreadable(format::FILE, error.line, error.reason)),
            }
        }
        if let Some(data) = self.file(packs::FILE) {
            match PackDefinitions::read(&data) {
                Ok((packs, findings)) => {
                    self.packs = packs;
                    self.findings.extend(findings);
                }
                Err(error) => self.findings.push(error.finding()),
            }
        }
        if let Some(data) = self.file(alias::FILE) {
            let (aliases, findings) = Aliases::read(&Encoding::decode(&data).0);
            self.collection.add_aliases(aliases);
            self.findings.extend(findings);
        }
        if let Some(data) = self.file(reading::FILE) {
            let (readings, faults) = Readings::read(&Encoding::decode(bytes::without_bom(&data)).0);
            self.collection.add_readings(readings);
            self.findings.extend(faults.into_iter().map(|fault| {
                Finding::error(
                    Place::line(reading::FILE, fault.line),
                    "reading-shape",
                    format!("expected {}", fault.expected),
                    "`dejarik cards reading NAME` shows how a reading is written; this one was left out",
                )
            }));
        }
    }

    /// A manifest file, if it is there; one that cannot be read is a finding.
    pub(crate) fn file(&mut self, name: &str) -> Option<Vec<u8>> {
        match bytes::read_limited(&self.root.join(name), bytes::MAX_FILE) {
            Ok(data) => Some(data),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.findings.push(unreadable(name, 1, error.to_string()));
                None
            }
        }
    }
}

fn unreadable(file: &str, line: u32, reason: String) -> Finding {
    Finding::error(Place::line(file, line), "unreadable", reason, "repair the file; it was left out")
}

/// Files that can be set files, with their codes, in the order of the codes.
fn set_files(folder: &Path) -> Result<Vec<(String, PathBuf)>, LoadError> {
    let unreadable = |error| LoadError::Unreadable { path: folder.to_path_buf(), error };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let code = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if path.extension().is_some_and(|end| end == "txt") && is_set_code(code) {
            files.push((code.to_string(), path));
        }
    }
    files.sort();
    Ok(files)
}

/// `[0-9A-Z]{2,6}` (FORMATS.md 2).
pub fn is_set_code(text: &str) -> bool {
    (2..=6).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}
