//! The data folder: readable by its owner alone, used by one server at a time.

use crate::game::StoreError;
use fs4::FileExt;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::Path;

/// The file that a running server holds locked. It holds the number of the server's process.
const LOCK: &str = "dejarik.lock";

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    let path = path.display().to_string();
    move |error| StoreError::Folder(format!("{path}: {error}"))
}

/// A file that only its owner reads and writes; an existing one keeps its content.
pub fn private(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(failed(path))
}

/// Makes the folder and an empty database if they are missing, before SQLite would with wider rights.
pub fn prepare(folder: &Path, database: &str) -> Result<(), StoreError> {
    if !folder.exists() {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).map_err(failed(folder))?;
    }
    drop(private(&folder.join(database))?);
    Ok(())
}

/// Takes rights of others away from what an older version wrote.
#[cfg(unix)]
pub fn tighten(folder: &Path, database: &str) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt;
    let only = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(failed(path))
    };
    only(folder, 0o700)?;
    for entry in fs::read_dir(folder).map_err(failed(folder))?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(database.trim_end_matches(".sqlite")) {
            only(&entry.path(), 0o600)?;
        }
    }
    Ok(())
}

/// Takes rights of others away from what an older version wrote.
#[cfg(not(unix))]
pub fn tighten(_: &Path, _: &str) -> Result<(), StoreError> {
    Ok(())
}

/// The right to use a data folder, until dropped. The system takes it back from a process that dies.
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the folder, unless another server has it.
    pub fn take(folder: &Path) -> Result<Lock, StoreError> {
        let path = folder.join(LOCK);
        let mut file = private(&path)?;
        if FileExt::try_lock(&file).is_err() {
            let mut process = String::new();
            // On systems where a locked file can't be read the number stays unknown.
            let _ = file.read_to_string(&mut process);
            let process = process.trim();
            return Err(StoreError::Locked(if process.is_empty() {
                "unknown".into()
            } else {
                process.into()
            }));
        }
        file.set_len(0).map_err(failed(&path))?;
        file.rewind().map_err(failed(&path))?;
        writeln!(file, "{}", std::process::id()).map_err(failed(&path))?;
        Ok(Lock { _file: file })
    }
}
