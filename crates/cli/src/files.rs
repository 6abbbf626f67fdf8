//! Writing files whole: a failure leaves the old file, never half of a new one.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Whether a file may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// A file that exists is an error.
    Keep,
    /// A file that exists is replaced.
    Replace,
}

impl Existing {
    /// What `--force` says.
    pub const fn forced(force: bool) -> Existing {
        if force { Existing::Replace } else { Existing::Keep }
    }
}

/// Writes beside the target, then moves it there.
pub fn write(path: &Path, data: &[u8], existing: Existing) -> io::Result<()> {
    if existing == Existing::Keep && path.exists() {
        return Err(io::Error::other("the file exists; --force replaces it"));
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".part");
    let written = OpenOptions::new().write(true).create_new(true).open(&temporary).and_then(|mut file| {
        file.write_all(data)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| drop(fs::remove_file(&temporary)))
}
