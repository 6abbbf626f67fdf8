//! What users have set up once: a configuration file and an environment variable.
//!
//! A flag wins over the variable, the variable over the file. Tests have a variable of their own
//! (`DEJARIK_CARDS`), which the program never reads.

use crate::cli::Source;
use crate::commands::{Failure, bad_input};
use serde::Deserialize;
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// The variable with the users' card folders, separated as in `PATH`.
pub const FOLDERS: &str = "DEJARIK_FOLDER";

/// A configuration file is a few lines.
const MAX_BYTES: u64 = 64 << 10;

/// The configuration file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Card folders, added to the CORE set.
    cards: Vec<PathBuf>,
    /// Whether playtest sets are loaded.
    playtest: bool,
    /// The format that `deck check` asks about.
    pub format: Option<String>,
}

impl Settings {
    /// Reads the configuration file, if there is one.
    pub fn load() -> Result<Settings, Failure> {
        file().map_or_else(|| Ok(Settings::default()), |path| Settings::read(&path))
    }

    fn read(path: &Path) -> Result<Settings, Failure> {
        let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", path.display()));
        let data = match cards::bytes::read_limited(path, MAX_BYTES) {
            Ok(data) => data,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Settings::default()),
            Err(error) => return Err(wrong(&error)),
        };
        let text = String::from_utf8(data).map_err(|_| wrong(&"expected UTF-8"))?;
        let mut settings: Settings = toml::from_str(&text).map_err(|error| wrong(&error))?;
        let around = path.parent().unwrap_or(Path::new("."));
        for folder in &mut settings.cards {
            *folder = match (folder.strip_prefix("~"), home()) {
                (Ok(rest), Some(home)) => home.join(rest),
                _ => around.join(&folder),
            };
        }
        Ok(settings)
    }

    /// Where the cards come from: the flags, else the variable, else the file.
    pub fn source(&self, flags: &Source) -> Source {
        let folders = match env::var_os(FOLDERS) {
            _ if !flags.folders.is_empty() => flags.folders.clone(),
            Some(list) => folders_of(&list),
            None => self.cards.clone(),
        };
        Source { folders, playtest: flags.playtest || self.playtest }
    }
}

/// The folders of a list such as `PATH` has; an empty list means none.
fn folders_of(list: &OsString) -> Vec<PathBuf> {
    env::split_paths(list).filter(|folder| !folder.as_os_str().is_empty()).collect()
}

/// `dejarik/config.toml` in the folder for configuration (XDG base directories; `%APPDATA%` on Windows).
pub fn file() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = match absolute("XDG_CONFIG_HOME") {
        Some(folder) => folder,
        None if cfg!(windows) => absolute("APPDATA")?,
        None => home()?.join(".config"),
    };
    Some(folder.join("dejarik").join("config.toml"))
}

fn home() -> Option<PathBuf> {
    env::home_dir().filter(|home| home.is_absolute())
}
