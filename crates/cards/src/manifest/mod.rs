//! Manifests: what a plugin consists of, and releasing one.
//!
//! The files that tell the table program (FORMATS.md sections 9 and 10).
//!
//! Readers fail only if nothing can be understood; everything else is read and reported as a [`Finding`].

pub mod date;
pub mod file_list;
pub mod plugin_info;
pub mod release;
pub mod release_check;
pub(crate) mod tags;
pub mod uninstall;
pub mod update_list;
pub mod version;

pub use date::{Date, DateError, DateForm, ReleaseDates};
pub use file_list::FileList;
pub use plugin_info::PluginInfo;
pub use release::{Release, ReleaseError};
pub use release_check::release_check;
pub use tags::Tag;
pub use uninstall::Uninstall;
pub use update_list::{UpdateList, checksum};
pub use version::VersionFile;

use crate::finding::{Finding, Place};
use thiserror::Error;

/// Why a file can't be read at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {reason}")]
pub struct ManifestError {
    /// The file and the line.
    pub place: Place,
    /// What is wrong and what was expected.
    pub reason: String,
}

impl ManifestError {
    /// The same as a finding.
    pub fn finding(self) -> Finding {
        Finding::error(self.place, "unreadable", self.reason, "repair the file; none of it was read")
    }
}

/// What a reader returns: the content, and what there is to say about it.
pub type Reading<T> = Result<(T, Vec<Finding>), ManifestError>;

/// The line of an entry; entries are equal wherever they are.
#[derive(Clone, Copy, Debug, Default, Eq)]
pub struct At(pub u32);

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

/// Whether a path in a manifest stays inside the folder it's meant for.
pub fn is_safe_path(path: &str) -> bool {
    !path.contains(|c: char| matches!(c, '\\' | ':') || c.is_control())
        && path.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
}

/// A path that would leave the players' folder.
pub(crate) fn unsafe_path(file: &str, at: At, path: &str) -> Finding {
    Finding::error(
        Place::line(file, at.0),
        "unsafe-path",
        format!("`{path}` leaves the folder"),
        "use a relative path with / and without .., empty parts, \\ or :",
    )
}

/// An entry that is there twice.
pub(crate) fn duplicate(file: &str, at: At, first: At, entry: &str) -> Finding {
    Finding::error(
        Place::line(file, at.0),
        "duplicate-path",
        format!("`{entry}` is already in line {}", first.0),
        "delete one of the two",
    )
}

#[cfg(test)]
mod tests {
    use super::is_safe_path;

    #[test]
    fn a_path_must_stay_inside_its_folder() {
        assert!(is_safe_path("sets/setimages/XMP/XMP014_Nola_Brask_B.jpg"));
        for bad in ["", "/etc/x", "../x", "a/../b", "a//b", "a\\b", "C:x", "a/", "./a"] {
            assert!(!is_safe_path(bad), "{bad}");
        }
    }
}
